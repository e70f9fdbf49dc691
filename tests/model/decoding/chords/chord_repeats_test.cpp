#include "model/decoding/chords/chord_repeats.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace tactus {
namespace {

FrameMatrix random_frames(std::size_t frames, std::size_t bins, unsigned seed, double fps = 10.0) {
  FrameMatrix x(frames, bins, fps);
  std::mt19937 engine(seed);
  std::normal_distribution<float> normal;
  for (float& value : x.data) value = normal(engine);
  return x;
}

// The definition in chord_repeats.h, entry by entry.
Repeats repeats_by_definition(const FrameMatrix& x, const RepeatParameters& p) {
  const int frames = static_cast<int>(x.frames), bins = static_cast<int>(x.bins);
  std::vector<std::vector<double>> unit(x.frames, std::vector<double>(x.bins));
  for (int t = 0; t < frames; ++t) {
    double square = 0;
    for (int b = 0; b < bins; ++b) {
      for (int near = std::max(t - 1, 0); near <= std::min(t + 1, frames - 1); ++near)
        unit[t][b] += x.row(near)[b];
      square += unit[t][b] * unit[t][b];
    }
    for (double& value : unit[t]) value /= std::sqrt(square);
  }
  const int half = static_cast<int>(p.seconds * x.fps / 2);
  const auto similarity = [&](int i, int j) {
    if (i < 0 || j < 0 || i >= frames || j >= frames) return -1.0;
    double sum = 0;
    int n = 0;
    for (int k = -half; k <= half; ++k) {
      if (i + k < 0 || j + k < 0 || i + k >= frames || j + k >= frames) continue;
      ++n;
      for (int b = 0; b < bins; ++b) sum += unit[i + k][b] * unit[j + k][b];
    }
    return n >= p.seconds * x.fps / 2 ? sum / n : -1.0;
  };
  Repeats found;
  found.places = static_cast<std::size_t>(p.places);
  for (int i = 0; i < frames; ++i) {
    std::vector<std::pair<double, int>> places;
    for (int j = 0; j < frames; ++j) {
      const double here = similarity(i, j);
      if (std::abs(i - j) >= p.distance * x.fps && here >= p.similarity &&
          here >= similarity(i, j - 1) && here > similarity(i, j + 1))
        places.emplace_back(here, j);
    }
    std::sort(places.rbegin(), places.rend());
    places.resize(found.places, {-1.0, 0});
    for (const auto& [here, j] : places) {
      found.frame.push_back(static_cast<std::uint32_t>(j));
      found.weight.push_back(here < 0 ? 0.0f : static_cast<float>(std::exp((here - 1) / p.scale)));
    }
  }
  return found;
}

TEST(Repeats, AreThoseOfTheDefinition) {
  const RepeatParameters parameters{.places = 2, .seconds = 3.0, .similarity = 0.05, .scale = 0.4};
  std::size_t found = 0;
  for (unsigned seed = 0; seed < 4; ++seed) {
    // Frames 0..59 come again at 90..149, with noise.
    FrameMatrix x = random_frames(170, 5, seed);
    const FrameMatrix noise = random_frames(170, 5, seed + 100);
    for (std::size_t i = 0; i < 60 * 5; ++i) x.data[90 * 5 + i] = x.data[i] + 0.5f * noise.data[i];
    const Repeats fast = find_repeats(x, parameters), slow = repeats_by_definition(x, parameters);
    ASSERT_EQ(fast.weight.size(), slow.weight.size());
    for (std::size_t k = 0; k < fast.weight.size(); ++k) {
      EXPECT_NEAR(fast.weight[k], slow.weight[k], 1e-4) << "seed " << seed << " entry " << k;
      if (slow.weight[k] > 0) {
        EXPECT_EQ(fast.frame[k], slow.frame[k]) << "seed " << seed << " entry " << k;
        ++found;
      }
    }
    EXPECT_EQ(fast.frame[30 * 2], 120u);
    EXPECT_EQ(fast.frame[120 * 2], 30u);
  }
  EXPECT_GT(found, 400u);
}

// Longer than one part of the search: no place lies in another part, and both parts are searched.
TEST(Repeats, LongRecordingsAreDecodedInWindows) {
  FrameMatrix x = random_frames(12'400, 3, 7);
  for (const std::size_t to : {std::size_t{5000}, std::size_t{12'100}})
    std::copy_n(x.data.begin() + static_cast<std::ptrdiff_t>(3 * (to == 5000 ? 1000 : 12'000)),
                3 * 60, x.data.begin() + static_cast<std::ptrdiff_t>(3 * to));
  const Repeats found = find_repeats(x, {.places = 1, .seconds = 3.0, .similarity = 0.7});
  EXPECT_EQ(found.frame[1030], 5030u);
  EXPECT_EQ(found.frame[12'030], 12'130u);
  for (std::size_t t = 0; t < x.frames; ++t)
    EXPECT_TRUE(found.weight[t] == 0 || (found.frame[t] < 12'000) == (t < 12'000)) << t;
}

TEST(Repeats, SilenceAndShortSongsHaveNone) {
  const RepeatParameters parameters{.places = 3};
  for (const FrameMatrix& x : {FrameMatrix(600, 4, 10.0), random_frames(15, 4, 1),
                               FrameMatrix(0, 4, 10.0), random_frames(600, 4, 2)}) {
    const Repeats found = find_repeats(x, parameters);
    EXPECT_EQ(found.weight, std::vector<float>(x.frames * 3, 0.0f));
  }
  EXPECT_EQ(find_repeats(random_frames(50, 4, 1), {}).places, 0u);
  EXPECT_THROW(find_repeats(FrameMatrix(5, 4, 0.0), parameters), std::invalid_argument);
}

TEST(Repeats, AverageIsTheWeightedGeometricMean) {
  FrameMatrix p(3, 2, 10.0);
  p.data = {0.9f, 0.1f, 0.2f, 0.8f, 0.5f, 0.5f};
  const Repeats repeats{1, {1, 0, 0}, {0.5f, 0.0f, 2.0f}};
  const FrameMatrix mean = averaged_over_repeats(p, repeats);
  const double first = std::pow(0.9, 1 / 1.5) * std::pow(0.2, 0.5 / 1.5);
  const double second = std::pow(0.1, 1 / 1.5) * std::pow(0.8, 0.5 / 1.5);
  EXPECT_NEAR(mean.data[0], first / (first + second), 1e-6);
  EXPECT_NEAR(mean.data[1], second / (first + second), 1e-6);
  EXPECT_NEAR(mean.data[3], 0.8, 1e-6);
  EXPECT_NEAR(mean.data[4] / mean.data[5], std::pow(9.0, 2.0 / 3), 1e-4);
  EXPECT_EQ(averaged_over_repeats(p, {}).frames, 3u);
  EXPECT_THROW(averaged_over_repeats(p, {1, {0}, {1.0f}}), std::invalid_argument);
  // Logits through their mean are the same thing.
  FrameMatrix logits = p;
  for (float& x : logits.data) x = std::log(x) + 3.0f;
  const FrameMatrix mean_logits = mean_over_repeats(logits, repeats);
  EXPECT_NEAR(mean_logits.data[0] - mean_logits.data[1], std::log(first / second), 1e-5);
}

}  // namespace
}  // namespace tactus
