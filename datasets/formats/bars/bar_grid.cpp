#include "datasets/formats/bars/bar_grid.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "datasets/formats/bars/tempo_regions.h"
#include "datasets/formats/columns/bar_positions.h"
#include "datasets/formats/text/text_lines.h"

namespace tactus {
namespace {

using Chords = std::vector<LabelledSegment>;

// Returns the chord at a time, or end().
Chords::const_iterator sounding(const Chords& chords, double time) {
  const auto after =
      std::upper_bound(chords.begin(), chords.end(), time,
                       [](double t, const LabelledSegment& chord) { return t < chord.start; });
  const bool none = after == chords.begin() || std::prev(after)->end <= time;
  return none ? chords.end() : std::prev(after);
}

std::string chord_at(const Chords& chords, double time) {
  const auto chord = sounding(chords, time);
  return chord == chords.end() ? "N" : label_text(chord->label);
}

// If its chord ends near the last beat, it ends there too; else the last beat is as long as the one
// before it.
double end_of_last_beat(const std::vector<Beat>& beats, const Chords& chords) {
  if (beats.empty()) return 0.0;
  const double last = beats.back().time;
  const double period = beats.size() > 1 ? last - beats[beats.size() - 2].time : 0.5;
  const auto chord = sounding(chords, last + period / 2.0);
  const bool near = chord != chords.end() && chord->label != "N" &&  // N continues in silence
                    chord->end < last + 1.5 * period;
  return near ? chord->end : last + period;
}

bool has_beats(const GridBar& bar) {
  return bar.beats > 0;
}

// A first bar shorter than the second is taken for a pickup.
int likely_first_position(const std::vector<GridBar>& bars) {
  const auto first = std::ranges::find_if(bars, has_beats);
  if (first == bars.end()) return 1;
  const auto second = std::find_if(first + 1, bars.end(), has_beats);
  return second == bars.end() ? 1 : std::max(second->beats - first->beats, 0) + 1;
}

}  // namespace

Meter meter_of(const GridBar& bar) {
  return {bar.beats, bar.division};
}

std::vector<GridBar> bars_of(const Annotation& annotation) {
  const std::vector<Beat> beats = with_positions(annotation.beats);
  const double end = end_of_last_beat(beats, annotation.chords);
  std::vector<GridBar> bars;
  for (std::size_t i = 0; i < beats.size(); ++i) {
    const double next = i + 1 < beats.size() ? beats[i + 1].time : end;
    if (i == 0 || beats[i].position == 1) {
      const auto end_of_bar = std::ranges::find(beats.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                                                beats.end(), 1, &Beat::position);
      const auto from = beats.begin() + static_cast<std::ptrdiff_t>(i);
      bars.push_back({beats[i].time, next, 0, {}, {}, bar_meter({from, end_of_bar}).division});
    }
    GridBar& bar = bars.back();
    bar.end = next;
    ++bar.beats;
    bar.times.push_back(beats[i].time);
    bar.chords.push_back(chord_at(annotation.chords, (beats[i].time + next) / 2.0));
  }
  return bars;
}

void append_chord(std::vector<LabelledSegment>& chords, double start, double end,
                  const std::string& label) {
  const bool goes_on =
      !chords.empty() && chords.back().label == label && chords.back().end == start;
  if (goes_on)
    chords.back().end = end;
  else
    chords.push_back({start, end, label});
}

std::string first_position_mark(const Annotation& annotation, const std::vector<GridBar>& bars) {
  if (annotation.beats.empty()) return "";
  const int first = with_positions(annotation.beats).front().position;
  return first == likely_first_position(bars) ? "" : std::to_string(first);
}

bool store_bars(const std::vector<GridBar>& bars, std::string_view mark, Annotation& annotation) {
  const auto begin = std::ranges::find_if(bars, has_beats);
  const int most = kLargestPosition + 1 - (begin == bars.end() ? 1 : begin->beats);
  const double marked = to_number(mark).value_or(0.0);
  const bool fits = marked >= 1.0 && marked <= most && marked == std::floor(marked);
  const int before = (fits ? static_cast<int>(marked) : likely_first_position(bars)) - 1;
  for (const GridBar& bar : bars) {
    const auto at = [&](int k, std::size_t parts) {  // exactly `end` for the last one
      const double share = static_cast<double>(k) / static_cast<double>(parts);
      return share == 1.0 ? bar.end : bar.start + (bar.end - bar.start) * share;
    };
    const int first = begin != bars.end() && &bar == &*begin ? before : 0;
    for (int k = 0; k < bar.beats; ++k)
      annotation.beats.push_back({at(k, static_cast<std::size_t>(bar.beats)), first + k + 1,
                                  kUnknownConfidence, bar.division});
    for (int k = 0; k < static_cast<int>(bar.chords.size()); ++k) {
      append_chord(annotation.chords, at(k, bar.chords.size()), at(k + 1, bar.chords.size()),
                   bar.chords[static_cast<std::size_t>(k)]);
    }
  }
  return mark.empty() || fits;
}

void require_beats(const Annotation& annotation) {
  const auto sounds = [](const LabelledSegment& chord) { return chord.label != "N"; };
  if (!annotation.beats.empty() || std::ranges::none_of(annotation.chords, sounds)) return;
  throw std::invalid_argument(
      "chords without beats: this format is written bar by bar, expected beats and downbeats");
}

}  // namespace tactus
