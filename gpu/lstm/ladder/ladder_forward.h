// A lane of a forward pass.
#pragma once

#include "gpu/lstm/ladder/ladder_lane.h"
#include "gpu/lstm/ladder/ladder_pointwise.h"

namespace tactus::gpu {

// Scratch memory of a lane: packed weights 4H(C+H+1), state 6BH, without a tape gate sums of two
// blocks (block_steps); in bf16 the inputs of a block and copies of weights and state.
class ForwardLane final : public Lane {
 public:
  ForwardLane(const LadderContext& context, LaneStreams& streams);

  // Begins the pass of one direction; `tape` is that of the layer or null. If `below` is given, x
  // is its y, and this lane follows it block by block. `steps_of_block`: that of a wavefront, else
  // 0.
  void begin(Stream main, const LstmCall& call, int direction, float* y, float* tape,
             const ForwardLane* below = nullptr, int steps_of_block = 0);
  // Call it after the last step; `main` waits for the lane.
  void end(Stream main) { streams_.join(main); }

 private:
  bool begin_block(int block) override;
  void end_block(int block) override;
  void queue_step(int step) override;
  void queue_stored_step(const int* first_step, int offset) override;
  std::vector<std::uintptr_t> captured() const override;

  void prepare_pass(const LstmCall& call, int direction, float* y, float* tape, int steps_of_block);
  void begin_state();
  void place_input_sums(int steps_of_block);
  void request_inputs(int block);
  void multiply_recurrent();

  DirectionWeights weights_;
  SeparateForward separate_;
  FactorCopy x_copy_;
  Scratch<float> state_;              // h, cell, recurrent sums
  Scratch<std::uint16_t> h_short_;    // [B,ldh]
  Scratch<float> input_sums_;         // without a tape: of two blocks
  Scratch<ForwardPass> stored_pass_;  // [1]
  Mark packed_, inputs_ready_[2], steps_done_[2];

  LstmShape shape_;
  const float* x_ = nullptr;
  const ForwardLane* below_ = nullptr;
  ForwardPass pass_ = {};
  float* input_sums_base_ = nullptr;
  int requested_ = 0;  // blocks whose input products are queued
};

}  // namespace tactus::gpu
