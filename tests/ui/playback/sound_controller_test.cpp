// Sound on the page: loading, playing, the controls, and which lanes are shown.
#include "ui/playback/sound_controller.h"

#include <gtest/gtest.h>

#include <QAction>
#include <QSettings>
#include <QSignalSpy>
#include <QSlider>
#include <QTest>
#include <algorithm>

#include "tests/support/test_support.h"
#include "tests/ui/support/sound_fixture.h"
#include "ui/document/annotation_document.h"
#include "ui/document/annotation_editor.h"
#include "ui/playback/playback_bar.h"
#include "ui/playback/player.h"
#include "ui/sound_lanes/sound_model.h"
#include "ui/timeline/lane_stack.h"
#include "ui/timeline/ruler_view.h"
#include "ui/window/lane_menu.h"

namespace tactus::ui {
namespace {

using test::kRate;

class SoundControllerTest : public testing::Test {
 protected:
  SoundControllerTest() : editor(document, axis), controller(editor) { QSettings().clear(); }
  ~SoundControllerTest() override { QSettings().clear(); }

  void open(double claimed_duration) {
    ASSERT_TRUE(test::write_wav(folder / "a.wav", test::tone(440, 0.5, 3.0, kRate), kRate));
    QSignalSpy decoded(&controller.model(), &SoundModel::decoded);
    Annotation annotation;
    annotation.duration = claimed_duration;
    annotation.beats = {{1.0, 1, 1.0}};
    document.open(folder / "a.wav", folder / "a.jams", annotation);
    axis.setDuration(claimed_duration);
    ASSERT_TRUE(QTest::qWaitFor([&] { return decoded.count() == 1; }, 10000));
  }

