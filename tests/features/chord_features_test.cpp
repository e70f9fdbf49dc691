// Chord features: the properties stated in their header.
#include "features/chord_features.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "tests/features/support/signals.h"

namespace tactus {
namespace {

constexpr std::size_t kLength =
    30000;  // samples: whole windows around frame 6 of the default parameters
constexpr std::size_t kMiddle = 6;

double bin_hz(const ChordFeatureParameters& p, int bin, double tuning_hz = 440.0) {
  return p.fmin * std::exp2(static_cast<double>(bin) / p.bins_per_octave) * tuning_hz / 440.0;
}

// The amplitudes behind the logarithm of the middle row.
std::vector<double> amplitudes(const std::vector<float>& signal, const ChordFeatureParameters& p,
                               double tuning_hz = 440.0) {
  const FrameMatrix rows = chord_features(signal, p, tuning_hz);
  std::vector<double> result;
  for (const float value : rows.row(kMiddle)) {
    result.push_back((std::pow(10.0, value) - 1.0) / p.log_gain);
  }
  return result;
}

std::vector<float> tone(const ChordFeatureParameters& p, double hz, double amplitude = 0.1) {
  return test::sinusoid(hz, amplitude, kLength, p.sample_rate);
}

std::ptrdiff_t loudest_bin(const std::vector<double>& row) {
  return std::max_element(row.begin(), row.end()) - row.begin();
}

TEST(ChordFeatures, ASinusoidGivesItsAmplitudeAtItsBinAndNothingFarAway) {
  const ChordFeatureParameters p;
  for (int bin = 0; bin < chord_feature_bins(p); bin += 5) {
    const auto row = amplitudes(tone(p, bin_hz(p, bin)), p);
    EXPECT_EQ(loudest_bin(row), bin);
    EXPECT_NEAR(row[bin], 0.1, 0.001) << bin;
    for (int other = 0; other < chord_feature_bins(p); ++other) {
      EXPECT_LT(row[other], std::abs(other - bin) < 6 ? 0.101 : 0.001) << bin << " in " << other;
    }
  }
}

TEST(ChordFeatures, SemitonesAreToldApartFromTheLowEOfABassOnwards) {
  const ChordFeatureParameters p;
  for (int bin = 8; bin < chord_feature_bins(p) - 4; bin += 2) {  // E1 = bin 8
    const auto row = amplitudes(tone(p, bin_hz(p, bin)), p);
    EXPECT_LT(row[bin - 2], 0.3 * row[bin]) << bin;
    EXPECT_LT(row[bin + 2], 0.3 * row[bin]) << bin;
    EXPECT_LT(row[bin + 4], 0.05 * row[bin]) << bin;
  }
}

TEST(ChordFeatures, BetweenTwoBinsBothSound) {
  const ChordFeatureParameters p;
  for (const double bin : {30.5, 60.5, 100.5}) {
    const auto row = amplitudes(tone(p, p.fmin * std::exp2(bin / 24)), p);
    const auto low = static_cast<std::size_t>(bin);
    EXPECT_NEAR(row[low], row[low + 1], 0.015);
    EXPECT_GT(row[low], 0.05);
    EXPECT_LT(row[low], 0.1);
  }
}

TEST(ChordFeatures, RollingTheBinsTransposes) {
  // On the notes exactly; between them the window's own width, the same in Hz everywhere, shows as
  // a slightly wider or narrower skirt of each note (amplitude 0.05).
  for (const int bins_per_octave : {24, 36}) {
    ChordFeatureParameters p;
    p.bins_per_octave = bins_per_octave;
    const int per_semitone = bins_per_octave / 12;
    const auto chord = [&](int semitones) {
      std::vector<float> signal(kLength);
      for (const int note : {36, 40, 43, 48}) {
        const double hz = bin_hz(p, (note + semitones) * per_semitone);
        test::add(signal, test::sinusoid(hz, 0.05, kLength, p.sample_rate, note));
      }
      return amplitudes(signal, p);
    };
    const auto plain = chord(0);
    for (const int semitones : {-5, 1, 6}) {
      const auto moved = chord(semitones);
      const int roll = semitones * per_semitone;
      for (int b = 3 * bins_per_octave - 4; b < 4 * bins_per_octave + 4; ++b) {
        const double tolerance = b % per_semitone == 0 ? 0.001 : 0.01;
        EXPECT_NEAR(moved[b + roll], plain[b], tolerance) << per_semitone << " " << b;
      }
    }
  }
}

TEST(ChordFeatures, TheGivenTuningMovesTheBins) {
  const ChordFeatureParameters p;
  for (const double tuning : {430.0, 452.0}) {
    const auto row = amplitudes(tone(p, bin_hz(p, 69, tuning)), p, tuning);
    EXPECT_EQ(loudest_bin(row), 69);
    EXPECT_NEAR(row[69], 0.1, 0.001);
  }
}

TEST(ChordFeatures, TheTuningIsEstimatedWhenAskedFor) {
  ChordFeatureParameters p;
  std::vector<float> signal(4 * 22050);
  for (const int bin : {54, 62, 68, 90}) {
    test::add(signal, test::sinusoid(bin_hz(p, bin, 449.0), 0.1, signal.size(), p.sample_rate));
  }
  const FrameMatrix corrected = chord_features(signal, p);
  const FrameMatrix known = chord_features(signal, p, 449.0);
  double worst = 0.0;
  for (std::size_t i = 0; i < known.data.size(); ++i) {
    worst = std::max<double>(worst, std::abs(corrected.data[i] - known.data[i]));
  }
  EXPECT_LT(worst, 0.1);
  p.correct_tuning = false;
  EXPECT_EQ(chord_features(signal, p).data, chord_features(signal, p, 440.0).data);
  EXPECT_NE(chord_features(signal, p).data, known.data);
}

TEST(ChordFeatures, AnySplitGivesTheSameBits) {
  const ChordFeatureParameters p;
  const auto signal = test::noise(0.1, 50000, 7);
  const FrameMatrix whole = chord_features(signal, p, 441.0);
  EXPECT_EQ(whole.frames, 23u);  // 50,000 / 2,205 = 22.7
  std::mt19937 generator(3);
  for (const std::size_t longest : {300u, 9000u, 50000u}) {
    ChordFeatureExtractor extractor(p, 441.0);
    FrameMatrix rows;
    for (std::size_t at = 0; at < signal.size();) {
      const std::size_t count =
          std::min<std::size_t>(generator() % (longest + 1), signal.size() - at);
      extractor.push({signal.data() + at, count}, rows);
      at += count;
    }
    extractor.finish(rows);
    EXPECT_EQ(rows.data, whole.data) << "blocks of up to " << longest;
  }
}

TEST(ChordFeatures, AToneEndsAtItsTime) {
  const ChordFeatureParameters p;
  auto signal = tone(p, bin_hz(p, 96));
  signal.resize(60000, 0.0f);  // ends at 30,000 / 2,205 = frame 13.6
  const FrameMatrix rows = chord_features(signal, p, 440.0);
  const auto amplitude = [&](std::size_t i) {
    return (std::pow(10.0, rows.row(i)[96]) - 1) / 1000;
  };
  EXPECT_NEAR(amplitude(11), 0.1, 0.005);
  EXPECT_GT(amplitude(13), 0.05);
  EXPECT_LT(amplitude(14), 0.05);
  EXPECT_LT(amplitude(17), 0.001);
}

TEST(ChordFeatures, SilenceIsZeroAndNothingIsNothing) {
  const ChordFeatureParameters p;
  const FrameMatrix silence = chord_features(std::vector<float>(22050), p);
  EXPECT_EQ(silence.frames, 10u);
  EXPECT_EQ(silence.data, std::vector<float>(10 * 144, 0.0f));
  const FrameMatrix nothing = chord_features({}, p);
  EXPECT_EQ(nothing.frames, 0u);
  EXPECT_EQ(nothing.bins, 144u);
  EXPECT_EQ(nothing.fps, 10.0);
  EXPECT_EQ(chord_features(std::vector<float>{0.5f}, p).frames, 1u);
}

TEST(ChordFeatures, BadSamplesNeverMakeBadNumbers) {
  auto signal = test::noise(0.1, 22050, 2);
  const float infinity = std::numeric_limits<float>::infinity();
  for (std::size_t n = 0; n < signal.size(); n += 7) {
    signal[n] = n % 3 == 0 ? std::nanf("") : n % 3 == 1 ? -infinity : 3e38f;
  }
  for (const float value : chord_features(signal, {}).data) {
    ASSERT_TRUE(std::isfinite(value));
    ASSERT_GE(value, 0.0f);
  }
}

TEST(ChordFeatures, OneWindowForAllIsAllowed) {
  ChordFeatureParameters p;
  p.split_hz = 0.0;
  p.treble_window = 16384;
  const auto row = amplitudes(tone(p, bin_hz(p, 30)), p);
  EXPECT_EQ(loudest_bin(row), 30);
  p.split_hz = 1e6;
  EXPECT_EQ(loudest_bin(amplitudes(tone(p, bin_hz(p, 30)), p)), 30);
}

TEST(ChordFeatures, SenselessParametersAreRefused) {
  const auto refused = [](auto change) {
    ChordFeatureParameters p;
    change(p);
    EXPECT_THROW((ChordFeatureExtractor{p, 440.0}), std::invalid_argument);
  };
  refused([](auto& p) { p.bins_per_octave = 25; });
  refused([](auto& p) { p.bins_per_octave = 0; });
  refused([](auto& p) { p.bins_per_octave = 1200000000; });
  refused([](auto& p) { p.octaves = 0; });
  refused([](auto& p) { p.octaves = 9; });  // beyond the Nyquist frequency
  refused([](auto& p) { p.fmin = 0.0; });
  refused([](auto& p) { p.fmin = std::numeric_limits<double>::infinity(); });
  refused([](auto& p) { p.fmin = 1.0; });  // below the first bin
  refused([](auto& p) { p.log_gain = -1.0; });
  refused([](auto& p) { p.sample_rate = 0; });
  refused([](auto& p) { p.fps = -10.0; });
  refused([](auto& p) { p.bass_window = 0; });
  refused([](auto& p) { p.bass_window = 1 << 30; });
  refused([](auto& p) { p.treble_window = -8192; });
  EXPECT_THROW((ChordFeatureExtractor{{}, 0.0}), std::invalid_argument);
  EXPECT_THROW((ChordFeatureExtractor{{}, std::nan("")}), std::invalid_argument);
  EXPECT_THROW(chord_features({}, {}, 1000.0), std::invalid_argument);
}

}  // namespace
}  // namespace tactus
