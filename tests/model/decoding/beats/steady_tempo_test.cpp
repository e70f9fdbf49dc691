#include "model/decoding/beats/steady_tempo.h"

#include <gtest/gtest.h>

#include <cmath>

#include "model/decoding/beats/beat_decoder.h"
#include "tests/model/support/beat_activations.h"

namespace tactus {
namespace {

using namespace test;

constexpr double kSteadyInterval = 0.4444;  // 22.22 frames

// Bars of four; between `from` and `to` seconds the off-beats are louder than the beats.
FrameMatrix with_off_beats(double seconds, double from, double to) {
  FrameMatrix activations = silent(seconds);
  for (int k = 0; kSteadyInterval * k < seconds; ++k) {
    const double time = kSteadyInterval * k;
    const bool turned = time >= from && time < to;
    sound(activations, time, k % 4 + 1, turned ? 0.2f : 0.8f);
    if (turned) sound(activations, time + kSteadyInterval / 2, k % 4 + 1, 0.5f);
  }
  return activations;
}

int beats_off_the_grid(const BeatDecoding& decoding) {
  int off = 0;
  for (const Beat& beat : decoding.beats) {
    const double place = beat.time / kSteadyInterval;
    off += std::abs(place - std::round(place)) > 0.15;
  }
  return off;
}

TEST(SteadyTempo, LoudOffBeatsDoNotTurnTheSongRound) {
  const FrameMatrix activations = with_off_beats(120.0, 50.0, 80.0);
  EXPECT_GT(beats_off_the_grid(decode_downbeats(activations, {})), 30) << "the free tempo shifts";
  const BeatDecoding decoding = decode_downbeats(activations, steady());
  EXPECT_EQ(beats_off_the_grid(decoding), 0);
  EXPECT_NEAR(static_cast<double>(decoding.beats.size()), 120.0 / kSteadyInterval, 2.0);
  int wrong_bars = 0;
  for (const Beat& beat : decoding.beats) {
    const auto k = static_cast<int>(std::lround(beat.time / kSteadyInterval));
    wrong_bars += beat.position != k % 4 + 1;
  }
  EXPECT_EQ(wrong_bars, 0);
}

TEST(SteadyTempo, ATempoThatReallyChangesIsFollowed) {
  FrameMatrix activations = silent(60.0);
  double time = 0.0;
  std::vector<double> times;
  for (int k = 0; time < 60.0; ++k) {
    sound(activations, time, k % 4 + 1, 0.8f);
    times.push_back(time);
    time += 0.7 - 0.3 * time / 60.0;  // from 86 to 150 BPM
  }
  const BeatDecoding free = decode_downbeats(activations, {});
  const BeatDecoding decoding = decode_downbeats(activations, steady());
  EXPECT_EQ(decoding.beats, free.beats);
  ASSERT_NEAR(static_cast<double>(decoding.beats.size()), static_cast<double>(times.size()), 2.0);
}

TEST(SteadyTempo, GoesThroughBeatsThatAPersonSet) {
  const FrameMatrix activations = with_off_beats(60.0, 20.0, 40.0);
  // The person says that one of the off-beats is a first beat.
  const std::vector<Beat> fixed = {{kSteadyInterval * 68.5, 1}};
  const BeatDecoding decoding = decode_downbeats(activations, steady(), fixed);
  bool there = false;
  for (const Beat& beat : decoding.beats) {
    there |= beat.time == fixed[0].time && beat.position == 1;
  }
  EXPECT_TRUE(there);
}

// The path itself, with a tempo between two whole intervals.
TEST(SteadyTempo, KeepsAFractionalTempo) {
  const FrameMatrix activations = with_off_beats(60.0, 0.0, 0.0);
  const SteadyPath path = steady_path(activations, 0, activations.frames, 23.0, 4, steady(), {});
  ASSERT_GT(path.beats.size(), 130u);
  for (std::size_t b = 0; b < path.beats.size(); ++b) {
    const double place = static_cast<double>(path.beats[b].start) / (kSteadyInterval * kFps);
    EXPECT_NEAR(place, std::round(place), 0.08) << b;
  }
  EXPECT_LT(path.log_probability, 0.0);
}

}  // namespace
}  // namespace tactus
