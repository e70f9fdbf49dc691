// Beat features against a second implementation of their definition in double, and their contract
// as a stream.
#include "features/beat_features.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <numbers>
#include <random>
#include <vector>

#include "features/filterbanks/log_filterbank.h"
#include "features/frames/loudness.h"
#include "features/frames/window_function.h"
#include "tests/features/support/signals.h"

namespace tactus {
namespace {

// Small and quick: 2,000 Hz, hop 20.5 samples.
BeatFeatureParameters small() {
  return {.sample_rate = 2050,
          .fps = 100.0,
          .window_sizes = {64, 256},
          .bands_per_octave = {3, 8},
          .fmin = 40.0,
          .fmax = 900.0,
          .diff_ratio = 0.5};
}

std::vector<float> music(std::size_t samples, int sample_rate) {
  auto signal = test::noise(0.02, samples, 1);
  test::add(signal, test::sinusoid(110.0, 0.4, samples, sample_rate));
  for (std::size_t n = 0; n < samples; ++n) signal[n] *= n % 300 < 150 ? 1.0f : 0.2f;
  return signal;
}

using Rows = std::vector<std::vector<double>>;

// log10(1 + filtered magnitudes) [T, bands] by the sums themselves.
Rows log_spectrum(const std::vector<float>& x, const BeatFeatureParameters& p, std::size_t w) {
  const int size = p.window_sizes[w];
  const auto window = window_function(WindowKind::kHannSymmetric, size);
  const auto filters =
      logarithmic_filterbank(p.sample_rate, size, p.bands_per_octave[w], p.fmin, p.fmax);
  Rows rows;
  for (std::size_t i = 0; i * p.sample_rate / p.fps < x.size(); ++i) {
    const auto centre = std::llround(static_cast<double>(i) * p.sample_rate / p.fps);
    std::vector<double> magnitudes;
    for (int k = 0; k < size / 2; ++k) {
      std::complex<double> sum = 0.0;
      for (int n = 0; n < size; ++n) {
        const auto at = centre - size / 2 + n;
        if (at < 0 || at >= static_cast<long long>(x.size())) continue;
        sum += window[n] * x[at] * std::polar(1.0, -2.0 * std::numbers::pi * (k * n % size) / size);
      }
      magnitudes.push_back(std::abs(sum));
    }
    rows.emplace_back();
    for (const Filter& filter : filters) {
      double sum = 0.0;
      for (std::size_t j = 0; j < filter.weights.size(); ++j) {
        sum += filter.weights[j] * magnitudes[filter.first + j];
      }
      rows.back().push_back(std::log10(1.0 + sum));
    }
  }
  return rows;
}

TEST(BeatFeatures, EqualTheirDefinition) {
  const auto p = small();
  const auto signal = music(1500, p.sample_rate);
  const FrameMatrix got = beat_features(signal, p);
  ASSERT_EQ(got.frames, 74u);  // 1500 / 20.5 = 73.2
  ASSERT_EQ(got.bins, static_cast<std::size_t>(beat_feature_bins(p)));
  EXPECT_EQ(got.fps, 100.0);
  std::size_t column = 0;
  double worst = 0.0, loudest = 0.0;
  for (std::size_t w = 0; w < 2; ++w) {
    const Rows expected = log_spectrum(signal, p, w);
    ASSERT_EQ(expected.size(), got.frames);
    const std::size_t bands = expected[0].size();
    const std::size_t d = w == 0 ? 1 : 3;  // half of the peak at N / 4: 16 and 64 samples, hop 20.5
    for (std::size_t i = 0; i < got.frames; ++i) {
      for (std::size_t b = 0; b < bands; ++b) {
        const double rise = i < d ? 0.0 : std::max(0.0, expected[i][b] - expected[i - d][b]);
        worst = std::max({worst, std::abs(got.row(i)[column + b] - expected[i][b]),
                          std::abs(got.row(i)[column + bands + b] - rise)});
        loudest = std::max(loudest, expected[i][b]);
      }
    }
    column += 2 * bands;
  }
  EXPECT_EQ(column, got.bins);
  EXPECT_GT(loudest, 0.5);
  EXPECT_LE(worst, 1e-5 * loudest);
}

TEST(BeatFeatures, DifferenceFramesAsInMadmom) {
  EXPECT_EQ(difference_frames(0.5, 1024, 441.0), 1);
  EXPECT_EQ(difference_frames(0.5, 2048, 441.0), 1);
  EXPECT_EQ(difference_frames(0.5, 4096, 441.0), 2);
  EXPECT_EQ(difference_frames(0.5, 4096, 2000.0), 1);
  EXPECT_GT(difference_frames(0.1, 4096, 441.0), difference_frames(0.9, 4096, 441.0));
}

TEST(BeatFeatures, AnySplitGivesTheSameBitsAfterTheRowsBefore) {
  auto p = small();
  const auto signal = music(70000, p.sample_rate);  // more than is taken at once
  std::mt19937 generator(3);
  for (const double loudness : {0.0, -20.0}) {
    p.loudness = loudness;
    const FrameMatrix whole = beat_features(signal, p);
    for (const std::size_t longest : {1u, 50u, 700u, 39999u}) {
      BeatFeatureExtractor extractor(p);
      FrameMatrix rows(1, whole.bins, whole.fps);
      for (std::size_t at = 0; at < signal.size();) {
        const std::size_t count =
            std::min<std::size_t>(generator() % (longest + 1), signal.size() - at);
        extractor.push({signal.data() + at, count}, rows);
        at += count;
      }
      extractor.finish(rows);
      EXPECT_EQ(rows.frames, whole.frames + 1);
      std::vector<float> expected(whole.bins, 0.0f);
      expected.insert(expected.end(), whole.data.begin(), whole.data.end());
      EXPECT_EQ(rows.data, expected) << "blocks of up to " << longest;
    }
  }
}

TEST(BeatFeatures, ALoudnessIsAGainBeforeAllElse) {
  auto p = small();
  auto signal = music(8000, p.sample_rate);
  p.loudness = -20.0;
  const FrameMatrix found = beat_features(signal, p);
  const float gain = gain_to_loudness(signal, p.sample_rate, p.loudness);
  ASSERT_GT(std::abs(gain - 1.0f), 0.1f);
  for (float& sample : signal) sample *= gain;
  p.loudness = 0.0;
  const FrameMatrix expected = beat_features(signal, p);
  ASSERT_EQ(found.data.size(), expected.data.size());
  for (std::size_t i = 0; i < found.data.size(); ++i)
    ASSERT_NEAR(found.data[i], expected.data[i], 1e-5f) << i;
}

TEST(BeatFeatures, RowsComeOutAsSoonAsTheirWindowsAreFull) {
  const auto p = small();
  BeatFeatureExtractor extractor(p);
  FrameMatrix rows;
  const auto signal = music(400, p.sample_rate);
  extractor.push({signal.data(), 127}, rows);
  EXPECT_EQ(rows.frames, 0u);
  extractor.push({signal.data() + 127, 1}, rows);  // the window of 256 around sample 0 is full
  EXPECT_EQ(rows.frames, 1u);
  rows = FrameMatrix(0, rows.bins, rows.fps);  // a reader may take the rows away
  extractor.push({signal.data() + 128, 272}, rows);
  EXPECT_EQ(rows.frames, 13u);  // centres up to 400 - 128 = 272: frames 1 to 13
}

TEST(BeatFeatures, AnOnsetIsSeenAtItsTime) {
  BeatFeatureParameters p;
  std::vector<float> signal(3 * 22050, 0.0f);
  for (std::size_t n = 0; n < 200; ++n) signal[22050 + n] = n % 2 ? 0.5f : -0.5f;
  const FrameMatrix rows = beat_features(signal, p);
  std::vector<double> rise(rows.frames);
  const std::size_t bands = logarithmic_filterbank(22050, 512, 3, p.fmin, p.fmax).size();
  for (std::size_t i = 0; i < rows.frames; ++i) {
    for (std::size_t b = bands; b < 2 * bands; ++b) rise[i] += rows.row(i)[b];
  }
  EXPECT_EQ(std::max_element(rise.begin(), rise.end()) - rise.begin(), 50);
}

TEST(BeatFeatures, SilenceIsZeroAndNothingIsNothing) {
  const BeatFeatureParameters p;
  const FrameMatrix silence = beat_features(std::vector<float>(22050), p);
  EXPECT_EQ(silence.frames, 50u);
  EXPECT_EQ(silence.data, std::vector<float>(silence.data.size(), 0.0f));
  const FrameMatrix nothing = beat_features({}, p);
  EXPECT_EQ(nothing.frames, 0u);
  EXPECT_EQ(nothing.bins, static_cast<std::size_t>(beat_feature_bins(p)));
  EXPECT_EQ(nothing.fps, 50.0);
}

TEST(BeatFeatures, OneSampleMakesOneFrame) {
  const BeatFeatureParameters p;
  const FrameMatrix one = beat_features(std::vector<float>{0.5f}, p);
  ASSERT_EQ(one.frames, 1u);
  EXPECT_GT(*std::max_element(one.data.begin(), one.data.end()), 0.0f);
}

TEST(BeatFeatures, BadSamplesNeverMakeBadNumbers) {
  const auto p = small();
  auto signal = music(2000, p.sample_rate);
  const float infinity = std::numeric_limits<float>::infinity();
  for (std::size_t n = 0; n < signal.size(); n += 7) {
    signal[n] = n % 3 == 0 ? std::nanf("") : n % 3 == 1 ? -infinity : 3e38f;
  }
  for (const float value : beat_features(signal, p).data) {
    ASSERT_TRUE(std::isfinite(value));
    ASSERT_GE(value, 0.0f);
  }
}

TEST(BeatFeatures, SenselessParametersAreRefused) {
  const auto refused = [](auto change) {
    BeatFeatureParameters p = small();
    change(p);
    EXPECT_THROW(BeatFeatureExtractor{p}, std::invalid_argument);
  };
  refused([](auto& p) { p.window_sizes.clear(), p.bands_per_octave.clear(); });
  refused([](auto& p) { p.bands_per_octave.pop_back(); });
  refused([](auto& p) { p.window_sizes[0] = 0; });
  refused([](auto& p) { p.window_sizes[1] = -256; });
  refused([](auto& p) { p.bands_per_octave[1] = 0; });
  refused([](auto& p) { p.sample_rate = 0; });
  refused([](auto& p) { p.fps = 0.0; });
  refused([](auto& p) { p.fps = std::nan(""); });
  refused([](auto& p) { p.fps = 1e-300; });
  refused([](auto& p) { p.fmin = 900.0; });
  refused([](auto& p) { p.fmax = std::numeric_limits<double>::infinity(); });
  refused([](auto& p) { p.bands_per_octave[0] = 2000000000; });
  refused([](auto& p) { p.window_sizes[0] = 1 << 30; });
  refused([](auto& p) { p.window_sizes.assign(17, 64), p.bands_per_octave.assign(17, 3); });
  refused([](auto& p) { p.diff_ratio = 1.0; });
  FrameMatrix foreign(0, 7, 50.0);
  BeatFeatureExtractor extractor(small());
  EXPECT_THROW(extractor.push(std::vector<float>(10), foreign), std::invalid_argument);
}

}  // namespace
}  // namespace tactus
