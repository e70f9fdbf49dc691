// Weights as words of narrow values: pack_panel of CpuNarrowKernels.
#pragma once

namespace tactus {

void pack_bf16_panel(int inner, int columns, const float* panel, float input_scale, float* words,
                     float* scales, float* starts);
// `values` of a word, `largest` q of weights; for inputs stored as q + `offset`.
template <int values, int largest, int offset>
void pack_integer_panel(int inner, int columns, const float* panel, float input_scale, float* words,
                        float* scales, float* starts);

}  // namespace tactus
