#include "datasets/formats/bars/sheet_bars.h"

#include <algorithm>
#include <utility>

#include "datasets/formats/bars/tempo_regions.h"
#include "model/editing/beat_edits.h"

namespace tactus {

std::vector<SheetBar> sheet_bars(const std::vector<Beat>& counted,
                                 const std::vector<LabelledSegment>& chords) {
  Annotation song;
  song.beats = counted;
  song.chords = chords;
  std::vector<SheetBar> bars;
  std::size_t beat = 0;
  for (GridBar& bar : bars_of(song)) {
    const auto beats = static_cast<std::size_t>(bar.beats);
    bars.push_back({std::move(bar), false, static_cast<int>(beats), 0, beat});
    beat += beats;
  }
  if (bars.empty()) return bars;
  SheetBar& first = bars.front();
  SheetBar& last = bars.back();
  first.pickup = counted.front().position != 1;
  if (first.pickup && bars.size() > 1) first.meter = std::max(first.beats, bars[1].beats);
  const int before = bars.size() > 1 ? bars[bars.size() - 2].meter : usual_meter(counted);
  last.meter = std::max(last.beats, before);
  int number = 0;
  for (SheetBar& bar : bars) bar.number = bar.pickup ? 0 : ++number;
  return bars;
}

std::size_t nearest_bar(std::span<const SheetBar> bars, std::span<const Beat> beats, double time) {
  const auto after = std::ranges::upper_bound(bars, nearest_beat(beats, time), {},
                                              [](const SheetBar& bar) { return bar.first_beat; });
  return static_cast<std::size_t>(std::max<std::ptrdiff_t>(after - bars.begin() - 1, 0));
}

std::vector<std::size_t> sheet_lines(std::size_t bars, bool pickup,
                                     std::span<const std::size_t> sections, std::size_t per_line) {
  std::vector<std::size_t> lines;
  std::size_t in_line = 0;  // bars
  for (std::size_t i = 0; i < bars; ++i) {
    const bool after_pickup = pickup && i == 1;
    const bool section = std::ranges::binary_search(sections, i);
    if (i == 0 || (!after_pickup && (section || in_line == per_line))) {
      lines.push_back(i);
      in_line = 0;
    }
    in_line += pickup && i == 0 ? 0 : 1;
  }
  return lines;
}

}  // namespace tactus
