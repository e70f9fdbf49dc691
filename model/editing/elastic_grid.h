// The beats of a song as elastic between anchors. Anchors are the beats that a person has set
// (kCertain, beat_edits.h), and those at which another tempo of the grid begins or ends. Functions
// take beats and grid by value and return both changed, so that is_true (tempo_grid.h) holds for
// the result. Indices out of range throw std::invalid_argument, and so do tempi outside
// kSlowestGrid..kFastestGrid.
#pragma once

#include <cstddef>
#include <limits>
#include <optional>
#include <span>

#include "model/editing/grid_edits.h"

namespace tactus {

// Files of other programs may give each beat the confidence 1; that does not mean that a person has
// placed it here. In an annotation that nobody has edited, such confidences become unknown.
void forget_equal_certainty(Annotation& annotation);

bool is_anchor(const GridBeats& song, std::size_t index);
// The anchors nearest to a beat on both sides.
struct AnchorPair {
  std::optional<std::size_t> before;
  std::optional<std::size_t> after;
};
AnchorPair anchors_around(const GridBeats& song, std::size_t index);

// Puts a beat at `time` and makes it an anchor. The beats between it and the next anchors move
// together, so that a constant tempo stays constant on each side. Where there is no other anchor on
// a side, its beats keep the tempo of the other side, up to the ends of the song: the first anchor
// moves all beats, a second one sets the tempo of the song. The time is limited so that beats keep
// their order, and tempi their range.
GridBeats drag_anchor(const GridBeats& song, std::size_t index, double time,
                      double end = std::numeric_limits<double>::infinity());

// "This is a beat, and from here on the tempo is `bpm`": an anchor at `time`, and from it beats at
// that tempo up to the next anchor or the end of the song, which must be finite then. It takes the
// place of the beat that is nearest to it, or is counted on.
GridBeats tempo_from(const GridBeats& song, double time, double bpm, double end);

// The beat becomes certain, or like those that were found.
GridBeats set_anchor(GridBeats song, std::size_t index, bool on);

// Beats per minute of taps, in order; 0 for fewer than two.
double tapped_tempo(std::span<const double> taps);

}  // namespace tactus
