// A bar of clicks before playback, and between the rounds of a loop.
#include <gtest/gtest.h>

#include <QSignalSpy>

#include "tests/ui/playback/hand_output.h"
#include "tests/ui/playback/mixer_fixture.h"
#include "tests/ui/support/sound_fixture.h"
#include "ui/playback/playback_mixer.h"
#include "ui/playback/player.h"

namespace tactus::ui {
namespace {

using test::beats_at;
using test::kRate;
using test::pull;
using test::roughness;

// Frames where a click begins (from silence to at least 0.2), and their heights.
std::vector<std::pair<std::size_t, float>> clicks_in(const std::vector<float>& stereo) {
  std::vector<std::pair<std::size_t, float>> found;
  std::size_t quiet_since = 0;
  for (std::size_t n = 0; n < stereo.size() / 2; ++n) {
    if (stereo[2 * n] > 0.2f && n >= quiet_since) {
      found.emplace_back(n, stereo[2 * n]);
      quiet_since = n + 800;
    }
  }
  return found;
}

std::vector<std::size_t> places(const std::vector<std::pair<std::size_t, float>>& clicks) {
  std::vector<std::size_t> places;
  for (const auto& [place, height] : clicks) places.push_back(place);
  return places;
}

Annotation steady() {
  return beats_at({0.0, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0, 4.5, 5.0, 5.5});
}

std::shared_ptr<SongSound> quiet_song() {
  return test::song_of(test::tone(100, 0.1, 6.0, kRate), kRate);
}

TEST(CountIn, ABarOfClicksThenTheMusic) {
  const auto song = quiet_song();
  PlaybackMixer mixer(song);
  mixer.setAnnotation(steady());
  mixer.setGains({.music = 1.0f, .clicks = 0.0f, .count_in = 1.0f});
  mixer.seekCountedIn(2.0);
  const auto out = pull(mixer, 3 * kRate);
  const auto clicks = clicks_in(out);
  ASSERT_EQ(places(clicks), (std::vector<std::size_t>{0, 4000, 8000, 12000}));
  EXPECT_NEAR(clicks[0].second, 0.5f, 1e-6);  // beat one is higher
  for (std::size_t k = 1; k < 4; ++k) EXPECT_NEAR(clicks[k].second, 0.35f, 1e-6);
  std::vector<float> music(kRate);
  song->store().read(2 * kRate, music);
  for (std::size_t n = 0; n < music.size(); ++n) ASSERT_EQ(out[2 * (2 * kRate + n)], music[n]);
  EXPECT_NEAR(mixer.positionOf(0), 2.0, 1e-9);
  EXPECT_NEAR(mixer.positionOf(2.0 * kRate - 1), 2.0, 1e-9);
  EXPECT_NEAR(mixer.positionOf(2.5 * kRate), 2.5, 1e-9);
  EXPECT_EQ(mixer.speedOf(100), 0.0);
  EXPECT_EQ(mixer.speedOf(2.0 * kRate), 1.0);
}

TEST(CountIn, HasTheTempoOfPlaybackAndTheMeterOfTheSong) {
  PlaybackMixer mixer(quiet_song());
  mixer.setAnnotation(beats_at({0.0, 0.4, 0.8, 1.2, 1.6, 2.0, 2.4}, 3));
  mixer.setGains({.music = 0.0f, .count_in = 1.0f});
  mixer.setSpeed(0.5);
  mixer.seekCountedIn(1.2);
  const auto clicks = clicks_in(pull(mixer, 4 * kRate));
  EXPECT_EQ(places(clicks), (std::vector<std::size_t>{0, 6400, 12800}));
  EXPECT_NEAR(mixer.positionOf(19200 + 8000), 1.7, 1e-3);
}

TEST(CountIn, ContinuesTheBeatsOfTheSongBackwards) {
  PlaybackMixer mixer(quiet_song());
  mixer.setAnnotation(steady());
  mixer.setGains({.music = 0.0f, .clicks = 1.0f, .count_in = 1.0f});
  mixer.seekCountedIn(1.3);  // before beat four
  const auto clicks = clicks_in(pull(mixer, 3 * kRate));
  // The last is the beat of the song at 1.5 s.
  ASSERT_GE(clicks.size(), 5u);
  for (std::size_t k = 0; k < 5; ++k) EXPECT_EQ(clicks[k].first, 1600 + 4000 * k);
  EXPECT_NEAR(clicks[1].second, 0.5f, 1e-6);  // 4 1 2 3 | 4
  EXPECT_NEAR(clicks[2].second, 0.35f, 1e-6);
}

TEST(CountIn, ThereIsNoneWithoutBeats) {
  PlaybackMixer mixer(quiet_song());
  mixer.setGains({.music = 1.0f, .count_in = 1.0f});
  mixer.seekCountedIn(2.0);
  pull(mixer, 800);
  EXPECT_NEAR(mixer.positionOf(800), 2.1, 1e-9);
}

TEST(CountIn, SeparatesTheRoundsOfALoopWithoutACrack) {
  for (const double speed : {1.0, 2.0}) {
    PlaybackMixer mixer(test::song_of(test::tone(50, 0.5, 6.0, kRate), kRate));
    mixer.setAnnotation(steady());
    mixer.setGains({.music = 1.0f, .count_in = 0.0f});
    mixer.setLoop(TimeSpan{1.005, 2.01});
    mixer.setRoundsCountedIn(true);
    mixer.setSpeed(speed);
    mixer.seek(1.005);
    const double round = 1.005 / speed, bar = 2.0 / speed;
    for (int k = 0; k < 3; ++k) {
      const auto music = pull(mixer, static_cast<std::size_t>(std::ceil(round * kRate)) + 1);
      const auto count = pull(mixer, static_cast<std::size_t>(bar * kRate) - 3);
      if (speed == 1.0) {
        EXPECT_LT(roughness(count), 4 * 0.5f * 6.2832f * 50 / kRate);
      }
      EXPECT_EQ(*std::max_element(count.begin() + 200, count.end()), 0.0f) << k;
      EXPECT_GT(*std::max_element(music.begin(), music.end()), 0.4f) << k;
    }
    const double third = 2 * (round + bar) * kRate + 800;
    EXPECT_NEAR(mixer.positionOf(third), 1.005 + 0.1 * speed, 2e-3) << speed;
  }
}

TEST(CountIn, BeginsAnewWhereTheListenerClicks) {
  PlaybackMixer mixer(quiet_song());
  mixer.setAnnotation(steady());
  mixer.setGains({.music = 0.0f, .count_in = 1.0f});
  mixer.seekCountedIn(2.0);
  pull(mixer, 6000);
  EXPECT_EQ(mixer.jump(4.0), 6000);
  EXPECT_EQ(places(clicks_in(pull(mixer, 3 * kRate))),
            (std::vector<std::size_t>{0, 4000, 8000, 12000}));
  EXPECT_NEAR(mixer.positionOf(6000 + 20000), 4.5, 1e-9);
}

class CountInPlayer : public testing::Test {
 protected:
  CountInPlayer() {
    auto by_hand = std::make_unique<test::HandOutput>(kRate);
    output = by_hand.get();
    player = std::make_unique<Player>(axis, std::move(by_hand));
    axis.setDuration(6.0);
    player->setSound(quiet_song());
    player->setAnnotation(steady());
  }
  // Lets the timer of the player run.
  void wait_for_count_in(bool counting) {
    EXPECT_TRUE(QTest::qWaitFor([&] { return player->countingIn() == counting; }));
  }

