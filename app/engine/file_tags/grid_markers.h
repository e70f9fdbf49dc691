// The beats of a song as the beat grid of Serato DJ and Mixxx.
#pragma once

#include "audio/file_tags/serato_grid.h"
#include "model/annotation.h"

namespace tactus {

// The fewest markers, each at a beat, between which the beats lie evenly within a millisecond: two
// for a song of one tempo, and up to one for each beat of free playing. The first and the last beat
// have a marker, because Mixxx 2.3 knows no beats outside; so has the first downbeat, from which
// Serato counts bars. The tempo from the last marker on is that of the grid, else of the last
// beats. Without markers if there are fewer than two beats.
SeratoGrid grid_markers(const Annotation& annotation);

}  // namespace tactus
