#include "model/metrical_level.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/model/beat_activations.h"

namespace tactus {
namespace {

using namespace test;

constexpr double kBpm = 125.0;  // 24 frames from beat to beat, 48 at half the tempo

// A minute of bars of four at half of kBpm, each beat three frames wide, with off-beats of a
// height.
FrameMatrix piece(float off_beats) {
  FrameMatrix activations = silent(60.0);
  for (int k = 0; k < 125; ++k) {
    const float height = k % 2 == 0 ? 0.9f : off_beats;
    for (int side : {-1, 0, 1})
      sound(activations, 0.1 + 0.48 * k + side / kFps, k % 8 == 0 ? 1 : 2,
            height * (side ? 0.5f : 1.0f));
  }
  return activations;
}

BeatDecoderParameters asked(double margin = 2.0) {
  BeatDecoderParameters parameters;
  parameters.level_margin = margin;
  return parameters;
}

TEST(MetricalLevel, OffBeatsThatArePlainLeaveNoDoubtAndThoseBetweenDo) {
  EXPECT_FALSE(level_doubt(piece(0.99f), kBpm, asked()));
  const auto doubt = level_doubt(piece(0.7f), kBpm, asked());
  ASSERT_TRUE(doubt);
  EXPECT_EQ(doubt->bpm, kBpm);
  EXPECT_GT(doubt->margin, 0.0) << "the decoder takes them for beats";
  EXPECT_TRUE(level_doubt(piece(0.99f), kBpm, asked(10.0)));
  EXPECT_FALSE(level_doubt(piece(0.7f), kBpm, asked(0.1)));
}

TEST(MetricalLevel, TempiThatAreNeverMistakenAndTheDecodersRangeLeaveNone) {
  EXPECT_FALSE(level_doubt(piece(0.7f), 100.0, asked(1e6)));
  EXPECT_FALSE(level_doubt(piece(0.7f), 150.0, asked(1e6)));
  EXPECT_TRUE(level_doubt(piece(0.7f), kBpm, asked(1e6)));
  BeatDecoderParameters fast = asked(1e6);
  fast.min_bpm = 63.0;
  EXPECT_FALSE(level_doubt(piece(0.7f), kBpm, fast));
}

TEST(MetricalLevel, BothHearingsCount) {
  const auto doubt = level_doubt(piece(0.7f), kBpm, asked());
  ASSERT_TRUE(doubt);
  EXPECT_FALSE(half_is_likelier(*doubt, piece(0.7f), asked())) << "heard the same";
  EXPECT_FALSE(half_is_likelier(*doubt, piece(0.5f), asked()))
      << "half of it all, but for a trifle";
  EXPECT_TRUE(half_is_likelier(*doubt, piece(0.01f), asked())) << "heard none";
  LevelDoubt clear = *doubt;
  clear.margin = 1e6;
  EXPECT_FALSE(half_is_likelier(clear, piece(0.01f), asked()));
}

TEST(MetricalLevel, NearATempoThePathStaysThere) {
  const FrameMatrix activations = piece(0.7f);
  EXPECT_NEAR(decode_downbeats(activations, asked()).tempi.at(0).bpm, kBpm, 1.0);
  const auto half = decode_downbeats(activations, near_tempo(asked(), kBpm / 2.0));
  EXPECT_NEAR(half.tempi.at(0).bpm, kBpm / 2.0, 1.0);
  EXPECT_EQ(half.meter, 4);
  for (const Beat& beat : half.beats)
    EXPECT_NEAR(std::remainder(beat.time - 0.1, 0.96), 0.0, 0.021) << "on the strong ones";
  BeatDecoderParameters range = asked();
  range.min_bpm = 60.0;
  range.max_bpm = 70.0;
  EXPECT_EQ(near_tempo(range, kBpm / 2.0).min_bpm, 60.0);
  EXPECT_EQ(near_tempo(range, kBpm / 2.0).max_bpm, 70.0);
}

TEST(MetricalLevel, AtASpeedRowsAreInterpolatedAndTimesStay) {
  FrameMatrix features(11, 2, 50.0);
  for (std::size_t t = 0; t < 11; ++t) {
    features.row(t)[0] = static_cast<float>(t);
    features.row(t)[1] = t == 6 ? 1.0f : 0.0f;
  }
  const FrameMatrix fast = at_speed(features, 1.2);
  ASSERT_EQ(fast.frames, 9u);
  ASSERT_EQ(fast.bins, 2u);
  EXPECT_DOUBLE_EQ(fast.fps, 50.0 / 1.2);
  for (std::size_t t = 0; t < 9; ++t) {
    EXPECT_NEAR(fast.row(t)[0], 1.2 * static_cast<double>(t), 1e-5);
    EXPECT_NEAR(static_cast<double>(t) / fast.fps, fast.row(t)[0] / features.fps, 1e-6);
  }
  EXPECT_NEAR(fast.row(5)[1], 1.0f, 1e-6);
  EXPECT_NEAR(fast.row(4)[1], 0.0f, 1e-6);
  EXPECT_EQ(at_speed(features, 1.0).data, features.data);
  EXPECT_EQ(at_speed(FrameMatrix(0, 2, 50.0), 1.2).frames, 0u);
  EXPECT_EQ(at_speed(FrameMatrix(1, 2, 50.0), 1.2).frames, 1u);
  EXPECT_THROW(at_speed(features, 0.0), std::invalid_argument);
}

TEST(MetricalLevel, TheLogProbabilityIsThatOfTheBestPath) {
  const FrameMatrix activations = piece(0.7f);
  const double free = downbeat_log_probability(activations, {});
  EXPECT_LT(free, 0.0);
  EXPECT_GT(free, downbeat_log_probability(activations, near_tempo({}, 90.0)));
  EXPECT_EQ(downbeat_log_probability(FrameMatrix(100, 2, 50.0), {}), 0.0);
  BeatDecoderParameters none;
  none.beats_per_bar.clear();
  EXPECT_THROW(downbeat_log_probability(activations, none), std::invalid_argument);
}

}  // namespace
}  // namespace tactus
