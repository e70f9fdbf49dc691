// Edits of a song's tempo grid, together with the beats that lie on it (annotation.h). Functions
// take both by value and return both changed, so that is_true (tempo_grid.h) holds for the result.
//
// Beats that a person has set (kCertain, beat_edits.h) never move by a fit: a line goes through
// them, or there is none. An explicit command for the grid moves them: shift_grid moves all beats
// alike, set_tempo holds the first of them and puts the others on the new grid. They stay certain.
// Where only a part of a song without segments gets a line, each beat outside is a segment of its
// own, as the decoder does it (beat_timing.h).
// Indices out of range throw std::invalid_argument.
#pragma once

#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "model/annotation.h"
#include "model/editing/beat_edits.h"
#include "model/editing/grid_beats.h"

namespace tactus {

inline constexpr double kSlowestGrid = 10.0;   // BPM
inline constexpr double kFastestGrid = 500.0;  // BPM

// The grid of a song after any other edit of its beats: the same lines, with the bars of the beats,
// as long as all beats lie on them; else none. A free song stays free.
TempoGrid grid_after_edit(TempoGrid grid, std::span<const Beat> beats);

// The beats that have one tempo with the beat nearest to `time`. Neighbouring free beats
// (kFewestOnLine) count as one stretch, and so do all beats of a song without segments.
BeatRange stretch_at(const GridBeats& song, double time);

// The beats of the range lie at `bpm` from its first beat on, or from the first one that a person
// has set. Their number follows; gaps stay gaps. No beat comes after `end` (seconds), or nearer
// than half a beat to one outside the range. Positions are kept in order and counted on. Throws
// std::invalid_argument for a tempo outside kSlowestGrid..kFastestGrid.
GridBeats set_tempo(GridBeats song, BeatRange range, double bpm,
                    double end = std::numeric_limits<double>::infinity());

// All beats and segments move by `seconds`. Removes beats that would lie before the start of the
// song or after its end, as shift_half_beat does. On a grid, a beat up to kBeforeStart before the
// start lies at 0.
GridBeats shift_grid(GridBeats song, double seconds,
                     double end = std::numeric_limits<double>::infinity());

// double_tempo and halve_tempo (beat_edits.h), with half or twice the tempo in the range. If an odd
// number of beats is missing in a gap, halving starts another segment after it.
GridBeats double_level(GridBeats song, BeatRange range);
GridBeats halve_level(GridBeats song, BeatRange range);

// shift_half_beat (beat_edits.h); segments move along.
GridBeats shift_half_level(GridBeats song, BeatRange range, bool later,
                           double end = std::numeric_limits<double>::infinity());

// One line through the beats of the range, on which they all lie then, but for those that it would
// put before the start of the song or after its end. Nothing for fewer than two beats, or if beats
// that a person has set do not lie on one line within 1 ms.
std::optional<GridBeats> make_constant(GridBeats song, BeatRange range,
                                       double end = std::numeric_limits<double>::infinity());

// The beats of one passage after those of another; all of `after` come later. A tempo that goes on
// in `after` with at most 2 ms between the lines stays one segment, on the line of `before`.
GridBeats join_grids(GridBeats before, const GridBeats& after);

// The candidates after an edit of the grid. If the tempo of most beats changed, it is the first.
std::vector<TempoCandidate> tempi_after_edit(std::vector<TempoCandidate> tempi,
                                             const GridBeats& before, const GridBeats& after);

}  // namespace tactus
