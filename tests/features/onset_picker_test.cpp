#include "features/onset_picker.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>
#include <stdexcept>

namespace tactus {
namespace {

constexpr int kRate = 44100;

std::vector<float> silence(double seconds, int rate = kRate) {
  return std::vector<float>(static_cast<std::size_t>(seconds * rate), 0.0f);
}

// A tone that begins at once and dies away.
void add_note(std::vector<float>& samples, double start, double hz, double amplitude,
              int rate = kRate) {
  for (auto n = static_cast<std::size_t>(std::ceil(start * rate)); n < samples.size(); ++n) {
    const double t = static_cast<double>(n) / rate - start;
    if (t > 2.0) break;
    for (const double partial : {1.0, 2.0, 3.0}) {
      samples[n] += static_cast<float>(amplitude / partial * std::exp(-3.0 * t) *
                                       std::sin(2.0 * std::numbers::pi * hz * partial * t));
    }
  }
}

void add_noise(std::vector<float>& samples, double amplitude) {
  std::mt19937 generator(7);
  std::uniform_real_distribution<float> uniform(-1.0f, 1.0f);
  for (float& sample : samples) sample += static_cast<float>(amplitude) * uniform(generator);
}

std::vector<double> onsets_of(const std::vector<float>& samples, std::size_t block = 1000,
                              int rate = kRate) {
  OnsetPicker picker(rate);
  std::vector<double> onsets;
  for (std::size_t at = 0; at < samples.size(); at += block) {
    picker.push(std::span(samples).subspan(at, std::min(block, samples.size() - at)), onsets);
  }
  picker.finish(onsets);
  return onsets;
}

// 0.31 s apart, none on a frame; pitches go up and down.
std::vector<double> melody(std::vector<float>& samples, int rate = kRate) {
  std::vector<double> starts;
  for (int i = 0; i < 15; ++i) {
    starts.push_back(0.403 + 0.3137 * i);
    add_note(samples, starts.back(), 220.0 * std::exp2((i * 5 % 12) / 12.0), i % 3 ? 0.15 : 0.3,
             rate);
  }
  return starts;
}

void expect_near(std::vector<double> found, const std::vector<double>& starts) {
  // Noise that begins with the first sample has an onset too.
  if (!found.empty() && found[0] < 0.05) found.erase(found.begin());
  ASSERT_EQ(found.size(), starts.size());
  for (std::size_t i = 0; i < starts.size(); ++i) EXPECT_NEAR(found[i], starts[i], 0.005) << i;
}

TEST(OnsetPicker, FindsTheBeginningsOfNotesToAFewMilliseconds) {
  auto samples = silence(6.0);
  const auto starts = melody(samples);
  expect_near(onsets_of(samples), starts);
}

TEST(OnsetPicker, FindsThemInNoiseAndAtOtherRates) {
  auto samples = silence(6.0);
  auto starts = melody(samples);
  add_noise(samples, 0.003);
  expect_near(onsets_of(samples), starts);
  for (const int rate : {8000, 22050, 48000}) {
    auto other = silence(6.0, rate);
    starts = melody(other, rate);
    expect_near(onsets_of(other, 1000, rate), starts);
  }
}

TEST(OnsetPicker, DoesNotDependOnTheBlocks) {
  auto samples = silence(6.0);
  melody(samples);
  add_noise(samples, 0.01);
  const auto whole = onsets_of(samples, samples.size());
  EXPECT_FALSE(whole.empty());
  for (const std::size_t block : {1u, 333u, 70000u}) EXPECT_EQ(onsets_of(samples, block), whole);
}

// The purpose of the maximum over neighbouring bands.
TEST(OnsetPicker, VibratoIsNoOnset) {
  auto samples = silence(5.0);
  double phase = 0.0;
  for (std::size_t n = kRate; n < samples.size(); ++n) {
    const double t = static_cast<double>(n) / kRate;
    const double hz = 440.0 * std::exp2(1.5 / 12.0 * std::sin(2.0 * std::numbers::pi * 6.0 * t));
    phase += 2.0 * std::numbers::pi * hz / kRate;
    samples[n] = static_cast<float>(0.3 * std::sin(phase));
  }
  const auto onsets = onsets_of(samples);
  ASSERT_FALSE(onsets.empty());
  EXPECT_NEAR(onsets[0], 1.0, 0.005);
  EXPECT_LE(onsets.size(), 2u);
}

TEST(OnsetPicker, SilenceNoiseAndOddSamplesHaveNone) {
  EXPECT_TRUE(onsets_of(silence(2.0)).empty());
  EXPECT_TRUE(onsets_of({}).empty());
  auto noise = silence(3.0);
  add_noise(noise, 0.1);
  EXPECT_LE(onsets_of(noise).size(), 2u);  // its beginning
  auto odd = silence(2.0);
  odd[1000] = NAN;
  odd[2000] = INFINITY;
  for (const double onset : onsets_of(odd)) EXPECT_TRUE(std::isfinite(onset));
}

TEST(OnsetPicker, RefusesWhatMakesNoSense) {
  EXPECT_THROW(OnsetPicker(1000), std::invalid_argument);
  EXPECT_THROW(OnsetPicker(44100, {.fps = 0.0}), std::invalid_argument);
  EXPECT_THROW(OnsetPicker(44100, {.window = -1.0}), std::invalid_argument);
}

}  // namespace
}  // namespace tactus
