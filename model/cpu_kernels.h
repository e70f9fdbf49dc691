// The inner loops of the CPU backend, compiled once per instruction set and chosen at run time.
// Rows are one sequence at one step; gate rows hold i, f, g, o, each of H values.
#pragma once

#include <cstddef>
#include <vector>

namespace tactus {

struct CpuKernels {
  const char* name;

  // One LSTM cell. gates [4H]: sums of input and recurrent products on entry, activations on exit.
  // c_before null: zero. Writes c [H] and h [H].
  void (*cell_forward)(int H, const float* bias, const float* peephole, const float* c_before,
                       float* gates, float* c, float* h);
  // gates [4H]: activations on entry, gradients of the sums on exit. dc [H]: gradient of c from the
  // later step on entry, for the earlier step on exit. dpeephole [3H] is added to.
  void (*cell_backward)(int H, const float* peephole, const float* c_before, const float* c,
                        const float* dh, float* gates, float* dc, float* dpeephole);
  // y [N] += x [K] w [K,N].
  void (*vector_matrix)(int K, int N, const float* x, const float* w, float* y);
  // y [N] += the sum over rows of x [rows,N].
  void (*add_rows)(std::size_t rows, int N, const float* x, float* y);
  void (*adam)(std::size_t n, float rate, float decay_rate, float beta1, float beta2, float epsilon,
               float root_correction, float gradient_scale, const float* decay,
               const float* gradient, float* parameter, float* first, float* second);
};

// The sets that this processor runs, widest first; the last runs everywhere.
std::vector<const CpuKernels*> supported_cpu_kernels();

const CpuKernels& cpu_kernels_generic();
#if defined(__x86_64__)
const CpuKernels& cpu_kernels_avx2();
const CpuKernels& cpu_kernels_avx512();
#endif

}  // namespace tactus
