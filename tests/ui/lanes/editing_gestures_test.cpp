// Every editing gesture by mouse and keys on the lanes.
#include <QLineEdit>
#include <QListWidget>
#include <QScreen>
#include <QSignalSpy>
#include <QTest>

#include "tests/ui/support/mouse.h"
#include "tests/ui/support/open_song.h"
#include "ui/document/segment_labels.h"
#include "ui/lanes/beat_lane.h"
#include "ui/lanes/chord_lane.h"
#include "ui/lanes/segment_entry.h"

namespace tactus::ui {
namespace {

using test::drag;

class BeatGestures : public test::OpenSong {
 protected:
  BeatGestures() : lane(editor) {
    lane.resize(1000, 60);
    lane.show();
  }
  BeatLane lane;
};

TEST_F(BeatGestures, DragMovesABeatInOneStep) {
  drag(lane, {200, 30}, {220, 30});
  EXPECT_NEAR(piece().beats[3].time, 2.2, 1e-9);
  EXPECT_EQ(piece().beats[3].confidence, kCertain);
  EXPECT_EQ(document.undoStack().count(), 1);
  document.undoStack().undo();
  EXPECT_EQ(piece().beats[3], (Beat{2.0, 4, 0.8}));
}

TEST_F(BeatGestures, ADraggedBeatSnapsToAnOnsetAndAltLetsItGo) {
  editor.setPeaks({2.25});
  drag(lane, {200, 30}, {220, 30});
  EXPECT_EQ(piece().beats[3].time, 2.25);
  document.undoStack().undo();
  drag(lane, {200, 30}, {220, 30}, Qt::AltModifier);
  EXPECT_NEAR(piece().beats[3].time, 2.2, 1e-9);
  editor.setSnapping(false);
  document.undoStack().undo();
  drag(lane, {200, 30}, {220, 30});
  EXPECT_NEAR(piece().beats[3].time, 2.2, 1e-9);
}

TEST_F(BeatGestures, ABeatCannotBeDraggedOverItsNeighbours) {
  drag(lane, {200, 30}, {400, 30});
  EXPECT_NEAR(piece().beats[3].time, 2.5 - kClosestBeats, 1e-9);
}

TEST_F(BeatGestures, ClickChoosesABeatAndPutsTheCursorOnIt) {
  QTest::mouseClick(&lane, Qt::LeftButton, {}, {203, 30});
  EXPECT_EQ(editor.currentBeat(), 3u);
  EXPECT_EQ(axis.cursor(), 2.0);
  EXPECT_EQ(document.undoStack().count(), 0);
  QTest::mouseClick(&lane, Qt::LeftButton, {}, {225, 30});
  EXPECT_FALSE(editor.currentBeat().has_value());
}

TEST_F(BeatGestures, ShiftAndAClickOnABeatSelectThePassage) {
  axis.setSelectionSnap([this](const TimeSpan& span) { return editor.snappedToBeats(span); });
  QTest::mouseClick(&lane, Qt::LeftButton, {}, {200, 30});
  QTest::mouseClick(&lane, Qt::LeftButton, Qt::ShiftModifier, {402, 30});
  EXPECT_EQ(axis.selection(), (TimeSpan{2.0, 4.0}));
  EXPECT_EQ(editor.currentBeat(), 3u) << "where it begins";
  QTest::mouseClick(&lane, Qt::LeftButton, Qt::ShiftModifier, {600, 30});
  EXPECT_EQ(axis.selection(), (TimeSpan{2.0, 6.0}));
  QTest::mouseClick(&lane, Qt::LeftButton, Qt::ShiftModifier, {101, 30});
  EXPECT_EQ(axis.selection(), (TimeSpan{1.0, 6.0})) << "to the left, too";
  EXPECT_EQ(document.undoStack().count(), 0);
}

TEST_F(BeatGestures, SelectionsSnapToBeatsAndAltLetsThemGo) {
  axis.setSelectionSnap([this](const TimeSpan& span) { return editor.snappedToBeats(span); });
  drag(lane, {115, 30}, {388, 30});
  EXPECT_EQ(axis.selection(), (TimeSpan{1.0, 4.0}));
  drag(lane, {388, 30}, {115, 30}, Qt::AltModifier);
  EXPECT_NEAR(axis.selection().begin, 1.15, 1e-9);
  drag(lane, {212, 30}, {230, 30});
  EXPECT_EQ(axis.selection(), (TimeSpan{2.0, 2.5})) << "a beat at least";
  drag(lane, {10, 30}, {120, 30});
  EXPECT_EQ(axis.selection(), (TimeSpan{0.0, 1.0})) << "the start counts as a beat";
  editor.setSnapping(false);
  drag(lane, {115, 30}, {388, 30});
  EXPECT_NEAR(axis.selection().begin, 1.15, 1e-9);
  EXPECT_NEAR(axis.selection().end, 3.88, 1e-9);
}

TEST_F(BeatGestures, DoubleClickAddsABeat) {
  QTest::mouseDClick(&lane, Qt::LeftButton, {}, {225, 30});
  EXPECT_EQ(piece().beats.size(), 40u);
  EXPECT_NEAR(piece().beats[4].time, 2.25, 1e-9);
  EXPECT_EQ(editor.currentBeat(), 4u);
}

TEST_F(BeatGestures, AnEmptyPlaceStillSetsCursorAndSelection) {
  drag(lane, {210, 30}, {290, 30});
  EXPECT_NEAR(axis.selection().begin, 2.1, 0.011);
  EXPECT_NEAR(axis.selection().end, 2.9, 0.011);
}

TEST_F(BeatGestures, CheckedSongsDoNotMove) {
  document.setChecked(true);
  QSignalSpy refused(&document, &AnnotationDocument::refused);
  drag(lane, {200, 30}, {220, 30});
  EXPECT_EQ(piece().beats[3].time, 2.0);
  EXPECT_GT(refused.count(), 0);
}

TEST_F(BeatGestures, CurrentBeatIsSeen) {
  const QImage before = lane.grab().toImage();
  editor.setCurrentBeat(3);
  EXPECT_NE(lane.grab().toImage(), before);
}

class ChordGestures : public test::OpenSong {
 protected:
  ChordGestures() : lane(editor) {
    lane.resize(1000, 40);
    lane.show();
  }
  ChordLane lane;
};

TEST_F(ChordGestures, BoundaryIsDraggedToABeat) {
  drag(lane, {400, 20}, {444, 20});
  EXPECT_EQ(piece().chords[1].end, 4.5);
  EXPECT_EQ(piece().chords[2].start, 4.5);
  document.undoStack().undo();
  drag(lane, {400, 20}, {444, 20}, Qt::AltModifier);
  EXPECT_NEAR(piece().chords[2].start, 4.44, 1e-9);
}

TEST_F(ChordGestures, ClickChoosesAChordAndSetsTheCursor) {
  QTest::mouseClick(&lane, Qt::LeftButton, {}, {300, 20});
  EXPECT_EQ(editor.currentChord(), 1u);
  EXPECT_NEAR(axis.cursor(), 3.0, 0.011);
}

TEST_F(ChordGestures, ClickOnABoundaryChoosesTheChordBehindIt) {
  QTest::mouseClick(&lane, Qt::LeftButton, {}, {402, 20});
  EXPECT_EQ(editor.currentChord(), 2u);
  EXPECT_EQ(axis.cursor(), 4.0);
  EXPECT_EQ(document.undoStack().count(), 0);
}

TEST_F(ChordGestures, ShiftAndAClickOnABoundarySelectsUpToIt) {
  QTest::mouseClick(&lane, Qt::LeftButton, {}, {205, 20});
  QTest::mouseClick(&lane, Qt::LeftButton, Qt::ShiftModifier, {401, 20});
  EXPECT_NEAR(axis.selection().end, 4.01, 1e-9);
  EXPECT_EQ(document.undoStack().count(), 0);
}

TEST_F(ChordGestures, DoubleClickAsksForAName) {
  QSignalSpy asked(&lane, &SegmentLane::nameWanted);
  QTest::mouseDClick(&lane, Qt::LeftButton, {}, {300, 20});
  EXPECT_EQ(asked.count(), 1);
  EXPECT_EQ(editor.currentChord(), 1u);
}

class ChordNaming : public test::OpenSong {
 protected:
  ChordNaming() : entry(editor, nullptr) {
    editor.setCurrentChord(1);
    hear_chord("D:min7");
  }
  void ask(const QString& begin = {}) { askAt({10, 10, 1, 44}, begin); }
  void askAt(const QRect& lane, const QString& begin = {}) {
    entry.ask(SegmentLayer::kChords, SegmentEntry::Purpose::kName, lane, begin);
  }
  QLineEdit& line() { return *entry.findChild<QLineEdit*>(); }
  QListWidget& list() { return *entry.findChild<QListWidget*>(); }
  SegmentEntry entry;
};

TEST_F(ChordNaming, OpensWhereThereIsRoom) {
  const QRect room = entry.screen()->availableGeometry();
  const QRect high(room.left() + 20, room.top() + 10, 1, 44);
  askAt(high);
  EXPECT_GT(entry.y(), high.bottom());
  const QRect low(room.right() - 5, room.bottom() - 60, 1, 44);
  askAt(low);
  EXPECT_LE(entry.y() + entry.height(), low.top());
  EXPECT_LE(entry.x() + entry.width(), room.right() + 1);
}

TEST_F(ChordNaming, TypedChordIsUnderstoodAsMusiciansWriteIt) {
  ask();
  QTest::keyClicks(&line(), "Dm7b5");
  QTest::keyClick(&line(), Qt::Key_Return);
  EXPECT_EQ(piece().chords[1].label, "D:hdim7");
  EXPECT_EQ(piece().chords[1].confidence, kCertain);
  EXPECT_FALSE(entry.isVisible());
}

TEST_F(ChordNaming, WhatIsNoChordIsRefusedWithTheReason) {
  ask();
  line().setText("Hm9x");
  QTest::keyClick(&line(), Qt::Key_Return);
  EXPECT_EQ(piece().chords[1].label, "A:min");
  EXPECT_TRUE(entry.isVisible());
  QString reason;
  EXPECT_TRUE(segment_label_from_text(SegmentLayer::kChords, "Hm9x", &reason).isEmpty());
  EXPECT_FALSE(reason.isEmpty());
  QTest::keyClick(&line(), Qt::Key_Escape);
  EXPECT_FALSE(entry.isVisible());
}

TEST_F(ChordNaming, NetworksAlternativesAreARankedList) {
  ask();
  ASSERT_GT(list().count(), 1);
  EXPECT_TRUE(list().item(0)->text().startsWith("Dm7"));
  QTest::keyClick(&line(), Qt::Key_Down);
  QTest::keyClick(&list(), Qt::Key_Return);
  EXPECT_EQ(piece().chords[1].label, "D:min7");
}

TEST_F(ChordNaming, ASelectionIsWrittenOver) {
  axis.setSelection(2.5, 3.5);
  ask("E");
  QTest::keyClick(&line(), Qt::Key_Return);
  EXPECT_EQ(piece().chords.size(), 12u);
  EXPECT_EQ(piece().chords[2], (LabelledSegment{2.5, 3.5, "E:maj", kCertain}));
}

TEST_F(ChordNaming, CompletionFinishesAName) {
  ask();
  QTest::keyClicks(&line(), "Bbdi");
  EXPECT_EQ(line().text(), list().item(0)->text().section('\t', 0, 0));
  EXPECT_TRUE(line().text().startsWith("Bbdim")) << line().text().toStdString();
  const QString shown = line().text();
  QTest::keyClick(&line(), Qt::Key_Return);
  EXPECT_EQ(piece().chords[1].label, canonical_label(shown.toStdString(), ChordSyntax::kLenient));
}

TEST_F(ChordNaming, ATypedChordIsNotTakenForItsCompletion) {
  for (const char* typed : {"D", "E", "Bbmaj", "G"}) {
    ask();
    QTest::keyClicks(&line(), typed);
    EXPECT_EQ(line().text(), typed) << "it shows what it stores";
    QTest::keyClick(&line(), Qt::Key_Return);
    EXPECT_EQ(piece().chords[1].label, canonical_label(typed, ChordSyntax::kLenient));
  }
}

TEST_F(ChordNaming, ReturnAtOnceKeepsTheName) {
  ask();
  QTest::keyClick(&line(), Qt::Key_Return);
  EXPECT_EQ(piece().chords[1].label, "A:min");
}

}  // namespace
}  // namespace tactus::ui
