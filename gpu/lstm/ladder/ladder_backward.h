// A lane of a backward pass. Its steps run against the order of the direction.
#pragma once

#include "gpu/lstm/ladder/ladder_lane.h"
#include "gpu/lstm/ladder/ladder_pointwise.h"

namespace tactus::gpu {

struct LstmBackwardCall {
  LstmCall forward;
  const float* y = nullptr;
  float* tape = nullptr;
  const float* dy = nullptr;
  float* dx = nullptr;  // null: not needed
  LstmGradients gradients;
};

// Scratch memory of a lane: packed weights and their gradients 4H(C+H) each, state 6BH (10BH with
// two streams and gates not in the order of units), 448H for sums. In bf16 also copies of weights
// and state and, for a block of steps (block_steps), of gate gradients, inputs and outputs.
class BackwardLane final : public Lane {
 public:
  BackwardLane(const LadderContext& context, LaneStreams& streams);

  // Begins the pass of one direction. If several lanes add to one dx, they use one stream, that of
  // `dx_lane`, in the order in which they queue their products. `dx_lane` has begun before, or is
  // this lane.
  void begin(Stream main, const LstmBackwardCall& call, int direction, BackwardLane& dx_lane);
  // Queues the remaining work after the last step; `main` waits for the lane.
  void end(Stream main);

 private:
  bool begin_block(int block) override;
  void end_block(int block) override;
  void queue_step(int step) override;
  void queue_stored_step(const int* first_step, int offset) override;
  std::vector<std::uintptr_t> captured() const override;

  // Gate gradients of a step: more than one if a stream reads them while the next is computed.
  int slots() const { return context_.rung.two_streams && !context_.rung.packed_weights ? 2 : 1; }
  void prepare_pass(int direction);
  void begin_state();
  void use_slot(int slot);
  Factor gates_of_step() const;
  void multiply_recurrent();
  void queue_gradients(int first_frame, int frames);
  void add_input_gradient(int rows, Factor gates, float* dx);

  DirectionWeights weights_;
  DirectionGradients gradients_;
  SeparateBackward separate_;
  FactorCopy gates_copy_, x_copy_, y_copy_;
  Scratch<float> state_;                 // dcell, dh, gate gradients [slots]
  Scratch<std::uint16_t> dgates_short_;  // [slots,B,ldg]
  Scratch<BackwardPass> stored_pass_;    // [1]
  Mark steps_done_, slot_free_[2];

  LstmBackwardCall call_;
  BackwardPass pass_ = {};
  Stream dx_stream_ = nullptr;
  int direction_ = 0;
};

}  // namespace tactus::gpu
