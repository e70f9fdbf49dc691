// The product of a block with resident weights: fragments of the recurrent weights in registers and
// shared memory times an operand in shared memory. See resident_layout.h. Device functions, no
// kernel; kernel_language.h says how to read them if you know CUDA.
//
// Fragments. Lane (g, q) = (lane / 4, lane % 4) holds, of a row group and a tile of K, the rows g,
// g + 8, g + 16, g + 24 at the k that follow (as f + 2 * e + half of word [tile of rows][e][half]):
// two for fp32 and TF32 (2 q, 2 q + 1), four for bf16 (4 q .. 4 q + 3, pairs). For the matrix units
// these are two A fragments of mma.m16n8k8 or m16n8k16; their k are numbered so that the part of B
// for a lane is 8 bytes. IEEE products are summed over the four lanes of a row at the end. In both
// cases a lane ends with all four rows of some sequences: the four gates of one unit.
#pragma once

#include <cstddef>
#include <cstdint>

#include "gpu/kernels/kernel_language.h"
#include "gpu/kernels/kernel_parts.h"
#include "gpu/kernels/number_formats.h"
#include "gpu/kernels/resident_layout.h"

#if defined(__CUDACC__)
#define TACTUS_UNROLL _Pragma("unroll")
#define TACTUS_NO_UNROLL _Pragma("unroll 1")
#else
#define TACTUS_UNROLL
#define TACTUS_NO_UNROLL
#endif

namespace tactus::gpu {

struct alignas(16) Vector16 {
  std::uint32_t words[4];
};
struct alignas(8) Vector8 {
  std::uint32_t words[2];
};
struct alignas(8) Floats2 {
  float v[2];
};

// A factor of a product in fp32 or TF32.
template <class Format>
TACTUS_HOST_DEVICE std::uint32_t operand_bits(float value) {
  return Format::kPrecision == Precision::kTf32 ? tf32_bits(value) : bits_of(value);
}

template <class Format>
class ResidentProduct {
  static_assert(Format::kRegisterTiles % 4 == 0);

 public:
  // Calls `weight(row_group, row, k)` once for every weight of this block; it must return 0 beyond
  // the matrix.
  template <class Thread, class Weight>
  TACTUS_ON_DEVICE void load(Thread& thread, const ProductGeometry& geometry,
                             std::byte* shared_weights, const Weight& weight) {
    split_ = thread.warp() / geometry.warp_rows;
    const Part part = part_of(thread, geometry);
    TACTUS_UNROLL
    for (int t = 0; t < Format::kRegisterTiles; ++t) {
      fetch(thread, weight, part.split < geometry.splits && t < part.tiles, part.row_group,
            part.first_tile + t, words_[t]);
    }
    if (part.split >= geometry.splits) return;
    std::byte* to = shared_weights + place_in_shared(thread, geometry);
    TACTUS_NO_UNROLL
    for (int round = 0; round < geometry.rounds; ++round) {
      const int rows = part.row_group + round * geometry.warp_rows;
      TACTUS_NO_UNROLL
      for (int t = round == 0 ? Format::kRegisterTiles : 0; t < part.tiles; ++t) {
        std::uint32_t words[8];
        fetch(thread, weight, rows < geometry.row_groups, rows, part.first_tile + t, words);
        *reinterpret_cast<Vector16*>(to) = {{words[0], words[1], words[2], words[3]}};
        *reinterpret_cast<Vector16*>(to + kFragmentBytes /
                                              2) = {{words[4], words[5], words[6], words[7]}};
        to += kFragmentBytes;
      }
    }
  }

  // `emit(split, row_group, sequence, values)`: the sums of rows g, g + 8, g + 16, g + 24 of a row
  // group over this warp's part of K, for as many sequences of the chunk as `values` has, from
  // `sequence` on.
  template <class Thread, class Emit>
  TACTUS_ON_DEVICE void run(Thread& thread, const ProductGeometry& geometry,
                            const std::byte* shared_weights, const std::byte* operand,
                            const Emit& emit) {
    if (split_ >= geometry.splits) return;
    Part part = part_of(thread, geometry);
    operand += part.first_tile * Format::kOperandBytes;
    const std::byte* shared = shared_weights + place_in_shared(thread, geometry);
    TACTUS_NO_UNROLL
    for (int round = 0; round < geometry.rounds; ++round) {
      if (part.row_group >= geometry.row_groups) return;
      const int in_registers = round == 0 ? Format::kRegisterTiles : 0;
      if constexpr (Format::kPrecision == Precision::kFp32) {
        run_ieee(thread, part, in_registers, operand, shared, emit);
      } else {
        run_matrix(thread, part, in_registers, operand, shared, emit);
      }
      if (part.tiles > in_registers) shared += (part.tiles - in_registers) * kFragmentBytes;
      part.row_group += geometry.warp_rows;
    }
  }

