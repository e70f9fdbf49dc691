// Bank conflicts of the resident kernels, counted from their own index functions.
//
// Shared memory has 32 banks of 4 bytes. It serves an access of 4 bytes for a whole warp at once,
// of 8 bytes in two halves and of 16 in four quarters of the warp; each takes as many wavefronts as
// a bank is asked for different words. The emulation of the card sees no plain reads and writes, so
// the accesses of a step are written down here a second time. Their widths are those of the machine
// code for sm_90 (LDS, LDS.64, LDS.128 in nvdisasm).
#include <fmt/core.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "gpu/kernels/resident_exchange.h"
#include "gpu/kernels/resident_layout.h"
#include "gpu/kernels/resident_product.h"

namespace tactus::gpu::test {
namespace {

constexpr int kBanks = 32, kNone = -1;

struct Access {
  std::string name;
  int bytes;                      // 4, 8 or 16
  std::function<int(int)> place;  // of a thread, from the start of shared memory; kNone: no access
};

struct Wavefronts {
  int found = 0, least = 0;
};

Wavefronts wavefronts(const Access& access, int warp) {
  Wavefronts count;
  const int together = kBanks * 4 / access.bytes;  // threads
  for (int first = warp * kWarpSize; first < (warp + 1) * kWarpSize; first += together) {
    std::array<std::set<int>, kBanks> words;
    for (int thread = first; thread < first + together; ++thread) {
      const int place = access.place(thread);
      if (place == kNone) continue;
      EXPECT_EQ(place % access.bytes, 0) << access.name;
      for (int word = place / 4; word < (place + access.bytes) / 4; ++word) {
        words[word % kBanks].insert(word);
      }
    }
    std::size_t most = 0;
    for (const auto& of_bank : words) most = std::max(most, of_bank.size());
    count.found += static_cast<int>(most);
    count.least += most > 0 ? 1 : 0;
  }
  return count;
}

// --- who accesses what in a step

// For the cells of a block: `place(cell, unit, sequence)`.
template <class Format, class Place>
Access by_cells(std::string name, int bytes, const ResidentPlan& plan, const Place& place) {
  return {std::move(name), bytes, [units = plan.units, place](int thread) -> int {
            if (thread >= units * Format::kWidth) return kNone;
            const CellPlace at = cell_place<Format>(thread, units);
            return place(thread, at.unit, at.sequence);
          }};
}

// What each warp emits of its product, as ResidentProduct::run calls `emit`: the matrix units leave
// two sequences in a lane. `place(sequence, row_group, g)`.
template <class Format, class Place>
void add_emitted(std::vector<Access>& all, const std::string& name, int bytes,
                 const ProductGeometry& geometry, const Place& place) {
  for (int column = 0; column < (Format::kWidth == 8 && bytes != 8 ? 2 : 1); ++column) {
    all.push_back({name, bytes, [=](int thread) -> int {
                     const int warp = thread / kWarpSize, g = thread % kWarpSize / 4,
                               q = thread % 4;
                     if (warp >= geometry.warps() || (Format::kWidth == 1 && q != 0)) return kNone;
                     const int n = Format::kWidth == 8 ? 2 * q + column : q;
                     return place(n, warp % geometry.warp_rows, g);
                   }});
  }
}

template <class Format>
void add_common(std::vector<Access>& all, const ResidentPlan& plan, const ResidentLayout& layout) {
  all.push_back(by_cells<Format>("lengths", 4, plan, [=](int, int, int sequence) {
    return layout.lengths + sequence * sizeof(int);
  }));
  all.push_back(by_cells<Format>("peepholes", 4, plan, [=](int, int unit, int) {
    return layout.peepholes + unit * sizeof(float);
  }));
  all.push_back(by_cells<Format>("state of cells", 4, plan, [=](int cell, int, int) {
    return layout.state + cell * sizeof(float);
  }));
  // The operand of the product: ResidentProduct::run_matrix, run_ieee. Then a fragment of weights.
  constexpr bool kMatrix = Format::kPrecision != Precision::kFp32;
  const int part = kMatrix ? sizeof(Vector8) : Format::kWidth * sizeof(float);
  all.push_back({"operand of the product", part, [=](int thread) {
                   const int lane = thread % kWarpSize;
                   return static_cast<int>(layout.operands) +
                          (kMatrix ? lane_place<Format>(lane, 1) : 2 * (lane % 4) * part);
                 }});
  all.push_back({"weights", 16, [=](int thread) {
                   return layout.weights + thread % kWarpSize * sizeof(Vector16);
                 }});
}

template <class Format>
std::vector<Access> forward_accesses(const ResidentPlan& plan) {
  const ResidentLayout layout = forward_layout<Format>(plan);
  std::vector<Access> all;
  add_common<Format>(all, plan, layout);
  const int row = plan.units + Format::kSumsPadding;
  const auto sums = [=](int sequence, int unit) {
    return layout.sums + (sequence * row + unit) * sizeof(Gates);
  };
  add_emitted<Format>(all, "sums written", 16, layout.product, [=](int n, int row_group, int g) {
    return sums(n, row_group * kUnitGroup + g);
  });
  all.push_back(by_cells<Format>(
      "sums read", 16, plan, [=](int, int unit, int sequence) { return sums(sequence, unit); }));
  all.push_back(by_cells<Format>(
      "bias", 16, plan, [=](int, int unit, int) { return layout.bias + unit * sizeof(Gates); }));
  all.push_back(by_cells<Format>("h kept", 4, plan, [=](int, int unit, int sequence) -> int {
    if (Format::kPrecision == Precision::kBf16 && unit % 2 != 0) return kNone;
    return layout.operands + operand_place<Format>(sequence, unit);
  }));
  // By words: a thread reads its values of the own part, and writes those of another block.
  const int words = forward_words<Format>(plan), values = 4 * piece_vectors<Format>(plan);
  for (int v = 0; v < kTagged; ++v) {
    for (const int source : {0, 1}) {
      all.push_back({"h of words", 4, [=](int thread) -> int {
                       if (thread >= words) return kNone;
                       return static_cast<int>(layout.operands) +
                              static_cast<int>(piece_value_place<Format>(
                                  plan, source, value_of_word(thread, v, words, values)));
                     }});
    }
  }
  all.push_back({"h sent and received", 16, [=](int thread) -> int {
                   if (thread >= piece_vectors<Format>(plan)) return kNone;
                   return layout.operands + piece_vector_place<Format>(plan, 0, thread);
                 }});
  return all;
}

template <class Format>
std::vector<Access> backward_accesses(const ResidentPlan& plan) {
  const ResidentLayout layout = backward_layout<Format>(plan);
  constexpr int kWidth = Format::kWidth;
  std::vector<Access> all;
  add_common<Format>(all, plan, layout);
  constexpr int kPart = Format::kPartBytes;
  all.push_back(by_cells<Format>("received sums read", 4, plan, [=](int, int unit, int sequence) {
    const int place = part_place<Format>(plan.units, unit, sequence) * kPart;
    return static_cast<int>(layout.received) + place / 4 * 4;  // of two values in bf16, one
  }));
  // The four gates: in bf16 as one vector, else one by one.
  constexpr bool kTogether = Format::kPrecision == Precision::kBf16;
  for (int gate = 0; gate < (kTogether ? 1 : 4); ++gate) {
    all.push_back(by_cells<Format>(
        "gradients kept", kTogether ? 8 : 4, plan, [=](int, int unit, int sequence) {
          return layout.operands +
                 operand_place<Format>(sequence, gate_k<Format>(plan.units, unit, gate));
        }));
  }
  for (int r = 0; r < 4; ++r) {
    // Two sequences of a lane at once.
    const int bytes = kWidth == 8 ? 8 : 4;
    add_emitted<Format>(
        all, "sums written", bytes, layout.product, [=](int n, int row_group, int g) {
          const int row = row_group * kRowGroup + r * 8 + g;
          if (row >= layout.rows) return kNone;
          return static_cast<int>(layout.sums +
                                  sum_place<Format>(layout.rows, row, n) * sizeof(float));
        });
  }
  all.push_back({"sums sent", 16, [=](int thread) -> int {
                   const int place = 4 * thread, units = plan.units;
                   if (place >= units * kWidth) return kNone;
                   const int n = kWidth == 8 ? thread / units * 4 : 0;
                   const int row = kWidth == 8 ? thread % units : place / kWidth;
                   return static_cast<int>(layout.sums +
                                           sum_place<Format>(layout.rows, row, n) * sizeof(float));
                 }});
  return all;
}

// --- what is allowed: the fewest wavefronts

struct Worst : Wavefronts {
  int units = 0;  // of a block
};

// The worst warp of each access, for blocks of all sizes.
template <class Format>
void check(const std::string& name) {
  for (const bool forward : {true, false}) {
    const std::string kernel = name + (forward ? " forward" : " backward");
    std::map<std::string, Worst> worst;
    for (int units = 8; units <= 64; units += 8) {
      ResidentPlan plan;
      plan.exchange = Exchange::kCluster;
      plan.group = 4;
      plan.units = units;
      plan.threads = std::max(128, ceil_div(units * Format::kWidth, kWarpSize) * kWarpSize);
      const auto all = forward ? forward_accesses<Format>(plan) : backward_accesses<Format>(plan);
      for (const Access& access : all) {
        for (int warp = 0; warp < plan.threads / kWarpSize; ++warp) {
          const Wavefronts now = wavefronts(access, warp);
          Worst& most = worst[access.name];
          if (now.found * std::max(most.least, 1) > most.found * now.least) most = {now, units};
        }
      }
    }
    for (const auto& [access, most] : worst) {
      fmt::print("{:18} {:24} {:2} wavefronts, at least {} ({} units)\n", kernel, access,
                 most.found, most.least, most.units);
      EXPECT_GT(most.found, 0) << kernel << ": " << access;
      // In bf16 a warp may have values of two groups of 8 units, which share banks.
      const int times = kernel == "bf16 forward" && access == "h of words" ? 2 : 1;
      EXPECT_LE(most.found, most.least * times) << kernel << ": " << access;
    }
  }
}

TEST(BankConflicts, Fp32OfOneSequence) {
  check<ResidentFormat<Precision::kFp32, 1>>("fp32 x 1");
}
TEST(BankConflicts, Fp32OfFourSequences) {
  check<ResidentFormat<Precision::kFp32, 4>>("fp32 x 4");
}
TEST(BankConflicts, Tf32) {
  check<ResidentFormat<Precision::kTf32, 8>>("TF32");
}
TEST(BankConflicts, Bf16) {
  check<ResidentFormat<Precision::kBf16, 8>>("bf16");
}

}  // namespace
}  // namespace tactus::gpu::test
