// A loop that gets faster: the plan, the mixer, the player and the command.
#include <gtest/gtest.h>

#include <QAction>
#include <QSettings>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

#include "tests/ui/playback/hand_output.h"
#include "tests/ui/playback/mixer_fixture.h"
#include "tests/ui/support/sound_fixture.h"
#include "ui/document/annotation_document.h"
#include "ui/document/annotation_editor.h"
#include "ui/playback/loop_commands.h"
#include "ui/playback/player.h"
#include "ui/playback/practice_mode.h"

namespace tactus::ui {
namespace {

using test::kRate;

TEST(PracticePlan, GoesUpInStepsAndStays) {
  const PracticePlan plan{60, 75, 10, 2};
  const int expected[] = {60, 60, 70, 70, 75, 75, 75};
  for (int round = 0; round < 7; ++round) EXPECT_EQ(plan.percentOf(round), expected[round]);
  EXPECT_EQ((PracticePlan{100, 85, 10, 1}.percentOf(5)), 85) << "slower works, too";
}

// Rounds of half a second at 50 %, 75 % and 100 %.
TEST(Practice, EachRoundHasItsSpeedAndMeetsTheLastWithoutACrack) {
  PlaybackMixer mixer(test::song_of(test::tone(50, 0.5, 4.0, kRate), kRate));
  mixer.setLoop(TimeSpan{1.0, 1.5});
  mixer.setPractice(PracticePlan{50, 100, 25, 1});
  mixer.seek(1.0);
  const auto out = test::pull(mixer, 3 * kRate);
  const auto at = [&](double seconds) { return seconds * kRate; };
  EXPECT_EQ(mixer.speedOf(at(0.9)), 0.5);
  EXPECT_EQ(mixer.roundOf(at(0.9)), 0);
  EXPECT_EQ(mixer.speedOf(at(1.1)), 0.75);
  EXPECT_NEAR(mixer.positionOf(at(1.1)), 1.075, 1e-3);
  EXPECT_EQ(mixer.roundOf(at(1.1)), 1);
  EXPECT_EQ(mixer.speedOf(at(1.0 + 0.667 + 0.1)), 1.0);
  EXPECT_EQ(mixer.roundOf(at(2.9)), 4);
  const float smooth = 0.5f * 2.0f * 3.1416f * 50.0f / kRate;
  EXPECT_LT(test::roughness({out.begin() + kRate, out.end()}), 5.0f * smooth);
}

class PracticeTest : public testing::Test {
 protected:
  PracticeTest() : editor(document, axis), loops(editor) {
    QSettings().clear();
    auto by_hand = std::make_unique<test::HandOutput>(kRate);
    output = by_hand.get();
    player = std::make_unique<Player>(axis, std::move(by_hand));
    practice = std::make_unique<PracticeMode>(axis, *player, loops);
    Annotation song;
    for (int beat = 0; beat < 8; ++beat) song.beats.push_back({0.5 * beat, beat % 4 + 1, 1.0});
    document.open("/music/a.wav", "/music/a.jams", song);
    axis.setWidth(1000);
    axis.setDuration(4.0);
    player->setSound(test::song_of(test::tone(440, 0.5, 4.0, kRate), kRate));
    practice->setPlan({50, 100, 50, 2});
  }
  ~PracticeTest() override { QSettings().clear(); }

  AnnotationDocument document;
  TimeAxis axis;
  AnnotationEditor editor;
  LoopCommands loops;
  test::HandOutput* output = nullptr;
  std::unique_ptr<Player> player;
  std::unique_ptr<PracticeMode> practice;
};

TEST_F(PracticeTest, RunsShowsItsRoundAndEnds) {
  axis.setSelection(2.0, 4.0);
  player->setSpeed(0.8);
  practice->action()->trigger();
  EXPECT_TRUE(player->playing());
  EXPECT_TRUE(axis.loop());
  EXPECT_NEAR(axis.cursor(), 2.0, 1e-9);
  EXPECT_NEAR(player->speed(), 0.5, 1e-9);
  EXPECT_EQ(practice->action()->iconText(), QStringLiteral("\u2197 1/2"));
  output->play(static_cast<int>(4.1 * kRate));
  QTest::qWait(40);
  EXPECT_EQ(practice->action()->iconText(), QStringLiteral("\u2197 2/2"));
  output->play(4 * kRate);
  QTest::qWait(40);
  EXPECT_EQ(practice->action()->iconText(), QStringLiteral("\u2197 \u221e"));
  EXPECT_NEAR(player->speed(), 1.0, 1e-9);
  practice->action()->trigger();
  EXPECT_FALSE(player->practice());
  EXPECT_NEAR(player->speed(), 0.8, 1e-9) << "as before";
  EXPECT_TRUE(player->playing());
}

TEST_F(PracticeTest, TheButtonIsThereWhileItRuns) {
  QWidget window;
  const QToolButton* button = practice_button(practice->action(), &window);
  window.show();
  EXPECT_FALSE(button->isVisible());
  practice->action()->trigger();
  EXPECT_TRUE(button->isVisible());
  practice->action()->trigger();
  EXPECT_FALSE(button->isVisible());
}

TEST_F(PracticeTest, WithoutALoopItTakesFourBars) {
  practice->action()->trigger();
  EXPECT_NEAR(axis.selection().length(), 4.0, 0.01);
  EXPECT_TRUE(player->practice());
}

TEST_F(PracticeTest, WithoutBarsItSaysSo) {
  document.open("/music/b.wav", "/music/b.jams", {});
  QSignalSpy said(&loops, &LoopCommands::message);
  practice->action()->trigger();
  EXPECT_EQ(said.count(), 1);
  EXPECT_FALSE(practice->action()->isChecked());
  EXPECT_FALSE(player->playing());
}

TEST_F(PracticeTest, ASpeedByHandEndsIt) {
  practice->action()->trigger();
  player->setSpeed(0.9);
  EXPECT_FALSE(player->practice());
  EXPECT_FALSE(practice->action()->isChecked());
  EXPECT_NEAR(player->speed(), 0.9, 1e-9);
}

// Frames of before that the device still has belong to no round.
TEST_F(PracticeTest, ItBeginsAnewWithTheFirstRound) {
  axis.setSelection(2.0, 3.0);
  practice->action()->trigger();
  output->play(6 * kRate);
  QTest::qWait(40);
  practice->action()->trigger();
  practice->action()->trigger();
  QTest::qWait(40);
  EXPECT_EQ(practice->action()->iconText(), QStringLiteral("\u2197 1/2"));
}

TEST_F(PracticeTest, ThePlanIsRemembered) {
  PracticeDialog dialog(practice->plan());
  EXPECT_EQ(dialog.plan(), practice->plan());
  EXPECT_EQ(PracticeMode(axis, *player, loops).plan(), (PracticePlan{50, 100, 50, 2}));
}

}  // namespace
}  // namespace tactus::ui