 private:
  static constexpr int kChains = 2;  // independent sums, because matrix units have latency
  // Tiles in registers whose operands are loaded together: wide IEEE products need the registers.
  static constexpr int kTogether =
      Format::kPrecision == Precision::kFp32 && Format::kWidth > 1 ? 1 : 4;

  // The part of this warp: a row group in the first round and a part of K.
  struct Part {
    int split, row_group, first_tile, tiles;
  };
  template <class Thread>
  TACTUS_ON_DEVICE Part part_of(Thread& thread, const ProductGeometry& geometry) const {
    Part part;
    part.split = split_;
    part.row_group = thread.warp() - split_ * geometry.warp_rows;
    part.first_tile = part.split * geometry.tiles_per_split;
    const int left = geometry.k_tiles - part.first_tile;
    part.tiles = left < geometry.tiles_per_split ? left : geometry.tiles_per_split;
    return part;
  }

  template <class Thread>
  TACTUS_ON_DEVICE static int place_in_shared(Thread& thread, const ProductGeometry& geometry) {
    return thread.warp() * geometry.shared_tiles() * kFragmentBytes +
           thread.lane() * static_cast<int>(sizeof(Vector16));
  }

  template <class Thread, class Weight>
  TACTUS_ON_DEVICE static void fetch(Thread& thread, const Weight& weight, bool wanted,
                                     int row_group, int tile, std::uint32_t (&words)[8]) {
    const int g = thread.lane() / 4, q = thread.lane() % 4;
    TACTUS_UNROLL
    for (int i = 0; i < 8; ++i) {
      const int row = i / 4 * 16 + i % 2 * 8 + g, e = i / 2 % 2;
      if (!wanted) {
        words[i] = 0;
      } else if constexpr (Format::kPrecision == Precision::kBf16) {
        const int k = tile * 16 + 4 * q + 2 * e;
        words[i] = bf16_pair(weight(row_group, row, k), weight(row_group, row, k + 1));
      } else {
        words[i] = operand_bits<Format>(weight(row_group, row, tile * 8 + 2 * q + e));
      }
    }
  }

  TACTUS_ON_DEVICE static void read_shared(const std::byte* from, std::uint32_t (&words)[8]) {
    const Vector16 low = *reinterpret_cast<const Vector16*>(from),
                   high = *reinterpret_cast<const Vector16*>(from + kFragmentBytes / 2);
    TACTUS_UNROLL
    for (int i = 0; i < 4; ++i) {
      words[i] = low.words[i];
      words[4 + i] = high.words[i];
    }
  }

  // Weights in registers beyond the part of the warp are zero; they are multiplied with its last
  // operand.
  template <class Tile>
  TACTUS_ON_DEVICE void each_tile(int tiles, int in_registers, const std::byte* shared,
                                  const Tile& tile) {
    if (in_registers > 0) {
      TACTUS_UNROLL
      for (int first = 0; first < Format::kRegisterTiles; first += kTogether) {
        if (first < tiles) {
          TACTUS_UNROLL
          for (int i = 0; i < kTogether; ++i) {
            const int at = first + i < tiles ? first + i : tiles - 1;
            tile(i % kChains, at, words_[first + i]);
          }
        }
      }
    }
    TACTUS_NO_UNROLL
    for (int t = in_registers; t < tiles; t += 2, shared += 2 * kFragmentBytes) {
      std::uint32_t words[8];
      read_shared(shared, words);
      tile(0, t, words);
      if (t + 1 < tiles) {
        read_shared(shared + kFragmentBytes, words);
        tile(kChains - 1, t + 1, words);
      }
    }
  }

