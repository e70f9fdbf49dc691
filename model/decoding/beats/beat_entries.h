// The inner loop of the bar pointer, compiled once per instruction set and chosen at run time. It
// only adds and compares, so the results have the same bits on every processor.
#pragma once

#include <cstdint>
#include <vector>

#include "model/decoding/beats/beat_state_space.h"

namespace tactus {

// The step of all paths over the border of a beat at one frame; I = space.size(). Lanes are
// independent of each other. A row of scores has lanes + 1 places.
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

struct BeatLoop {
  void (*enter)(const BeatStep& step);
  int lane_step;  // the number of lanes is a multiple of it
};
// Those that this processor runs, the fastest first; the last runs on any.
std::vector<BeatLoop> beat_loops();

}  // namespace tactus
