// The point-wise part of a step as separate kernels, one for each operation: rungs 0 to 2.
#pragma once

#include "gpu/kernels/ladder_pointwise_kernels.h"
#include "gpu/kernels/ladder_step_kernels.h"
#include "gpu/lstm/ladder/ladder_rungs.h"

namespace tactus::gpu {

class SeparateForward {
 public:
  explicit SeparateForward(const LadderContext& context)
      : runtime_(context.runtime), scratch_(*context.pool) {}
  void begin(const LstmShape& shape);
  void queue(Stream stream, const ForwardPass& pass, int step);

 private:
  Runtime* runtime_;
  Scratch<float> scratch_;  // [2,B,H]
};

class SeparateBackward {
 public:
  explicit SeparateBackward(const LadderContext& context)
      : runtime_(context.runtime), scratch_(*context.pool) {}
  void begin(const LstmShape& shape);
  void queue(Stream stream, const BackwardPass& pass, int step);

 private:
  Runtime* runtime_;
  Scratch<float> scratch_;  // [13,B,H]: activations and their gradients, cells, dh, two more
};

}  // namespace tactus::gpu
