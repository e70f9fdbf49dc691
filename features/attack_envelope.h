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

// The same of a stream, with the same bits for any division into blocks.
class AttackEnvelope {
 public:
  explicit AttackEnvelope(int sample_rate);
  void push(std::span<const float> samples);
  // The rows of all samples so far. No push() afterwards.
  FrameMatrix finish();

 private:
  std::size_t end_of_row() const;

  double hop_;  // samples
  FrameMatrix rows_;
  std::size_t taken_ = 0;                    // samples
  std::size_t begin_ = 0;                    // of the present row
  std::size_t end_;                          // of the present row
  float before_ = 0.0f;                      // the last sample
  float difference_ = 0.0f, energy_ = 0.0f;  // sums of squares of the present row
};

}  // namespace tactus
