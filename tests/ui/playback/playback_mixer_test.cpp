#include "ui/playback/playback_mixer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "app/engine/click/click_track.h"
#include "tests/ui/playback/mixer_fixture.h"
#include "tests/ui/support/sound_fixture.h"

namespace tactus::ui {
namespace {

using test::beats_at;
using test::kRate;
using test::pull;
using test::roughness;

// Sample n is n / 40000, so that a sample shows its position.
constexpr double kSlope = 40000.0;
std::shared_ptr<SongSound> ramp_song(std::size_t frames = 16000) {
  std::vector<float> samples(frames);
  for (std::size_t n = 0; n < frames; ++n) samples[n] = static_cast<float>(n / kSlope);
  return test::song_of(samples, kRate);
}

double song_frame_of(float sample) {
  return sample * kSlope;
}

TEST(PlaybackMixer, PlaysTheSamplesFromTheCursorToTheEnd) {
  PlaybackMixer mixer(ramp_song(4000));
  EXPECT_EQ(mixer.rate(), kRate);
  mixer.seek(1000.0 / kRate);
  const auto out = pull(mixer, 5000);
  ASSERT_EQ(out.size(), 2 * 3000u);
  for (std::size_t n = 0; n < 3000; ++n) {
    ASSERT_NEAR(song_frame_of(out[2 * n]), 1000.0 + static_cast<double>(n), 1.3);
    ASSERT_EQ(out[2 * n], out[2 * n + 1]);
  }
  EXPECT_TRUE(mixer.ended());
  EXPECT_EQ(mixer.pulled(), 3000);
  mixer.seek(0.0);
  EXPECT_FALSE(mixer.ended());
  EXPECT_EQ(pull(mixer, 100).size(), 200u);
}

constexpr int kFade = static_cast<int>(PlaybackMixer::kFadeSeconds * kRate);

TEST(PlaybackMixer, TheLoopGoesRoundWithoutAGapAndWithoutARepeatedSample) {
  PlaybackMixer mixer(ramp_song());
  mixer.setLoop(TimeSpan{0.5, 1.0});  // frames 4000 to 8000
  mixer.seek(0.375);                  // 3000: before it
  const auto out = pull(mixer, 20000);
  ASSERT_EQ(out.size(), 40000u);
  for (std::size_t n = 0; n < 20000; ++n) {
    const double expected = n < 5000 ? 3000.0 + static_cast<double>(n)
                                     : 4000.0 + static_cast<double>((n - 5000) % 4000);
    if (expected < 8000 - kFade) {
      ASSERT_NEAR(song_frame_of(out[2 * n]), expected, 1.3) << "output frame " << n;
    } else {  // fading into the sound before the loop
      ASSERT_LT(song_frame_of(out[2 * n]), expected);
      ASSERT_GT(song_frame_of(out[2 * n]), expected - 4001.3);
    }
    ASSERT_NEAR(mixer.positionOf(static_cast<double>(n)) * kRate, expected, 1e-6);
  }
}

TEST(PlaybackMixer, PlaysOnWhereTheLoopIsLeftBehind) {
  PlaybackMixer mixer(ramp_song());
  mixer.setLoop(TimeSpan{0.5, 1.0});
  mixer.seek(1.25);
  EXPECT_EQ(pull(mixer, 20000).size(), 2 * 6000u);  // to the end
  mixer.setLoop(std::nullopt);
  mixer.seek(0.5);
  EXPECT_EQ(pull(mixer, 20000).size(), 2 * 12000u);
}

TEST(PlaybackMixer, ALoopThatChangesWhileItPlaysIsFollowed) {
  PlaybackMixer mixer(ramp_song());
  mixer.setLoop(TimeSpan{0.0, 1.0});
  mixer.seek(0.0);
  pull(mixer, 2000);
  mixer.setLoop(TimeSpan{0.125, 0.5});  // 1000 to 4000
  const auto out = pull(mixer, 4000);
  EXPECT_NEAR(song_frame_of(out[0]), 2000.0, 1.3);
  EXPECT_NEAR(song_frame_of(out[2 * (1999 - kFade)]), 3999.0 - kFade, 1.3);
  EXPECT_NEAR(song_frame_of(out[2 * 2000]), 1000.0, 1.3);
}

// A low tone: a cut through it is a step of up to twice its height.
TEST(PlaybackMixer, RoundsOfALoopMeetWithoutACrack) {
  const auto song = test::song_of(test::tone(50, 0.5, 4.0, kRate), kRate);
  const float smooth = 0.5f * 2.0f * 3.1416f * 50.0f / kRate;
  for (const double speed : {1.0, 0.7}) {
    PlaybackMixer mixer(song);
    mixer.setSpeed(speed);
    mixer.setLoop(TimeSpan{1.005, 1.51});  // from the top of a wave to its opposite phase
    mixer.seek(1.1);
    auto out = pull(mixer, 3 * kRate);
    out.erase(out.begin(), out.begin() + (speed < 1.0 ? kRate / 2 : 0));  // the stretcher begins
    EXPECT_LT(roughness(out), 3.0f * smooth) << speed;
  }
}

TEST(PlaybackMixer, AJumpFadesFromWhereItCame) {
  PlaybackMixer mixer(test::song_of(test::tone(50, 0.5, 4.0, kRate), kRate));
  const float smooth = 0.5f * 2.0f * 3.1416f * 50.0f / kRate;
  mixer.seek(1.0);
  auto out = pull(mixer, 1000);
  for (const double target : {2.0123, 0.5061, 3.0}) {
    const std::int64_t audible_from = mixer.jump(target);
    EXPECT_EQ(audible_from, std::ssize(out) / 2);
    const auto more = pull(mixer, 1000, 17);
    out.insert(out.end(), more.begin(), more.end());
    EXPECT_NEAR(mixer.positionOf(static_cast<double>(audible_from)), target, 1.0 / kRate);
    std::vector<float> there(900);
    const auto first = std::llround(target * kRate) + 100;
    test::song_of(test::tone(50, 0.5, 4.0, kRate), kRate)->store().read(first, there);
    for (std::size_t n = 0; n < there.size(); n += 50) EXPECT_EQ(more[2 * (n + 100)], there[n]);
  }
  EXPECT_LT(roughness(out), 4.0f * smooth);
  mixer.jump(1.0);  // at once another one
  mixer.jump(2.0123);
  const auto more = pull(mixer, 100);
  EXPECT_LT(roughness(more), 4.0f * smooth);
}

TEST(PlaybackMixer, ClicksAreMixedSampleExactly) {
  const auto song = test::song_of(test::tone(300, 0.2, 1.0, kRate), kRate);
  const Annotation annotation = beats_at({0.25, 0.5, 0.75});
  PlaybackMixer mixer(song);
  mixer.setAnnotation(annotation);
  mixer.setGains({.music = 0.5f, .clicks = 0.25f});
  const auto out = pull(mixer, kRate);
  std::vector<float> expected(kRate), clicks(kRate, 0.0f);
  song->store().read(0, expected);
  ClickTrack(annotation, kRate, {}).add_to(0, clicks);
  ASSERT_EQ(out.size(), 2 * expected.size());
  for (std::size_t n = 0; n < expected.size(); ++n) {
    ASSERT_NEAR(out[2 * n], 0.5f * expected[n] + 0.25f * clicks[n], 1e-6) << n;
  }
  // The largest sample is at the beat.
  mixer.setGains({.music = 0.0f, .clicks = 1.0f});
  mixer.seek(0.0);
  const auto alone = pull(mixer, kRate);
  EXPECT_EQ(alone[2 * 1999], 0.0f);
  EXPECT_NEAR(alone[2 * 2000], 0.5f, 1e-6);   // a downbeat
  EXPECT_NEAR(alone[2 * 4000], 0.35f, 1e-6);  // a beat
}

TEST(PlaybackMixer, ChordsSoundWithTheirOwnVolume) {
  Annotation annotation;
  annotation.chords = {{0.0, 0.5, "A:min"}, {0.5, 1.0, "N"}};
  PlaybackMixer mixer(test::song_of(std::vector<float>(kRate), kRate));
  mixer.setAnnotation(annotation);
  mixer.setGains({.music = 1.0f, .clicks = 1.0f, .chords = 0.0f});
  auto out = pull(mixer, kRate);
  EXPECT_EQ(*std::max_element(out.begin(), out.end()), 0.0f);
  mixer.setGains({.music = 1.0f, .clicks = 0.0f, .chords = 1.0f});
  mixer.seek(0.0);
  out = pull(mixer, kRate);
  EXPECT_GT(*std::max_element(out.begin(), out.begin() + kRate), 0.05f);
  EXPECT_EQ(*std::max_element(out.begin() + kRate, out.end()), 0.0f);
}

TEST(PlaybackMixer, LoudMixesAreLimitedToFullScale) {
  PlaybackMixer mixer(test::song_of(std::vector<float>(kRate, 0.9f), kRate));
  mixer.setAnnotation(beats_at({0.0, 0.1}));
  mixer.setGains({.music = 2.0f, .clicks = 2.0f});
  const auto out = pull(mixer, kRate);
  EXPECT_EQ(*std::max_element(out.begin(), out.end()), 1.0f);
  EXPECT_GE(*std::min_element(out.begin(), out.end()), -1.0f);
}

TEST(PlaybackMixer, ASnippetEndsByItselfAndIgnoresTheLoop) {
  PlaybackMixer mixer(ramp_song());
  mixer.setLoop(TimeSpan{0.0, 0.3});
  mixer.seek(0.25, 0.4);
  EXPECT_EQ(pull(mixer, 20000).size(), 2 * 1200u);
  EXPECT_TRUE(mixer.ended());
}

TEST(PlaybackMixer, OnlyClicksWithoutSound) {
  PlaybackMixer mixer(nullptr, kRate);
  mixer.setAnnotation(beats_at({0.5, 1.0}));
  mixer.setGains({.clicks = 1.0f});
  const auto out = pull(mixer, 100000);
  EXPECT_EQ(out.size(), 2 * 12000u);  // half a second after the last
  EXPECT_NEAR(out[2 * 4000], 0.5f, 1e-6);
}

TEST(PlaybackMixer, SpeedMayChangeWhileItPlays) {
  PlaybackMixer mixer(ramp_song());
  mixer.seek(0.0);
  pull(mixer, 2000);
  mixer.setSpeed(0.5);
  pull(mixer, 4000);
  mixer.setSpeed(1.0);
  const auto out = pull(mixer, 60);
  EXPECT_NEAR(song_frame_of(out[2 * (kFade + 1)]), 4001.0 + kFade, 2.0);  // after the fade
  EXPECT_NEAR(mixer.positionOf(4000) * kRate, 3000.0, 1.0);
  EXPECT_EQ(mixer.speedOf(4000), 0.5);
  EXPECT_EQ(mixer.speedOf(6005), 1.0);
  mixer.setSpeed(0.1);
  pull(mixer, 10);
  EXPECT_EQ(mixer.speedOf(6065), PlaybackMixer::kSlowest);
}

}  // namespace
}  // namespace tactus::ui