  TimeAxis axis;
  test::HandOutput* output = nullptr;
  std::unique_ptr<Player> player;
};

TEST_F(CountInPlayer, TheCursorWaitsAndThePlayerSaysSo) {
  QSignalSpy counting(player.get(), &Player::countingInChanged);
  player->setCountsIn(true);
  axis.setCursor(2.0);
  player->play();
  EXPECT_TRUE(player->countingIn());
  output->play(kRate);
  EXPECT_EQ(player->position(), 2.0);
  EXPECT_TRUE(player->countingIn());
  output->play(3 * kRate / 2);
  wait_for_count_in(false);
  EXPECT_NEAR(axis.cursor(), 2.5, 1e-6);
  EXPECT_EQ(counting.count(), 2);
  player->pause();
  player->setCountsIn(false);
  player->play();
  EXPECT_FALSE(player->countingIn());
}

TEST_F(CountInPlayer, RoundsOfALoopAreCountedInIfWanted) {
  axis.setSelection(1.0, 2.0);
  axis.setLoop(true);
  axis.setCursor(1.0);
  player->setCountsRoundsIn(true);
  player->play();
  EXPECT_FALSE(player->countingIn());
  output->play(3 * kRate / 2);
  wait_for_count_in(true);
  EXPECT_EQ(axis.cursor(), 1.0);
  player->setSound(quiet_song());  // another song keeps the switch
  player->play();
  output->play(3 * kRate / 2);
  wait_for_count_in(true);
}

TEST_F(CountInPlayer, StopGoesBackToWherePlaybackBegan) {
  axis.setCursor(2.0);
  player->play();
  output->play(kRate);
  player->stop();
  EXPECT_FALSE(player->playing());
  EXPECT_EQ(axis.cursor(), 2.0);
}

TEST_F(CountInPlayer, AJumpInTimeRepeatsNothing) {
  axis.setCursor(1.0);
  player->play();
  output->play(kRate);  // the device has got 0.1 s more
  player->jumpBy(2.0);
  EXPECT_NEAR(player->position(), 2.0, 1e-6);
  output->play(kRate / 20);
  EXPECT_NEAR(player->position(), 2.05, 1e-6);  // still from before
  output->play(kRate / 10);
  EXPECT_NEAR(player->position(), 4.15, 1e-6);
  player->pause();
  player->jumpBy(-1.0);
  EXPECT_NEAR(axis.cursor(), 3.15, 1e-6);
}

}  // namespace
}  // namespace tactus::ui
