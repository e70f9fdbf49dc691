// The work of the ladder once per pass or block of steps: puts weights in the order of the
// products, converts values to bf16, puts gradients back in the order of the parameters.
// kernel_language.h says how to read a kernel if you know CUDA.
#pragma once

#include <cstddef>
#include <cstdint>

#include "gpu/kernels/kernel_language.h"
#include "gpu/kernels/ladder_step_kernels.h"
#include "gpu/kernels/lstm_cell.h"
#include "gpu/kernels/number_formats.h"

namespace tactus::gpu {

// The row of the parameters for row `row` of [4H,..] in the given order.
TACTUS_HOST_DEVICE int parameter_row(int row, int hidden, bool unit_major) {
  return unit_major ? row % 4 * hidden + row / 4 : row;
}

// One weight matrix [4H,columns], as stored in the parameters and as the products use it.
struct PackedMatrix {
  const float* from;
  float* to;                // or
  std::uint16_t* to_short;  // in bf16: the other one is null
  int columns, ld;          // ld: elements between stored rows of `to`
};

// Both matrices and the bias of a direction. On request, rows are in the order of units, matrices
// are transposed ([columns,4H]), or values are bf16. A block moves tiles of 32 x 32 through shared
// memory, so that both sides are accessed in runs of 128 bytes.
// <<<tiles of both up to 4096, 256, kShared>>>.
struct PackWeights {
  struct Params {
    PackedMatrix matrices[2];
    const float* bias;
    float* packed_bias;  // null: not needed
    int hidden;
    bool unit_major, transposed;
  };
  static constexpr int kTile = 32;
  static constexpr int kMaxThreads = 256;  // exactly
  static constexpr std::size_t kShared = kTile * (kTile + 1) * sizeof(float);

  TACTUS_HOST_DEVICE static int tiles(int size) { return (size + kTile - 1) / kTile; }
  TACTUS_HOST_DEVICE static int tiles(const Params& p, int matrix) {
    return tiles(4 * p.hidden) * tiles(p.matrices[matrix].columns);
  }

  template <class Thread>
  TACTUS_ON_DEVICE static void run(Thread& thread, const Params& p) {
    if (thread.block() == 0 && p.packed_bias != nullptr) {
      for (int row = thread.thread(); row < 4 * p.hidden; row += thread.threads()) {
        p.packed_bias[row] = p.bias[parameter_row(row, p.hidden, p.unit_major)];
      }
    }
    const int first_tiles = tiles(p, 0), all_tiles = first_tiles + tiles(p, 1);
    for (int tile = thread.block(); tile < all_tiles; tile += thread.blocks()) {
      const bool second = tile >= first_tiles;
      move_tile(thread, p, p.matrices[second ? 1 : 0], second ? tile - first_tiles : tile);
    }
  }

  template <class Thread>
  TACTUS_ON_DEVICE static void move_tile(Thread& thread, const Params& p, const PackedMatrix& m,
                                         int tile) {
    auto* shared = reinterpret_cast<float*>(thread.shared());
    const int across = tiles(m.columns), rows = 4 * p.hidden;
    const int row0 = tile / across * kTile, column0 = tile % across * kTile;
    const int warps = thread.threads() / kWarpSize;
    for (int r = thread.warp(); r < kTile; r += warps) {
      const int row = row0 + r, column = column0 + thread.lane();
      if (row >= rows || column >= m.columns) continue;
      const std::size_t from = parameter_row(row, p.hidden, p.unit_major);
      const float value = m.from[from * m.columns + column];
      if (p.transposed) {
        shared[r * (kTile + 1) + thread.lane()] = value;
      } else {
        store(m, static_cast<std::size_t>(row) * m.ld + column, value);
      }
    }
    if (!p.transposed) return;
    thread.sync_block();
    for (int r = thread.warp(); r < kTile; r += warps) {
      const int column = column0 + r, row = row0 + thread.lane();
      if (row >= rows || column >= m.columns) continue;
      store(m, static_cast<std::size_t>(column) * m.ld + row,
            shared[thread.lane() * (kTile + 1) + r]);
    }
    thread.sync_block();
  }

  TACTUS_ON_DEVICE static void store(const PackedMatrix& m, std::size_t place, float value) {
    if (m.to_short != nullptr) {
      m.to_short[place] = bf16_bits(value);
    } else {
      m.to[place] = value;
    }
  }
};

// Adds gradients with rows in the order of units, [4H,columns] each, to those of the parameters.
// <<<elements of both / 256 up to 4096, 256>>>.
struct AddPackedGradients {
  struct Params {
    const float* from[2];
    float* to[2];
    int columns[2];
    int hidden;
  };
  static constexpr int kMaxThreads = 256;

  template <class Thread>
  TACTUS_ON_DEVICE static void run(Thread& thread, const Params& p) {
    const int rows = 4 * p.hidden, first = rows * p.columns[0];
    const int all = first + rows * p.columns[1];
    for (int i = index_of(thread); i < all; i += thread.blocks() * thread.threads()) {
      const int m = i < first ? 0 : 1;
      const int element = m == 0 ? i : i - first;
      const int row = element / p.columns[m], column = element - row * p.columns[m];
      p.to[m][parameter_row(row, p.hidden, true) * p.columns[m] + column] += p.from[m][element];
    }
  }
};

// to [rows,ld_to] in bf16 = from [rows,ld_from], `columns` of each row; eight values a thread.
// <<<rows ceil(columns / 8) / 128, 128>>>.
struct ToBf16 {
  struct Params {
    const float* from;
    std::uint16_t* to;
    int rows, columns, ld_from, ld_to;
    bool vectors;  // columns and ld_to are multiples of 8, ld_from of 4, both aligned to 16 bytes
  };
  static constexpr int kMaxThreads = 128;
  static constexpr int kValues = 8;
  struct alignas(16) Floats {
    float v[4];
  };
  struct alignas(16) Shorts {
    std::uint32_t pairs[4];
  };

