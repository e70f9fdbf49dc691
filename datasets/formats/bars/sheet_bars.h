// The bars of a lead sheet and where its lines break, for sheets in files and on the screen.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "datasets/formats/bars/bar_grid.h"
#include "model/annotation.h"

namespace tactus {

inline constexpr std::size_t kBarsPerLine = 4;

struct SheetBar : GridBar {
  bool pickup = false;         // the first bar, if it does not begin on beat one
  int meter = 4;               // beats of its time signature; a pickup or last bar may be shorter
  int number = 0;              // from 1; 0 for a pickup
  std::size_t first_beat = 0;  // index of its first beat
  TimeSignature signature() const { return time_signature_of({meter, division}); }
};

// `counted`: beats with positions and without pauses (counted_through in tempo_regions.h).
std::vector<SheetBar> sheet_bars(const std::vector<Beat>& counted,
                                 const std::vector<LabelledSegment>& chords);

// The index of the bar with the beat nearest to a time; 0 without bars.
std::size_t nearest_bar(std::span<const SheetBar> bars, std::span<const Beat> beats, double time);

// The first bars of the lines of a sheet, in order. A line begins with a section, and after
// `per_line` bars. A pickup (the first bar) counts as none and stays with the bar after it.
// `sections`: bars where sections begin, in order.
std::vector<std::size_t> sheet_lines(std::size_t bars, bool pickup,
                                     std::span<const std::size_t> sections,
                                     std::size_t per_line = kBarsPerLine);

}  // namespace tactus
