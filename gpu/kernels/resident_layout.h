// How the recurrence of a layer is divided among blocks that keep its recurrent weights (rung 8),
// and the layout of their shared memory. Plain arithmetic for card and host.
//
// A group of G blocks works on one direction and one slice of sequences. Each block owns U units (a
// multiple of 8; the last ones may be beyond H and compute zeros). A slice is computed in chunks of
// N sequences (the kernel's format): a block computes one chunk while the results of the previous
// one travel.
//
// The product of a block, [32 R rows, K] x [K, N]: R row groups of 32 rows, K in tiles of 8 or 16.
//   forward:  R = U / 8, a row group is the gates of 8 units; K = all units (h one step before)
//   backward: R = G U / 32, rows are units whose dh is summed; K = 4 U (own gate gradients)
// A warp computes row group w % warp_rows (in later rounds, groups `warp_rows` further on) and one
// of `splits` parts of K. The weights of the first kRegisterTiles tiles of its first row group stay
// in its registers, all others as fragments in shared memory.
#pragma once

#include <cstddef>
#include <cstdint>

#include "gpu/kernels/kernel_language.h"
#include "gpu/kernels/lstm_cell.h"
#include "gpu/runtime/runtime.h"

namespace tactus::gpu {

inline constexpr int kUnitGroup = 8;  // units of a warp's product forward
inline constexpr int kRowGroup = 32;  // rows of it
inline constexpr int kRegisterTiles = 8;
inline constexpr int kFragmentBytes = 8 * 4 * kWarpSize;  // weights of a row group in a tile of K
inline constexpr int kResidentThreads = 512;              // of a block at most
inline constexpr int kMaxChunks = 8;
inline constexpr int kMaxClusterBlocks = 16;
// At the start of shared memory: barriers [2 buffers][kMaxChunks], then the data of the block.
inline constexpr int kBarrierBytes = 2 * kMaxChunks * sizeof(PhaseBarrier);
inline constexpr int kHeaderBytes = kBarrierBytes + 128;

// Constants of a product; `width` sequences side by side are a chunk. IEEE products have a width of
// 1 or 4, those of the matrix units 8. A thread has one cell at most: U * kWidth <= threads.
template <Precision precision, int width>
struct ResidentFormat {
  static constexpr Precision kPrecision = precision;
  static constexpr int kWidth = width;
  static constexpr int kDepth = precision == Precision::kBf16 ? 16 : 8;  // of a tile of K
  // An operand tile [kDepth, kWidth] in shared memory: for IEEE products [k][sequence], else
  // [sequence][k], 32 bytes for a sequence (for lane (g, q) of a fragment: sequence g, 8 bytes at 8
  // q).
  static constexpr int kOperandBytes = precision == Precision::kFp32 ? 8 * 4 * width : 256;
  // Its part for 8 units: number of vectors of 16 bytes, and their distance.
  static constexpr int kVectors = kOperandBytes / (kDepth / kUnitGroup) / 16;
  static constexpr int kVectorStride = precision == Precision::kBf16 ? 32 : 16;
  // Gates between the sums of two sequences, in addition to U: avoids bank conflicts.
  static constexpr int kSumsPadding = precision == Precision::kFp32 ? 2 : 1;
};

TACTUS_HOST_DEVICE int ceil_div(int a, int b) {
  return (a + b - 1) / b;
}

struct ProductGeometry {
  int row_groups = 0, k_tiles = 0;
  int warp_rows = 0, splits = 0, tiles_per_split = 0, rounds = 0;

  TACTUS_HOST_DEVICE int warps() const { return warp_rows * splits; }
  TACTUS_HOST_DEVICE int shared_tiles() const {  // of a warp
    const int beyond = tiles_per_split - kRegisterTiles;
    return (beyond > 0 ? beyond : 0) + (rounds - 1) * tiles_per_split;
  }
  TACTUS_HOST_DEVICE std::size_t shared_weight_bytes() const {
    return static_cast<std::size_t>(warps()) * shared_tiles() * kFragmentBytes;
  }
};

TACTUS_HOST_DEVICE ProductGeometry product_geometry(int row_groups, int k_tiles, int warps) {
  ProductGeometry g;
  g.row_groups = row_groups;
  g.k_tiles = k_tiles;
  g.warp_rows = row_groups < warps ? row_groups : warps;
  const int parts = warps / g.warp_rows < k_tiles ? warps / g.warp_rows : k_tiles;
  g.tiles_per_split = ceil_div(k_tiles, parts);
  g.splits = ceil_div(k_tiles, g.tiles_per_split);
  g.rounds = ceil_div(row_groups, g.warp_rows);
  return g;
}

// How the blocks of a group exchange results.
enum class Exchange : int {
  kNone,     // groups of one block
  kCluster,  // a group is a cluster: written into each other's shared memory
  kFlags,    // through device memory and flags; all blocks of the launch run at once
};

struct ResidentPlan {
  Exchange exchange = Exchange::kNone;
  int group = 1;    // G
  int units = 0;    // U
  int chunks = 1;   // of a slice
  int threads = 0;  // of a block, a multiple of 32
  int slices = 1;   // groups of a direction

