#include "model/decoding/readings.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "tests/model/support/beat_activations.h"

namespace tactus {
namespace {

using namespace test;

// A minute of beats from 0.6 s on, `apart` seconds from each other, in bars of `meter`.
std::vector<Beat> beats(double apart, int meter) {
  std::vector<Beat> beats;
  for (int k = 0; 0.6 + apart * k < 59.0; ++k) beats.push_back({0.6 + apart * k, k % meter + 1});
  return beats;
}

void sound(FrameMatrix& activations, const std::vector<Beat>& beats, float height) {
  for (const Beat& beat : beats) test::sound(activations, beat.time, beat.position, height);
}

// What a network of bars hears: every step-th beat from the first one on is high, the rest low.
FrameMatrix bars_at(const std::vector<Beat>& beats, std::size_t first, std::size_t step, float high,
                    float low) {
  FrameMatrix bars(600, 1, 10.0);
  std::ranges::fill(bars.data, low);
  for (std::size_t b = first; b < beats.size(); b += step)
    bars.row(static_cast<std::size_t>(std::lround(beats[b].time * 10.0)))[0] = high;
  return bars;
}

const Reading* find(const std::vector<Reading>& readings, double bpm, bool off_beats = false) {
  const auto found = std::ranges::find_if(readings, [&](const Reading& reading) {
    return std::abs(reading.bpm - bpm) < 0.01 && reading.off_beats == off_beats;
  });
  return found == readings.end() ? nullptr : &*found;
}

void expect_list(const std::vector<Reading>& readings) {
  ASSERT_FALSE(readings.empty());
  EXPECT_LE(readings.size(), 6u);
  double sum = readings.front().score;
  for (std::size_t r = 1; r < readings.size(); ++r) {
    sum += readings[r].score;
    EXPECT_GE(readings[r].score, 0.01);
    if (r == 1) continue;
    EXPECT_LE(readings[r].score, readings[r - 1].score);
  }
  EXPECT_NEAR(sum, 1.0, 1e-3);
}

TEST(Readings, AClearSongHasLittleDoubt) {
  FrameMatrix activations = silent(60.0);
  sound(activations, beats(0.6, 4), 0.9f);
  const auto readings = level_readings(activations, beats(0.6, 4), 100.0, {});
  expect_list(readings);
  EXPECT_GT(readings[0].score, 0.7);
  EXPECT_EQ(find(readings, 100.0, true), nullptr) << "nothing between the beats";
  EXPECT_EQ(readings[0].bpm, 100.0);
  EXPECT_EQ(readings[0].meter, 4);
  EXPECT_EQ(readings[0].first_downbeat, 0.6);
}

// Off-beats as loud as the beats: twice the tempo, or both phases where that is too fast.
TEST(Readings, LoudOffBeatsMayBeTheBeats) {
  FrameMatrix activations = silent(60.0);
  sound(activations, beats(0.3, 8), 0.9f);
  const auto readings = level_readings(activations, beats(0.6, 4), 100.0, {});
  expect_list(readings);
  ASSERT_NE(find(readings, 200.0), nullptr);
  EXPECT_GT(find(readings, 200.0)->score, 0.5);
  BeatDecoderParameters slow;
  slow.max_bpm = 180.0;
  const auto slower = level_readings(activations, beats(0.6, 4), 100.0, slow);
  expect_list(slower);
  EXPECT_EQ(find(slower, 200.0), nullptr);
  const Reading* off = find(slower, 100.0, true);
  ASSERT_NE(off, nullptr);
  EXPECT_GT(off->score, 0.1);
  EXPECT_NEAR(std::fmod(off->first_downbeat, 0.6), 0.3, 1e-9);
}

// The song has 133 BPM in four; 100 BPM in three have the same bars.
TEST(Readings, FourQuartersOfThreeBeats) {
  FrameMatrix activations = silent(60.0);
  sound(activations, beats(0.46, 4), 0.9f);
  const auto wrong = beats(0.46 * 4.0 / 3.0, 3);
  const auto readings = level_readings(activations, wrong, 97.8261, {});
  expect_list(readings);
  const Reading* right = find(readings, 130.4348);
  ASSERT_NE(right, nullptr);
  EXPECT_EQ(right, &readings[1]);
  EXPECT_GT(right->score, readings[0].score) << "the first is the decoder's, not the best";
  EXPECT_EQ(right->meter, 4);
  EXPECT_NEAR(right->first_downbeat, 0.6, 1e-6);
}

// A second network hears bars now on the first, now on the third beat.
TEST(Readings, BarsOfAnotherNetworkShareTheScore) {
  FrameMatrix activations = silent(60.0);
  sound(activations, beats(0.6, 4), 0.9f);
  std::vector<Beat> found = beats(0.6, 4);
  const auto levels = level_readings(activations, found, 100.0, {});
  const FrameMatrix bars = bars_at(found, 0, 2, 0.5f, 0.05f);
  BarDecoderParameters parameters;
  parameters.heard = 0.1;
  const auto readings = bar_readings(levels, found, found, bars, parameters);
  expect_list(readings);
  EXPECT_EQ(readings[0].first_downbeat, 0.6);
  EXPECT_LT(readings[0].score, levels[0].score);
  const auto other = std::ranges::find_if(readings, [](const Reading& reading) {
    return reading.bpm == 100.0 && std::abs(reading.first_downbeat - 1.8) < 1e-9;
  });
  ASSERT_NE(other, readings.end());
  EXPECT_EQ(other->meter, 4);
  EXPECT_GT(other->score, 0.05);
  EXPECT_LT(other->score, readings[0].score) << "the beats have bars already";
  for (Beat& beat : found) beat.position = (beat.position + 1) % 4 + 1;
  EXPECT_NEAR(bar_readings(levels, beats(0.6, 4), found, bars, {})[0].first_downbeat, 1.8, 1e-9)
      << "the bars that were found";
}

TEST(Readings, ASongInFiveHasOtherBarsOfFive) {
  FrameMatrix activations = silent(60.0);
  sound(activations, beats(0.6, 5), 0.9f);
  const std::vector<Beat> found = beats(0.6, 5);
  auto levels = level_readings(activations, found, 100.0, {});
  levels.push_back({.bpm = 100.0, .off_beats = true, .score = 0.3});
  const FrameMatrix bars = bars_at(found, 2, 5, 0.5f, 0.3f);
  BarDecoderParameters parameters;
  parameters.heard = 0.1;
  const auto readings = bar_readings(levels, found, found, bars, parameters);
  expect_list(readings);
  EXPECT_TRUE(std::ranges::any_of(readings, [](const Reading& reading) {
    return reading.meter == 5 && !reading.off_beats && reading.first_downbeat > 0.7;
  })) << "five from another beat on";
  const Reading* off = find(readings, 100.0, true);
  ASSERT_TRUE(off);
  EXPECT_EQ(off->meter, 5);
}

TEST(Readings, OtherTemposGetBarsOfTheirOwn) {
  FrameMatrix activations = silent(60.0);
  sound(activations, beats(0.3, 8), 0.9f);
  const std::vector<Beat> found = beats(0.6, 4);
  const auto levels = level_readings(activations, found, 100.0, {});
  // every fourth beat of twice the tempo
  const FrameMatrix bars = bars_at(found, 1, 2, 0.9f, 0.01f);
  const auto readings = bar_readings(levels, found, found, bars, {});
  const Reading* twice = find(readings, 200.0);
  ASSERT_NE(twice, nullptr);
  EXPECT_EQ(twice->meter, 4);
  EXPECT_NEAR(twice->first_downbeat, 1.2, 1e-6);
}

TEST(Readings, NeedTwoBeatsAndBarsOfOneColumn) {
  const FrameMatrix activations = silent(60.0);
  EXPECT_TRUE(level_readings(activations, {{0.6, 1}}, 100.0, {}).empty());
  EXPECT_TRUE(bar_readings({}, beats(0.6, 4), beats(0.6, 4), activations, {}).empty());
  const std::vector<Reading> one = {{100.0, 4, 0.6, false, 1.0}};
  EXPECT_THROW(bar_readings(one, beats(0.6, 4), beats(0.6, 4), activations, {}),
               std::invalid_argument);
}

}  // namespace
}  // namespace tactus
