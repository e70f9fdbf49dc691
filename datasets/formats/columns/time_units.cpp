#include "datasets/formats/columns/time_units.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <span>
#include <utility>

#include "datasets/formats/labels/label_kinds.h"
#include "datasets/formats/text/text_lines.h"

namespace tactus {
namespace {

// How far apart things of a kind lie, in seconds.
struct Spacing {
  const char* what;
  double least;
  double usual;  // little music is slower than this, none slower than `most`
  double most;
};
constexpr Spacing kBeatSpacing = {"beats", 0.15, 5.0, 10.0};
constexpr Spacing kUsualBeats = {"beats", 0.2, 2.0, 10.0};  // in the units where they are so
constexpr Spacing kChordSpacing = {"chords", 0.2, 12.0, 60.0};
constexpr Spacing kPartSpacing = {"sections", 3.0, 120.0, 900.0};
constexpr double kLongestWork = 3 * 3600.0;  // of which movements last up to an hour

struct Unit {
  const char* name;
  double per_second;
};
constexpr std::array<Unit, 3> kUnits = {{{"milliseconds", 1000.0},
                                         {"hundredths of a second", 100.0},
                                         {"samples at 44100 Hz", 44100.0}}};

// Seconds: first most songs, then any.
using Song = std::pair<double, double>;
constexpr std::array<Song, 2> kSongs = {{{30.0, 1500.0}, {5.0, 4 * 3600.0}}};
constexpr std::span<const Song> kMostSongs(kSongs.data(), 1);
constexpr std::array<Song, 1> kAnyLength = {{{0.0, 4 * 3600.0}}};

double median_step(std::vector<double> times) {
  std::ranges::sort(times);
  std::vector<double> steps;
  for (std::size_t i = 1; i < times.size(); ++i)
    if (times[i] > times[i - 1]) steps.push_back(times[i] - times[i - 1]);
  if (steps.empty()) return 0.0;
  const auto middle = steps.begin() + static_cast<std::ptrdiff_t>((steps.size() - 1) / 2);
  std::ranges::nth_element(steps, middle);
  return *middle;
}

// What to divide the times by; nothing if no music can have them in any unit.
std::optional<double> fitting_unit(const FormatInput& input, const std::vector<double>& times,
                                   const Spacing& spacing, std::span<const Song> songs = kSongs) {
  const double step = median_step(times);
  if (step <= spacing.most) return 1.0;
  const double last = *std::ranges::max_element(times);
  const bool whole =
      std::ranges::all_of(times, [](double time) { return time == std::floor(time); });
  for (const auto& [shortest, longest] : songs) {
    for (const Unit& unit : kUnits) {
      const double seconds = step / unit.per_second;
      const double song = last / unit.per_second;
      if (seconds < spacing.least || seconds > spacing.usual) continue;
      if (song < shortest || song > longest || (unit.per_second > 1000.0 && !whole)) continue;
      input.notes->push_back(
          fmt::format("warning: {}: {} that lie {:g} apart; the times are read as {}", input.name,
                      spacing.what, step, unit.name));
      return unit.per_second;
    }
  }
  return std::nullopt;
}

void warn_of_unit(const FormatInput& input, const std::vector<double>& times,
                  const Spacing& spacing) {
  input.notes->push_back(
      fmt::format("warning: {}: {} that lie {:g} s apart; are the times seconds?", input.name,
                  spacing.what, median_step(times)));
}

double unit_of(const FormatInput& input, const std::vector<double>& times, const Spacing& spacing) {
  if (times.size() < 3) return 1.0;
  if (const std::optional<double> unit = fitting_unit(input, times, spacing)) return *unit;
  warn_of_unit(input, times, spacing);
  return 1.0;
}

// Beats tell their unit by their distance, however short the file.
double unit_of_beats(const FormatInput& input, const std::vector<double>& times) {
  for (const Spacing& spacing : {kUsualBeats, kBeatSpacing})
    if (const auto unit = fitting_unit(input, times, spacing, kAnyLength)) return *unit;
  warn_of_unit(input, times, kBeatSpacing);
  return 1.0;
}

bool has_words(const std::vector<LabelledSegment>& segments) {
  const std::vector<LabelKind> kinds = label_kinds(segments);
  return std::ranges::find(kinds, LabelKind::kWord) != kinds.end();
}

// Letters may be chords or the form. The lengths decide (label_kinds.h), but in a unit that is yet
// unknown they mislead: if chords of some unit make a usual song, it is that unit.
double unit_of(const FormatInput& input, const std::vector<double>& times,
               const std::vector<LabelledSegment>& segments, std::optional<SegmentLayer> layer) {
  if (median_step(times) <= kChordSpacing.most) return 1.0;
  if (!layer && times.size() > 2 && !has_words(segments))
    if (const auto unit = fitting_unit(input, times, kChordSpacing, kMostSongs)) return *unit;
  const bool chords = read_labels(segments, layer).layer == SegmentLayer::kChords;
  if (!chords && std::ranges::max(times) <= kLongestWork) return 1.0;
  return unit_of(input, times, chords ? kChordSpacing : kPartSpacing);
}

}  // namespace

void mend_time_unit(const FormatInput& input, std::vector<Beat>& beats) {
  std::vector<double> times;
  for (const Beat& beat : beats) times.push_back(beat.time);
  const double unit = unit_of_beats(input, times);
  for (Beat& beat : beats) beat.time /= unit;
}

void mend_time_unit(const FormatInput& input, std::vector<LabelledSegment>& segments,
                    std::optional<SegmentLayer> layer) {
  std::vector<double> times;
  for (const LabelledSegment& segment : segments) times.push_back(segment.start);
  if (!segments.empty()) times.push_back(segments.back().end);
  const double unit = unit_of(input, times, segments, layer);
  for (LabelledSegment& segment : segments) {
    segment.start /= unit;
    if (segment.end > 0.0) segment.end /= unit;
  }
}

}  // namespace tactus