  test::ScratchFolder folder;
  AnnotationDocument document;
  TimeAxis axis;
  AnnotationEditor editor;
  SoundController controller;
};

TEST_F(SoundControllerTest, OpensTheDocumentsSoundAndCorrectsTheDuration) {
  open(10.0);
  EXPECT_NEAR(axis.duration(), 3.0, 1e-9);
  ASSERT_TRUE(controller.model().sound());
  document.close();
  EXPECT_FALSE(controller.model().sound());
}

TEST_F(SoundControllerTest, FindsTheDurationWhereNobodyKnowsIt) {
  open(0.0);
  EXPECT_NEAR(axis.duration(), 3.0, 1e-9);
}

TEST_F(SoundControllerTest, ACorrectedDurationKeepsTheView) {
  open(3.5);
  axis.setView(1.0, 1e-3);
  axis.setSelection(1.2, 1.4);
  axis.setCursor(1.3);
  axis.correctDuration(2.5);
  EXPECT_NEAR(axis.start(), 1.0, 1e-9);
  EXPECT_NEAR(axis.selection().end, 1.4, 1e-9);
  EXPECT_NEAR(axis.cursor(), 1.3, 1e-9);
  axis.showAll();
  axis.correctDuration(3.0);
  EXPECT_NEAR(axis.end(), 3.0, 1e-9);
}

TEST_F(SoundControllerTest, TimesSnapToTheOnsetsOfTheSound) {
  auto samples = std::vector<float>(3 * kRate, 0.0f);
  const auto note = test::tone(500, 0.5, 0.5, kRate);
  std::copy(note.begin(), note.end(), samples.begin() + kRate * 12 / 10);
  ASSERT_TRUE(test::write_wav(folder / "a.wav", samples, kRate));
  EXPECT_EQ(editor.snappedToOnset(1.21, 0.05), 1.21);  // no onset is known yet
  QSignalSpy found(&editor, &AnnotationEditor::onsetsFound);
  document.open(folder / "a.wav", folder / "a.jams", {});
  ASSERT_TRUE(QTest::qWaitFor([&] { return !editor.onsetsBetween(1.0, 1.4).empty(); }, 10000));
  EXPECT_TRUE(QTest::qWaitFor([&] { return found.count() > 0; }, 10000));
  EXPECT_NEAR(editor.snappedToOnset(1.23, 0.05), 1.2, 0.006);
  EXPECT_EQ(editor.snappedToOnset(1.3, 0.05), 1.3);
  editor.setPeaks({1.225});  // nearer than the onset
  EXPECT_EQ(editor.snappedToOnset(1.23, 0.05), 1.225);
  EXPECT_NEAR(editor.snappedToOnset(1.195, 0.05), 1.2, 0.006);
  editor.setSnapping(false);
  EXPECT_EQ(editor.snappedToOnset(1.195, 0.05), 1.195);
  document.close();
  EXPECT_TRUE(editor.onsetsBetween(1.0, 1.4).empty());
}

TEST_F(SoundControllerTest, TheBarPlaysAndRemembersItsVolumes) {
  open(3.0);
  {
    std::unique_ptr<PlaybackBar> bar(controller.makeBar());
    bar->actions().play->trigger();
    EXPECT_TRUE(controller.player().playing());
    bar->actions().play->trigger();
    EXPECT_FALSE(controller.player().playing());
    bar->actions().clicks->setChecked(true);
    EXPECT_GT(controller.player().gains().clicks, 0.0f);
    bar->actions().clicks->setChecked(false);
    EXPECT_EQ(controller.player().gains().clicks, 0.0f);
    bar->actions().chords->setChecked(true);
    for (QSlider* slider : bar->findChildren<QSlider*>()) {
      EXPECT_FALSE(slider->accessibleName().isEmpty());
      slider->setValue(-6);
    }
    EXPECT_NEAR(controller.player().gains().music, 0.501f, 1e-3);
    bar->actions().loop->setChecked(true);
    EXPECT_TRUE(axis.loop());
    controller.player().setLatencyMs(120);
  }
  controller.player().setGains({});
  controller.player().setLatencyMs(0);
  std::unique_ptr<PlaybackBar> bar(controller.makeBar());
  EXPECT_NEAR(controller.player().gains().music, 0.501f, 1e-3);
  EXPECT_NEAR(controller.player().gains().chords, 0.501f, 1e-3);
  EXPECT_EQ(controller.player().gains().clicks, 0.0f);
  EXPECT_EQ(controller.player().latencyMs(), 120.0);
}

TEST_F(SoundControllerTest, PlayStaysUpWhereThereIsNothingToPlay) {
  std::unique_ptr<PlaybackBar> bar(controller.makeBar());
  bar->actions().play->trigger();
  EXPECT_FALSE(controller.player().playing());
  EXPECT_FALSE(bar->actions().play->isChecked());
}

TEST_F(SoundControllerTest, TheMenuHidesLanesAndHeightsAreRemembered) {
  const auto fill = [&](LaneStack& stack) {
    stack.resize(800, 700);
    controller.addSoundLanes(stack);
    stack.show();
  };
  int height = 0;
  {
    LaneStack stack;
    fill(stack);
    LaneMenu menu(stack);
    EXPECT_EQ(menu.actions().size(), 6);
    EXPECT_FALSE(stack.isLaneShown(QStringLiteral("chroma")));
    for (QAction* action : menu.actions()) {
      if (action->text() == stack.lane(QStringLiteral("spectrogram"))->title()) action->trigger();
      if (action->text() == stack.lane(QStringLiteral("chroma"))->title()) action->trigger();
    }
    EXPECT_TRUE(stack.isLaneShown(QStringLiteral("chroma")));
    EXPECT_FALSE(stack.isLaneShown(QStringLiteral("spectrogram")));
    QList<int> sizes = stack.sizes();
    sizes[1] += 60;  // the waveform's
    sizes[5] -= 60;
    stack.setSizes(sizes);
    height = stack.sizes()[1];
    emit stack.splitterMoved(0, 1);
    QTest::qWait(700);
  }
  LaneStack stack;
  fill(stack);
  LaneMenu menu(stack);
  EXPECT_TRUE(stack.isLaneShown(QStringLiteral("chroma")));
  EXPECT_FALSE(stack.isLaneShown(QStringLiteral("spectrogram")));
  EXPECT_NEAR(stack.sizes()[1], height, 4);
}

}  // namespace
}  // namespace tactus::ui
