#include "features/frames/logarithm.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace tactus {
namespace {

TEST(Logarithm, IsWithinItsStatedErrorEverywhere) {
  for (const float gain : {1.0f, 1000.0f}) {
    double worst = 0.0;
    for (double x = 1e-9; x < 1e30; x *= 1.00037) {
      float value = static_cast<float>(x);
      const double exact = std::log10(1.0 + static_cast<double>(gain) * value);
      log10_1p({&value, 1}, gain);
      worst = std::max(worst, std::abs(value - exact) / std::max(1.0, exact));
    }
    EXPECT_LE(worst, 2e-7) << gain;
  }
}

TEST(Logarithm, IsZeroAtZeroAndNeverFalls) {
  std::vector<float> values(1 << 16);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i) * 1e-4f;
  log10_1p(values, 10.0f);
  EXPECT_EQ(values[0], 0.0f);
  EXPECT_TRUE(std::is_sorted(values.begin(), values.end()));
}

TEST(Logarithm, GivesTheSameBitsInEveryPosition) {
  const std::vector<float> given = {0.0f, 1e-6f, 0.3f, 1.0f, 7.5f, 1234.5f};
  for (std::size_t shift = 0; shift < 17; ++shift) {
    std::vector<float> values(shift, 1.0f);
    values.insert(values.end(), given.begin(), given.end());
    log10_1p(values, 3.0f);
    for (std::size_t i = 0; i < given.size(); ++i) {
      float alone = given[i];
      log10_1p({&alone, 1}, 3.0f);
      EXPECT_EQ(values[shift + i], alone);
    }
  }
}

}  // namespace
}  // namespace tactus
