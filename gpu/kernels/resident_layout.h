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
//   backward: rows are units whose dh is summed; K = gate gradients. A group is a table of G / P
//             clusters of P blocks (P = 1: no clusters). The blocks of a cluster collect their gate
//             gradients, K = 4 P U. Each computes only the rows of the units that its column of the
//             table owns, R = (G / P) U / 32, and exchanges sums with that column. So a step moves
//             P parts of gates and G / P of sums instead of G parts of sums.
// A warp computes row group w % warp_rows (in later rounds, groups `warp_rows` further on) and one
// of `splits` parts of K. The weights of the first kRegisterTiles tiles of its first row group stay
// in its registers, all others as fragments in shared memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "gpu/kernels/kernel_language.h"
#include "gpu/kernels/lstm_cell.h"
#include "gpu/runtime/runtime.h"

namespace tactus::gpu {

inline constexpr int kUnitGroup = 8;                      // units of a warp's product forward
inline constexpr int kRowGroup = 32;                      // rows of it
inline constexpr int kFragmentBytes = 8 * 4 * kWarpSize;  // weights of a row group in a tile of K
inline constexpr int kResidentThreads = 512;              // of a block at most
inline constexpr int kTagged = 3;                         // values of 4 bytes in a TaggedWord
inline constexpr int kMaxChunks = 8;
inline constexpr int kMaxClusterBlocks = 16;
// At the start of shared memory: barriers [2 buffers][kMaxChunks], then the data of the block.
inline constexpr int kBarrierBytes = 2 * kMaxChunks * sizeof(PhaseBarrier);
inline constexpr int kHeaderBytes = kBarrierBytes + 128;

// Constants of a product; `width` sequences side by side are a chunk. IEEE products have a width of
// 1 or 4, those of the matrix units 8. A thread has one cell at most: U * kWidth <= threads. With
// 12 tiles of weights in its registers, a thread needs the share of one of 384.
template <Precision precision, int width, int register_tiles = 8>
struct ResidentFormat {
  static constexpr Precision kPrecision = precision;
  static constexpr int kWidth = width;
  static constexpr int kRegisterTiles = register_tiles;
  static constexpr int kMaxThreads = register_tiles <= 8 ? kResidentThreads : 384;
  static constexpr int kDepth = precision == Precision::kBf16 ? 16 : 8;  // of a tile of K
  // An operand tile [kDepth, kWidth] in shared memory: for IEEE products [k][sequence], else
  // [sequence][k], 32 bytes for a sequence (for lane (g, q) of a fragment: sequence g, 8 bytes at 8
  // q), in bf16 in the order of operand_place().
  static constexpr int kOperandBytes = precision == Precision::kFp32 ? 8 * 4 * width : 256;
  // Vectors of 16 bytes in its part for 8 units.
  static constexpr int kVectors = kOperandBytes / (kDepth / kUnitGroup) / 16;
  using Functions =
      std::conditional_t<precision == Precision::kFp32, ExactFunctions, ApproximateFunctions>;
  // Of a partial sum on its way to its owner. Factors in bf16 have errors as large.
  static constexpr int kPartBytes = precision == Precision::kBf16 ? 2 : 4;
  // Words of one thread that are on their way at once: wide IEEE products need the registers.
  static constexpr int kWordsTogether = precision == Precision::kFp32 && width > 1 ? 2 : 4;
  // Gates between the sums of two sequences, in addition to U: avoids bank conflicts.
  static constexpr int kSumsPadding = precision == Precision::kFp32 ? 2 : 1;
};

TACTUS_HOST_DEVICE int ceil_div(int a, int b) {
  return (a + b - 1) / b;
}

struct ProductGeometry {
  int row_groups = 0, k_tiles = 0;
  int register_tiles = 0;
  int warp_rows = 0, splits = 0, tiles_per_split = 0, rounds = 0;

  TACTUS_HOST_DEVICE int warps() const { return warp_rows * splits; }
  TACTUS_HOST_DEVICE int shared_tiles() const {  // of a warp
    const int beyond = tiles_per_split - register_tiles;
    return (beyond > 0 ? beyond : 0) + (rounds - 1) * tiles_per_split;
  }
  TACTUS_HOST_DEVICE std::size_t shared_weight_bytes() const {
    return static_cast<std::size_t>(warps()) * shared_tiles() * kFragmentBytes;
  }
};

template <class Format>
TACTUS_HOST_DEVICE ProductGeometry product_geometry(int row_groups, int k_tiles, int warps) {
  ProductGeometry g;
  g.register_tiles = Format::kRegisterTiles;
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
  kWords,    // through tagged words in device memory; all blocks of the launch run at once
};

struct ResidentPlan {
  Exchange exchange = Exchange::kNone;
  int group = 1;     // G
  int gathered = 1;  // P, backward, only with kWords: blocks of a cluster
  int units = 0;     // U
  int chunks = 1;    // of a slice
  int threads = 0;   // of a block, a multiple of 32
  int slices = 1;    // groups of a direction

