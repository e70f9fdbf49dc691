// One direction of one layer on its way through time: the loop over steps that forward and backward
// passes have in common. Lanes that are advanced in turn run side by side on the card.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "gpu/lstm/ladder/ladder_products.h"
#include "gpu/lstm/ladder/ladder_streams.h"
#include "gpu/lstm/ladder/ladder_weights.h"

namespace tactus::gpu {

class Lane {
 public:
  // The streams must outlive the lane; lanes that run at different times may share them.
  Lane(const LadderContext& context, LaneStreams& streams);
  virtual ~Lane() = default;
  Lane(const Lane&) = delete;
  Lane& operator=(const Lane&) = delete;

  // Queues the next step, on the rung of graphs the next few; nothing when it has to wait for
  // another lane to queue its own first.
  void advance();
  bool is_done() const { return next_step_ == steps_; }
  int blocks_done() const { return blocks_done_; }

 protected:
  // At the beginning of a pass, in streams that have forked.
  void begin_steps(int steps, int steps_of_block);
  // Before the first step of a block; false: it cannot be begun yet.
  virtual bool begin_block(int block) = 0;
  virtual void end_block(int block) = 0;
  // The recurrent product and the point-wise part of a step.
  virtual void queue_step(int step) = 0;
  // The same with the step read from memory: the one in `first_step` plus `offset`.
  virtual void queue_stored_step(const int* first_step, int offset) = 0;
  // What a captured step depends on besides what is stored in memory: sizes and addresses.
  virtual std::vector<std::uintptr_t> captured() const = 0;

  int steps_of_block(int block) const;
  int first_step_of(int block) const { return block * steps_of_block_; }
  int blocks() const { return (steps_ + steps_of_block_ - 1) / steps_of_block_; }

  LadderContext context_;
  LaneStreams& streams_;
  GateProducts products_;
  Scratch<int> first_step_;  // [1], of the graph's next replay

 private:
  Graph graph_of(int steps);
  void queue_advance(int steps);

  int steps_ = 0, steps_of_block_ = 1, next_step_ = 0, blocks_done_ = 0;
  std::map<std::vector<std::uintptr_t>, OwnedGraph> graphs_;
};

// Floats from one part of a scratch memory to the next, so that each begins at 256 bytes.
constexpr std::size_t aligned_floats(std::size_t floats) {
  return (floats + 63) / 64 * 64;
}

}  // namespace tactus::gpu
