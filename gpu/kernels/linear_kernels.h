// The parts of a linear layer besides its matrix products. kernel_language.h says how to read a
// kernel if you know CUDA.
#pragma once

#include <cstddef>

#include "gpu/kernels/kernel_language.h"
#include "gpu/kernels/kernel_parts.h"

namespace tactus::gpu {

// y [rows,out] += bias [out] in every row. <<<rows out / 256 up to 2048, 256>>>.
struct AddBias {
  struct Params {
    std::size_t elements;  // rows * out
    int out;
    const float* bias;
    float* y;
  };
  static constexpr int kMaxThreads = 256;

  template <class Thread>
  TACTUS_ON_DEVICE static void run(Thread& thread, const Params& p) {
    const std::size_t first = first_index(thread), stride = index_stride(thread);
    int column = static_cast<int>(first % p.out);
    const int step = static_cast<int>(stride % p.out);
    for (std::size_t i = first; i < p.elements; i += stride) {
      p.y[i] += p.bias[column];
      column += step;
      if (column >= p.out) column -= p.out;
    }
  }
};

// Sums of the columns of x [rows,columns], first stage: a block sums `width` columns of a chunk of
// rows. Its threads are arranged as [threads / width][width].
// <<<chunks ceil(columns / width), 256, a double for each thread>>>.
struct ColumnSums {
  struct Params {
    std::size_t rows;
    int columns, width;  // width: a power of two, at most kMaxThreads
    int chunks;          // blocks = chunks * ceil(columns / width)
    const float* x;
    double* partial;  // [chunks,columns]
  };
  static constexpr int kMaxThreads = 256;

  template <class Thread>
  TACTUS_ON_DEVICE static void run(Thread& thread, const Params& p) {
    auto* sums = reinterpret_cast<double*>(thread.shared());
    const int chunk = thread.block() % p.chunks;
    const int column = thread.block() / p.chunks * p.width + thread.thread() % p.width;
    const int side = thread.threads() / p.width;
    const std::size_t of_chunk = (p.rows + p.chunks - 1) / p.chunks, begin = chunk * of_chunk;
    const std::size_t end = begin + of_chunk < p.rows ? begin + of_chunk : p.rows;
    double sum = 0.0;
    if (column < p.columns) {
      for (std::size_t r = begin + thread.thread() / p.width; r < end; r += side) {
        sum += p.x[r * p.columns + column];
      }
    }
    sums[thread.thread()] = sum;
    thread.sync_block();
    if (thread.thread() >= p.width || column >= p.columns) return;
    for (int s = 1; s < side; ++s) sum += sums[s * p.width + thread.thread()];
    p.partial[static_cast<std::size_t>(chunk) * p.columns + column] = sum;
  }
};

// Second stage: adds the chunks' sums to `sums` [columns]. <<<columns / 128, 128>>>.
struct AddColumnSums {
  struct Params {
    int columns, chunks;
    const double* partial;
    float* sums;
  };
  static constexpr int kMaxThreads = 128;

  template <class Thread>
  TACTUS_ON_DEVICE static void run(Thread& thread, const Params& p) {
    const std::size_t column = first_index(thread);
    if (column >= static_cast<std::size_t>(p.columns)) return;
    double sum = 0.0;
    for (int chunk = 0; chunk < p.chunks; ++chunk) {
      sum += p.partial[static_cast<std::size_t>(chunk) * p.columns + column];
    }
    p.sums[column] += static_cast<float>(sum);
  }
};

}  // namespace tactus::gpu