  TACTUS_HOST_DEVICE int all_units() const { return group * units; }
  TACTUS_HOST_DEVICE bool gathers() const { return gathered > 1; }
  TACTUS_HOST_DEVICE int cluster() const {
    return exchange == Exchange::kCluster ? group : gathered;
  }
  // Blocks that send partial sums to an owner.
  TACTUS_HOST_DEVICE int parts() const { return group / gathered; }
  // Buffers for h in shared memory: two if others may send the next h before all of this one is
  // read.
  TACTUS_HOST_DEVICE int operand_buffers() const { return exchange == Exchange::kCluster ? 2 : 1; }
};

// Bytes from the start of shared memory. The barriers are at 0: one for each chunk and each of two
// buffers.
struct ResidentLayout {
  ProductGeometry product;
  int parts = 1, rows = 0;  // backward: plan.parts() and rows, so that the kernel does not divide
  unsigned lengths = 0;     // int [chunks][N]
  unsigned bias = 0;        // Gates [U]
  unsigned peepholes = 0;   // float [3][U]
  unsigned state = 0;       // float [chunks][N U]: cells, or gradients of cells
  // Operands of the product, [k_tiles] of kOperandBytes: for h [buffers][chunks], for gate
  // gradients one, or [2][chunks] if a cluster collects them.
  unsigned operands = 0, operand_bytes = 0;
  // Sums of the parts of K: forward Gates [splits][N][U + padding]; backward floats [splits] of
  // sum_place(), for groups of one block once per chunk.
  unsigned sums = 0, sums_bytes = 0;
  unsigned received = 0;  // backward, kCluster: parts [2][chunks][G] of part_place()
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
  layout.bias = take_shared(end, plan.units * sizeof(Gates));
  layout.peepholes = take_shared(end, 3 * plan.units * sizeof(float));
  layout.state = take_shared(end, plan.chunks * Format::kWidth * plan.units * sizeof(float));
  return layout;
}

template <class Format>
TACTUS_HOST_DEVICE ResidentLayout forward_layout(const ResidentPlan& plan) {
  unsigned end = 0;
  ResidentLayout layout = common_layout<Format>(plan, end);
  layout.product =
      product_geometry<Format>(plan.units / kUnitGroup, ceil_div(plan.all_units(), Format::kDepth),
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

// The place of element (sequence n of the chunk, k) in an operand. In bf16 a row of 16 k is 32
// bytes. Rows n and n ^ 2 change places in odd tiles, halves of a row in rows from 4 on: so that 8
// units of 4 sequences, and 8 units of all 8 sequences, lie in different banks.
template <class Format>
TACTUS_HOST_DEVICE int operand_place(int n, int k) {
  const int tile = k / Format::kDepth;
  const int begin = tile * Format::kOperandBytes, in_row = k % Format::kDepth;
  if constexpr (Format::kPrecision == Precision::kFp32) {
    return begin + (in_row * Format::kWidth + n) * 4;
  } else if constexpr (Format::kPrecision == Precision::kTf32) {
    return begin + n * 32 + in_row * 4;
  } else {
    return begin + (n ^ tile % 2 * 2) * 32 + (in_row * 2 ^ n / 4 * 16);
  }
}
// Where lane (g, q) finds its part of a tile, from the start of the tile.
template <class Format>
TACTUS_HOST_DEVICE int lane_place(int lane, int tile) {
  const int values = Format::kDepth / 4;
  return operand_place<Format>(lane / 4, tile % 2 * Format::kDepth + lane % 4 * values) -
         tile % 2 * Format::kOperandBytes;
}

// The part of a block in h: Format::kVectors vectors of 16 bytes for every 8 of its units.
template <class Format>
TACTUS_HOST_DEVICE int piece_vectors(const ResidentPlan& plan) {
  return plan.units / kUnitGroup * Format::kVectors;
}
// The place of vector i of the block `rank`.
template <class Format>
TACTUS_HOST_DEVICE int piece_vector_place(const ResidentPlan& plan, int rank, int i) {
  const int unit_group = rank * (plan.units / kUnitGroup) + i / Format::kVectors;
  if constexpr (Format::kPrecision == Precision::kBf16) {
    return operand_place<Format>(i % Format::kVectors, unit_group * kUnitGroup);
  }
  return unit_group * Format::kOperandBytes + i % Format::kVectors * 16;
}

// --- backward: places of gate gradients and sums ------------------------------------------------

// The k of a gate gradient among those of its block. In bf16 a thread writes the four gates of a
// unit at once; else each gate has all units side by side, so that a warp writes without bank
// conflicts.
template <class Format>
TACTUS_HOST_DEVICE int gate_k(int units, int unit, int gate) {
  return Format::kPrecision == Precision::kBf16 ? 4 * unit + gate : gate * units + unit;
}
struct GateOfUnit {
  int unit, gate;
};
// The inverse, for the blocks of a cluster one after another; `units`: of a block.
template <class Format>
TACTUS_HOST_DEVICE GateOfUnit gate_of_k(int units, int k) {
  if constexpr (Format::kPrecision == Precision::kBf16) return {k / 4, k % 4};
  const int block = k / (4 * units), in_block = k % (4 * units);
  return {block * units + in_block % units, in_block / units};
}

// Floats from the start of one part of K, for `rows` units: 4 sequences of a unit side by side. The
// distance of the second 4 avoids bank conflicts of the lanes that write both.
template <class Format>
TACTUS_HOST_DEVICE int sum_place(int rows, int row, int n) {
  if constexpr (Format::kWidth < 8) return row * Format::kWidth + n;
  return n / 4 * (4 * rows + 16) + row * 4 + n % 4;
}
template <class Format>
TACTUS_HOST_DEVICE int sums_floats(int rows) {
  return rows * Format::kWidth + (Format::kWidth < 8 ? 0 : 32);
}
// The same for the part of an owner, dense.
template <class Format>
TACTUS_HOST_DEVICE int part_place(int units, int unit, int n) {
  if constexpr (Format::kWidth < 8) return unit * Format::kWidth + n;
  return n / 4 * 4 * units + unit * 4 + n % 4;
}
template <class Format>
TACTUS_HOST_DEVICE int part_bytes(const ResidentPlan& plan) {
  return plan.units * Format::kWidth * Format::kPartBytes;
}

template <class Format>
TACTUS_HOST_DEVICE ResidentLayout backward_layout(const ResidentPlan& plan) {
  unsigned end = 0;
  ResidentLayout layout = common_layout<Format>(plan, end);
  const int rows = plan.parts() * plan.units;
  layout.parts = plan.parts();
  layout.rows = rows;
  layout.product = product_geometry<Format>(ceil_div(rows, kRowGroup),
                                            4 * plan.gathered * plan.units / Format::kDepth,
                                            plan.threads / kWarpSize);
  layout.operand_bytes = layout.product.k_tiles * Format::kOperandBytes;
  layout.operands = take_shared(end, (plan.gathers() ? 2 * plan.chunks : 1) * layout.operand_bytes);
  layout.sums_bytes = layout.product.splits * sums_floats<Format>(rows) * sizeof(float);
  layout.sums = take_shared(end, (plan.group == 1 ? plan.chunks : 1) * layout.sums_bytes);
  if (plan.exchange == Exchange::kCluster) {
    layout.received = take_shared(end, 2 * plan.chunks * plan.group * part_bytes<Format>(plan));
  }
  layout.weights = take_shared(end, layout.product.shared_weight_bytes());
  layout.bytes = end;
  return layout;
}

// Tagged words for what one block sends to one receiver (backward) or to all (forward).
template <class Format>
TACTUS_HOST_DEVICE int forward_words(const ResidentPlan& plan) {
  const int bytes = plan.units * Format::kWidth * (Format::kPrecision == Precision::kBf16 ? 2 : 4);
  return ceil_div(bytes / 4, kTagged);
}
template <class Format>
TACTUS_HOST_DEVICE int backward_words(const ResidentPlan& plan) {
  return ceil_div(part_bytes<Format>(plan) / 4, kTagged);
}
// Device memory for each group of a launch that exchanges words; zero at the start. Forward
// [2][chunks][G][words], backward [G owners][2][chunks][parts][words].
template <class Format>
TACTUS_HOST_DEVICE std::size_t forward_exchange_words(const ResidentPlan& plan) {
  return static_cast<std::size_t>(2) * plan.chunks * plan.group * forward_words<Format>(plan);
}
template <class Format>
TACTUS_HOST_DEVICE std::size_t backward_exchange_words(const ResidentPlan& plan) {
  return static_cast<std::size_t>(2) * plan.chunks * plan.group * plan.parts() *
         backward_words<Format>(plan);
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
