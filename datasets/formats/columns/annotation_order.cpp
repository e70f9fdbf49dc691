#include "datasets/formats/columns/annotation_order.h"

#include <fmt/core.h>

#include <algorithm>

#include "audio/counted.h"

namespace tactus {
namespace {

constexpr double kRoundedTime = 1e-6;  // seconds; text files have six decimals
constexpr double kLongestTime =
    1e7;  // seconds, 115 days; larger values are not times of a recording

// Also rejects NaN.
void check_time(const FormatInput& input, double time) {
  if (time >= -kLongestTime && time <= kLongestTime) return;
  throw FormatError(input.name, 0, 0,
                    fmt::format("a time of {} s, expected at most {} s", time, kLongestTime));
}

void note(const FormatInput& input, std::size_t count, const std::string& things,
          const std::string& what) {
  if (count > 0)
    input.notes->push_back(fmt::format("{}: {} {}", input.name, counted(count, things), what));
}

template <class Value, class Key>
void sort_by(const FormatInput& input, const char* what, std::vector<Value>& values, Key key) {
  const auto earlier = [&](const Value& a, const Value& b) { return key(a) < key(b); };
  if (std::is_sorted(values.begin(), values.end(), earlier)) return;
  std::stable_sort(values.begin(), values.end(), earlier);
  input.notes->push_back(
      fmt::format("{}: the {}s were not in time order; sorted them", input.name, what));
}

// Cuts each segment at the start of the next. Returns how many overlapped by more than rounding.
std::size_t cut_overlaps(std::vector<LabelledSegment>& segments) {
  std::size_t count = 0;
  for (std::size_t i = 0; i + 1 < segments.size(); ++i) {
    const double overlap = segments[i].end - segments[i + 1].start;
    if (overlap > 0.0) segments[i].end = segments[i + 1].start;
    if (overlap > kRoundedTime) ++count;
  }
  return count;
}

}  // namespace

void order_beats(const FormatInput& input, std::vector<Beat>& beats) {
  for (const Beat& beat : beats) check_time(input, beat.time);
  sort_by(input, "beat", beats, [](const Beat& beat) { return beat.time; });
  const std::size_t negative = std::erase_if(beats, [](const Beat& b) { return b.time < 0.0; });
  note(input, negative, "beat", "before the start of the audio dropped");
  const auto same = [](const Beat& a, const Beat& b) { return b.time - a.time < kClosestTimes; };
  const auto repeated = std::unique(beats.begin(), beats.end(), same);
  note(input, static_cast<std::size_t>(beats.end() - repeated), "repeated beat time", "dropped");
  beats.erase(repeated, beats.end());
}

void order_segments(const FormatInput& input, const char* what,
                    std::vector<LabelledSegment>& segments) {
  for (const LabelledSegment& segment : segments) {
    check_time(input, segment.start);
    check_time(input, segment.end);
  }
  sort_by(input, what, segments, [](const LabelledSegment& segment) { return segment.start; });
  std::size_t negative = 0;
  for (LabelledSegment& segment : segments) {
    if (segment.start < -kRoundedTime) ++negative;
    segment.start = std::max(segment.start, 0.0);
    segment.end = std::max(segment.end, 0.0);
  }
  note(input, negative, what, "with a start before that of the audio cut at 0");
  note(input, cut_overlaps(segments), fmt::format("overlapping {}", what),
       "cut where the next begins");
  const auto empty = [](const LabelledSegment& segment) { return segment.end <= segment.start; };
  note(input, std::erase_if(segments, empty), what, "without length dropped");
}

}  // namespace tactus
