// A model of the time of a step: cycles of every division of a layer that fits a card, with
// resident weights (rung 8), and of the graph (rung 7). Its constants are published measurements
// and specifications: rates of products in device_throughput.h, all others in card_rates(). What
// was measured on the card takes their place (gpu/rates/measured_rates.h).
#pragma once

#include <optional>
#include <string>

#include "gpu/lstm/resident/resident_choice.h"
#include "model/backend/backend.h"

namespace tactus::gpu {

// Per multiprocessor and cycle, or in cycles, if not stated otherwise.
struct CardRates {
  double matrix_latency;       // of an mma that depends on the previous one
  double shared_bytes;         // read or written
  double sync;                 // a barrier of a block
  double product_start, cell;  // latencies: first operands and last sums; sums to h
  double approximate_cell;     // the same with the approximate functions of TF32 and bf16
  double cluster_bytes, cluster_latency;  // from another block's shared memory
  double words_latency, words_bytes;      // tagged words through L2: from a store to the reader
  double words_round;                     // to read more words that have come
  double words_contention;  // of all blocks at once: times the time of their bytes at l2_bytes
  double graph_step_us;     // of rung 7: kernel starts
  double l2_bytes;          // of the whole card; rung 7 reads the weights at this rate in each step
};
CardRates card_rates(const DeviceProperties& card);

// How many groups of a division a card computes at once. The driver of a card answers, or a guess
// by its data sheet (predicted_card.h).
class Occupancy {
 public:
  virtual ~Occupancy() = default;
  virtual const DeviceProperties& properties() const = 0;
  virtual CardRates rates() const { return card_rates(properties()); }
  // 0: not one. Throws GpuError if the card cannot say.
  virtual int groups_at_once(ResidentKernel kernel, Precision precision,
                             const ResidentChoice& choice) const = 0;
};

// What a step waits for longest.
enum class StepBound {
  kLatency,   // one chunk from its operands to the results of the others
  kChunks,    // the chunks of a block, one after another
  kExchange,  // the links between blocks
  kL2,        // the L2 of the card, which all blocks share
  kUnits,     // matrix units, shared memory and instructions of a multiprocessor
};
std::string describe(StepBound bound);

// Estimate for one pass with resident weights.
struct ResidentEstimate {
  ResidentChoice choice;
  int waves = 1;         // rounds of groups, one after another
  double step_us = 0.0;  // of the whole batch, both directions
  StepBound bound = StepBound::kLatency;
};
// Empty: no division fits the card. A division for which the card reports an error is left out;
// `trouble` gets the first such error.
std::optional<ResidentEstimate> estimate_resident(const Occupancy& card, Precision precision,
                                                  ResidentKernel kernel, const LstmShape& shape,
                                                  std::string* trouble = nullptr);
double estimate_graph_step_us(const DeviceProperties& card, const CardRates& rates,
                              Precision precision, ResidentKernel kernel, const LstmShape& shape);

}  // namespace tactus::gpu
