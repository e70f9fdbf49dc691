// The inner loops of the CPU backend, compiled once per instruction set and chosen at run time.
// cpu_kernel_sets.cpp has one row for each set.
//
// Units and columns come in panels of four vectors of `width` floats. A gate panel holds the four
// gates of `width` units: [i | f | g | o]. H' = H rounded up to `width`; P = H' / width panels. The
// kernels read no value beyond a matrix; rounded-up places are zero.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
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
  std::size_t h_stride = 0;         // H' divided by the values of a word
  const float* h_before = nullptr;  // [R,h_stride]
  const float* weights = nullptr;   // [P,words of H,4 width]
  const float* scales = nullptr;    // [P,4 width], for integers; see CpuNarrowKernels
  const float* starts = nullptr;    // [P,4 width], for integers
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
  const float* scales = nullptr;      // [4 width], for integers; see CpuNarrowKernels
  const float* starts = nullptr;      // [4 width], for integers
  const float* row_scales = nullptr;  // [rows], for integers
  float* c = nullptr;
  bool add = false;
};

struct CpuKernels {
  const char* name;
  const char* needs;  // instructions, by the names of the compiler
  int width;          // floats of a vector

  void (*product)(const CpuProduct& job);
  void (*lstm_step_forward)(const CpuLstmStep& step);
  // The same results, for one row and an even H, from weights that fit bf16, two in a word
  // (pack_bf16_panel). A single sequence waits at each step for the weights to come from the second
  // cache, and half as many bytes take less time. With more rows, the work to widen the weights
  // costs more than it saves.
  void (*lstm_step_of_pairs)(const CpuLstmStep& step);
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

// Inference with narrow operands: several values in a 32-bit word, along the inner dimension, the
// last word filled up with zeros. `inner` and `offset` of a product count words. Cells, gates and
// outputs stay in single precision.
//
// bf16: two values in a word, rounded to nearest even; sums in single precision.
// int16: two values in a word. A column of weights is scale q with whole q from -32767 to 32767.
//   The scale is the smallest with which sums of `longest` products fit 32 bits. A row of inputs is
//   scale q with q from -8191 to 8191; h is q / 8191. So sums are exact, and all processors have
//   the same.
// int8: four values in a word. A column of weights is scale q with whole q from -127 to 127 and the
//   scale of its largest value. A row of inputs is scale q with q from -63 to 63; h is q / 63. So
//   the sum of two products fits 16 bits, all sums are exact, and all processors have the same.
//   Bytes of inputs are q + 64 where the instructions want them unsigned; `starts`, whole numbers
//   at the beginning of a sum, take off 64 times the sum of the column.
struct CpuNarrowKernels {
  const char* precision;     // "bf16", "int16" or "int8"
  const char* instructions;  // besides those of `wide`, for a person
  const char* needs;         // all instructions, by the names of the compiler
  const CpuKernels& wide;    // the set in single precision with the same width
  int values;                // of a word
  bool integers;             // with scales and starts
  float scale_of_h;          // of integers
  int longest;               // sum, in products
  std::uint32_t zero;        // the word of zeros of h

  void (*product)(const CpuProduct& job);
  void (*lstm_step_forward)(const CpuLstmStep& step);
  // Converts x [columns] to words. Returns the scale of the row: 1 for bf16, NaN if a value is not
  // finite.
  float (*pack_row)(int columns, const float* x, float* words);
  // Converts a panel [inner,columns] to words [words of inner,columns]. Fills scales and starts
  // [columns] for integers; the scales contain that of the inputs, `input_scale`.
  void (*pack_panel)(int inner, int columns, const float* panel, float input_scale, float* words,
                     float* scales, float* starts);
};

inline constexpr std::array kNarrowPrecisions = {"bf16", "int16", "int8"};

// The table of all sets for this kind of processor: widest first, the last runs everywhere; the
// fastest of each precision first.
std::span<const CpuKernels* const> all_cpu_kernels();
std::span<const CpuNarrowKernels* const> all_narrow_kernels();

// The first of the instructions `needs` of a set that this processor lacks; empty if it runs the
// set.
std::string_view missing_instruction(std::string_view needs);

// The rows of the table that this processor runs.
std::vector<const CpuKernels*> supported_cpu_kernels();
std::vector<const CpuNarrowKernels*> supported_narrow_kernels();
// The fastest of a precision, or null.
const CpuNarrowKernels* narrow_kernels_of(std::string_view precision);

}  // namespace tactus
