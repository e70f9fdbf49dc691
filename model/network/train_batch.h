// A minibatch with the targets of every head, as the network learns from it.
#pragma once

#include <cstdint>
#include <vector>

namespace tactus {

// Targets of one head for a batch, time-major. Fill exactly one of `probability` (sigmoid heads,
// [T,B,K]) and `category` (softmax heads, [T,B], -1 = no target). `weight` [T,B] scales each
// frame's loss (0 = masked); empty = 1 everywhere. Sigmoid heads may have `positive_weight` (K
// values, empty = 1), which multiplies the loss of the positive part; softmax heads `class_weight`
// (K values, empty = 1). `shift_tolerance` (n frames, sigmoid heads): at a positive target the
// prediction is the maximum over +-n frames. Frames within 2n of a positive target do not count as
// negatives (Beat This!, 2024). `teacher` [T,B,K]: probabilities that teachers give, for every
// frame of a sequence; those of a softmax head add up to 1. Empty if TrainBatch::teacher_share is
// 0.
struct HeadTarget {
  std::vector<float> probability;
  std::vector<std::int32_t> category;
  std::vector<float> weight;
  std::vector<float> positive_weight;
  std::vector<float> class_weight;
  int shift_tolerance = 0;
  std::vector<float> teacher;
};

// A minibatch: x [T,B,C], zero beyond each sequence's length.
struct TrainBatch {
  int steps = 0;                      // T
  int batch = 0;                      // B
  std::vector<std::int32_t> lengths;  // B values, 0..T
  std::vector<float> x;
  std::vector<HeadTarget> targets;  // one per head, in the spec's order
  // Share of the cross-entropy with the teachers in the loss of every head, 0..1; the rest is the
  // loss of the other targets.
  double teacher_share = 0.0;
};

}  // namespace tactus
