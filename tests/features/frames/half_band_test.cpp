// The filter against its defining sum, its response, and blocks of any length.
#include "features/frames/half_band.h"

#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <cstddef>
#include <numbers>
#include <stdexcept>
#include <vector>

#include "tests/features/support/signals.h"

namespace tactus {
namespace {

std::vector<float> halved(HalfBand filter, std::span<const float> samples, std::size_t block) {
  std::vector<float> out;
  for (; !samples.empty(); samples = samples.subspan(std::min(block, samples.size())))
    filter.push(samples.first(std::min(block, samples.size())), out);
  filter.push(std::vector<float>(filter.reach() + 1, 0.0f), out);
  return out;
}

// Answers to a one at each of two neighbouring samples: the whole filter.
std::vector<double> response(double pass) {
  const HalfBand filter(pass);
  const std::size_t middle = 2 * filter.reach();
  std::vector<double> weights(2 * middle + 1);
  for (const std::size_t place : {middle, middle + 1}) {
    std::vector<float> one(3 * middle + 2, 0.0f);
    one[place] = 1.0f;
    const std::vector<float> y = halved(filter, one, 5);
    for (std::size_t n = 0; n < y.size(); ++n) {
      const std::ptrdiff_t delay = 2 * static_cast<std::ptrdiff_t>(n) +
                                   static_cast<std::ptrdiff_t>(middle) -
                                   static_cast<std::ptrdiff_t>(place);
      if (delay >= 0 && delay < std::ssize(weights))
        weights[static_cast<std::size_t>(delay)] = y[n];
    }
  }
  return weights;
}

double gain_at(const std::vector<double>& weights, double frequency) {
  std::complex<double> sum = 0.0;
  for (std::size_t n = 0; n < weights.size(); ++n)
    sum +=
        weights[n] * std::polar(1.0, 2.0 * std::numbers::pi * frequency * static_cast<double>(n));
  return std::abs(sum);
}

TEST(HalfBand, PassesTheLowAndStopsWhatFoldsOntoIt) {
  for (const double pass : {0.01, 0.082, 0.163, 0.2}) {
    const std::vector<double> weights = response(pass);
    for (double share = 0.0; share <= 1.0; share += 0.02) {
      EXPECT_NEAR(gain_at(weights, share * pass), 1.0, 2e-6) << pass << " " << share;
      EXPECT_LT(gain_at(weights, 0.5 - share * pass), 2e-6) << pass << " " << share;
    }
  }
}

TEST(HalfBand, BlocksDoNotMatter) {
  for (const std::size_t length : {0u, 1u, 2u, 3u, 30u, 999u}) {
    const auto samples = test::noise(0.5, length, 3);
    const std::vector<float> whole = halved(HalfBand(0.163), samples, 5000);
    EXPECT_GE(whole.size(), (length + 1) / 2);
    for (const std::size_t block : {1u, 2u, 7u, 100u})
      EXPECT_EQ(halved(HalfBand(0.163), samples, block), whole) << length << " " << block;
  }
}

TEST(HalfBand, RefusesWhatItCannotPass) {
  for (const double pass : {0.0, -0.1, 0.24, 0.3, std::nan("")})
    EXPECT_THROW(HalfBand{pass}, std::invalid_argument) << pass;
}

}  // namespace
}  // namespace tactus
