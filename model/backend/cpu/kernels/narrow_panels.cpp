#include "model/backend/cpu/kernels/narrow_panels.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <vector>

#include "model/backend/bf16.h"

namespace tactus {
namespace {

constexpr float kSmallest = 1e-30f;      // a smaller range has no inverse
constexpr float kRounder = 12582912.0f;  // 1.5 2^23: near it, the spacing of floats is 1

}  // namespace

void pack_bf16_panel(int inner, int columns, const float* panel, float, float* words, float*,
                     float*) {
  for (int k = 0; k < inner; k += 2, words += columns) {
    const float* first = panel + static_cast<std::size_t>(k) * columns;
    for (int c = 0; c < columns; ++c) {
      const std::uint32_t second = k + 1 < inner ? bf16_of(first[columns + c]) : 0;
      words[c] = std::bit_cast<float>(bf16_of(first[c]) | second << 16);
    }
  }
}

// Columns are the inner loops, so that the compiler makes them vector instructions.
template <int values, int largest, int offset>
void pack_integer_panel(int inner, int columns, const float* panel, float input_scale, float* words,
                        float* scales, float* starts) {
  const auto count = static_cast<std::size_t>(columns);
  std::vector<float> range(count, kSmallest), inverse(count);
  for (int k = 0; k < inner; ++k) {
    const float* row = panel + k * count;
    for (std::size_t c = 0; c < count; ++c) range[c] = std::max(range[c], std::abs(row[c]));
  }
  for (std::size_t c = 0; c < count; ++c) {
    inverse[c] = largest / range[c];
    scales[c] = range[c] / largest * input_scale;
  }
  constexpr int kBits = 32 / values, kMask = (1 << kBits) - 1;
  std::vector<std::int32_t> sums(count), word(count);
  for (int k = 0; k < inner; k += values, words += count) {
    std::fill(word.begin(), word.end(), 0);
    for (int i = 0; i < std::min(values, inner - k); ++i) {
      const float* row = panel + (k + i) * count;
      for (std::size_t c = 0; c < count; ++c) {
        // The sum has the nearest whole number in its lowest bits.
        const auto q = std::bit_cast<std::int32_t>(row[c] * inverse[c] + kRounder) -
                       std::bit_cast<std::int32_t>(kRounder);
        sums[c] += q;
        word[c] |= (q & kMask) << (kBits * i);
      }
    }
    std::memcpy(words, word.data(), count * sizeof(float));
  }
  for (std::size_t c = 0; c < count; ++c) starts[c] = std::bit_cast<float>(-offset * sums[c]);
}
template void pack_integer_panel<4, 127, 0>(int, int, const float*, float, float*, float*, float*);
template void pack_integer_panel<4, 127, 64>(int, int, const float*, float, float*, float*, float*);
template void pack_integer_panel<2, 2047, 0>(int, int, const float*, float, float*, float*, float*);

}  // namespace tactus
