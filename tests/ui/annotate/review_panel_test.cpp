#include "ui/annotate/review_panel.h"

#include <QApplication>
#include <QListWidget>
#include <QProgressBar>
#include <QSignalSpy>
#include <QTest>
#include <QTreeWidget>

#include "tests/ui/support/open_song.h"
#include "ui/playback/player.h"

namespace tactus::ui {
namespace {

class PanelTest : public test::OpenSong {
 protected:
  PanelTest() {
    Annotation unsure = piece();
    unsure.beats[10].confidence = 0.2;
    unsure.chords[7].confidence = 0.1;
    unsure.chords[2].confidence = 0.3;
    document.open(scratch / "piece.wav", scratch / "piece.jams", unsure);
    hear_chord("D:min");
    panel.show();
    QApplication::setActiveWindow(&panel);
    panel.takeKeys();
  }
  void key(Qt::Key key) { QTest::keyClick(&panel.places(), key); }

  ReviewSession session{editor};
  Player player{axis};
  ReviewPanel panel{session, player};
};

TEST_F(PanelTest, KeysWorkThroughTheQueue) {
  ASSERT_EQ(panel.places().topLevelItemCount(), 3);
  EXPECT_EQ(editor.currentChord(), 7u) << "the queue begins with the least sure place";
  EXPECT_TRUE(panel.choices().item(0)->text().startsWith("1   Dm"));
  key(Qt::Key_1);
  EXPECT_EQ(piece().chords[7].label, "D:min");
  EXPECT_EQ(editor.currentBeat(), 10u) << "the next place is shown";
  key(Qt::Key_A);
  EXPECT_EQ(editor.currentChord(), 2u);
  EXPECT_EQ(panel.progress().value(), 2);
  EXPECT_EQ(panel.progress().maximum(), 3);
  key(Qt::Key_A);
  EXPECT_EQ(panel.places().topLevelItemCount(), 0);
  EXPECT_FALSE(editor.currentChord());
  const int steps = document.undoStack().count();
  key(Qt::Key_Delete);
  key(Qt::Key_1);
  EXPECT_EQ(document.undoStack().count(), steps) << "nothing is selected";
}

TEST_F(PanelTest, ArrowsChooseAndDeleteActsThere) {
  key(Qt::Key_Down);
  EXPECT_EQ(editor.currentBeat(), 10u);
  key(Qt::Key_Up);
  EXPECT_EQ(editor.currentChord(), 7u);
  key(Qt::Key_Right);
  key(Qt::Key_Delete);
  EXPECT_EQ(piece().beats.size(), 38u);
  EXPECT_EQ(piece().chords.size(), 10u);
}

TEST_F(PanelTest, EditsElsewhereDoNotMoveTheCursor) {
  QWidget lanes;
  lanes.setFocusPolicy(Qt::StrongFocus);
  lanes.show();
  QApplication::setActiveWindow(&lanes);
  lanes.setFocus();
  ASSERT_TRUE(QTest::qWaitFor([&] { return !panel.hasKeys(); }));
  axis.setCursor(1.0);
  editor.setCurrentChord(7);
  editor.nameSegment(SegmentLayer::kChords, 7, "E:min");
  EXPECT_EQ(panel.places().topLevelItemCount(), 2);
  EXPECT_EQ(axis.cursor(), 1.0);
  EXPECT_EQ(editor.currentChord(), 7u);
}

TEST_F(PanelTest, SaysThatNothingIsLeft) {
  QSignalSpy next(&panel, &ReviewPanel::nextSongWanted);
  key(Qt::Key_N);
  EXPECT_EQ(next.count(), 1);
  session.setShare(1.0);
  const int all = panel.places().topLevelItemCount();
  EXPECT_GT(all, 3);
}

}  // namespace
}  // namespace tactus::ui
