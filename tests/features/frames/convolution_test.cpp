#include "features/frames/convolution.h"

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

namespace tactus {
namespace {

std::vector<float> wave(std::size_t size, double step) {
  std::vector<float> values(size);
  for (std::size_t i = 0; i < size; ++i)
    values[i] = static_cast<float>(std::sin(step * static_cast<double>(i * i % 9973)));
  return values;
}

// Against the sum of its definition; blocks end between samples and in the middle of responses.
TEST(Convolution, IsTheSumOfItsDefinition) {
  for (const std::size_t length : {1u, 3u, 700u, 3000u})
    for (const std::size_t size : {1u, 5u, 4096u, 20001u}) {
      const std::vector<float> samples = wave(size, 0.37), response = wave(length, 0.11);
      const std::vector<float> got = convolved(samples, response);
      ASSERT_EQ(got.size(), size);
      double worst = 0;
      for (std::size_t n = 0; n < size; n += 1 + size / 500) {
        double sum = 0;
        for (std::size_t k = 0; k < length && k <= n; ++k) sum += response[k] * samples[n - k];
        worst = std::max(worst, std::abs(sum - got[n]));
      }
      EXPECT_LT(worst, 2e-6 * static_cast<double>(length) + 1e-5) << size << " by " << length;
      EXPECT_EQ(got, convolved(samples, response));
    }
}

TEST(Convolution, RefusesAnEmptyResponse) {
  const std::vector<float> samples(10, 1.0f);
  EXPECT_THROW(convolved(samples, {}), std::invalid_argument);
  EXPECT_THROW(convolved(samples, std::vector<float>((1 << 20) + 1)), std::invalid_argument);
  EXPECT_TRUE(convolved({}, samples).empty());
}

}  // namespace
}  // namespace tactus
