#include "ui/playback/loop_commands.h"

#include <gtest/gtest.h>

#include <QAction>
#include <QMenu>
#include <QSettings>
#include <QSignalSpy>

#include "ui/document/annotation_document.h"
#include "ui/document/annotation_editor.h"

namespace tactus::ui {
namespace {

// Bars of two seconds from 0 to 16 s.
class LoopCommandsTest : public testing::Test {
 protected:
  LoopCommandsTest() : editor(document, axis) {
    QSettings().clear();
    loops = std::make_unique<LoopCommands>(editor);
    Annotation song;
    for (int beat = 0; beat < 32; ++beat) song.beats.push_back({0.5 * beat, beat % 4 + 1, 1.0});
    song.sections = {{3.7, 9.1, "verse"}};
    document.open("/music/a.wav", "/music/a.jams", song);
    axis.setDuration(16.0);
  }
  ~LoopCommandsTest() override { QSettings().clear(); }

  void expect_loop(double begin, double end) {
    EXPECT_TRUE(axis.loop());
    EXPECT_NEAR(axis.selection().begin, begin, 1e-9);
    EXPECT_NEAR(axis.selection().end, end, 1e-9);
  }

  AnnotationDocument document;
  TimeAxis axis;
  AnnotationEditor editor;
  std::unique_ptr<LoopCommands> loops;
};

TEST_F(LoopCommandsTest, LoopsTheBarFourBarsAndTheSection) {
  axis.setCursor(5.2);
  loops->loopBars(1);
  expect_loop(4.0, 6.0);
  loops->loopBars(4);
  expect_loop(4.0, 12.0);
  loops->loopSection();
  expect_loop(3.7, 9.1);  // as it is, not whole bars
}

TEST_F(LoopCommandsTest, HalvesDoublesAndMoves) {
  axis.setCursor(8.5);
  loops->loopBars(1);
  loops->resize(2.0);
  expect_loop(8.0, 12.0);
  loops->move(-1);
  expect_loop(4.0, 8.0);
  loops->resize(0.5);
  loops->resize(0.5);
  expect_loop(4.0, 5.0);
  for (int k = 0; k < 10; ++k) loops->resize(0.5);
  EXPECT_GE(axis.selection().length(), 0.1);
  axis.setSelection(8.0, 12.0);
  loops->move(1);
  expect_loop(12.0, 16.0);
  loops->move(1);  // the song ends there
  expect_loop(12.0, 16.0);
  loops->resize(2.0);
  expect_loop(12.0, 16.0);
}

TEST_F(LoopCommandsTest, ThePlayheadFollowsItsLoopInTime) {
  QSignalSpy moved(loops.get(), &LoopCommands::playheadMoved);
  axis.setCursor(5.2);
  loops->loopBars(1);
  loops->move(1);
  ASSERT_EQ(moved.count(), 1);
  EXPECT_NEAR(moved.takeFirst()[0].toDouble(), 2.0, 1e-9);
  axis.setCursor(7.3);  // the second half of the loop
  loops->resize(0.5);
  ASSERT_EQ(moved.count(), 1);
  EXPECT_NEAR(moved.takeFirst()[0].toDouble(), -1.0, 1e-9);
  axis.setCursor(6.3);
  loops->resize(2.0);
  axis.setCursor(1.0);  // outside
  loops->move(1);
  EXPECT_EQ(moved.count(), 0);
}

TEST_F(LoopCommandsTest, DraggedLoopsTakeWholeBarsUnlessFree) {
  axis.dragSelection(3.3, 6.8, false);
  EXPECT_EQ(axis.selection(), (TimeSpan{3.5, 7.0}));  // only a selection: beats
  axis.setLoop(true);
  expect_loop(4.0, 6.0);
  axis.dragSelection(9.1, 3.3, false);
  expect_loop(4.0, 10.0);
  axis.dragSelection(9.1, 3.3, true);  // Alt
  expect_loop(3.3, 9.1);
  loops->setSnapping(false);
  axis.dragSelection(3.4, 6.8, false);
  expect_loop(3.4, 6.8);
  EXPECT_FALSE(LoopCommands(editor).snapping());  // remembered
}

TEST_F(LoopCommandsTest, WithoutBarsLoopsAreFree) {
  document.open("/music/b.wav", "/music/b.jams", {});
  axis.setLoop(true);
  axis.dragSelection(3.4, 6.8, false);
  expect_loop(3.4, 6.8);
  loops->move(1);
  expect_loop(6.8, 10.2);
}

TEST_F(LoopCommandsTest, SaysWhyThereIsNothingToLoop) {
  QSignalSpy said(loops.get(), &LoopCommands::message);
  axis.setCursor(12.0);
  loops->loopSection();
  loops->move(1);
  loops->resize(0.5);
  document.open("/music/b.wav", "/music/b.jams", {});
  loops->loopBars(1);
  EXPECT_EQ(said.count(), 4);
  EXPECT_FALSE(axis.loop());
}

TEST_F(LoopCommandsTest, EveryCommandHasAKeyThatDoesIt) {
  QMenu menu;
  loops->fill(menu);
  axis.setCursor(5.2);
  const auto press = [&menu](const QKeySequence& keys) {
    for (QAction* action : menu.actions()) {
      if (action->shortcut() == keys) return action->trigger();
    }
    ADD_FAILURE() << keys.toString().toStdString();
  };
  press(Qt::Key_Q);
  expect_loop(4.0, 6.0);
  press(Qt::Key_V);
  expect_loop(6.0, 8.0);
  press(Qt::SHIFT | Qt::Key_V);
  press(Qt::Key_I);
  expect_loop(4.0, 8.0);
  press(Qt::Key_U);
  press(Qt::Key_W);
  expect_loop(4.0, 12.0);
  press(Qt::Key_E);
  expect_loop(3.7, 9.1);
  press(Qt::SHIFT | Qt::Key_L);
  EXPECT_FALSE(loops->snapping());
  for (QAction* action : menu.actions()) {
    EXPECT_TRUE(action->isSeparator() || !action->shortcut().isEmpty());
  }
}

}  // namespace
}  // namespace tactus::ui
