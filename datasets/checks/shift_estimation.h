// Whether an annotation lies beside the music it describes by a constant time.
//
// Both estimates are made for the whole song and for its four quarters; a shift is believed only
// when the quarters find it each on their own, so that one odd passage, or music that says nothing,
// gives none.
#pragma once

#include <optional>
#include <vector>

#include "datasets/checks/sound_sketch.h"
#include "model/annotation.h"

namespace tactus {

inline constexpr double kLargestShift = 0.5;  // seconds, either way

// What has to be added to the annotation's times (seconds, of either sign and near 0 where nothing
// is wrong) to fit the music best; nothing where the music does not tell.

// The maximum of the beats' mean onset strength as a function of the shift. Away from the beats'
// own place it must stand out from the strength there, else the music is merely syncopated. Shifts
// up to half a beat; at least 16 beats.
std::optional<double> beat_shift(const SoundSketch& sketch, const std::vector<Beat>& beats);

// The maximum of the share of the chroma's variance that the chord segments explain (between their
// means), as a function of the shift. At least 12 changes of chord.
std::optional<double> chord_shift(const SoundSketch& sketch,
                                  const std::vector<LabelledSegment>& chords);

}  // namespace tactus
