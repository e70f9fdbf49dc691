// Notes: written at the cursor or for a passage, changed, deleted, undone; their lane and table.
#include <QSignalSpy>
#include <QTableView>
#include <QTest>

#include "tests/ui/support/open_song.h"
#include "ui/annotate/annotation_tables.h"
#include "ui/annotate/layer_tables.h"
#include "ui/lanes/note_lane.h"

namespace tactus::ui {
namespace {

class Notes : public test::OpenSong {
 protected:
  const std::vector<LabelledSegment>& notes() const { return piece().notes; }
  void write(double begin, double end, const char* words) {
    if (end > begin) {
      axis.setSelection(begin, end);
    } else {
      axis.clearSelection();
      axis.setCursor(begin);
    }
    editor.writeNote(QString::fromUtf8(words));
    axis.clearSelection();
  }
};

TEST_F(Notes, AreForAMomentOrForAPassageAndSortedByTime) {
  write(6, 8, "  rushing   here ");
  write(2.5, 0, "late");
  const std::vector<LabelledSegment> expected = {{2.5, 2.5, "late"}, {6, 8, "rushing here"}};
  EXPECT_EQ(notes(), expected);
  EXPECT_EQ(editor.currentNote(), 0u);
  EXPECT_EQ(document.undoStack().count(), 2);
  document.undoStack().undo();
  document.undoStack().undo();
  EXPECT_TRUE(notes().empty());
}

TEST_F(Notes, AreChangedAndDeletedInOneStepEach) {
  write(2, 0, "one");
  write(6, 8, "two");
  axis.setCursor(2.01);
  ASSERT_EQ(editor.noteHere(), 0u);
  editor.setNote(0, 7, 7, "moved");
  EXPECT_EQ(notes()[1], (LabelledSegment{7, 7, "moved"}));
  EXPECT_EQ(editor.currentNote(), 1u);
  document.undoStack().undo();
  EXPECT_EQ(notes()[0].label, "one");
  editor.setCurrentNote(0);
  editor.deleteCurrent();
  ASSERT_EQ(notes().size(), 1u);
  document.undoStack().undo();
  EXPECT_EQ(notes().size(), 2u);
  EXPECT_EQ(piece().beats.size(), 39u);
}

TEST_F(Notes, StayWhenTheSongIsTaggedAndAreRefusedWhenChecked) {
  write(2, 0, "one");
  Annotation tagged;
  tagged.beats = {{1, 1}};
  document.setTagged(tagged);
  EXPECT_EQ(notes().size(), 1u);
  document.setChecked(true);
  write(3, 0, "two");
  EXPECT_EQ(notes().size(), 1u);
}

TEST_F(Notes, NextAndPreviousGoFromTheCursor) {
  write(2, 0, "one");
  write(6, 8, "two");
  editor.clearCurrent();
  axis.setCursor(3);
  editor.stepToNote(1);
  EXPECT_EQ(axis.cursor(), 6);
  editor.stepToNote(-1);
  EXPECT_EQ(axis.cursor(), 2);
}

TEST_F(Notes, TheTableShowsAndChangesThem) {
  AnnotationTables tables(editor);
  write(2, 0, "one");
  write(6, 8, "two");
  QAbstractItemModel& model = *tables.notes().model();
  ASSERT_EQ(model.rowCount(), 2);
  EXPECT_EQ(model.index(1, NoteColumn::kWords).data().toString(), "two");
  EXPECT_EQ(tables.currentWidget(), &tables.notes());
  EXPECT_TRUE(model.setData(model.index(0, NoteColumn::kStart), "3", Qt::EditRole));
  EXPECT_EQ(notes()[0], (LabelledSegment{3, 3, "one"})) << "still a moment";
  EXPECT_TRUE(model.setData(model.index(1, NoteColumn::kWords), "better", Qt::EditRole));
  EXPECT_EQ(notes()[1].label, "better");
  EXPECT_FALSE(model.setData(model.index(1, NoteColumn::kWords), " ", Qt::EditRole));
}

TEST_F(Notes, AnotherSongWithoutNotesShowsItsBeats) {
  AnnotationTables tables(editor);
  write(2, 0, "one");
  ASSERT_EQ(tables.currentWidget(), &tables.notes());
  Annotation other;
  other.duration = 20;
  other.beats = {{1, 1}};
  document.open(scratch / "b.wav", scratch / "b.jams", other);
  EXPECT_EQ(tables.currentWidget(), &tables.beats());
}

TEST_F(Notes, AClickChoosesADoubleClickAsksForWords) {
  NoteLane lane(editor);
  lane.resize(1000, 42);
  lane.show();
  write(2, 4, "passage");
  write(3, 5, "over it");
  EXPECT_LT(lane.box(0).bottom(), lane.box(1).top()) << "two rows";
  QSignalSpy wanted(&lane, &NoteLane::wordsWanted);
  QTest::mouseClick(&lane, Qt::LeftButton, {}, lane.box(0).center().toPoint());
  EXPECT_EQ(editor.currentNote(), 0u);
  QTest::mouseDClick(&lane, Qt::LeftButton, {}, lane.box(1).center().toPoint());
  ASSERT_EQ(wanted.count(), 1);
  QTest::keyClick(&lane, Qt::Key_Return);
  EXPECT_EQ(wanted.count(), 2);
}

}  // namespace
}  // namespace tactus::ui
