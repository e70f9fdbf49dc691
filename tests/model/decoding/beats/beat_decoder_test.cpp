#include "model/decoding/beats/beat_decoder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "model/decoding/beats/beat_summary.h"

namespace tactus {
namespace {

// A pulse: 0.9 on the frame, 0.3 beside it, over a floor of 0.01.
void add_pulse(FrameMatrix& activations, double time, std::size_t bin, float height = 0.9f) {
  const auto frame = static_cast<std::int64_t>(std::lround(time * activations.fps));
  for (std::int64_t t = frame - 1; t <= frame + 1; ++t) {
    if (t < 0 || t >= static_cast<std::int64_t>(activations.frames)) continue;
    activations.row(static_cast<std::size_t>(t))[bin] = t == frame ? height : height / 3;
  }
}

FrameMatrix floor_of(double seconds, std::size_t bins, double fps) {
  FrameMatrix activations(static_cast<std::size_t>(seconds * fps), bins, fps);
  for (float& p : activations.data) p = 0.01f;
  return activations;
}

FrameMatrix pulse_train(const std::vector<double>& times, double seconds, double fps = 100) {
  FrameMatrix activations = floor_of(seconds, 1, fps);
  for (double time : times) add_pulse(activations, time, 0);
  return activations;
}

std::vector<double> regular(double first, double interval, double end) {
  std::vector<double> times;
  for (int k = 0; first + interval * k < end; ++k) times.push_back(first + interval * k);
  return times;
}

// Beats with every `meter`-th in the second column, the first one at beat number `phase`.
FrameMatrix bar_train(const std::vector<double>& times, int meter, int phase, double seconds,
                      double fps = 100) {
  FrameMatrix activations = floor_of(seconds, 2, fps);
  for (std::size_t k = 0; k < times.size(); ++k) {
    const bool down = (static_cast<int>(k) - phase) % meter == 0;
    add_pulse(activations, times[k], down ? 1 : 0);
  }
  return activations;
}

void expect_beats(const BeatDecoding& decoding, const std::vector<double>& times,
                  double tolerance = 0.0051) {
  ASSERT_EQ(decoding.beats.size(), times.size());
  for (std::size_t k = 0; k < times.size(); ++k) {
    EXPECT_NEAR(decoding.beats[k].time, times[k], tolerance) << "beat " << k;
  }
}

TEST(DecodeBeats, FindsAPulseTrainAtEachTempoOfTheRange) {
  for (double bpm : {58.0, 75.3, 100.0, 128.0, 143.7, 180.0, 210.0}) {
    for (double fps : {50.0, 100.0}) {
      const auto times = regular(0.4, 60 / bpm, 30.0);
      const BeatDecoding decoding = decode_beats(pulse_train(times, 30.5, fps), {});
      const double frames = 60.0 / bpm * fps;
      expect_beats(decoding, times, (frames < 15.0 ? 1.51 : 0.51) / fps);
      ASSERT_FALSE(decoding.tempi.empty());
      EXPECT_NEAR(decoding.tempi[0].bpm, bpm, 0.01 * bpm) << fps;
      EXPECT_EQ(decoding.meter, 0);
      EXPECT_EQ(decoding.beats[0].position, 0);
    }
  }
}

TEST(DecodeBeats, FollowsATempoChange) {
  auto times = regular(0.2, 0.5, 15.0);
  for (int k = 1; k <= 30; ++k) times.push_back(times[static_cast<std::size_t>(29)] + 0.6 * k);
  const BeatDecoding decoding = decode_beats(pulse_train(times, 34), {});
  expect_beats(decoding, times);
  ASSERT_EQ(decoding.tempo_curve.size(), times.size());
  EXPECT_NEAR(decoding.tempo_curve[10], 120, 1);
  EXPECT_NEAR(decoding.tempo_curve[50], 100, 1);
}

TEST(DecodeBeats, FillsMissingBeatsAndDoubtsThem) {
  auto times = regular(0.3, 0.5, 20.0);
  std::vector<double> heard = times;
  heard.erase(heard.begin() + 20);
  heard.erase(heard.begin() + 10);
  const BeatDecoding decoding = decode_beats(pulse_train(heard, 20.4), {});
  expect_beats(decoding, times, 0.04);
  EXPECT_LT(decoding.beats[10].confidence, 0.05);
  EXPECT_LT(decoding.beats[20].confidence, 0.05);
  EXPECT_GT(decoding.beats[15].confidence, 0.7);
}

TEST(DecodeBeats, SilenceAndNothingHaveNoBeats) {
  for (float level : {0.0f, 0.001f, 0.049f, std::numeric_limits<float>::quiet_NaN(),
                      std::numeric_limits<float>::infinity()}) {
    FrameMatrix activations(2000, 1, 100);
    for (float& p : activations.data) p = level;
    const BeatDecoding decoding = decode_beats(activations, {});
    EXPECT_TRUE(decoding.beats.empty()) << level;
    EXPECT_TRUE(decoding.tempi.empty());
    EXPECT_EQ(decoding.confidence, 0.0);
  }
  EXPECT_TRUE(decode_beats(FrameMatrix(0, 1, 100), {}).beats.empty());
  EXPECT_TRUE(decode_downbeats(FrameMatrix(0, 2, 100), {}).beats.empty());
  EXPECT_TRUE(decode_downbeats(FrameMatrix(500, 2, 100), {}).beats.empty());
}

TEST(DecodeBeats, AnotherThresholdOfZeroStillGivesNoBeatsOnZeros) {
  BeatDecoderParameters parameters;
  parameters.threshold = 0;
  EXPECT_TRUE(decode_beats(FrameMatrix(2000, 1, 100), parameters).beats.empty());
}

TEST(DecodeBeats, NonFiniteValuesCountAsZero) {
  const auto times = regular(0.4, 0.5, 20.0);
  FrameMatrix broken = pulse_train(times, 20.4);
  for (std::size_t t : {70u, 333u, 1210u}) {
    broken.data[t] = std::numeric_limits<float>::quiet_NaN();
    broken.data[t + 1] = std::numeric_limits<float>::infinity();
    broken.data[t + 2] = -7.0f;
  }
  const BeatDecoding decoding = decode_beats(broken, {});
  expect_beats(decoding, times);
  for (const Beat& beat : decoding.beats) EXPECT_TRUE(std::isfinite(beat.confidence));
}

TEST(DecodeBeats, LeadingAndTrailingSilenceIsNotTracked) {
  const auto times = regular(5.0, 0.5, 12.0);
  expect_beats(decode_beats(pulse_train(times, 30), {}), times);
}

TEST(DecodeBeats, TheTempoRangeDecidesTheOctave) {
  const auto times = regular(0.5, 0.3, 20);  // 200 BPM
  BeatDecoderParameters slow;
  slow.max_bpm = 140;
  const BeatDecoding halved = decode_beats(pulse_train(times, 20.3), slow);
  EXPECT_NEAR(halved.tempi[0].bpm, 100, 1);
  // The activation between the beats is as strong as on them: the double tempo is as likely.
  ASSERT_GE(halved.tempi.size(), 2u);
  EXPECT_NEAR(halved.tempi[1].bpm, 200, 2);
  EXPECT_NEAR(halved.tempi[1].strength, halved.tempi[0].strength, 0.02);
}

TEST(DecodeBeats, AlternatingStrengthSpeaksForTheHalfTempo) {
  FrameMatrix activations = floor_of(30, 1, 100);
  const auto times = regular(0.5, 0.4, 29.5);
  for (std::size_t k = 0; k < times.size(); ++k)
    add_pulse(activations, times[k], 0, k % 2 ? 0.45f : 0.9f);
  const BeatDecoding decoding = decode_beats(activations, {});
  EXPECT_NEAR(decoding.tempi[0].bpm, 150, 1.5);
  ASSERT_GE(decoding.tempi.size(), 2u);
  EXPECT_NEAR(decoding.tempi[1].bpm, 75, 1);
  EXPECT_NEAR(decoding.tempi[1].strength / decoding.tempi[0].strength, 0.5, 0.02);
  double sum = 0;
  for (const TempoCandidate& candidate : decoding.tempi) sum += candidate.strength;
  EXPECT_NEAR(sum, 1.0, 1e-9);
}

// Every third beat is the loudest, but the bars have four: nobody taps a third of the tempo.
TEST(TempoCandidates, AreLevelsOfTheBars) {
  FrameMatrix activations = floor_of(30, 1, 100);
  const auto times = regular(0.5, 0.5, 29.5);
  std::vector<Beat> beats;
  for (std::size_t k = 0; k < times.size(); ++k) {
    add_pulse(activations, times[k], 0, k % 3 == 0 ? 0.9f : 0.6f);
    beats.push_back({times[k], static_cast<int>(k % 4) + 1});
  }
  const auto has = [&](double bpm) {
    const auto candidates = tempo_candidates(beats, activations);
    return std::any_of(candidates.begin(), candidates.end(),
                       [&](const TempoCandidate& c) { return std::abs(c.bpm - bpm) < 1.0; });
  };
  EXPECT_FALSE(has(40));
  for (std::size_t k = 0; k < beats.size(); ++k) beats[k].position = static_cast<int>(k % 3) + 1;
  EXPECT_TRUE(has(40));
  for (Beat& beat : beats) beat.position = 0;
  EXPECT_TRUE(has(40));
}

TEST(TempoCandidates, AreTwoEvenIfNothingSpeaksForTheSecond) {
  FrameMatrix activations = floor_of(30, 1, 100);
  std::fill(activations.data.begin(), activations.data.end(), 0.0f);
  std::vector<Beat> beats;
  for (const double time : regular(0.5, 0.6, 29.5)) {
    add_pulse(activations, time, 0, 0.9f);
    beats.push_back({time, 0});
  }
  const auto candidates = tempo_candidates(beats, activations);
  ASSERT_EQ(candidates.size(), 2u);
  EXPECT_NEAR(candidates[0].bpm, 100, 0.1);
  EXPECT_NEAR(candidates[1].bpm, 200, 0.1) << "nearer to 120 than 50";
  EXPECT_NEAR(candidates[1].strength, 0.01 / 1.01, 1e-9);
}

TEST(DecodeBeats, SnapsToThePeakInsideTheBeatRange) {
  auto times = regular(0.5, 0.6, 20);
  times[12] += 0.02;
  BeatDecoderParameters plain;
  plain.snap_to_peak = false;
  const FrameMatrix activations = pulse_train(times, 20.4);
  const auto snapped = decode_beats(activations, {}).beats;
  const auto unsnapped = decode_beats(activations, plain).beats;
  ASSERT_EQ(snapped.size(), times.size());
  EXPECT_NEAR(snapped[12].time, times[12], 1e-9);
  EXPECT_TRUE(std::none_of(unsnapped.begin(), unsnapped.end(), [&](const Beat& beat) {
    return std::abs(beat.time - times[12]) < 0.005;
  }));
  EXPECT_GE(unsnapped.size(), times.size() - 1);
}

TEST(DecodeBeats, WeightedLossIsUndoneBeforeTheThreshold) {
  FrameMatrix activations = pulse_train(regular(0.5, 0.5, 10), 10.4);
  for (float& p : activations.data) p *= 0.3f;  // 0.27 at the peaks
  BeatDecoderParameters weighted;
  EXPECT_FALSE(decode_beats(activations, weighted).beats.empty());
  weighted.positive_weight = 20;  // 0.27 -> 0.018
  EXPECT_TRUE(decode_beats(activations, weighted).beats.empty());
}

// Peaks anywhere, as a network has them in noise: beats that nobody should write, unless somebody
// has set one by hand. A pulse stays.
TEST(DecodeDownbeats, NoBeatsWhereHardlyAnyIsSure) {
  FrameMatrix noise = floor_of(20, 2, 100);
  std::mt19937 engine(3);
  for (int i = 0; i < 30; ++i)
    add_pulse(noise, std::uniform_real_distribution(0.0, 20.0)(engine), 0, 0.1f);
  BeatDecoderParameters parameters;
  EXPECT_GT(decode_downbeats(noise, parameters).beats.size(), 10u);
  const double noise_confidence = decode_downbeats(noise, parameters).confidence;
  parameters.least_confidence = 0.3;
  ASSERT_LT(noise_confidence, 0.3);
  const BeatDecoding decoding = decode_downbeats(noise, parameters);
  EXPECT_TRUE(decoding.beats.empty() && decoding.tempi.empty());
  EXPECT_EQ(decoding.confidence, 0.0);
  EXPECT_EQ(decoding.meter, 0);
  const std::vector<Beat> fixed = {{.time = 5.0, .position = 1}};
  EXPECT_GT(decode_downbeats(noise, parameters, fixed).beats.size(), 10u);
  EXPECT_TRUE(decode_beats(any_beat(noise), parameters).beats.empty());
  EXPECT_GT(decode_downbeats(bar_train(regular(0.3, 0.5, 20), 4, 0, 20), parameters).beats.size(),
            30u);
}

TEST(DecodeDownbeats, ALoneBeatIsNone) {
  FrameMatrix once = floor_of(20, 2, 100);
  add_pulse(once, 7.0, 0, 0.9f);
  EXPECT_TRUE(decode_downbeats(once, {}).beats.empty());
  EXPECT_TRUE(decode_beats(any_beat(once), {}).beats.empty());
  const std::vector<Beat> fixed = {{.time = 7.0, .position = 1}};
  EXPECT_EQ(decode_downbeats(once, {}, fixed).beats.size(), 1u);
}

TEST(DecodeDownbeats, FindsMeterAndPhase) {
  for (int meter : {3, 4}) {
    for (int phase = 0; phase < meter; ++phase) {
      const auto times = regular(0.6, 0.5, 30);
      const BeatDecoding decoding = decode_downbeats(bar_train(times, meter, phase, 30.3), {});
      EXPECT_EQ(decoding.meter, meter);
      expect_beats(decoding, times);
      for (std::size_t k = 0; k < decoding.beats.size(); ++k) {
        const int expected = (static_cast<int>(k) - phase + meter) % meter + 1;
        EXPECT_EQ(decoding.beats[k].position, expected) << meter << " " << phase << " " << k;
      }
    }
  }
}

TEST(DecodeDownbeats, AFastTempoBetweenTwoFramesIsNotHalved) {
  for (int meter : {3, 4}) {
    for (double bpm : {143.0, 178.9, 206.9, 211.0}) {
      const auto times = regular(0.4, 60 / bpm, 40.0);
      const BeatDecoding decoding = decode_downbeats(bar_train(times, meter, 0, 40.5, 50), {});
      EXPECT_EQ(decoding.meter, meter) << bpm;
      expect_beats(decoding, times, 0.031);
    }
  }
}

TEST(DecodeDownbeats, ConfigurableMeters) {
  for (int meter : {2, 5, 6, 7}) {
    BeatDecoderParameters parameters;
    parameters.beats_per_bar = {2, 3, 4, 5, 6, 7};
    const auto times = regular(0.6, 0.45, 40);
    const BeatDecoding decoding = decode_downbeats(bar_train(times, meter, 1, 40.3), parameters);
    EXPECT_EQ(decoding.meter, meter);
    EXPECT_EQ(decoding.beats[1].position, 1);
    EXPECT_EQ(decoding.beats[0].position, meter);
  }
}

TEST(DecodeDownbeats, OneMeterCanBePrescribed) {
  BeatDecoderParameters parameters;
  parameters.beats_per_bar = {3};
  const auto times = regular(0.6, 0.5, 30);
  const BeatDecoding decoding = decode_downbeats(bar_train(times, 4, 0, 30.3), parameters);
  EXPECT_EQ(decoding.meter, 3);
  EXPECT_EQ(decoding.beats.size(), times.size());
}

TEST(DecodeDownbeats, BarsAreRatedByTheirDownbeat) {
  const auto times = regular(0.6, 0.5, 30);
  const BeatDecoding clear = decode_downbeats(bar_train(times, 4, 0, 30.3), {});
  ASSERT_EQ(clear.bar_confidence.size(), (times.size() + 3) / 4);
  for (std::size_t bar = 0; bar + 1 < clear.bar_confidence.size(); ++bar) {
    EXPECT_GT(clear.bar_confidence[bar], 0.9);
  }
  FrameMatrix vague = bar_train(times, 4, 0, 30.3);
  for (double time : times) add_pulse(vague, time, 1, 0.4f);
  for (double rating : decode_downbeats(vague, {}).bar_confidence) EXPECT_LT(rating, 0.1);
}

TEST(DecodeDownbeats, ALongInputInWindowsEqualsTheWhole) {
  std::mt19937 random(5);
  std::normal_distribution<double> jitter(0.0, 0.008);
  std::vector<double> times = {0.5};
  while (times.back() < 400) times.push_back(times.back() + 0.52 + jitter(random));
  const FrameMatrix activations = bar_train(times, 4, 2, 402, 50);
  BeatDecoderParameters windowed;
  windowed.window = 40;
  const auto whole = decode_downbeats(activations, {});
  const auto parts = decode_downbeats(activations, windowed);
  EXPECT_EQ(whole.meter, 4);
  EXPECT_EQ(parts.beats, whole.beats);
  EXPECT_EQ(parts.meter, whole.meter);
}

TEST(DecodeBeats, RefusesWrongCalls) {
  EXPECT_THROW(decode_beats(FrameMatrix(10, 2, 100), {}), std::invalid_argument);
  EXPECT_THROW(decode_downbeats(FrameMatrix(10, 1, 100), {}), std::invalid_argument);
  EXPECT_THROW(decode_beats(FrameMatrix(10, 1, 0), {}), std::invalid_argument);
  EXPECT_THROW(decode_beats(FrameMatrix(10, 1, 3), {}), std::invalid_argument);
  BeatDecoderParameters parameters;
  parameters.beats_per_bar = {};
  EXPECT_THROW(decode_downbeats(FrameMatrix(10, 2, 100), parameters), std::invalid_argument);
  parameters.beats_per_bar = {0};
  EXPECT_THROW(decode_downbeats(FrameMatrix(10, 2, 100), parameters), std::invalid_argument);
  parameters = {};
  parameters.observation_lambda = 1;
  EXPECT_THROW(decode_beats(FrameMatrix(10, 1, 100), parameters), std::invalid_argument);
  parameters = {};
  parameters.window = 0.0;
  EXPECT_THROW(decode_beats(FrameMatrix(10, 1, 100), parameters), std::invalid_argument);
}

TEST(AnyBeat, AddsTheColumnsUpToOne) {
  FrameMatrix two(2, 2, 10);
  two.data = {0.25f, 0.5f, 0.75f, 0.5f};
  EXPECT_EQ(any_beat(two).data, (std::vector<float>{0.75f, 1.0f}));
  EXPECT_EQ(any_beat(any_beat(two)).bins, 1u);
  EXPECT_THROW(any_beat(FrameMatrix(2, 3, 10)), std::invalid_argument);
}

TEST(TempoCurve, IsTheSlopeAroundEachBeat) {
  std::vector<Beat> beats;
  for (double time : {0.0, 0.5, 1.0, 1.5, 2.0}) beats.push_back({time, 0, 0});
  for (double bpm : tempo_curve(beats)) EXPECT_NEAR(bpm, 120, 1e-9);
  beats.resize(1);
  EXPECT_TRUE(tempo_curve(beats).empty());
}

TEST(OverallTempo, IgnoresOutliersAndQuantisation) {
  std::vector<Beat> beats;
  for (int k = 0; k < 65; ++k) beats.push_back({std::round(k * 60.0 / 128.0 * 50) / 50, 0, 0});
  EXPECT_NEAR(overall_tempo(beats), 128.0, 0.05);
  beats.push_back({beats.back().time + 9, 0, 0});
  EXPECT_NEAR(overall_tempo(beats), 128.0, 0.05);
}

}  // namespace
}  // namespace tactus
