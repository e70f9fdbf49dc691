#include "model/backend/cpu/kernels/narrow_panels.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <vector>

#include "model/backend/bf16.h"

namespace tactus {
namespace {

constexpr float kSmallest = 1e-32f;      // a smaller unit has no inverse
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
template <IntegerRanges ranges>
void pack_integer_panel(int inner, int columns, const float* panel, float input_scale, float* words,
                        float* scales, float* starts) {
  const auto count = static_cast<std::size_t>(columns);
  // The value of 1: as small as the largest weight and the longest sums allow. Of a sum of n
  // weights, n may be lost to rounding: half a unit of each, and less in the sum itself.
  std::vector<float> unit(count, kSmallest), sizes(count), inverse(count);
  for (int first = 0; first < inner; first += ranges.longest) {
    const int last = std::min(first + ranges.longest, inner);
    const float most = std::numeric_limits<std::int32_t>::max() / ranges.input - (last - first);
    std::fill(sizes.begin(), sizes.end(), 0.0f);
    for (int k = first; k < last; ++k) {
      const float* row = panel + k * count;
      for (std::size_t c = 0; c < count; ++c) {
        const float size = std::abs(row[c]);
        unit[c] = std::max(unit[c], size / ranges.weight);
        sizes[c] += size;
      }
    }
    for (std::size_t c = 0; c < count; ++c) unit[c] = std::max(unit[c], sizes[c] / most);
  }
  for (std::size_t c = 0; c < count; ++c) {
    inverse[c] = 1.0f / unit[c];
    scales[c] = unit[c] * input_scale;
  }
  constexpr int kBits = 32 / ranges.values, kMask = (1 << kBits) - 1;
  std::vector<std::int32_t> sums(count), word(count);
  for (int k = 0; k < inner; k += ranges.values, words += count) {
    std::fill(word.begin(), word.end(), 0);
    for (int i = 0; i < std::min(ranges.values, inner - k); ++i) {
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
  for (std::size_t c = 0; c < count; ++c)
    starts[c] = std::bit_cast<float>(-ranges.offset * sums[c]);
}
template void pack_integer_panel<kInt8>(int, int, const float*, float, float*, float*, float*);
template void pack_integer_panel<kInt8Unsigned>(int, int, const float*, float, float*, float*,
                                                float*);
template void pack_integer_panel<kInt16>(int, int, const float*, float, float*, float*, float*);

}  // namespace tactus
