#include "ui/playback/player.h"

#include <gtest/gtest.h>

#include <QSignalSpy>
#include <QTest>
#include <QThread>

#include "tests/ui/playback/hand_output.h"
#include "tests/ui/support/sound_fixture.h"
#include "ui/playback/playback_clock.h"
#include "ui/playback/tap_calibration.h"

namespace tactus::ui {
namespace {

using test::HandOutput;
using test::kRate;

class PlayerTest : public testing::Test {
 protected:
  PlayerTest() {
    auto by_hand = std::make_unique<HandOutput>(kRate);
    output = by_hand.get();
    player = std::make_unique<Player>(axis, std::move(by_hand));
    axis.setWidth(1000);
    axis.setDuration(4.0);
    player->setSound(test::song_of(test::tone(440, 0.5, 4.0, kRate), kRate));
  }
  // Lets the player's timer run once.
  void tick() { QTest::qWait(40); }

  TimeAxis axis;
  HandOutput* output = nullptr;
  std::unique_ptr<Player> player;
};

TEST_F(PlayerTest, TheMetronomeGoesRoundUntilItStops) {
  Annotation beats;
  beats.beats = {{1.0, 1}, {1.5, 2}, {2.0, 3}};
  player->setAnnotation(beats);
  player->setGains({.music = 0.0f});
  player->startMetronome(1.0, 2.0);
  EXPECT_FALSE(player->playing());
  EXPECT_EQ(axis.cursor(), 0.0);
  output->play(3 * kRate);
  ASSERT_TRUE(output->running()) << "round after round";
  const auto largest = [&](double from, double to) {
    float most = 0.0f;
    for (auto i = static_cast<std::size_t>(from * kRate); i < to * kRate; ++i)
      most = std::max(most, std::abs(output->sound[2 * i]));
    return most;
  };
  EXPECT_GT(largest(2.49, 2.55), 0.1f) << "the beat at 1.5 in the third round";
  EXPECT_LT(largest(2.3, 2.45), 0.01f);
  player->stopMetronome();
  EXPECT_FALSE(output->running());
  player->play();
  output->play(kRate);
  EXPECT_NEAR(player->position(), 1.0, 1e-6) << "no loop is left";
}

TEST_F(PlayerTest, TheCursorIsWhereTheSoundIs) {
  axis.setCursor(1.0);
  player->play();
  EXPECT_TRUE(player->playing());
  output->play(kRate / 2);
  EXPECT_NEAR(player->position(), 1.5, 1e-6);
  tick();
  EXPECT_NEAR(axis.cursor(), 1.5, 1e-6);
  output->play(kRate / 4);
  player->pause();
  EXPECT_NEAR(axis.cursor(), 1.75, 1e-6);
  EXPECT_FALSE(output->running());
}

TEST_F(PlayerTest, LatencyMovesTheCursorBack) {
  player->setLatencyMs(50);
  axis.setCursor(1.0);
  player->play();
  EXPECT_NEAR(player->position(), 1.0, 1e-6);  // no sound has been played yet
  output->play(kRate / 2);
  EXPECT_NEAR(player->position(), 1.45, 1e-6);
}

TEST_F(PlayerTest, StopsAtTheEndOfTheSongAndBeginsAnew) {
  QSignalSpy changed(player.get(), &Player::playingChanged);
  axis.setCursor(3.5);
  player->play();
  output->play(kRate);
  tick();
  EXPECT_FALSE(player->playing());
  EXPECT_NEAR(axis.cursor(), 4.0, 1e-3);
  EXPECT_EQ(changed.count(), 2);
  player->play();
  EXPECT_NEAR(player->position(), 0.0, 1e-6);
}

TEST_F(PlayerTest, ClickOnTheAxisMovesTheSound) {
  player->play();
  output->play(1000);
  axis.setCursor(2.0);
  EXPECT_TRUE(player->playing());
  EXPECT_EQ(output->starts, 1);  // the device runs on: no gap, no crack
  EXPECT_NEAR(player->position(), 2.0, 1e-6);
  output->play(HandOutput::kBuffer / 2);  // sound from before
  tick();
  EXPECT_NEAR(axis.cursor(), 2.0, 1e-6);
  output->play(HandOutput::kBuffer / 2 + 800);
  EXPECT_NEAR(player->position(), 2.1, 1e-6);
}

TEST_F(PlayerTest, ClickOnTheAxisWhenTheEndIsAlreadyUnderWayBeginsAnew) {
  axis.setCursor(3.9);
  player->play();
  output->play(100);
  axis.setCursor(2.0);
  EXPECT_EQ(output->starts, 2);
  output->play(800);
  EXPECT_NEAR(player->position(), 2.1, 1e-6);
}

TEST_F(PlayerTest, LoopsTheSelection) {
  axis.setSelection(1.0, 1.5);
  axis.setLoop(true);
  axis.setCursor(3.0);
  player->play();
  EXPECT_NEAR(player->position(), 1.0, 1e-6);
  output->play(kRate * 6 / 10);
  EXPECT_NEAR(player->position(), 1.1, 1e-6);
  axis.setLoop(false);
  output->play(kRate / 2);
  EXPECT_NEAR(player->position(), 1.6, 0.11);  // the pulled sound was looped
}

TEST_F(PlayerTest, SlowPlaybackMovesTheCursorSlowly) {
  player->setSpeed(0.5);
  axis.setCursor(1.0);
  player->play();
  output->play(kRate);
  EXPECT_NEAR(player->position(), 1.5, 1e-3);
  player->setSpeed(0.01);
  EXPECT_EQ(player->speed(), PlaybackMixer::kSlowest);
}

TEST_F(PlayerTest, ASnippetIsHeardAndLeavesTheCursor) {
  Annotation annotation;
  annotation.beats = {{2.0, 1, 1.0}};
  player->setAnnotation(annotation);
  player->setGains({.music = 0.0f, .clicks = 0.0f});
  axis.setCursor(3.0);
  player->playSnippet(2.0);
  EXPECT_FALSE(player->playing());
  EXPECT_TRUE(output->running());
  output->play(kRate);
  tick();
  EXPECT_FALSE(output->running());
  EXPECT_EQ(axis.cursor(), 3.0);
  ASSERT_EQ(output->sound.size(), 2 * 2400u);        // 0.3 s
  EXPECT_NEAR(output->sound[2 * 480], 0.35f, 1e-6);  // the click, 0.06 s after the start
  EXPECT_EQ(output->sound[2 * 470], 0.0f);
}

TEST_F(PlayerTest, ChangesOfTheAnnotationAreHeardWhilePlaying) {
  player->setGains({.music = 0.0f, .clicks = 1.0f});
  player->play();
  Annotation annotation;
  annotation.beats = {{1.0, 1, 1.0}};
  player->setAnnotation(annotation);
  output->play(2 * kRate);
  EXPECT_NEAR(output->sound[2 * kRate], 0.5f, 1e-6);
}

TEST_F(PlayerTest, FollowsAlongUnlessToldNotTo) {
  axis.setView(0.0, 0.001);  // one second is seen
  player->play();
  output->play(2 * kRate);
  tick();
  EXPECT_GT(axis.start(), 1.0);
  player->pause();
  axis.setView(0.0, 0.001);
  player->setFollowing(false);
  player->play();
  output->play(kRate);
  tick();
  EXPECT_EQ(axis.start(), 0.0);
}

TEST_F(PlayerTest, NothingToPlayIsNoTrouble) {
  player->setSound(nullptr);
  player->play();
  player->playSnippet(1.0);
  player->pause();
  player->toggle();
  EXPECT_FALSE(player->playing());
  EXPECT_EQ(output->starts, 0);
}

TEST_F(PlayerTest, AFailingDeviceStopsPlaybackAndIsReported) {
  QSignalSpy failed(player.get(), &Player::deviceFailed);
  player->play();
  emit output->failed(QStringLiteral("unplugged"));
  EXPECT_FALSE(player->playing());
  EXPECT_EQ(failed.count(), 1);
}

TEST(SilentOutput, PlaysInRealTimeWithoutADevice) {
  TimeAxis axis;
  axis.setDuration(10.0);
  Player player(axis, makeSilentOutput(QStringLiteral("no device")));
  EXPECT_FALSE(player.audible());
  EXPECT_EQ(player.deviceText(), QStringLiteral("no device"));
  player.setSound(test::song_of(std::vector<float>(10 * kRate), kRate));
  player.play();
  const double before = player.position();
  QElapsedTimer wall;
  wall.start();
  QTest::qWait(200);
  const double passed = player.position() - before;
  EXPECT_LE(passed, static_cast<double>(wall.nsecsElapsed()) * 1e-9 + 0.03);
  EXPECT_GT(passed, 0.1);  // a busy machine may be late
  player.pause();
  EXPECT_GT(axis.cursor(), 0.1);
}

TEST(SilentOutput, OnATooSlowMachineTheSoundWaitsAndTheWindowDoesNot) {
  const auto output = makeSilentOutput({});
  std::size_t longest = 0, pulled = 0;
  output->start(1000, [&](std::span<float> block) {  // takes thrice the time of the sound
    const std::size_t frames = block.size() / 2;
    longest = std::max(longest, frames);
    pulled += frames;
    QThread::msleep(3 * frames);
    return frames;
  });
  QElapsedTimer wall;
  wall.start();
  QTest::qWait(800);
  EXPECT_LT(wall.elapsed(), 3000);
  EXPECT_LE(longest, 100u);
  EXPECT_LE(output->playedFrames(), static_cast<double>(pulled));
  EXPECT_GT(output->playedFrames(), 50.0);
  output->stop();
}

TEST(SilentOutput, ShortSongEnds) {
  TimeAxis axis;
  axis.setDuration(0.1);
  Player player(axis, makeSilentOutput({}));
  player.setSound(test::song_of(std::vector<float>(kRate / 10), kRate));
  QSignalSpy changed(&player, &Player::playingChanged);
  player.play();
  EXPECT_TRUE(QTest::qWaitFor([&] { return !player.playing(); }, 2000));
  EXPECT_NEAR(axis.cursor(), 0.1, 1e-3);
}

TEST(PlaybackClock, SmoothsTheStepsOfADevice) {
  // The device reports in steps of 20 ms; it runs as fast as the wall.
  PlaybackClock clock;
  double last = 0.0, worst = 0.0;
  for (int ms = 1; ms < 2000; ms += 3) {
    const double now = ms * 1e-3;
    const double reported = std::floor(now / 0.02) * 0.02;
    const double played = clock.played(now, reported);
    EXPECT_GE(played, last);
    if (ms > 200) {
      EXPECT_GT(played, last);  // moves on at each query
      worst = std::max(worst, std::abs(played - (now - 0.01)));
    }
    last = played;
  }
  EXPECT_LT(worst, 0.006);
}

TEST(PlaybackClock, BelievesAJumpAndNeverGoesBack) {
  PlaybackClock clock;
  clock.played(0.0, 0.01);
  EXPECT_NEAR(clock.played(0.1, 0.9), 0.9, 1e-9);
  EXPECT_NEAR(clock.played(0.2, 0.5), 0.9, 1e-9);
}

TEST(TapCalibration, FindsTheLatencyInSpiteOfSlips) {
  TapCalibration taps(0.6);
  EXPECT_FALSE(taps.result());
  const double errors[] = {0.004, -0.006, 0.002, 0.25, -0.003, 0.005, -0.001};
  int click = 2;
  for (const double error : errors) taps.tap(0.6 * click++ + 0.12 + error);
  ASSERT_TRUE(taps.result());
  EXPECT_NEAR(taps.result()->latency, 0.119, 1e-9);  // the wrong tap belongs to the next click
  EXPECT_LT(taps.result()->spread, 0.007);
}

TEST(TapCalibration, TapsBeforeTheRhythmStandsDoNotCount) {
  TapCalibration taps(0.6);
  for (int i = 0; i < 10; ++i) taps.tap(0.6 * 1 + 0.05);
  EXPECT_EQ(taps.taps(), 0u);
}

}  // namespace
}  // namespace tactus::ui
