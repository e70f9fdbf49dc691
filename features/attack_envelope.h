// How the energy of the sound grows: shows where notes begin, much finer than the frames of a
// network do.
#pragma once

#include <span>

#include "features/frames/frame_matrix.h"

namespace tactus {

inline constexpr double kAttackFps = 500.0;  // rows per second

// [T,2] at kAttackFps, T = whole rows in `samples` (mono). Row i covers the time from i to i + 1
// rows, so its middle lies at (i + 0.5) / kAttackFps seconds.
//   column 0  mean square of the differences between neighbouring samples: treble counts more, so
//             attacks stand out of held notes
//   column 1  mean square of the samples
// NaN and Inf in the samples count as 0. Throws std::invalid_argument for a rate below kAttackFps.
FrameMatrix attack_envelope(std::span<const float> samples, int sample_rate);

}  // namespace tactus
