// The sparse product and the log-spaced banks by their definitions.
#include "features/filterbanks/filterbank.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <vector>

#include "features/filterbanks/log_filterbank.h"
#include "features/filterbanks/log_frequency_kernels.h"
#include "tests/features/support/signals.h"

namespace tactus {
namespace {

TEST(FilterbankProduct, EqualsTheDotProductsAtEveryLength) {
  Filterbank filters;
  for (std::size_t length = 0; length < 40; ++length) {
    const auto weights = test::noise(1.0, length, static_cast<unsigned>(length));
    filters.push_back({3 * length % 17, {weights.begin(), weights.end()}});
  }
  const FilterbankProduct product(filters);
  const auto spectrum = test::noise(1.0, product.padded_bins(), 9);
  std::vector<float> got(product.bands(), -1.0f);
  product.apply(spectrum.data(), got.data());
  for (std::size_t b = 0; b < filters.size(); ++b) {
    double sum = 0.0;
    for (std::size_t i = 0; i < filters[b].weights.size(); ++i) {
      sum += filters[b].weights[i] * spectrum[filters[b].first + i];
    }
    EXPECT_NEAR(got[b], sum, 1e-5) << b;
  }
}

TEST(FilterbankProduct, KnowsTheBinsItReads) {
  const FilterbankProduct product(
      {{5, {1.0, 1.0}}, {3, {1.0}}, {0, {}}, {4, {1.0, 1.0, 1.0, 1.0}}});
  EXPECT_EQ(product.first_bin(), 3u);
  EXPECT_EQ(product.last_bin(), 8u);
  EXPECT_GE(product.padded_bins(), product.last_bin());
  EXPECT_EQ(FilterbankProduct(Filterbank{}).bands(), 0u);
}

// 100 Hz, 64 samples: bins of 1.5625 Hz below 50 Hz. One band per octave from 440 / 2^n between 3
// and 30 Hz: 3.4375, 6.875, 13.75, 27.5 Hz = bins 2.2, 4.4, 8.8, 17.6 -> 2, 4, 9, 18.
TEST(LogarithmicFilterbank, WorkedByHand) {
  const Filterbank filters = logarithmic_filterbank(100, 64, 1, 3.0, 30.0);
  ASSERT_EQ(filters.size(), 2u);
  EXPECT_EQ(filters[0].first, 2u);
  const std::vector<double> rise_and_fall = {0.0, 0.5, 1.0, 0.8, 0.6, 0.4, 0.2};
  ASSERT_EQ(filters[0].weights.size(), rise_and_fall.size());
  for (std::size_t i = 0; i < rise_and_fall.size(); ++i) {
    EXPECT_NEAR(filters[0].weights[i], rise_and_fall[i] / 3.5, 1e-15) << i;
  }
  EXPECT_EQ(filters[1].first, 4u);
  EXPECT_EQ(filters[1].weights.size(), 14u);
}

TEST(LogarithmicFilterbank, EveryBandHasAreaOneAndItsOwnCentre) {
  for (const int size : {512, 1024, 2048, 4096}) {
    const Filterbank filters = logarithmic_filterbank(44100, size, 12, 30.0, 17000.0);
    for (std::size_t b = 0; b < filters.size(); ++b) {
      const auto& weights = filters[b].weights;
      EXPECT_NEAR(std::accumulate(weights.begin(), weights.end(), 0.0), 1.0, 1e-12);
      EXPECT_LE(filters[b].first + weights.size(), static_cast<std::size_t>(size) / 2);
      EXPECT_TRUE(b == 0 || filters[b].first > filters[b - 1].first) << b;
    }
  }
}

TEST(LogarithmicFilterbank, RefusesWhatLeavesNoBand) {
  EXPECT_THROW(logarithmic_filterbank(22050, 512, 12, 30, 31), std::invalid_argument);
  EXPECT_THROW(logarithmic_filterbank(22050, 512, 12, 0, 1000), std::invalid_argument);
  EXPECT_THROW(logarithmic_filterbank(22050, 512, 12, 1000, 30), std::invalid_argument);
  EXPECT_THROW(logarithmic_filterbank(22050, 2, 12, 30, 1000), std::invalid_argument);
  EXPECT_THROW(logarithmic_filterbank(22050, 512, 0, 30, 1000), std::invalid_argument);
  EXPECT_THROW(logarithmic_filterbank(0, 512, 12, 30, 1000), std::invalid_argument);
}

TEST(LogFrequencyKernels, NarrowKernelsShareEachFrequencyWithoutLoss) {
  // At 1 kHz and above the kernels are one bin wide; scaled back they sum to one at each FFT bin
  // between them.
  std::vector<double> frequencies;
  for (int b = 0; b < 25; ++b) frequencies.push_back(1000.0 * std::exp2(b / 24.0));
  const Filterbank kernels = log_frequency_kernels(22050, 8192, 24, frequencies);
  for (std::size_t k = 380; k < 730; ++k) {
    double sum = 0.0;
    for (std::size_t b = 0; b < kernels.size(); ++b) {
      const std::size_t i = k - kernels[b].first;
      if (k < kernels[b].first || i >= kernels[b].weights.size()) continue;
      const double u = 24.0 * std::log2(k * 22050.0 / 8192.0 / frequencies[b]);
      sum += std::pow(std::cos(std::numbers::pi / 2 * u), 2);
      EXPECT_GT(kernels[b].weights[i], 0.0);
    }
    EXPECT_NEAR(sum, 1.0, 1e-9) << k;
  }
}

TEST(LogFrequencyKernels, RefuseToReachOutsideTheSpectrum) {
  EXPECT_THROW(log_frequency_kernels(22050, 8192, 24, {11000.0}), std::invalid_argument);
  EXPECT_THROW(log_frequency_kernels(22050, 512, 24, {5.0}), std::invalid_argument);
  EXPECT_THROW(log_frequency_kernels(22050, 8192, 0, {100.0}), std::invalid_argument);
}

}  // namespace
}  // namespace tactus
