// Which way to compute a layer on a card: resident weights (rung 8) and how they are divided, or
// the graph (rung 7) where that is expected to be faster or nothing fits.
//
// Every division that the card can hold is given the time of a step by a model of the kernels in
// cycles; the constants are measured ones of others and specifications, in the one table
// card_rates() gives out, to be replaced by what gpu/RESULTS.md measures.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "gpu/lstm/lstm_layer.h"
#include "gpu/lstm/resident/lstm_resident.h"
#include "gpu/runtime/memory_pool.h"

namespace tactus::gpu {

// Of one multiprocessor and cycle, or cycles, unless it says otherwise.
struct CardRates {
  double fp32_products, tf32_products,
      bf16_products;           // multiply-adds of dense products; 0: no unit
  double matrix_latency;       // of an mma that waits for the one before it
  double shared_bytes;         // read or written
  double sync;                 // a barrier of a block
  double product_start, cell;  // latencies: first operands and last sums; sums to h
  // Instructions of a warp beyond the products themselves, read from the machine code for sm_90;
  // four warps issue one each in a cycle.
  double product_instructions, cell_instructions;
  double cluster_bytes, cluster_latency;  // from another block's shared memory
  double flags_latency, flags_bytes;      // through L2: write, fence, flag, read
  double graph_step_us;                   // of rung 7: starts of its kernels
  double l2_bytes;  // of the whole card, for the weights that rung 7 reads in each step
};
CardRates card_rates(const DeviceProperties& card);

// A pass by resident weights as the model sees it.
struct ResidentEstimate {
  ResidentChoice choice;
  int waves = 1;         // of groups, one after another
  double step_us = 0.0;  // of the whole batch, both directions
};
// Empty: nothing fits the card.
std::optional<ResidentEstimate> estimate_resident(Runtime& runtime, Precision precision,
                                                  ResidentKernel kernel, const LstmShape& shape);
double estimate_graph_step_us(const DeviceProperties& card, Precision precision,
                              ResidentKernel kernel, const LstmShape& shape);

// A rung of the ladder, rung 8 (and rung 7 for sizes that do not fit), or, if empty, the one that
// is expected to be fastest for each size and pass. Runtime and pool must outlive the engine.
std::unique_ptr<LstmEngine> make_lstm_engine(Runtime& runtime, MemoryPool& pool,
                                             Precision precision, std::optional<Rung> rung = {});

}  // namespace tactus::gpu
