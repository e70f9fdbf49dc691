// Chooses how to compute a layer on a card. The choice is resident weights (rung 8) with a division
// of the work, or the graph (rung 7) if it should be faster or rung 8 does not fit.
//
// A model of the kernels estimates the cycles per step of every division that fits the card. Its
// constants are published measurements and specifications: rates of products in
// device_throughput.h, all others in card_rates(). Values measured in gpu/RESULTS.md should replace
// them.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "gpu/lstm/lstm_layer.h"
#include "gpu/lstm/resident/lstm_resident.h"
#include "gpu/runtime/memory_pool.h"

namespace tactus::gpu {

// Per multiprocessor and cycle, or in cycles, if not stated otherwise.
struct CardRates {
  double matrix_latency;       // of an mma that depends on the previous one
  double shared_bytes;         // read or written
  double sync;                 // a barrier of a block
  double product_start, cell;  // latencies: first operands and last sums; sums to h
  // Instructions of a warp in addition to the products, read from the machine code for sm_90. Four
  // warps issue one each per cycle.
  double product_instructions, cell_instructions;
  double cluster_bytes, cluster_latency;  // from another block's shared memory
  double flags_latency, flags_bytes;      // through L2: write, fence, flag, read
  double graph_step_us;                   // of rung 7: kernel starts
  double l2_bytes;  // of the whole card; rung 7 reads the weights at this rate in each step
};
CardRates card_rates(const DeviceProperties& card);

// Estimate of the model for one pass with resident weights.
struct ResidentEstimate {
  ResidentChoice choice;
  int waves = 1;         // rounds of groups, one after another
  double step_us = 0.0;  // of the whole batch, both directions
};
// Empty: no division fits the card. A division for which the card reports an error is left out;
// `trouble` gets the first such error.
std::optional<ResidentEstimate> estimate_resident(Runtime& runtime, Precision precision,
                                                  ResidentKernel kernel, const LstmShape& shape,
                                                  std::string* trouble = nullptr);
double estimate_graph_step_us(const DeviceProperties& card, Precision precision,
                              ResidentKernel kernel, const LstmShape& shape);

// Computes with `rung`; sizes that do not fit rung 8 use rung 7. Empty: the engine chooses the rung
// with the least expected time for each size and pass. Runtime and pool must outlive the engine.
std::unique_ptr<LstmEngine> make_lstm_engine(Runtime& runtime, MemoryPool& pool,
                                             Precision precision, std::optional<Rung> rung = {});

}  // namespace tactus::gpu
