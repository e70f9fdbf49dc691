// Parts of the music that are muted or alone: the mixer, the commands and their panel.
#include <gtest/gtest.h>

#include <QAction>
#include <QApplication>
#include <QMenu>
#include <QTest>
#include <QToolButton>

#include "app/engine/click/click_track.h"
#include "tests/ui/playback/hand_output.h"
#include "tests/ui/playback/mixer_fixture.h"
#include "tests/ui/support/sound_fixture.h"
#include "ui/look/action_button.h"
#include "ui/playback/listen_commands.h"
#include "ui/playback/player.h"

namespace tactus::ui {
namespace {

using test::kRate;

Listening bass_alone() {
  Listening listening;
  listening.set(SoundPart::kLow, PartState::kAlone);
  return listening;
}

// 50 Hz and, of the same amplitude, 1,000 Hz.
std::vector<float> two_tones(double seconds) {
  auto samples = test::tone(50, 0.3, seconds, kRate);
  const auto high = test::tone(1000, 0.3, seconds, kRate);
  for (std::size_t n = 0; n < samples.size(); ++n) samples[n] += high[n];
  return samples;
}

std::shared_ptr<SongSound> stereo_song() {
  auto song = std::make_shared<SongSound>("fixture.wav", AudioInfo{}, kRate, 2, 0.0);
  std::vector<float> frames;
  for (const float sample : two_tones(4.0)) frames.insert(frames.end(), {sample, 0.0f});
  song->append(frames);
  song->finish_decoding();
  return song;
}

TEST(Listen, TheMixerPlaysTheBandAtEverySpeed) {
  for (const double speed : {1.0, 0.7}) {
    PlaybackMixer mixer(test::song_of(two_tones(4.0), kRate));
    mixer.setSpeed(speed);
    mixer.setListening(bass_alone());
    mixer.seek(0.5);
    const auto out = test::pull(mixer, 2 * kRate);
    const double low = test::power_at(out, kRate / 2, kRate * 3 / 2, 50, kRate);
    const double high = test::power_at(out, kRate / 2, kRate * 3 / 2, 1000, kRate);
    EXPECT_GT(low, 1e4 * high) << speed;
  }
}

// A cut from both tones to one would be a step of up to the amplitude of the other.
TEST(Listen, SwitchingFades) {
  PlaybackMixer mixer(test::song_of(test::tone(500, 0.5, 4.0, kRate), kRate));
  mixer.seek(1.0);
  const float smooth = test::roughness(test::pull(mixer, 1000));
  std::vector<float> out;
  for (int turn = 0; turn < 8; ++turn) {
    mixer.setListening(turn % 2 == 0 ? bass_alone() : Listening());
    const auto more = test::pull(mixer, 403, 50);
    out.insert(out.end(), more.begin(), more.end());
  }
  EXPECT_LT(test::roughness(out), 1.2f * smooth);
}

TEST(Listen, ClicksAreNotFiltered) {
  const Annotation annotation = test::beats_at({0.25, 0.5});
  std::vector<std::vector<float>> outs;
  for (const bool filtered : {false, true}) {
    PlaybackMixer mixer(test::song_of(std::vector<float>(kRate, 0.0f), kRate));
    mixer.setAnnotation(annotation);
    mixer.setGains({.music = 1.0f, .clicks = 1.0f});
    if (filtered) mixer.setListening(bass_alone());
    mixer.seek(0.0);
    outs.push_back(test::pull(mixer, kRate));
  }
  EXPECT_EQ(outs[0], outs[1]);
  EXPECT_GT(test::roughness(outs[0]), 0.1f);
}

class ListenCommandsTest : public testing::Test {
 protected:
  ListenCommandsTest()
      : player(axis, std::unique_ptr<AudioOutput>(output = new test::HandOutput(kRate))),
        commands(player) {}
  TimeAxis axis;
  test::HandOutput* output;
  Player player;
  ListenCommands commands;
};

TEST_F(ListenCommandsTest, TheButtonSaysWhatIsHeard) {
  player.setSound(stereo_song());
  EXPECT_FALSE(commands.open()->isChecked());
  EXPECT_EQ(commands.open()->iconText(), "Music");
  commands.alone(SoundPart::kLow)->trigger();
  EXPECT_TRUE(commands.open()->isChecked());
  EXPECT_EQ(commands.open()->iconText(), "Low");
  commands.mute(SoundPart::kMiddle)->trigger();
  EXPECT_TRUE(commands.open()->iconText().startsWith(QStringLiteral("Low\u2212")));
  EXPECT_TRUE(commands.open()->toolTip().contains("Low, no middle"));
  commands.alone(SoundPart::kLow)->trigger();  // again: off
  EXPECT_TRUE(commands.open()->iconText().startsWith(QStringLiteral("\u2212Mid")));
  commands.everything()->trigger();
  EXPECT_TRUE(player.listening().hears_everything());
  EXPECT_FALSE(commands.open()->isChecked());
}

TEST_F(ListenCommandsTest, MonoSongsHaveNoPartsOfStereo) {
  player.setSound(stereo_song());
  commands.mute(SoundPart::kSide)->trigger();
  EXPECT_TRUE(commands.mute(SoundPart::kSide)->isEnabled());
  player.setSound(test::song_of(two_tones(1.0), kRate));
  EXPECT_FALSE(commands.mute(SoundPart::kSide)->isEnabled());
  EXPECT_TRUE(commands.alone(SoundPart::kLow)->isEnabled());
  EXPECT_EQ(commands.stateText(), "") << "nothing of it is muted";
  commands.cycle(SoundPart::kLeft);
  EXPECT_EQ(player.listening().state(SoundPart::kLeft), PartState::kHeard);
}

TEST_F(ListenCommandsTest, ThePanelHasKeys) {
  player.setSound(stereo_song());
  QWidget window;
  window.addAction(commands.open());
  QToolButton* button = action_button(commands.open(), &window);
  window.resize(300, 60);
  window.show();
  button->click();
  auto* panel = window.findChild<ListenPanel*>();
  ASSERT_TRUE(panel && panel->isVisible());
  EXPECT_FALSE(commands.open()->isChecked()) << "opening mutes nothing";
  QTest::keyClick(panel, Qt::Key_1);
  EXPECT_EQ(player.listening().state(SoundPart::kLow), PartState::kAlone);
  QTest::keyClick(panel, Qt::Key_1);
  EXPECT_EQ(player.listening().state(SoundPart::kLow), PartState::kMuted);
  QTest::keyClick(panel, Qt::Key_7);
  EXPECT_EQ(player.listening().state(SoundPart::kRight), PartState::kAlone);
  QTest::keyClick(panel, Qt::Key_0);
  EXPECT_TRUE(player.listening().hears_everything());
  QTest::keyClick(panel, Qt::Key_Escape);
  EXPECT_FALSE(panel->isVisible());
}

// The mixer of the next song is told, too.
TEST_F(ListenCommandsTest, TheNextSongIsHeardAlike) {
  player.setListening(bass_alone());
  player.setSound(stereo_song());
  EXPECT_TRUE(commands.open()->isChecked());
  EXPECT_EQ(commands.stateText(), "Low");
  player.play();
  output->play(2 * kRate);
  const double low = test::power_at(output->sound, 0, kRate, 50, kRate);
  EXPECT_GT(low, 1e4 * test::power_at(output->sound, 0, kRate, 1000, kRate));
}

}  // namespace
}  // namespace tactus::ui
