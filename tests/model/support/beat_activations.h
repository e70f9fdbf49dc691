// Beat activations made in code for the decoders' hypotheses about tempo.
#pragma once

#include <cmath>

#include "features/frames/frame_matrix.h"
#include "model/decoding/beats/beat_decoder.h"

namespace tactus::test {

inline constexpr double kFps = 50.0;

// [T,2], never exactly 0.
inline FrameMatrix silent(double seconds) {
  FrameMatrix activations(static_cast<std::size_t>(seconds * kFps), 2, kFps);
  for (float& p : activations.data) p = 0.01f;
  return activations;
}

// A beat in the column of its position in the bar.
inline void sound(FrameMatrix& activations, double time, int position, float height) {
  const auto frame = static_cast<std::size_t>(std::lround(time * kFps));
  if (frame < activations.frames) activations.row(frame)[position == 1 ? 1 : 0] = height;
}

inline BeatDecoderParameters steady() {
  BeatDecoderParameters parameters;
  parameters.steady_lambda = 1000.0;
  return parameters;
}

}  // namespace tactus::test
