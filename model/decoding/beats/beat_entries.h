// The inner loop of the bar pointer, compiled once per instruction set and chosen at run time. It
// only adds and compares, so the results have the same bits on every processor.
#pragma once

#include <cstdint>

#include "model/decoding/beats/beat_state_space.h"

namespace tactus {

// Lanes are independent of each other. Their number is a multiple of this, and for
// enter_beats_here() of lane_step_here().
inline constexpr int kLaneStep = 4;
int lane_step_here();

// The step of all paths over the border of a beat at one frame; I = space.size(). A row of scores
// has lanes + 1 places.
struct BeatStep {
  const BeatStateSpace& space;
  int lanes;
  // [I] rows: scores of paths in a beat that ends before the frame, without its frames. Replaced by
  // those of paths that enter a beat at the frame: the path of lane l goes to place l + 1.
  // entered[j, l + 1] = max over i of leaving[i, l] + log P(interval j | interval i). -infinity if
  // nothing is possible.
  double* const* entered;
  const double* downbeat;           // [I] log density of the frames of a beat that is a downbeat
  const double* beat;               // [I] and of another one
  const std::int64_t* is_downbeat;  // [lanes] -1 = yes, 0 = no
  double* leaving;                  // [I, lanes] scratch: scores with the frames of the beat
  // [I, lanes] the lower bytes of the first such i, and the upper ones if upper is not null. If
  // nothing is possible: of the first i with a finite transition.
  std::uint8_t* lower;
  std::uint8_t* upper;
};
using EnterBeats = void (*)(const BeatStep& step);

// The fastest for this processor; `enter_beats_portable` runs on any.
EnterBeats enter_beats_here();
void enter_beats_portable(const BeatStep& step);

}  // namespace tactus
