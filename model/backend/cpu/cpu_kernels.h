// The inner loops of the CPU backend, compiled once per instruction set and chosen at run time.
//
// Units and columns come in panels of four vectors of `width` floats. A gate panel holds the four
// gates of `width` units: [i | f | g | o]. H' = H rounded up to `width`; P = H' / width panels. The
// kernels read no value beyond a matrix; rounded-up places are zero.
#pragma once

#include <cstddef>
#include <vector>

namespace tactus {

// One step of one direction: gates = gates + h_before weights; cells; h. "rows" are the sequences
// that are alive at this step.
struct CpuLstmStep {
  int hidden = 0;                   // H
  int rows = 0;                     // R
  int first_panel = 0;              // first panel to compute
  int last_panel = 0;               // the panel after the last one
  bool reverse = false;             // panels from the last to the first; the results are the same
  std::size_t state_stride = 0;     // H'
  std::size_t h_stride = 0;         // H', or half of it if words are pairs
  const float* h_before = nullptr;  // [R,h_stride]
  const float* weights = nullptr;   // [P,H,4 width], or H/2 rounded up if words are pairs
  const float* peephole = nullptr;  // [3,H'] or null
  float* gates = nullptr;           // P times [R,4 width]: input products and bias on entry
  std::size_t gates_stride = 0;     // between panels
  float* c = nullptr;               // [R,H']: the cells before this step on entry, after it on exit
  float* h = nullptr;               // [R,h_stride]
  float* const* y = nullptr;        // R pointers to rows [H]
  float* cells = nullptr;           // P times [R,width]; null: gates and cells are not kept
  std::size_t cells_stride = 0;
};

// One step of the backward pass: dh = dy + dgates(later step) weights^T, then the cells. Gates hold
// activations on entry and the gradients of the sums on exit.
struct CpuLstmBackStep {
  int hidden = 0;
  int rows = 0;          // R
  int rows_after = 0;    // alive at the later step; 0 at the last
  int rows_before = 0;   // alive at the earlier step; 0 at the first
  int first_column = 0;  // first panel of 4 width units to compute
  int last_column = 0;   // the panel after the last one
  bool reverse = false;
  std::size_t state_stride = 0;        // H'
  const float* gates_after = nullptr;  // P times [rows_after,4 width], gradients
  const float* weights = nullptr;      // [P/4 rounded up, P, 4 width, 4 width]: columns are units
  const float* peephole = nullptr;     // [3,H'] or null
  const float* const* dy = nullptr;    // R pointers to rows [H]
  float* gates = nullptr;              // P times [R,4 width]
  std::size_t gates_stride = 0;
  const float* cells = nullptr;         // P times [R,width]
  const float* cells_before = nullptr;  // P times [rows_before,width]
  std::size_t cells_stride = 0;
  float* dc = nullptr;  // [R,H']: from the later step on entry, for the earlier on exit
};

// c [rows, 4 width] = or += a panel. Row r of `a` begins at a[r] + offset and has `segments` runs
// of `inner` values, `jump` apart; panel [segments inner, 4 width].
struct CpuProduct {
  int rows = 0;
  int inner = 0;
  int segments = 1;
  std::ptrdiff_t jump = 0;
  const float* const* a = nullptr;
  std::ptrdiff_t offset = 0;
  const float* panel = nullptr;
  float* c = nullptr;
  bool add = false;
};

struct CpuKernels {
  const char* name;
  int width;  // floats of a vector

  void (*product)(const CpuProduct& job);
  void (*lstm_step_forward)(const CpuLstmStep& step);
  void (*lstm_step_backward)(const CpuLstmBackStep& step);
  // out[c * stride + r] = rows[r][c].
  void (*transpose_rows)(int count, int columns, const float* const* rows, long stride, float* out);
  // y [N] += the sum over rows of x [rows,N].
  void (*add_rows)(std::size_t rows, int N, const float* x, float* y);
  void (*adam)(std::size_t n, float rate, float decay_rate, float beta1, float beta2, float epsilon,
               float root_correction, float gradient_scale, const float* decay,
               const float* gradient, float* parameter, float* first, float* second);
  // Only independent multiply-adds in registers, the fastest work of this set. Returns the number
  // of multiplications and additions.
  double (*multiply_add_chains)(long rounds);
};

// Inference in bf16 (8 bits of precision, the range of single precision) with sums in single
// precision. The operands of the products are pairs in 32-bit words, along the inner dimension.
// `inner` and `offset` of a product count words; an odd dimension ends with a zero.
struct CpuBf16Kernels {
  void (*product)(const CpuProduct& job);
  void (*lstm_step_forward)(const CpuLstmStep& step);
  // Converts x [columns] to [columns / 2 rounded up] words, rounded to nearest even.
  void (*to_pairs)(int columns, const float* x, float* words);
};
// Null if the processor has no such instructions. The width is that of the widest set.
const CpuBf16Kernels* supported_bf16_kernels();

// The sets that this processor runs, widest first; the last runs everywhere.
std::vector<const CpuKernels*> supported_cpu_kernels();

const CpuKernels& cpu_kernels_generic();
#if defined(__x86_64__)
const CpuKernels& cpu_kernels_avx2();
const CpuKernels& cpu_kernels_avx512();
const CpuBf16Kernels& cpu_kernels_avx512_bf16();
#endif

}  // namespace tactus