  template <class Thread, class Emit>
  TACTUS_ON_DEVICE void run_matrix(Thread& thread, const Part& part, int in_registers,
                                   const std::byte* operand, const std::byte* shared,
                                   const Emit& emit) {
    float sums[kChains][2][4] = {};
    // Two places, because the rows of odd tiles are swapped. Tiles alternate with their chains.
    const int first = lane_place<Format>(thread.lane(), part.first_tile),
              second = lane_place<Format>(thread.lane(), part.first_tile + 1);
    each_tile(
        part.tiles, in_registers, shared, [&](int chain, int at, const std::uint32_t(&words)[8]) {
          const std::uint32_t upper[4] = {words[0], words[1], words[2], words[3]},
                              lower[4] = {words[4], words[5], words[6], words[7]};
          const Vector8 b = *reinterpret_cast<const Vector8*>(operand + at * Format::kOperandBytes +
                                                              (chain == 0 ? first : second));
          multiply(thread, sums[chain][0], upper, b.words);
          multiply(thread, sums[chain][1], lower, b.words);
        });
    float values[2][4];
    TACTUS_UNROLL
    for (int column = 0; column < 2; ++column) {
      TACTUS_UNROLL
      for (int r = 0; r < 4; ++r) {
        const int at = r % 2 * 2 + column;
        values[column][r] = sums[0][r / 2][at] + sums[1][r / 2][at];
      }
    }
    emit(part.split, part.row_group, thread.lane() % 4 * 2, values);
  }

  template <class Thread>
  TACTUS_ON_DEVICE static void multiply(Thread& thread, float (&c)[4], const std::uint32_t (&a)[4],
                                        const std::uint32_t (&b)[2]) {
    if constexpr (Format::kPrecision == Precision::kBf16) {
      thread.mma_bf16(c, a, b);
    } else {
      thread.mma_tf32(c, a, b);
    }
  }

  template <class Thread, class Emit>
  TACTUS_ON_DEVICE void run_ieee(Thread& thread, const Part& part, int in_registers,
                                 const std::byte* operand, const std::byte* shared,
                                 const Emit& emit) {
    constexpr int kWidth = Format::kWidth;
    float sums[4][kWidth] = {};
    const int q = thread.lane() % 4;
    const std::byte* mine = operand + 2 * q * kWidth * sizeof(float);
    each_tile(part.tiles, in_registers, shared, [&](int, int at, const std::uint32_t(&words)[8]) {
      TACTUS_UNROLL
      for (int e = 0; e < 2; ++e) {
        float h[kWidth];
        read_row(mine + at * Format::kOperandBytes + e * kWidth * sizeof(float), h);
        TACTUS_UNROLL
        for (int r = 0; r < 4; ++r) {
          const float w = float_of(words[r / 2 * 4 + e * 2 + r % 2]);
          TACTUS_UNROLL
          for (int n = 0; n < kWidth; ++n) sums[r][n] += w * h[n];
        }
      }
    });
    float values[1][4];
    sum_over_lanes(thread, sums, values[0]);
    if (kWidth == 4 || q == 0) emit(part.split, part.row_group, kWidth == 4 ? q : 0, values);
  }

  TACTUS_ON_DEVICE static void read_row(const std::byte* from, float (&h)[4]) {
    const FourFloats row = *reinterpret_cast<const FourFloats*>(from);
    TACTUS_UNROLL
    for (int n = 0; n < 4; ++n) h[n] = row.v[n];
  }
  TACTUS_ON_DEVICE static void read_row(const std::byte* from, float (&h)[1]) {
    h[0] = *reinterpret_cast<const float*>(from);
  }

  // Each of the four lanes of a row ends with the complete sum of one sequence.
  template <class Thread>
  TACTUS_ON_DEVICE static void sum_over_lanes(Thread& thread, const float (&sums)[4][4],
                                              float (&values)[4]) {
    const bool second = (thread.lane() & 2) != 0, odd = (thread.lane() & 1) != 0;
    TACTUS_UNROLL
    for (int r = 0; r < 4; ++r) {
      float pair[2];
      TACTUS_UNROLL
      for (int n = 0; n < 2; ++n) {
        const float kept = second ? sums[r][2 + n] : sums[r][n],
                    sent = second ? sums[r][n] : sums[r][2 + n];
        pair[n] = kept + thread.shuffle_xor(sent, 2);
      }
      values[r] = (odd ? pair[1] : pair[0]) + thread.shuffle_xor(odd ? pair[0] : pair[1], 1);
    }
  }
  template <class Thread>
  TACTUS_ON_DEVICE static void sum_over_lanes(Thread& thread, const float (&sums)[4][1],
                                              float (&values)[4]) {
    TACTUS_UNROLL
    for (int r = 0; r < 4; ++r) {
      const float pair = sums[r][0] + thread.shuffle_xor(sums[r][0], 2);
      values[r] = pair + thread.shuffle_xor(pair, 1);
    }
  }

  std::uint32_t words_[Format::kRegisterTiles][8];
  int split_ = 0;  // the warp's part of K
};

}  // namespace tactus::gpu