  TACTUS_HOST_DEVICE int all_units() const { return group * units; }
  // Buffers for h in shared memory: two if others may send the next h before all of this one is
  // read.
  TACTUS_HOST_DEVICE int operand_buffers() const { return exchange == Exchange::kCluster ? 2 : 1; }
};

// Constants of a unit for all steps.
struct alignas(16) UnitConstants {
  Gates bias;
  Peepholes peepholes;
};

// Bytes from the start of shared memory. The barriers are at 0: one for each chunk and each of two
// buffers.
struct ResidentLayout {
  ProductGeometry product;
  unsigned lengths = 0;    // int [chunks][N]
  unsigned constants = 0;  // UnitConstants [U]
  unsigned state = 0;      // float [chunks][N U]: cells, or gradients of cells
  // Operands of the product, [k_tiles] of kOperandBytes: for h [buffers][chunks], for gate
  // gradients one.
  unsigned operands = 0, operand_bytes = 0;
  // Sums of the parts of K: forward Gates [splits][N][U + padding]; backward floats [splits][G
  // U][N], for groups of one block once per chunk.
  unsigned sums = 0, sums_bytes = 0;
  unsigned received = 0;  // backward, clusters: float [2][chunks][G][U][N]
  unsigned weights = 0;   // fragments
  unsigned bytes = 0;     // of shared memory
};

TACTUS_HOST_DEVICE unsigned take_shared(unsigned& end, std::size_t bytes) {
  const unsigned begin = end;
  end += static_cast<unsigned>((bytes + 127) / 128 * 128);
  return begin;
}

template <class Format>
TACTUS_HOST_DEVICE ResidentLayout common_layout(const ResidentPlan& plan, unsigned& end) {
  ResidentLayout layout;
  end = 0;
  take_shared(end, kHeaderBytes);
  layout.lengths = take_shared(end, plan.chunks * Format::kWidth * sizeof(int));
  layout.constants = take_shared(end, plan.units * sizeof(UnitConstants));
  layout.state = take_shared(end, plan.chunks * Format::kWidth * plan.units * sizeof(float));
  return layout;
}

template <class Format>
TACTUS_HOST_DEVICE ResidentLayout forward_layout(const ResidentPlan& plan) {
  unsigned end = 0;
  ResidentLayout layout = common_layout<Format>(plan, end);
  layout.product =
      product_geometry(plan.units / kUnitGroup, ceil_div(plan.all_units(), Format::kDepth),
                       plan.threads / kWarpSize);
  layout.operand_bytes = layout.product.k_tiles * Format::kOperandBytes;
  layout.operands = take_shared(end, plan.operand_buffers() * plan.chunks * layout.operand_bytes);
  layout.sums_bytes =
      layout.product.splits * Format::kWidth * (plan.units + Format::kSumsPadding) * sizeof(Gates);
  layout.sums = take_shared(end, layout.sums_bytes);
  layout.weights = take_shared(end, layout.product.shared_weight_bytes());
  layout.bytes = end;
  return layout;
}

template <class Format>
TACTUS_HOST_DEVICE ResidentLayout backward_layout(const ResidentPlan& plan) {
  unsigned end = 0;
  ResidentLayout layout = common_layout<Format>(plan, end);
  layout.product = product_geometry(ceil_div(plan.all_units(), kRowGroup),
                                    4 * plan.units / Format::kDepth, plan.threads / kWarpSize);
  layout.operand_bytes = layout.product.k_tiles * Format::kOperandBytes;
  layout.operands = take_shared(end, layout.operand_bytes);
  const unsigned dh_bytes = plan.all_units() * Format::kWidth * sizeof(float);
  layout.sums_bytes = layout.product.splits * dh_bytes;
  layout.sums = take_shared(end, (plan.group == 1 ? plan.chunks : 1) * layout.sums_bytes);
  if (plan.exchange == Exchange::kCluster) {
    layout.received = take_shared(end, 2 * plan.chunks * dh_bytes);
  }
  layout.weights = take_shared(end, layout.product.shared_weight_bytes());
  layout.bytes = end;
  return layout;
}

// Device memory for the exchange by flags, for each group of a launch; flags start at zero.
template <class Format>
TACTUS_HOST_DEVICE std::size_t forward_exchange_bytes(const ResidentPlan& plan) {
  return static_cast<std::size_t>(2) * plan.chunks * ceil_div(plan.all_units(), Format::kDepth) *
         Format::kOperandBytes;
}
template <class Format>
TACTUS_HOST_DEVICE std::size_t backward_exchange_bytes(const ResidentPlan& plan) {
  return static_cast<std::size_t>(2) * plan.chunks * plan.group * plan.all_units() *
         Format::kWidth * sizeof(float);
}

// Unit (of the block) and sequence (of the chunk) of a cell. A warp computes 8 units of 4
// sequences, which suits both runs of device memory and banks of shared memory.
struct CellPlace {
  int unit, sequence;
};
template <class Format>
TACTUS_HOST_DEVICE CellPlace cell_place(int cell, int units) {
  static_assert(Format::kWidth == 1 || Format::kWidth == 4 || Format::kWidth == 8);
  if constexpr (Format::kWidth == 1) return {cell, 0};
  const int second = Format::kWidth == 8 && cell >= 4 * units ? 1 : 0;
  const int place = cell - second * 4 * units;
  return {place / kWarpSize * kUnitGroup + place % kUnitGroup,
          second * 4 + place % kWarpSize / kUnitGroup};
}

}  // namespace tactus::gpu
