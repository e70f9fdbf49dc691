#include "gpu/lstm/step_model.h"

#include <algorithm>
#include <array>
#include <vector>

#include "gpu/runtime/device_throughput.h"

namespace tactus::gpu {
namespace {

// Multiply-adds of the matrix units, and the cost of one step of a chunk for a block.
struct ChunkCycles {
  double throughput;  // of units shared by the blocks of one multiprocessor
  double busy;        // from the operands to the results of a block
  double latency;     // until the other blocks have the results
  double network;     // time that the link to the other blocks is busy
  double l2;          // time that the L2 of the card is busy for one block
};

// What the kernels' mma.sync reaches of the highest rate: two thirds where the matrix units are
// made for wgmma (Luo et al. 2024), and on 10.0, where nothing is published, as many products as
// on 9.0.
double share_of_products(int compute_capability, Precision precision) {
  if (precision == Precision::kFp32 || compute_capability < 90 || compute_capability >= 120)
    return 1.0;
  return compute_capability >= 100 ? 1.0 / 3 : 2.0 / 3;
}

double products_of(const DeviceProperties& card, Precision precision) {
  return share_of_products(card.compute_capability, precision) *
         products_per_cycle(card.compute_capability, precision);
}

double issue_cycles(int warps, double instructions) {
  return ceil_div(warps, 4) * instructions;
}

// The product, the sums of its parts, and the cells (resident_product.h).
void add_computing(const CardRates& rates, double products, Precision precision,
                   ResidentKernel kernel, const ResidentChoice& choice, ChunkCycles& cycles) {
  const ProductGeometry g = resident_product(kernel, precision, choice);
  const bool ieee = precision == Precision::kFp32;
  const double depth = precision == Precision::kBf16 ? 16 : 8, width = choice.width;
  const double tiles = static_cast<double>(g.row_groups) * g.k_tiles;
  const double math = tiles * kRowGroup * depth * width / products;
  const double operand_bytes = ieee ? (choice.width == 1 ? 256.0 : 512.0) : 256.0;
  const double shared =
      (tiles * operand_bytes + static_cast<double>(g.warps()) * g.shared_tiles() * kFragmentBytes) /
      rates.shared_bytes;
  const double of_warp = static_cast<double>(g.tiles_per_split) * g.rounds;
  const double chain = ieee ? 0.0 : of_warp * rates.matrix_latency / 2;
  const double issue =
      issue_cycles(g.warps(), rates.product_instructions + of_warp * (ieee ? 8 * width + 6 : 5));
  const double rows =
      kernel == ResidentKernel::kForward ? 4.0 * choice.plan.units : choice.plan.all_units();
  const double sums = 2 * g.splits * rows * width * sizeof(float) / rates.shared_bytes;
  const double cells =
      issue_cycles(ceil_div(choice.plan.units * choice.width, kWarpSize), rates.cell_instructions);
  cycles.throughput += std::max({math, shared, issue}) + sums + cells;
  cycles.busy += std::max({math, shared, chain, issue}) + sums + rates.product_start +
                 std::max(rates.cell, cells);
}

void add_exchange(const CardRates& rates, Precision precision, ResidentKernel kernel,
                  const ResidentChoice& choice, ChunkCycles& cycles) {
  const ResidentPlan& plan = choice.plan;
  if (plan.exchange == Exchange::kNone) return;
  // Forward, a block reads the outputs of all others. Backward, it writes a partial sum for each of
  // their units, and reads theirs for its own: twice as much.
  const bool forward = kernel == ResidentKernel::kForward;
  const bool short_values = precision == Precision::kBf16 && forward;
  const double values = (plan.group - 1.0) * plan.units * choice.width;
  const double read = values * (short_values ? 2.0 : 4.0), written = forward ? 0.0 : read;
  const bool cluster = plan.exchange == Exchange::kCluster;
  if (cluster) {  // received is what others send
    cycles.network = read / rates.cluster_bytes;
  } else {
    cycles.network = (read + written) / rates.flags_bytes;
    cycles.l2 = (read + written) / rates.l2_bytes;
  }
  cycles.latency = (cluster ? rates.cluster_latency : rates.flags_latency) + cycles.network;
}

ChunkCycles chunk_cycles(const DeviceProperties& card, const CardRates& rates, Precision precision,
                         ResidentKernel kernel, const ResidentChoice& choice) {
  ChunkCycles cycles = {0.0, 2 * rates.sync, 0.0, 0.0, 0.0};
  add_computing(rates, products_of(card, precision), precision, kernel, choice, cycles);
  add_exchange(rates, precision, kernel, choice, cycles);
  return cycles;
}

// Groups at once; an error of the card costs this division alone.
int groups_or_none(const Occupancy& occupancy, Precision precision, ResidentKernel kernel,
                   const ResidentChoice& choice, std::string* trouble) {
  try {
    return occupancy.groups_at_once(kernel, precision, choice);
  } catch (const GpuError& error) {
    if (trouble && trouble->empty()) *trouble = error.what();
    return 0;
  }
}

ResidentEstimate estimate(const DeviceProperties& card, const CardRates& rates, Precision precision,
                          ResidentKernel kernel, const ResidentChoice& choice, int groups,
                          int at_once) {
  const ChunkCycles cycles = chunk_cycles(card, rates, precision, kernel, choice);
  const int chunks = choice.plan.chunks, running = std::min(groups, at_once);
  const int blocks = running * choice.plan.group;
  const int sharing = ceil_div(blocks, card.multiprocessors);
  const std::array<double, 5> bounds = {cycles.busy + cycles.latency, chunks * cycles.busy,
                                        chunks * cycles.network, blocks * chunks * cycles.l2,
                                        sharing * chunks * cycles.throughput};
  const auto largest = std::max_element(bounds.begin(), bounds.end());
  const int waves = ceil_div(groups, at_once);
  return {choice, waves, waves * *largest / (card.clock_khz / 1e3),
          static_cast<StepBound>(largest - bounds.begin())};
}

// All ways to divide the units of a layer: by cluster size, or by the units of a block if blocks
// exchange by flags.
std::vector<ResidentPlan> divisions_of_units(const DeviceProperties& card, int hidden) {
  std::vector<ResidentPlan> plans;
  const auto add = [&](Exchange exchange, int group, int units) {
    ResidentPlan plan;
    plan.exchange = exchange;
    plan.group = group;
    plan.units = units;
    if ((group - 1) * units < hidden) plans.push_back(plan);  // every block has units
  };
  const auto rounded = [](int units) { return ceil_div(units, kUnitGroup) * kUnitGroup; };
  add(Exchange::kNone, 1, rounded(hidden));
  if (card.compute_capability >= 90) {
    for (int group = 2; group <= kMaxClusterBlocks; group *= 2) {
      add(Exchange::kCluster, group, rounded(ceil_div(hidden, group)));
    }
  }
  for (const int units : {8, 16, 24, 32, 48, 64, 96, 128}) {
    const int group = ceil_div(hidden, units);
    if (group > 1 && group <= card.multiprocessors) add(Exchange::kFlags, group, units);
  }
  return plans;
}

}  // namespace

CardRates card_rates(const DeviceProperties& card) {
  CardRates rates = {};
  rates.matrix_latency = 33;
  rates.shared_bytes = 128;
  rates.sync = 35;
  rates.product_start = 100;
  rates.cell = 400;
  rates.product_instructions = 120;
  rates.cell_instructions = 340;
  rates.cluster_bytes = 14;
  rates.cluster_latency = 500;
  rates.flags_latency = 1800;
  rates.flags_bytes = 32;
  rates.graph_step_us = 3.0;
  rates.l2_bytes = 2500;
  if (card.compute_capability >= 90) {
    rates.l2_bytes = 3500;
  } else if (card.compute_capability < 80) {
    rates.shared_bytes = 64;
    rates.l2_bytes = 1000;
  }
  return rates;
}

std::string describe(StepBound bound) {
  switch (bound) {
    case StepBound::kLatency:
      return "the wait for the other blocks";
    case StepBound::kChunks:
      return "the chunks of a block, one after another";
    case StepBound::kExchange:
      return "the links between blocks";
    case StepBound::kL2:
      return "the L2 of the card";
    case StepBound::kUnits:
      return "the units of a multiprocessor";
  }
  return "";
}

std::optional<ResidentEstimate> estimate_resident(const Occupancy& occupancy, Precision precision,
                                                  ResidentKernel kernel, const LstmShape& shape,
                                                  std::string* trouble) {
  const DeviceProperties& card = occupancy.properties();
  const CardRates rates = occupancy.rates();
  if (products_per_cycle(card.compute_capability, precision) == 0) return {};
  std::optional<ResidentEstimate> best;
  for (ResidentPlan plan : divisions_of_units(card, shape.hidden)) {
    for (const int width : precision == Precision::kFp32 ? std::vector{4, 1} : std::vector{8}) {
      for (int threads = kResidentThreads; threads >= std::max(32, plan.units * width);
           threads /= 2) {
        for (int chunks = std::min(kMaxChunks, ceil_div(shape.batch, width)); chunks >= 1;
             --chunks) {
          plan.threads = threads;
          plan.chunks = chunks;
          plan.slices = ceil_div(shape.batch, chunks * width);
          const ResidentChoice choice{plan, width};
          const int at_once = groups_or_none(occupancy, precision, kernel, choice, trouble);
          if (at_once == 0) continue;
          const ResidentEstimate found = estimate(card, rates, precision, kernel, choice,
                                                  shape.directions * plan.slices, at_once);
          if (!best || found.step_us < best->step_us) best = found;
        }
      }
    }
  }
  return best;
}

double estimate_graph_step_us(const DeviceProperties& card, const CardRates& rates,
                              Precision precision, ResidentKernel kernel, const LstmShape& shape) {
  const double weights = 4.0 * shape.hidden * shape.hidden * shape.directions;
  const double bytes = weights * (precision == Precision::kBf16 ? 2 : 4);
  const double units = std::max(products_of(card, precision), products_of(card, Precision::kFp32));
  const double math = weights * shape.batch / (units * card.multiprocessors * 0.5);
  const double cycles = std::max(bytes / rates.l2_bytes, math);
  const double start = rates.graph_step_us * (kernel == ResidentKernel::kForward ? 1.0 : 1.1);
  return start + cycles / (card.clock_khz / 1e3);
}

}  // namespace tactus::gpu
