// Weights as words of narrow values: pack_panel of CpuNarrowKernels.
#pragma once

namespace tactus {

void pack_bf16_panel(int inner, int columns, const float* panel, float input_scale, float* words,
                     float* scales, float* starts);

// The whole numbers of integers.
struct IntegerRanges {
  int values;   // of a word
  int weight;   // largest of weights
  int input;    // largest of inputs
  int longest;  // sum, in products
  int offset;   // inputs are stored as q + offset
};
constexpr IntegerRanges kInt8 = {4, 127, 63, 1 << 17, 0};
constexpr IntegerRanges kInt8Unsigned = {4, 127, 63, 1 << 17, 64};
constexpr IntegerRanges kInt16 = {2, 32767, 8191, 512, 0};

template <IntegerRanges ranges>
void pack_integer_panel(int inner, int columns, const float* panel, float input_scale, float* words,
                        float* scales, float* starts);

}  // namespace tactus
