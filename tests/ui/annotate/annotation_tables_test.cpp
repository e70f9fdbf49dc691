#include "ui/annotate/annotation_tables.h"

#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QLineEdit>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTableView>
#include <QTest>

#include "tests/ui/support/open_song.h"
#include "ui/annotate/layer_tables.h"

namespace tactus::ui {
namespace {

class TablesTest : public test::OpenSong {
 protected:
  TablesTest() : tables(editor) { tables.show(); }
  bool write(QTableView& table, int row, int column, const QString& text) {
    QAbstractItemModel& model = *table.model();
    return model.setData(model.index(row, column), text, Qt::EditRole);
  }
  static QString read(QTableView& table, int row, int column) {
    return table.model()->index(row, column).data().toString();
  }
  static void go_to(QTableView& table, int row, int column) {
    table.setCurrentIndex(table.model()->index(row, column));
  }
  static bool is_at(const QTableView& table, int row, int column) {
    return table.currentIndex().row() == row && table.currentIndex().column() == column;
  }
  static bool is_selected(const QTableView& table, int row) {
    return table.selectionModel()->isRowSelected(row, {});
  }
  // A command of the window with a letter or digit as shortcut.
  QAction& command(Qt::Key key) {
    auto* action = new QAction(&tables);
    action->setShortcut(key);
    tables.addAction(action);
    return *action;
  }
  AnnotationTables tables;
};

TEST_F(TablesTest, ShowEveryBeatAndChord) {
  ASSERT_EQ(tables.beats().model()->rowCount(), 39);
  EXPECT_EQ(read(tables.beats(), 4, BeatColumn::kTime), "2.500");
  EXPECT_EQ(read(tables.beats(), 4, BeatColumn::kBar), "2");
  EXPECT_EQ(read(tables.beats(), 4, BeatColumn::kPosition), "1");
  EXPECT_EQ(read(tables.beats(), 4, BeatColumn::kConfidence), "0.80");
  ASSERT_EQ(tables.chords().model()->rowCount(), 10);
  EXPECT_EQ(read(tables.chords(), 3, SegmentColumn::kLabel), "G:7");
}

TEST_F(TablesTest, EditsAreUndoableSteps) {
  EXPECT_TRUE(write(tables.beats(), 3, BeatColumn::kTime, "2,125"));
  EXPECT_EQ(piece().beats[3].time, 2.125);
  EXPECT_TRUE(write(tables.beats(), 3, BeatColumn::kPosition, "2"));
  EXPECT_TRUE(write(tables.chords(), 0, SegmentColumn::kLabel, "Dm7"));
  EXPECT_EQ(piece().chords[0].label, "D:min7");
  EXPECT_TRUE(write(tables.chords(), 0, SegmentColumn::kEnd, "2.5"));
  EXPECT_EQ(piece().chords[1].start, 2.5);
  EXPECT_EQ(document.undoStack().count(), 4);
}

TEST_F(TablesTest, NonsenseIsRefused) {
  QSignalSpy said(&editor, &AnnotationEditor::message);
  EXPECT_FALSE(write(tables.beats(), 3, BeatColumn::kTime, "soon"));
  EXPECT_FALSE(write(tables.beats(), 3, BeatColumn::kPosition, "-1"));
  EXPECT_FALSE(write(tables.chords(), 0, SegmentColumn::kLabel, "H"));
  EXPECT_EQ(said.count(), 1);
  EXPECT_EQ(document.undoStack().count(), 0);
}

TEST_F(TablesTest, RowAndCurrentItemAreTheSame) {
  editor.setCurrentChord(5);
  EXPECT_EQ(tables.currentWidget(), &tables.chords());
  EXPECT_EQ(tables.chords().currentIndex().row(), 5);
  tables.setCurrentWidget(&tables.beats());
  tables.beats().setCurrentIndex(tables.beats().model()->index(7, 0));
  EXPECT_EQ(editor.currentBeat(), 7u);
  EXPECT_EQ(axis.cursor(), 4.0);
  QTest::keyClick(&tables.beats(), Qt::Key_Down);
  EXPECT_EQ(editor.currentBeat(), 8u);
}

TEST_F(TablesTest, AnEditLeavesItsRowAndColumnCurrent) {
  go_to(tables.beats(), 30, BeatColumn::kTime);
  tables.beats().edit(tables.beats().currentIndex());
  auto* field = tables.beats().findChild<QLineEdit*>();
  ASSERT_NE(field, nullptr);
  field->setText("15.6");
  QTest::keyClick(field, Qt::Key_Return);
  ASSERT_TRUE(QTest::qWaitFor([&] { return piece().beats[30].time == 15.6; }));
  EXPECT_TRUE(is_at(tables.beats(), 30, BeatColumn::kTime));
  EXPECT_TRUE(is_selected(tables.beats(), 30));
  EXPECT_EQ(read(tables.beats(), 30, BeatColumn::kTime), "15.600");
  QTest::keyClick(&tables.beats(), Qt::Key_Down);
  EXPECT_TRUE(is_at(tables.beats(), 31, BeatColumn::kTime));
  EXPECT_EQ(editor.currentBeat(), 31u);
  go_to(tables.beats(), 30, BeatColumn::kPosition);
  EXPECT_TRUE(write(tables.beats(), 30, BeatColumn::kPosition, "1"));
  EXPECT_TRUE(is_at(tables.beats(), 30, BeatColumn::kPosition));
  EXPECT_EQ(read(tables.beats(), 38, BeatColumn::kBar), "11") << "one more bar behind it";
  go_to(tables.chords(), 6, SegmentColumn::kLabel);
  EXPECT_TRUE(write(tables.chords(), 6, SegmentColumn::kLabel, "Dm7"));
  EXPECT_TRUE(is_at(tables.chords(), 6, SegmentColumn::kLabel));
  EXPECT_EQ(editor.currentChord(), 6u);
}

TEST_F(TablesTest, RowsThatComeAndGoTakeTheCurrentOneAlong) {
  go_to(tables.beats(), 30, BeatColumn::kPosition);
  auto beats = piece().beats;
  beats.insert(beats.begin(), {0.1, 4, 1.0});
  document.editBeats("Add", beats);
  ASSERT_EQ(tables.beats().model()->rowCount(), 40);
  EXPECT_EQ(read(tables.beats(), 0, BeatColumn::kTime), "0.100");
  EXPECT_EQ(read(tables.beats(), 39, BeatColumn::kTime), "19.500");
  EXPECT_TRUE(is_at(tables.beats(), 31, BeatColumn::kPosition));
  EXPECT_TRUE(is_selected(tables.beats(), 31));
  editor.deleteCurrent();
  ASSERT_EQ(tables.beats().model()->rowCount(), 39);
  EXPECT_TRUE(is_at(tables.beats(), 31, BeatColumn::kPosition)) << "where the person was";
  EXPECT_FALSE(editor.currentBeat());
  EXPECT_FALSE(is_selected(tables.beats(), 31));
  go_to(tables.beats(), 31, BeatColumn::kPosition);
  EXPECT_EQ(editor.currentBeat(), 31u) << "chosen again, in the cell that was current";
}

TEST_F(TablesTest, LastRowsThatGoChooseNothing) {
  go_to(tables.beats(), 38, BeatColumn::kTime);
  QSignalSpy moved(&axis, &TimeAxis::cursorChanged);  // also for a move there and back
  editor.deleteCurrent();
  ASSERT_EQ(tables.beats().model()->rowCount(), 38);
  EXPECT_FALSE(editor.currentBeat());
  EXPECT_EQ(moved.count(), 0);
  EXPECT_FALSE(is_selected(tables.beats(), 37));
}

TEST_F(TablesTest, ARowChosenInOneTableIsNoneInTheOthers) {
  go_to(tables.beats(), 7, BeatColumn::kTime);
  go_to(tables.chords(), 3, SegmentColumn::kLabel);
  EXPECT_FALSE(is_selected(tables.beats(), 7));
  go_to(tables.beats(), 7, BeatColumn::kTime);
  EXPECT_EQ(editor.currentBeat(), 7u);
  EXPECT_FALSE(is_selected(tables.chords(), 3));
}

TEST_F(TablesTest, AnotherSongBeginsWithNoRow) {
  go_to(tables.beats(), 30, BeatColumn::kTime);
  Annotation other = piece();
  other.duration = 0;  // the header does not state it
  for (Beat& beat : other.beats) beat.time += 0.25;
  document.open(scratch / "other.wav", scratch / "other.jams", other);
  EXPECT_FALSE(tables.beats().currentIndex().isValid());
  EXPECT_EQ(read(tables.beats(), 0, BeatColumn::kTime), "0.750");
}

// One-letter commands of the window must not take text typed into a cell.
TEST_F(TablesTest, TypingInACellEditsIt) {
  QApplication::setActiveWindow(&tables);
  QSignalSpy one(&command(Qt::Key_1), &QAction::triggered);
  QSignalSpy b(&command(Qt::Key_B), &QAction::triggered);
  QSignalSpy space(&command(Qt::Key_Space), &QAction::triggered);
  go_to(tables.chords(), 2, SegmentColumn::kLabel);
  tables.setCurrentWidget(&tables.chords());
  tables.chords().setFocus();
  QTest::keyClick(&tables.chords(), ' ');
  EXPECT_EQ(space.count(), 1) << "playback, in every cell";
  QTest::keyClick(&tables.chords(), 'b');
  EXPECT_EQ(b.count(), 0);
  auto* field = tables.chords().findChild<QLineEdit*>();
  ASSERT_NE(field, nullptr);
  EXPECT_EQ(field->text(), "b");
  QTest::keyClick(field, Qt::Key_Escape);

  tables.setCurrentWidget(&tables.beats());
  tables.beats().setFocus();
  go_to(tables.beats(), 6, BeatColumn::kPosition);
  QTest::keyClick(&tables.beats(), 'b');
  EXPECT_EQ(b.count(), 1) << "no number begins so";
  go_to(tables.beats(), 6, BeatColumn::kBar);
  QTest::keyClick(&tables.beats(), '1');
  EXPECT_EQ(one.count(), 1) << "nothing can be typed there";
  go_to(tables.beats(), 6, BeatColumn::kPosition);
  QTest::keyClick(&tables.beats(), '1');
  EXPECT_EQ(one.count(), 1);
  auto* number = tables.beats().findChild<QSpinBox*>();
  ASSERT_NE(number, nullptr);
  QTest::keyClick(number, Qt::Key_Escape);
}

TEST_F(TablesTest, ACheckedSongOpensNoField) {
  QApplication::setActiveWindow(&tables);
  document.setChecked(true);
  QSignalSpy refused(&document, &AnnotationDocument::refused);
  QSignalSpy g(&command(Qt::Key_G), &QAction::triggered);
  go_to(tables.chords(), 1, SegmentColumn::kLabel);
  tables.setCurrentWidget(&tables.chords());
  tables.chords().setFocus();
  QTest::keyClick(&tables.chords(), 'g');
  QTest::keyClick(&tables.chords(), Qt::Key_F2);
  EXPECT_EQ(tables.chords().findChild<QLineEdit*>(), nullptr);
  EXPECT_EQ(refused.count(), 2) << "each time the window says why";
  EXPECT_TRUE(is_at(tables.chords(), 1, SegmentColumn::kLabel)) << "G:7 is not searched for";
  EXPECT_EQ(g.count(), 0) << "what is typed there is no command";
  go_to(tables.beats(), 6, BeatColumn::kPosition);
  tables.setCurrentWidget(&tables.beats());
  tables.beats().setFocus();
  QTest::keyClick(&tables.beats(), '1');
  EXPECT_EQ(tables.beats().findChild<QSpinBox*>(), nullptr);
  EXPECT_EQ(refused.count(), 3);
  document.setChecked(false);
  QTest::keyClick(&tables.beats(), '1');
  auto* number = tables.beats().findChild<QSpinBox*>();
  ASSERT_NE(number, nullptr);
  EXPECT_EQ(refused.count(), 3);
  QTest::keyClick(number, Qt::Key_Escape);
}

TEST_F(TablesTest, TheListOfNamesChoosesTheTable) {
  auto& names = *tables.findChild<QComboBox*>();
  ASSERT_EQ(names.count(), 6);
  EXPECT_EQ(names.currentText(), "Beats");
  QTest::keyClicks(&names, "Key");
  EXPECT_EQ(tables.currentWidget(), &tables.segments(SegmentLayer::kKeys));
  EXPECT_TRUE(tables.segments(SegmentLayer::kKeys).isVisible());
  EXPECT_FALSE(tables.beats().isVisible());
  editor.setCurrentSegment(SegmentLayer::kChords, 1);
  EXPECT_EQ(names.currentText(), "Chords");
}

TEST_F(TablesTest, AreNamedForScreenReaders) {
  EXPECT_FALSE(tables.beats().accessibleName().isEmpty());
  EXPECT_FALSE(tables.chords().accessibleName().isEmpty());
}

}  // namespace
}  // namespace tactus::ui
