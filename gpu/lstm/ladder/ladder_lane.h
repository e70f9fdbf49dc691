// One direction of one layer: the loop over steps, shared by forward and backward passes. Lanes
// that are advanced in turn run side by side on the card.
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

  // Queues the next step; on the rung of graphs the next few. Queues nothing while the lane must
  // wait for another lane.
  void advance();
  bool is_done() const { return next_step_ == steps_; }
  int blocks_done() const { return blocks_done_; }

 protected:
  // Call it at the start of a pass, in streams that have forked.
  void begin_steps(int steps, int steps_of_block);
  // Called before the first step of a block; false: the block cannot begin yet.
  virtual bool begin_block(int block) = 0;
  virtual void end_block(int block) = 0;
  // Queues the recurrent product and the point-wise part of a step.
  virtual void queue_step(int step) = 0;
  // The same with the step read from memory: the value at `first_step` plus `offset`.
  virtual void queue_stored_step(const int* first_step, int offset) = 0;
  // Sizes and addresses that a captured step depends on, besides the values stored in memory.
  virtual std::vector<std::uintptr_t> captured() const = 0;

  int steps_of_block(int block) const;
  int first_step_of(int block) const { return block * steps_of_block_; }
  int blocks() const { return (steps_ + steps_of_block_ - 1) / steps_of_block_; }

  LadderContext context_;
  LaneStreams& streams_;
  GateProducts products_;
  Scratch<int> first_step_;  // [1], first step of the next replay

 private:
  Graph graph_of(int steps);
  void queue_advance(int steps);

  int steps_ = 0, steps_of_block_ = 1, next_step_ = 0, blocks_done_ = 0;
  struct CapturedGraph {
    OwnedGraph graph;
    std::uint64_t last_use = 0;
  };
  static constexpr std::size_t kMostGraphs = 16;  // then the one not used for longest goes
  std::map<std::vector<std::uintptr_t>, CapturedGraph> graphs_;
  std::uint64_t uses_ = 0;  // of graphs
};

// Floats from one part of a scratch memory to the next: each begins at a multiple of 256 bytes.
constexpr std::size_t aligned_floats(std::size_t floats) {
  return (floats + 63) / 64 * 64;
}

}  // namespace tactus::gpu
