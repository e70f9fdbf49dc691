// The clicks of a recording that consists of nothing else: a metronome, a click track. A network
// that learned from music takes every second one of fast clicks for an off-beat.
#pragma once

#include <optional>

#include "features/frames/frame_matrix.h"

namespace tactus {

// envelope [T,2] as attack_envelope.h gives it. Returns the tempo in beats per minute if there are
// at least 8 short sounds at even distances with silence (22 dB below the loudest) between them.
// They may sound a third of the time; in 40 recordings of music it is 79 % and more.
std::optional<double> click_tempo(const FrameMatrix& envelope);

}  // namespace tactus
