#include "gpu/prediction/step_model.h"

#include <algorithm>
#include <array>
#include <vector>

#include "gpu/runtime/device_throughput.h"

namespace tactus::gpu {
namespace {

// The cost of one step of a chunk for a block. Blocks that collect gate gradients send twice in a
// step: after the cells and after the product. All others send once, in the second half.
struct ChunkCycles {
  struct Half {
    double busy = 0.0;     // from the operands to the results of a block
    double latency = 0.0;  // until the other blocks have the results
  };
  Half cells, product;
  double throughput = 0.0;  // of units shared by the blocks of one multiprocessor
  double network = 0.0;     // time that the links to the other blocks are busy
  double words = 0.0;       // of the latency: from the first word that has come to the last
  double l2 = 0.0;          // time that the L2 of the card is busy for one block

  double busy() const { return cells.busy + product.busy; }
  // From one step to the next; `gathers`: all chunks end one half before the next begins. All
  // blocks read their words at about the same time, and the last block waits for the L2 to have
  // served all: `together` cycles.
  double chain(int chunks, bool gathers, double together) const {
    const auto of_half = [&](const Half& half, double waiting) {
      return std::max(half.busy + half.latency + waiting, chunks * half.busy);
    };
    const double waiting = std::max(0.0, together - words);
    return gathers ? of_half(cells, 0.0) + of_half(product, waiting)
                   : busy() + product.latency + waiting;
  }
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

// Instructions of a warp besides its products, read from the machine code for sm_90: of a product,
// of cells, of a round of words read forward and backward, of a word written backward. A round has
// resident_words_together() words of a thread. Four warps issue one instruction each per cycle.
struct Instructions {
  double product, cells, fetch, sum, publish;
};
Instructions instructions_of(Precision precision, int width) {
  switch (precision) {
    case Precision::kFp32:
      return width > 1 ? Instructions{120, 340, 85, 49, 113} : Instructions{120, 340, 149, 92, 102};
    case Precision::kTf32:
      return {120, 216, 149, 87, 121};
    case Precision::kBf16:
      return {120, 216, 209, 118, 175};
  }
  return {};
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
  const double issue = issue_cycles(g.warps(), instructions_of(precision, choice.width).product +
                                                   of_warp * (ieee ? 8 * width + 6 : 5));
  const double rows = kernel == ResidentKernel::kForward
                          ? 4.0 * choice.plan.units
                          : static_cast<double>(choice.plan.parts()) * choice.plan.units;
  const double sums = 2 * g.splits * rows * width * sizeof(float) / rates.shared_bytes;
  const double cells = issue_cycles(ceil_div(choice.plan.units * choice.width, kWarpSize),
                                    instructions_of(precision, choice.width).cells);
  cycles.throughput += std::max({math, shared, issue}) + sums + cells;
  cycles.product.busy +=
      std::max({math, shared, chain, issue}) + sums + rates.product_start + rates.sync;
  cycles.cells.busy += std::max(ieee ? rates.cell : rates.approximate_cell, cells) + rates.sync;
}

void add_exchange(const CardRates& rates, Precision precision, ResidentKernel kernel,
                  const ResidentChoice& choice, ChunkCycles& cycles) {
  const ResidentPlan& plan = choice.plan;
  if (plan.exchange == Exchange::kNone) return;
  const double values = static_cast<double>(plan.units) * choice.width;  // of a block
  const double bytes = values * (precision == Precision::kBf16 ? 2.0 : 4.0);
  double network = 0.0;
  if (plan.exchange == Exchange::kCluster) {
    network = (plan.group - 1) * bytes / rates.cluster_bytes;  // received is what others send
    cycles.product.latency = rates.cluster_latency + network;
  } else {
    // Forward, a block writes its outputs once and reads those of all. Backward, it writes a part
    // for each owner, and reads as many. 12 of 16 bytes are values.
    const bool forward = kernel == ResidentKernel::kForward;
    const int words = ceil_div(static_cast<int>(bytes / 4), kTagged), parts = plan.parts();
    const double moved = words * sizeof(TaggedWord) * (forward ? parts + 1.0 : 2.0 * parts);
    network = moved / rates.words_bytes;
    cycles.l2 = moved / rates.l2_bytes;
    // A thread reads some words at once, then the next; backward, of each sender one.
    const Instructions each = instructions_of(precision, choice.width);
    const int of_thread = forward ? ceil_div(parts, plan.threads / words) : parts;
    const int rounds = ceil_div(of_thread, resident_words_together(precision, choice));
    const int warps = forward ? plan.threads / kWarpSize : ceil_div(plan.units * choice.width, 32);
    const double reading = issue_cycles(warps, rounds * (forward ? each.fetch : each.sum));
    const double writing = forward
                               ? 0.0
                               : issue_cycles(plan.threads / kWarpSize,
                                              ceil_div(words * parts, plan.threads) * each.publish);
    cycles.product.busy += reading + writing;
    cycles.throughput += reading + writing;
    // A thread that waits polls one word, and reads again those that it reads with it.
    const int again = of_thread > 1 ? 1 : 0;
    cycles.words = (rounds - 1 + again) * rates.words_round + network;
    cycles.product.latency = rates.words_latency + cycles.words;
  }
  cycles.network += network;
  if (!plan.gathers()) return;
  const double gates = (plan.gathered - 1) * 4 * bytes / rates.cluster_bytes;
  cycles.network += gates;
  cycles.cells.latency = rates.cluster_latency + gates;
}

ChunkCycles chunk_cycles(const DeviceProperties& card, const CardRates& rates, Precision precision,
                         ResidentKernel kernel, const ResidentChoice& choice) {
  ChunkCycles cycles;
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
  const std::array<double, 5> bounds = {
      cycles.chain(chunks, choice.plan.gathers(), rates.words_contention * blocks * cycles.l2),
      chunks * cycles.busy(), chunks * cycles.network,
      rates.words_contention * blocks * chunks * cycles.l2, sharing * chunks * cycles.throughput};
  const auto largest = std::max_element(bounds.begin(), bounds.end());
  const int waves = ceil_div(groups, at_once);
  return {choice, waves, waves * *largest / (card.clock_khz / 1e3),
          static_cast<StepBound>(largest - bounds.begin())};
}

// All ways to divide the units of a layer: by cluster size, or by the units of a block if blocks
// exchange words; backward also in clusters that collect gate gradients.
std::vector<ResidentPlan> divisions_of_units(const DeviceProperties& card, ResidentKernel kernel,
                                             int hidden) {
  std::vector<ResidentPlan> plans;
  const bool clusters = card.compute_capability >= 90;
  const auto add = [&](Exchange exchange, int group, int units, int gathered = 1) {
    ResidentPlan plan;
    plan.exchange = exchange;
    plan.group = group;
    plan.units = units;
    plan.gathered = gathered;
    if ((group - 1) * units < hidden) plans.push_back(plan);  // every block has units
  };
  const auto rounded = [](int units) { return ceil_div(units, kUnitGroup) * kUnitGroup; };
  add(Exchange::kNone, 1, rounded(hidden));
  if (clusters) {
    for (int group = 2; group <= kMaxClusterBlocks; group *= 2) {
      add(Exchange::kCluster, group, rounded(ceil_div(hidden, group)));
    }
  }
  for (const int units : {8, 16, 24, 32, 48, 64, 96, 128}) {
    const int group = ceil_div(hidden, units);
    if (group == 1 || group > card.multiprocessors) continue;
    add(Exchange::kWords, group, units);
    if (!clusters || kernel == ResidentKernel::kForward) continue;
    for (int gathered = 2; gathered <= kMaxClusterBlocks; gathered *= 2) {
      if (group % gathered == 0) add(Exchange::kWords, group, units, gathered);
    }
  }
  return plans;
}

struct WidthAndTiles {
  int width, register_tiles;
};
std::vector<WidthAndTiles> formats_of(Precision precision) {
  if (precision == Precision::kFp32) return {{4, 8}, {1, 8}};
  if (precision == Precision::kTf32) return {{8, 8}};
  return {{8, 8}, {8, 12}};
}

}  // namespace

CardRates card_rates(const DeviceProperties& card) {
  CardRates rates = {};
  rates.matrix_latency = 33;
  rates.shared_bytes = 128;
  rates.sync = 35;
  rates.product_start = 100;
  rates.cell = 400;
  rates.approximate_cell = 250;
  rates.cluster_bytes = 14;
  rates.cluster_latency = 500;
  rates.words_latency = 900;
  rates.words_round = 270;
  rates.words_contention = 1;
  rates.words_bytes = 32;
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
  const auto consider = [&](const ResidentChoice& choice) {
    const int groups = shape.directions * choice.plan.slices;
    const auto with = [&](int at_once) {
      return estimate(card, rates, precision, kernel, choice, groups, at_once);
    };
    if (best && with(groups).step_us >= best->step_us) return;  // the driver need not be asked
    const int at_once = groups_or_none(occupancy, precision, kernel, choice, trouble);
    if (at_once == 0) return;
    const ResidentEstimate found = with(at_once);
    if (!best || found.step_us < best->step_us) best = found;
  };
  for (const ResidentPlan& plan : divisions_of_units(card, kernel, shape.hidden)) {
    for (const auto& [width, register_tiles] : formats_of(precision)) {
      ResidentChoice choice{plan, width, register_tiles};
      for (const int threads : {512, 384, 256, 192, 128, 96, 64, 32}) {
        choice.plan.threads = threads;
        if (threads > resident_max_threads(precision, choice) || threads < plan.units * width)
          continue;
        for (int chunks = std::min(kMaxChunks, ceil_div(shape.batch, width)); chunks >= 1;
             --chunks) {
          choice.plan.chunks = chunks;
          choice.plan.slices = ceil_div(shape.batch, chunks * width);
          consider(choice);
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
