#include "model/editing/segment_edits.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "model/editing/beat_edits.h"

namespace tactus {
namespace {

void check(std::span<const LabelledSegment> segments, std::size_t index, std::size_t limit) {
  if (index < limit) return;
  throw std::invalid_argument(
      fmt::format("segment {} of {}: expected a smaller number", index, segments.size()));
}

double length(const LabelledSegment& segment) {
  return segment.end - segment.start;
}

// Allows for rounding of times that were computed in two ways.
bool touch(double end, double start) {
  return std::abs(end - start) < 1e-6;
}

// Removes [begin, end) from the segments; returns the index for a new segment there.
std::size_t clear_span(SegmentList& segments, double begin, double end) {
  SegmentList kept;
  std::size_t place = 0;
  for (const LabelledSegment& segment : segments) {
    LabelledSegment head = segment, tail = segment;
    head.end = std::min(segment.end, begin);
    tail.start = std::max(segment.start, end);
    if (length(head) > 1e-9) {
      kept.push_back(head);
      place = kept.size();
    }
    if (length(tail) > 1e-9) kept.push_back(tail);
  }
  segments = std::move(kept);
  return place;
}

}  // namespace

std::size_t segment_at(std::span<const LabelledSegment> segments, double time) {
  const auto after =
      std::upper_bound(segments.begin(), segments.end(), time,
                       [](double t, const LabelledSegment& segment) { return t < segment.start; });
  if (after == segments.begin()) return segments.size();
  const auto found = after - 1;
  return time < found->end ? static_cast<std::size_t>(found - segments.begin()) : segments.size();
}

SegmentList split_segment(SegmentList segments, double time) {
  const std::size_t index = segment_at(segments, time);
  if (index == segments.size()) return segments;
  LabelledSegment second = segments[index];
  if (time - second.start < kShortestSegment || second.end - time < kShortestSegment)
    return segments;
  second.start = time;
  segments[index].end = time;
  segments.insert(segments.begin() + static_cast<std::ptrdiff_t>(index) + 1, second);
  return segments;
}

SegmentList merge_segments(SegmentList segments, std::size_t first, std::size_t last) {
  if (first + 1 >= last) return segments;
  check(segments, last - 1, segments.size());
  const auto begin = segments.begin() + static_cast<std::ptrdiff_t>(first);
  const auto end = segments.begin() + static_cast<std::ptrdiff_t>(last);
  const auto longest = std::max_element(
      begin, end, [](const auto& a, const auto& b) { return length(a) < length(b); });
  const LabelledSegment whole{begin->start, (end - 1)->end, longest->label, kCertain};
  *begin = whole;
  segments.erase(begin + 1, end);
  return segments;
}

SegmentList delete_segment(SegmentList segments, std::size_t index) {
  check(segments, index, segments.size());
  const LabelledSegment gone = segments[index];
  segments.erase(segments.begin() + static_cast<std::ptrdiff_t>(index));
  if (index > 0 && touch(segments[index - 1].end, gone.start)) {
    segments[index - 1].end = gone.end;
  } else if (index < segments.size() && touch(gone.end, segments[index].start)) {
    segments[index].start = gone.start;
  }
  return segments;
}

SegmentList relabel_segment(SegmentList segments, std::size_t index, const std::string& label) {
  check(segments, index, segments.size());
  segments[index].label = label;
  segments[index].confidence = kCertain;
  return segments;
}

SegmentList move_boundary(SegmentList segments, std::size_t index, double time, double duration) {
  check(segments, index, segments.size() + 1);
  if (segments.empty()) return segments;
  LabelledSegment* before = index > 0 ? &segments[index - 1] : nullptr;
  LabelledSegment* after = index < segments.size() ? &segments[index] : nullptr;
  if (before && after && !touch(before->end, after->start)) before = nullptr;  // a gap between them
  double low = before ? before->start + kShortestSegment : 0.0;
  if (!before && index > 0) low = segments[index - 1].end;
  double high = after ? after->end - kShortestSegment : (duration > 0 ? duration : time);
  if (low > high) return segments;
  const double place = std::clamp(time, low, std::max(low, high));
  if (before) before->end = place;
  if (after) after->start = place;
  return segments;
}

SegmentList overwrite_segments(SegmentList segments, double begin, double end,
                               const std::string& label) {
  if (!(end > begin)) return segments;
  const std::size_t place = clear_span(segments, begin, end);
  segments.insert(segments.begin() + static_cast<std::ptrdiff_t>(place),
                  {begin, end, label, kCertain});
  return segments;
}

SegmentList begin_segment(SegmentList segments, double time, double duration,
                          const std::string& label) {
  for (std::size_t i = 0; i < segments.size(); ++i) {
    if (std::abs(segments[i].start - time) >= kShortestSegment) continue;
    return relabel_segment(std::move(segments), i, label);
  }
  double end = duration;
  if (const std::size_t held = segment_at(segments, time); held < segments.size()) {
    end = segments[held].end;
  } else {
    const auto next = std::find_if(segments.begin(), segments.end(),
                                   [&](const LabelledSegment& s) { return s.start > time; });
    if (next != segments.end()) end = next->start;
  }
  if (end - time < kShortestSegment) return segments;
  return overwrite_segments(std::move(segments), time, end, label);
}

}  // namespace tactus
