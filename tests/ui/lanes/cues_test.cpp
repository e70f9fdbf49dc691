// Cues and loops: set by keys, gone to, moved, changed and undone; their lane and table.
#include <QSignalSpy>
#include <QTableView>
#include <QTest>

#include "model/editing/cue_edits.h"
#include "tests/ui/support/mouse.h"
#include "tests/ui/support/open_song.h"
#include "ui/annotate/annotation_tables.h"
#include "ui/annotate/layer_tables.h"
#include "ui/lanes/cue_lane.h"

namespace tactus::ui {
namespace {

class Cues : public test::OpenSong {
 protected:
  const std::vector<Cue>& cues() const { return piece().cues; }
  void set(double time, int key) {
    axis.setCursor(time);
    editor.pressCueKey(key);
  }
};

TEST_F(Cues, AKeySetsItsCueOnTheNearestBeatAndThenGoesThere) {
  set(3.06, 2);
  EXPECT_EQ(cues(), (std::vector<Cue>{{3, 3, 2, kNoColour, ""}}));
  EXPECT_EQ(editor.currentCue(), 0u);
  set(5.25, 1);
  EXPECT_EQ(cues()[1].start, 5.25) << "no beat is near";
  axis.setCursor(9);
  editor.pressCueKey(2);
  EXPECT_EQ(axis.cursor(), 3.0);
  EXPECT_EQ(cues().size(), 2u);
  editor.setSnapping(false);
  set(7.03, 3);
  EXPECT_EQ(cues()[2].start, 7.03);
  document.undoStack().undo();
  document.undoStack().undo();
  document.undoStack().undo();
  EXPECT_TRUE(cues().empty());
}

TEST_F(Cues, AreSetWhereTheSongSounds) {
  editor.setTapClock([] { return 8.02; });
  set(1, 4);
  EXPECT_EQ(cues()[0].start, 8.0);
}

TEST_F(Cues, ALoopIsKeptAndPlayedAgain) {
  axis.setLoop(true);
  axis.setSelection(4.5, 6.5);
  set(5, 1);
  EXPECT_EQ(cues(), (std::vector<Cue>{{4.5, 6.5, 1, kNoColour, ""}}));
  axis.setLoop(false);
  axis.clearSelection();
  axis.setCursor(12);
  set(12, 2);
  editor.pressCueKey(1);
  EXPECT_TRUE(axis.loop());
  EXPECT_EQ(axis.selection(), (TimeSpan{4.5, 6.5}));
  EXPECT_EQ(axis.cursor(), 4.5);
  editor.pressCueKey(2);
  EXPECT_FALSE(axis.loop()) << "a cue outside ends it";
}

TEST_F(Cues, OutsideOfTheLoopAPointIsSet) {
  axis.setLoop(true);
  axis.setSelection(4.5, 6.5);
  set(9, 1);
  EXPECT_FALSE(cues()[0].is_loop());
}

TEST_F(Cues, AreDeletedByKeyAndByDelete) {
  set(3, 1);
  set(5, 2);
  editor.deleteCueKey(1);
  ASSERT_EQ(cues().size(), 1u);
  QSignalSpy said(&editor, &AnnotationEditor::message);
  editor.deleteCueKey(7);
  EXPECT_EQ(said.count(), 1);
  editor.setCurrentCue(0);
  editor.deleteCurrent();
  EXPECT_TRUE(cues().empty());
  document.undoStack().undo();
  EXPECT_EQ(cues()[0].key, 2);
  EXPECT_EQ(piece().beats.size(), 39u);
}

TEST_F(Cues, TheNextFreeKeyComesByItself) {
  set(3, 1);
  axis.setCursor(5);
  editor.addCue();
  EXPECT_EQ(cues()[1].key, 2);
}

TEST_F(Cues, NudgesAreOneStepAndStepsGoFromCueToCue) {
  set(3, 1);
  set(5, 2);
  editor.setCurrentCue(0);
  editor.nudge(10);
  editor.nudge(10);
  EXPECT_DOUBLE_EQ(cues()[0].start, 3.02);
  document.undoStack().undo();
  EXPECT_EQ(cues()[0].start, 3.0);
  editor.clearCurrent();
  axis.setCursor(4);
  editor.stepToCue(1);
  EXPECT_EQ(axis.cursor(), 5.0);
  editor.stepToCue(-1);
  EXPECT_EQ(axis.cursor(), 3.0);
}

TEST_F(Cues, SectionsBecomeCuesInOneStep) {
  Annotation next = piece();
  next.sections = {{0, 8, "verse"}, {8, 20, "chorus"}};
  document.edit("sections", next);
  const int before = document.undoStack().index();
  editor.takeSectionsAsCues();
  EXPECT_EQ(cues(),
            (std::vector<Cue>{{0, 0, 1, kNoColour, "verse"}, {8, 8, 2, kNoColour, "chorus"}}));
  EXPECT_EQ(document.undoStack().index(), before + 1);
  QSignalSpy said(&editor, &AnnotationEditor::message);
  editor.takeSectionsAsCues();
  EXPECT_EQ(said.count(), 1);
  EXPECT_EQ(document.undoStack().index(), before + 1);
}

TEST_F(Cues, TaggingTakesThoseOfTheFileForASongWithoutAnnotation) {
  Annotation tagged;
  tagged.beats = {{1, 1}};
  tagged.cues = {{2, 2, 1, kNoColour, "of the file"}};
  document.setTagged(tagged);
  EXPECT_TRUE(cues().empty()) << "this song has an annotation";
  Annotation plain;
  plain.duration = 20;
  document.open(scratch / "b.wav", scratch / "b.jams", plain);
  document.setTagged(tagged);
  EXPECT_EQ(cues(), tagged.cues);
  EXPECT_FALSE(document.isModified());
}

TEST_F(Cues, AreRefusedInACheckedSong) {
  document.setChecked(true);
  set(3, 1);
  EXPECT_TRUE(cues().empty());
}

TEST_F(Cues, TheTableShowsAndChangesThem) {
  AnnotationTables tables(editor);
  set(3, 1);
  set(5, 2);
  EXPECT_EQ(tables.currentWidget(), &tables.cues());
  QAbstractItemModel& model = *tables.cues().model();
  ASSERT_EQ(model.rowCount(), 2);
  const auto change = [&](int row, int column, const char* text) {
    return model.setData(model.index(row, column), QString::fromLatin1(text), Qt::EditRole);
  };
  EXPECT_TRUE(change(0, CueColumn::kName, "Intro"));
  EXPECT_TRUE(change(0, CueColumn::kEnd, "4.5"));
  EXPECT_TRUE(change(0, CueColumn::kColour, "#00ff00"));
  EXPECT_TRUE(change(0, CueColumn::kKey, "2"));
  EXPECT_EQ(cues(), (std::vector<Cue>{{3, 4.5, 2, 0x00FF00, "Intro"}, {5, 5, 1, kNoColour, ""}}));
  EXPECT_FALSE(change(0, CueColumn::kKey, "9"));
  EXPECT_FALSE(change(0, CueColumn::kColour, "nothing"));
  EXPECT_FALSE(change(0, CueColumn::kStart, "soon"));
  EXPECT_TRUE(change(0, CueColumn::kEnd, "")) << "a loop no more";
  EXPECT_EQ(cues()[0].end, 3.0);
  EXPECT_TRUE(change(0, CueColumn::kStart, "8"));
  EXPECT_EQ(cues()[1].name, "Intro");
  EXPECT_EQ(editor.currentCue(), 1u) << "the same one at its new place";
}

TEST_F(Cues, TheLaneMovesThemToBeatsAndStretchesLoops) {
  CueLane lane(editor);
  lane.resize(1000, 24);
  lane.show();
  set(3, 1);
  Cue loop = {6, 8, 2, kNoColour, "long name of a loop"};
  Annotation next = piece();
  next.cues.push_back(loop);
  document.edit("loop", next);
  const int y = 12;
  test::drag(lane, {302, y}, {404, y});
  EXPECT_EQ(cues()[0].start, 4.0) << "the beat is near";
  test::drag(lane, {402, y}, {425, y}, Qt::AltModifier);
  EXPECT_DOUBLE_EQ(cues()[0].start, 4.23);
  test::drag(lane, {800, y}, {902, y});
  EXPECT_EQ(cues()[1].end, 9.0);
  document.undoStack().undo();
  EXPECT_EQ(cues()[1].end, 8.0) << "a drag is one step";
  QSignalSpy wanted(&lane, &CueLane::nameWanted);
  QTest::mouseDClick(&lane, Qt::LeftButton, {}, {605, y});
  EXPECT_EQ(wanted.count(), 1);
  EXPECT_EQ(axis.cursor(), 6.0) << "a click goes there";
}

}  // namespace
}  // namespace tactus::ui
