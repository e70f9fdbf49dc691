// Estimates whether an annotation is shifted against its music by a constant time.
//
// Both estimates use the whole song and each of its four quarters. A shift counts only if every
// quarter finds it independently. So a single odd passage, or music without evidence, gives no
// shift.
#pragma once

#include <optional>
#include <vector>

#include "datasets/checks/sound_sketch.h"
#include "model/annotation.h"

namespace tactus {

inline constexpr double kLargestShift = 0.5;  // seconds, in both directions

// Returns the time to add to the annotation (seconds, positive or negative, near 0 for a correct
// one) for the best fit. Returns nothing if the music gives no evidence.

// Maximises the mean onset strength at the beats over the shift. Another place must be clearly
// stronger than the beats' own place, otherwise the music is only syncopated. Shifts up to half a
// beat; at least 16 beats.
std::optional<double> beat_shift(const SoundSketch& sketch, const std::vector<Beat>& beats);

// Maximises the share of the chroma's variance that the chord segments explain (between their
// means) over the shift. Needs at least 12 chord changes.
std::optional<double> chord_shift(const SoundSketch& sketch,
                                  const std::vector<LabelledSegment>& chords);

}  // namespace tactus
