#include "model/decoding/beats/metrical_level.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "model/decoding/piece_decoder.h"
#include "tests/model/support/beat_activations.h"

namespace tactus {
namespace {

using namespace test;

constexpr double kBpm = 125.0;  // 24 frames from beat to beat, 48 at half the tempo

// A minute of bars of so many beats at a tempo, three frames wide, and beats at so many times the
// tempo of another height between them.
FrameMatrix bars(double bpm, int meter, int finer, float height) {
  FrameMatrix activations = silent(60.0);
  for (int k = 0; k < bpm * finer; ++k) {
    const bool beat = k % finer == 0;
    const int place = k / finer % meter + 1;
    for (int side : {-1, 0, 1})
      sound(activations, 0.1 + 60.0 / (bpm * finer) * k + side / kFps, beat ? place : 2,
            (beat ? 0.9f : height) * (side ? 0.5f : 1.0f));
  }
  return activations;
}

// Bars of four at half of kBpm, with off-beats of a height.
FrameMatrix piece(float off_beats) {
  return bars(kBpm / 2.0, 4, 2, off_beats);
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

TEST(MetricalLevel, BothPassesCount) {
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

BeatDecoderParameters weighed(double bonus = 1.0) {
  BeatDecoderParameters parameters;
  parameters.level_bonus = bonus;
  return parameters;
}

TEST(MetricalLevel, BarsOfThreeOrFourBeatsTellTheLevel) {
  for (const int meter : {3, 4}) {
    const FrameMatrix activations = bars(100.0, meter, 1, 0.0f);
    EXPECT_EQ(likeliest_level(activations, 100.0, weighed()), 100.0) << meter;
    EXPECT_EQ(likeliest_level(activations, 200.0, weighed()), 100.0) << meter;
  }
  const FrameMatrix fours = bars(160.0, 4, 1, 0.0f);
  EXPECT_EQ(likeliest_level(fours, 80.0, weighed()), 160.0);
  EXPECT_EQ(likeliest_level(fours, 160.0, weighed()), 160.0);
}

TEST(MetricalLevel, TheBonusIsForTheTempoAsItIs) {
  const FrameMatrix activations = bars(160.0, 4, 1, 0.0f);
  EXPECT_EQ(likeliest_level(activations, 80.0, weighed(100.0)), 80.0);
}

TEST(MetricalLevel, TheRangeHoldsForOtherLevels) {
  const FrameMatrix activations = bars(160.0, 4, 1, 0.0f);
  BeatDecoderParameters slow = weighed();
  slow.max_bpm = 150.0;
  EXPECT_EQ(likeliest_level(activations, 80.0, slow), 80.0);
  BeatDecoderParameters fast = weighed();
  fast.min_bpm = 101.0;
  EXPECT_EQ(likeliest_level(bars(100.0, 4, 1, 0.0f), 200.0, fast), 200.0);
}

// The formula of the header, term by term.
double score(const FrameMatrix& activations, double bpm) {
  const auto frames = static_cast<int>(activations.frames);
  const auto column = [&](bool downbeats_only) {
    std::vector<double> x;
    double sum = 0.0;
    for (int t = 0; t < frames; ++t) {
      const auto row = activations.row(static_cast<std::size_t>(t));
      x.push_back(downbeats_only ? row[1] : std::min(1.0, double(row[0]) + double(row[1])));
      sum += x.back();
    }
    for (double& value : x) value -= sum / frames;
    std::vector<double> smooth(x.size(), 0.0);
    for (int t = 0; t < frames; ++t)
      for (int s = std::max(0, t - 3); s <= std::min(frames - 1, t + 3); ++s)
        smooth[size_t(t)] += x[size_t(s)] * std::pow(std::cos(M_PI * (s - t) / 8.0), 2.0);
    return smooth;
  };
  const auto r = [&](const std::vector<double>& x, double lag) {
    const auto product = [&](int apart) {
      double sum = 0.0;
      for (int t = 0; t + apart < frames; ++t) sum += x[size_t(t)] * x[size_t(t + apart)];
      return sum / (frames - apart);
    };
    double best = -1e9;
    for (int apart = 1; apart < frames - 50; ++apart)
      if (std::abs(apart - lag) <= 0.015 * lag) best = std::max(best, product(apart));
    return best / product(0);
  };
  const double beat = 60.0 / bpm * activations.fps;
  const auto bar = [&](int beats) { return r(column(true), beats * beat); };
  return 2.7 * std::log(bpm / 100.0) + 4.4 * r(column(false), beat) +
         5.5 * std::max(bar(3), bar(4));
}

TEST(MetricalLevel, TheScoreIsThatOfTheHeader) {
  for (const double bpm : {62.5, 75.0, 100.0}) {
    const FrameMatrix activations = bars(bpm, bpm > 70.0 ? 4 : 3, 2, 0.6f);
    const double lead = score(activations, 2.0 * bpm) - score(activations, bpm);
    const bool doubles = lead > 0.0;
    const double from = doubles ? bpm : 2.0 * bpm, to = doubles ? 2.0 * bpm : bpm;
    EXPECT_EQ(likeliest_level(activations, from, weighed(std::abs(lead) - 1e-4)), to) << lead;
    EXPECT_EQ(likeliest_level(activations, from, weighed(std::abs(lead) + 1e-4)), from) << lead;
  }
}

TEST(MetricalLevel, WhereNothingRepeatsTheTempoAloneCounts) {
  const FrameMatrix nothing = silent(60.0);
  EXPECT_EQ(likeliest_level(nothing, 90.0, weighed(2.7 * std::log(2.0) - 0.01)), 180.0);
  EXPECT_EQ(likeliest_level(nothing, 90.0, weighed(2.7 * std::log(2.0) + 0.01)), 90.0);
  EXPECT_EQ(likeliest_level(FrameMatrix(0, 2, 50.0), 90.0, weighed(2.0)), 90.0);
  FrameMatrix broken = silent(60.0);
  broken.row(100)[1] = std::nanf("");
  EXPECT_EQ(likeliest_level(broken, 90.0, weighed(2.0)), 90.0);
}

TEST(MetricalLevel, TheDecoderComesOutAtTheLikeliestLevel) {
  const FrameMatrix activations = bars(80.0, 4, 2, 0.55f);
  const double before = decode_downbeats(activations, {}).tempi.at(0).bpm;
  const double after = decode_piece_beats(activations, weighed()).tempi.at(0).bpm;
  EXPECT_NEAR(before, 160.0, 2.0) << "off-beats as high as that are beats to it";
  EXPECT_NEAR(after, 80.0, 1.0);
  const std::vector<Beat> set = {{0.1, 1}, {0.475, 2}};
  const auto through = decode_piece_beats(activations, weighed(), {{}, set, {}});
  EXPECT_NEAR(through.tempi.at(0).bpm, before, 2.0) << "a person's beats are not argued with";
}

TEST(MetricalLevel, WhatIsNotBelievedAtTheLikeliestLevelStaysAtItsOwn) {
  const FrameMatrix activations = bars(80.0, 4, 2, 0.55f);
  const BeatDecoding decoded = decode_downbeats(activations, {});
  BeatDecoderParameters parameters = weighed();
  EXPECT_LT(at_likeliest_level(decoded, activations, parameters).beats.size(),
            decoded.beats.size());
  parameters.least_confidence = 1.0;
  EXPECT_EQ(at_likeliest_level(decoded, activations, parameters).beats, decoded.beats);
  EXPECT_TRUE(at_likeliest_level({}, activations, parameters).beats.empty());
}

TEST(MetricalLevel, AFastWaltzIsNoSlowMeterOfThree) {
  // Every second quarter is taken for a beat, so that two bars make one.
  const auto every_second = [](double bpm) {
    BeatDecoding slow;
    slow.meter = 3;
    for (int k = 0; k < bpm - 2; k += 2)
      slow.beats.push_back({0.1 + 60.0 / bpm * k, k / 2 % 3 + 1});
    return slow;
  };
  EXPECT_TRUE(hides_two_bars(every_second(180.0), bars(180.0, 3, 1, 0.0f)));
  EXPECT_FALSE(hides_two_bars(every_second(180.0), bars(90.0, 3, 2, 0.9f))) << "eighths";
  EXPECT_FALSE(hides_two_bars(every_second(180.0), silent(60.0)));
  BeatDecoding other = every_second(180.0);
  other.meter = 4;
  EXPECT_FALSE(hides_two_bars(other, bars(180.0, 3, 1, 0.0f)));
  EXPECT_FALSE(hides_two_bars({}, bars(180.0, 3, 1, 0.0f)));
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

TEST(MetricalLevel, ALoopOfOneBarKeepsItsTempo) {
  FrameMatrix bar = silent(4 * 60.0 / 90.0);
  for (int half = 0; half < 8; ++half)
    sound(bar, half * 30.0 / 90.0, half % 4 + 1, half % 2 == 0 ? 0.9f : 0.6f);
  EXPECT_EQ(likeliest_level(bar, 90.0, weighed()), 90.0);
}

}  // namespace
}  // namespace tactus
