// The confidence of a whole song: one number for lists of songs.
#pragma once

#include "model/annotation.h"

namespace tactus {

// The mean of the beats, and of the chords by their length without "N", which count alike;
// kUnknownConfidence if no beat and no chord has one.
double song_confidence(const Annotation& annotation);

}  // namespace tactus