  template <class Thread>
  TACTUS_ON_DEVICE static void run(Thread& thread, const Params& p) {
    const int groups = (p.columns + kValues - 1) / kValues;
    const int i = index_of(thread), row = i / groups, column = (i - row * groups) * kValues;
    if (row >= p.rows) return;
    const float* from = p.from + static_cast<std::size_t>(row) * p.ld_from + column;
    std::uint16_t* to = p.to + static_cast<std::size_t>(row) * p.ld_to + column;
    if (p.vectors) {
      const Floats a = reinterpret_cast<const Floats*>(from)[0],
                   b = reinterpret_cast<const Floats*>(from)[1];
      *reinterpret_cast<Shorts*>(to) = {{bf16_pair(a.v[0], a.v[1]), bf16_pair(a.v[2], a.v[3]),
                                         bf16_pair(b.v[0], b.v[1]), bf16_pair(b.v[2], b.v[3])}};
    } else {
      for (int k = 0; k < kValues && column + k < p.columns; ++k) to[k] = bf16_bits(from[k]);
    }
  }
};

// Gradients of the bias and the peepholes: sums over frames, in an order that depends on the sizes
// only. Blocks sum chunks of rows; then a thread of AddGateSums sums all chunks.
// <<<chunks ceil(H / 32), 128, kShared>>>.
struct GateSums {
  struct Params {
    BackwardPass pass;  // activations of the frames are the gradients of the gate sums
    float* partial;     // [chunks,kSums,H], added to: i, f, g, o of the bias, then i, f, o of the
                        // peepholes
    int chunks, first_frame, frames;
  };
  static constexpr int kSums = 7;
  static constexpr int kUnits = 32, kRows = 4;  // of a block: columns and rows at once
  static constexpr int kMaxThreads = kUnits * kRows;
  static constexpr std::size_t kShared = kSums * kMaxThreads * sizeof(float);

  TACTUS_HOST_DEVICE static int blocks_of_units(int hidden) {
    return (hidden + kUnits - 1) / kUnits;
  }

  template <class Thread>
  TACTUS_ON_DEVICE static void run(Thread& thread, const Params& params) {
    const BackwardPass& p = params.pass;
    const int unit_blocks = blocks_of_units(p.hidden);
    const int chunk = thread.block() / unit_blocks;
    const int unit = thread.block() % unit_blocks * kUnits + thread.lane();
    const int rows = params.frames * p.batch;
    const int chunk_rows = (rows + params.chunks - 1) / params.chunks;
    const int end = (chunk + 1) * chunk_rows < rows ? (chunk + 1) * chunk_rows : rows;
    const int first_row = params.first_frame * p.batch;
    float sums[kSums] = {};
    if (unit < p.hidden) {
      for (int r = chunk * chunk_rows + thread.warp(); r < end; r += kRows) {
        add_row(p, first_row + r, unit, sums);
      }
    }
    auto* shared = reinterpret_cast<float*>(thread.shared());
    for (int n = 0; n < kSums; ++n) shared[n * kMaxThreads + thread.thread()] = sums[n];
    thread.sync_block();
    if (unit >= p.hidden) return;
    for (int n = thread.warp(); n < kSums; n += kRows) {
      float sum = 0.0f;
      for (int r = 0; r < kRows; ++r) sum += shared[n * kMaxThreads + r * kUnits + thread.lane()];
      params.partial[(static_cast<std::size_t>(chunk) * kSums + n) * p.hidden + unit] += sum;
    }
  }

  TACTUS_ON_DEVICE static void add_row(const BackwardPass& p, int row, int unit,
                                       float (&sums)[kSums]) {
    const std::size_t kept = static_cast<std::size_t>(row) * p.hidden + unit;
    const Gates d = p.activations[kept];
    sums[0] += d.i;
    sums[1] += d.f;
    sums[2] += d.g;
    sums[3] += d.o;
    if (p.peephole == nullptr) return;
    StepPlace at;
    at.t = row / p.batch;
    at.b = row - at.t * p.batch;
    at.j = unit;
    at.frame = row;
    if (at.t >= p.lengths[at.b]) return;
    const float before = cell_before(p, at);
    sums[4] += d.i * before;
    sums[5] += d.f * before;
    sums[6] += d.o * p.cells[kept];
  }
};

// <<<7 H / 64, 64>>>: one thread for each of the sums [kSums,H].
struct AddGateSums {
  struct Params {
    const float* partial;  // see GateSums
    int chunks, hidden;
    float* bias;      // [4H], the parameters' order
    float* peephole;  // [3H] or null
  };
  static constexpr int kMaxThreads = 64;

  template <class Thread>
  TACTUS_ON_DEVICE static void run(Thread& thread, const Params& p) {
    const int i = index_of(thread), sums = GateSums::kSums * p.hidden, of_bias = 4 * p.hidden;
    if (i >= sums || (i >= of_bias && p.peephole == nullptr)) return;
    float sum = 0.0f;
    for (int chunk = 0; chunk < p.chunks; ++chunk) sum += p.partial[chunk * sums + i];
    if (i < of_bias) {
      p.bias[i] += sum;
    } else {
      p.peephole[i - of_bias] += sum;
    }
  }
};

}  // namespace tactus::gpu
