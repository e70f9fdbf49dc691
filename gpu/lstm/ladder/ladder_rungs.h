// What each rung of the ladder switches on; each includes the rungs before it. The list shows why
// an LSTM is slow on a card, from the simplest program to a loop that costs the host nothing.
// Counts are for one step of one direction in single precision without peepholes
// (tests/gpu/lstm/ladder/lstm_ladder_calls_test.cpp checks them); P = added by peepholes.
//
//   rung              products fwd / bwd    kernels fwd / bwd     what it was waiting for
//   0 per-gate        8 / 16                18, P +6 / 16, P +6   starts of kernels: 26 and more a
//                                                                 step, microseconds each
//   1 combined-gates  2 / 4                 18 / 16               small products that fill a
//                                                                 fraction of the card
//   2 streams         2 / 4                 18 / 16               products that need not wait for
//                                                                 each other
//   3 fused-pointwise 2 / 4                 1 / 1                 kernels that only move numbers to
//                                                                 memory and back
//   4 transposed      2 / 4                 1 / 1                 weights read across their rows
//   5 batched-inputs  1 + 1/n / 1 + 3/n     1 / 1                 weights read again in each step:
//                                                                 of n steps together once
//   6 side-by-side    as before             as before             half of the card, and the
//                                                                 latency of one direction, or
//                                                                 layer
//   7 graph           as before             as before             the host, which queues slower
//                                                                 than the card computes
// Rung 8, lstm_resident.h, removes the last cost: each step of rungs 0 to 7 reads all recurrent
// weights and starts two kernels.
#pragma once

#include <algorithm>

#include "gpu/lstm/lstm_layer.h"
#include "gpu/runtime/memory_pool.h"
#include "gpu/runtime/runtime.h"

namespace tactus::gpu {

struct RungFeatures {
  bool combined_gates;   // one product for the four gates
  bool two_streams;      // all but the recurrence runs beside it, at lower priority
  bool fused_pointwise;  // one kernel for the whole step except products
  bool packed_weights;   // transposed, and rows in the order of units, once per pass
  bool batched_inputs;   // products without recurrence over many steps at once
  bool side_by_side;     // directions, and layers of a unidirectional stack, at the same time
  bool graph;            // steps are replayed, not launched
};
constexpr RungFeatures features_of(Rung rung) {
  return {rung >= Rung::kCombinedGates, rung >= Rung::kStreams,       rung >= Rung::kFusedPointwise,
          rung >= Rung::kTransposed,    rung >= Rung::kBatchedInputs, rung >= Rung::kSideBySide,
          rung >= Rung::kGraph};
}

// Shared by all parts of a ladder.
struct LadderContext {
  Runtime* runtime;
  MemoryPool* pool;
  Precision precision;
  RungFeatures rung;
  int block_sums;  // see lstm_ladder.h
};

inline constexpr int kShortestGraph = 8;  // steps
inline constexpr int kLongestGraph = 64;
// Number of steps whose input products are combined.
inline int block_steps(const LadderContext& context, const LstmShape& shape) {
  if (!context.rung.batched_inputs) return 1;
  const long long of_step = 4LL * shape.batch * shape.hidden;
  const auto steps = static_cast<int>((context.block_sums + of_step - 1) / of_step);
  const int whole = (steps + kShortestGraph - 1) / kShortestGraph * kShortestGraph;
  return std::max(1, std::min(whole, shape.steps));
}

// Steps of a block in a wavefront over layers, a power of two: long enough for its products, short
// enough that layers wait little for each other.
inline int wavefront_steps(int steps, int layers) {
  int block = kShortestGraph;
  while (block < kLongestGraph && block * 8 * layers <= steps) block *= 2;
  return block;
}

// The longest graph with at most `left` steps, or the shortest graph.
inline int graph_steps(int left) {
  int steps = kLongestGraph;
  while (steps > kShortestGraph && steps > left) steps /= 2;
  return steps;
}

}  // namespace tactus::gpu
