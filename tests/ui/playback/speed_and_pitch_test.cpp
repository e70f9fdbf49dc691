// Speed and pitch, apart from each other.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/ui/playback/mixer_fixture.h"
#include "tests/ui/support/sound_fixture.h"
#include "ui/playback/playback_mixer.h"

namespace tactus::ui {
namespace {

using test::beats_at;
using test::kRate;
using test::peak_hz;
using test::power_at;
using test::pull;
using test::roughness;
constexpr int kSongRate =
    44100;  // where times of music count: windows of the stretcher follow the rate
constexpr std::size_t kTenMs = kSongRate / 100;

// Bursts of a tone every half second, for 100 ms. The test finds where each begins in the output.
std::vector<float> bursts(double seconds, double hz) {
  auto samples = test::tone(hz, 0.8, seconds, kSongRate);
  for (std::size_t n = 0; n < samples.size(); ++n) {
    if (n % (kSongRate / 2) >= 10 * kTenMs) samples[n] = 0.0f;
  }
  return samples;
}

// RMS of 10 ms from a frame on.
double level_at(const std::vector<float>& stereo, std::size_t frame) {
  double sum = 0.0;
  for (std::size_t n = frame; n < std::min(frame + kTenMs, stereo.size() / 2); ++n)
    sum += stereo[2 * n] * stereo[2 * n];
  return std::sqrt(sum / kTenMs);
}
// The first frame within `reach` seconds of a frame where the tone sounds; 0 = none.
std::size_t onset_near(const std::vector<float>& stereo, double frame, double reach) {
  const auto from = static_cast<std::size_t>(std::max(frame - reach * kSongRate, 0.0));
  const auto to = static_cast<std::size_t>(frame + reach * kSongRate);
  for (std::size_t at = from; at < to; at += kTenMs / 10) {
    if (level_at(stereo, at) > 0.25) return at + kTenMs / 2;
  }
  return 0;
}

class Speed : public testing::TestWithParam<double> {};

TEST_P(Speed, MusicIsAtItsTimeAndPositionsFollow) {
  const double speed = GetParam();
  PlaybackMixer mixer(test::song_of(bursts(4.0, 500), kSongRate));
  mixer.setSpeed(speed);
  mixer.seek(0.25);
  const auto out = pull(mixer, 20 * kSongRate);
  EXPECT_NEAR(static_cast<double>(out.size() / 2), 3.75 * kSongRate / speed, 2.0);
  for (int burst = 1; burst < 7; ++burst) {  // at 0.5 s, 1 s ...
    const double expected = (burst * 0.5 - 0.25) / speed * kSongRate;
    const double reach = speed < 0.5 ? 0.03 : 0.025;
    EXPECT_NEAR(static_cast<double>(onset_near(out, expected, 0.12)), expected, reach * kSongRate)
        << "burst " << burst;
    EXPECT_NEAR(mixer.positionOf(expected), burst * 0.5, 1e-3);
  }
}

TEST_P(Speed, ThePitchStays) {
  const double speed = GetParam();
  PlaybackMixer mixer(test::song_of(test::tone(500, 0.5, 4.0, kRate), kRate));
  mixer.setSpeed(speed);
  mixer.seek(0.0);
  const auto out = pull(mixer, kRate * 3);
  int crossings = 0;
  for (std::size_t n = kRate; n < 2 * kRate; ++n)
    crossings += out[2 * n - 2] < 0 && out[2 * n] >= 0;
  EXPECT_NEAR(crossings, 500, 8);
}

TEST_P(Speed, ClicksStayExact) {
  const double speed = GetParam();
  PlaybackMixer mixer(test::song_of(std::vector<float>(2 * kRate), kRate));
  mixer.setAnnotation(beats_at({0.5, 1.0, 1.5}));
  mixer.setGains({.music = 1.0f, .clicks = 1.0f});
  mixer.setSpeed(speed);
  mixer.seek(0.0);
  const auto out = pull(mixer, 100000);
  EXPECT_NEAR(out[2 * static_cast<std::size_t>(std::llround(0.5 * kRate / speed))], 0.5f, 1e-6);
  EXPECT_NEAR(out[2 * static_cast<std::size_t>(std::llround(1.5 * kRate / speed))], 0.35f, 1e-6);
}

TEST_P(Speed, ManyRoundsOfALoopDoNotDrift) {
  const double speed = GetParam();
  PlaybackMixer mixer(test::song_of(bursts(2.0, 500), kSongRate));
  mixer.setSpeed(speed);
  // Not a whole number of output frames; one burst in it, at 0.5 s.
  const TimeSpan loop{0.4, 0.9001};
  mixer.setLoop(loop);
  mixer.seek(loop.begin);
  constexpr int kRounds = 12;
  const double seconds = (kRounds * loop.length() + 0.2) / speed;
  const auto out = pull(mixer, static_cast<std::size_t>(seconds * kSongRate));
  for (int round = 0; round < kRounds; ++round) {
    const double expected = (round * loop.length() + 0.1) / speed * kSongRate;
    EXPECT_NEAR(mixer.positionOf(expected), 0.5, 2e-3) << "round " << round;
    EXPECT_NEAR(static_cast<double>(onset_near(out, expected, 0.06)), expected, 0.03 * kSongRate)
        << "round " << round;
  }
}

INSTANTIATE_TEST_SUITE_P(All, Speed, testing::Values(0.25, 0.5, 0.6, 0.75, 0.9, 1.25, 1.6, 2.0));

TEST(PitchOfPlayback, AnOctaveHigherHasTwiceTheFrequencyAndTheSameDuration) {
  PlaybackMixer mixer(test::song_of(test::tone(440, 0.5, 4.0, kRate), kRate));
  mixer.setPitch(12);
  mixer.seek(0.0);
  const auto out = pull(mixer, 10 * kRate);
  EXPECT_EQ(out.size() / 2, 4u * kRate);
  EXPECT_NEAR(peak_hz(out, kRate, 3 * kRate, kRate), 880.0, 2.0);
  EXPECT_GT(power_at(out, kRate, 3 * kRate, 880, kRate),
            100 * power_at(out, kRate, 3 * kRate, 440, kRate));
}

TEST(PitchOfPlayback, TwiceTheSpeedHasHalfTheDurationAndTheSameFrequency) {
  PlaybackMixer mixer(test::song_of(test::tone(440, 0.5, 4.0, kRate), kRate));
  mixer.setSpeed(2.0);
  mixer.seek(0.0);
  const auto out = pull(mixer, 10 * kRate);
  EXPECT_NEAR(static_cast<double>(out.size() / 2), 2.0 * kRate, 1.0);
  EXPECT_NEAR(peak_hz(out, kRate / 2, kRate * 3 / 2, kRate), 440.0, 2.0);
}

struct Change {
  double speed;
  int semitones;
};
class SpeedAndPitch : public testing::TestWithParam<Change> {};

TEST_P(SpeedAndPitch, MusicIsInTimeAndInTune) {
  const auto [speed, semitones] = GetParam();
  const double ratio = std::exp2(semitones / 12.0);
  PlaybackMixer mixer(test::song_of(bursts(4.0, 500), kSongRate));
  mixer.setSpeed(speed);
  mixer.setPitch(semitones);
  mixer.seek(0.25);
  const auto out = pull(mixer, 20 * kSongRate);
  EXPECT_NEAR(static_cast<double>(out.size() / 2), 3.75 * kSongRate / speed, 2.0);
  EXPECT_NEAR(peak_hz(out, kSongRate / 10, kSongRate * 3 / 2, kSongRate), 500 * ratio,
              0.02 * 500 * ratio);
  for (int burst = 1; burst < 7; ++burst) {
    const double expected = (burst * 0.5 - 0.25) / speed * kSongRate;
    EXPECT_NEAR(static_cast<double>(onset_near(out, expected, 0.12)), expected, 0.03 * kSongRate)
        << "burst " << burst;
    EXPECT_NEAR(mixer.positionOf(expected), burst * 0.5, 1e-3);
  }
}

// Amaj: its notes and those of no other pitch.
TEST_P(SpeedAndPitch, ChordTonesAreInTimeAndFollowThePitch) {
  const auto [speed, semitones] = GetParam();
  const double ratio = std::exp2(semitones / 12.0);
  Annotation annotation;
  annotation.chords = {{0.0, 1.0, "N"}, {1.0, 3.0, "A:maj"}, {3.0, 4.0, "N"}};
  PlaybackMixer mixer(test::song_of(std::vector<float>(4 * kRate), kRate));
  mixer.setAnnotation(annotation);
  mixer.setGains({.music = 1.0f, .chords = 1.0f});
  mixer.setSpeed(speed);
  mixer.setPitch(semitones);
  mixer.seek(0.0);
  const auto out = pull(mixer, 200000);
  const auto at = [&](double seconds) {
    return static_cast<std::size_t>(std::llround(seconds / speed * kRate));
  };
  const auto loudest = [&](std::size_t from, std::size_t to) {
    float most = 0.0f;
    for (std::size_t n = from; n < to; ++n) most = std::max(most, std::abs(out[2 * n]));
    return most;
  };
  EXPECT_EQ(loudest(0, at(1.0)), 0.0f);
  EXPECT_GT(loudest(at(1.0), at(1.0) + 200), 0.02f);
  EXPECT_GT(loudest(at(3.0) - 200, at(3.0)), 0.02f);
  EXPECT_EQ(loudest(at(3.0), at(4.0)), 0.0f);
  const double tone = 440.0 * ratio;
  const double power = power_at(out, at(1.2), at(2.8), tone, kRate);
  EXPECT_GT(power, 100 * power_at(out, at(1.2), at(2.8), tone * std::exp2(1 / 12.0), kRate));
  EXPECT_GT(power, 100 * power_at(out, at(1.2), at(2.8), tone / std::exp2(1 / 12.0), kRate));
}

INSTANTIATE_TEST_SUITE_P(Some, SpeedAndPitch,
                         testing::Values(Change{1.0, 12}, Change{1.0, -12}, Change{1.0, 3},
                                         Change{0.5, 7}, Change{0.25, -5}, Change{1.5, -2},
                                         Change{2.0, 12}));

TEST(PitchOfPlayback, ClicksKeepTheirSoundAndPlace) {
  PlaybackMixer mixer(test::song_of(std::vector<float>(2 * kRate), kRate));
  mixer.setAnnotation(beats_at({0.5, 1.0, 1.5}));
  mixer.setGains({.music = 1.0f, .clicks = 1.0f});
  mixer.seek(0.0);
  const auto recorded = pull(mixer, 100000);
  mixer.setPitch(5);
  mixer.seek(0.0);
  const auto higher = pull(mixer, 100000);
  ASSERT_EQ(higher.size(), recorded.size());
  for (std::size_t n = 0; n < higher.size(); ++n) ASSERT_NEAR(higher[n], recorded[n], 1e-6) << n;
}

TEST(PitchOfPlayback, AsRecordedTheSamplesPassUnchanged) {
  const auto song = test::song_of(test::tone(440, 0.5, 3.0, kRate), kRate);
  std::vector<float> samples(3 * kRate);
  song->store().read(0, samples);
  PlaybackMixer mixer(song);
  mixer.setSpeed(1.5);
  mixer.setPitch(-4);
  mixer.seek(0.0);
  pull(mixer, 1000);
  mixer.setSpeed(1.0);
  mixer.setPitch(0);
  mixer.seek(0.0);
  const auto out = pull(mixer, 10 * kRate);
  ASSERT_EQ(out.size(), 2 * samples.size());
  for (std::size_t n = 0; n < samples.size(); ++n) ASSERT_EQ(out[2 * n], samples[n]) << n;
}

TEST(PitchOfPlayback, ChangesWithoutACrackAndStaysInRange) {
  PlaybackMixer mixer(test::song_of(test::tone(50, 0.5, 6.0, kRate), kRate));
  const float smooth = 0.5f * 2.0f * 3.1416f * 50.0f / kRate;
  mixer.seek(1.0);
  auto out = pull(mixer, 2 * kRate);
  for (const int semitones : {1, 2, 0}) {
    mixer.setPitch(semitones);
    const auto more = pull(mixer, 1500, 17);
    out.insert(out.end(), more.begin(), more.end());
  }
  EXPECT_LT(roughness(out), 4.0f * smooth);
  EXPECT_NEAR(mixer.positionOf(2.0 * kRate + 4000), 1.0 + 2.5, 1e-3);
  mixer.setPitch(40);
  mixer.seek(1.0);
  EXPECT_NEAR(peak_hz(pull(mixer, 3 * kRate), kRate, 3 * kRate, kRate), 100.0, 2.0);
}

}  // namespace
}  // namespace tactus::ui
