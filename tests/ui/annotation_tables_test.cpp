#include "ui/annotation_tables.h"

#include <QSignalSpy>
#include <QTableView>
#include <QTest>

#include "tests/ui/open_piece.h"

namespace tactus::ui {
namespace {

class TablesTest : public test::OpenPiece {
 protected:
  TablesTest() : tables(editor) { tables.show(); }
  bool write(QTableView& table, int row, int column, const QString& text) {
    QAbstractItemModel& model = *table.model();
    return model.setData(model.index(row, column), text, Qt::EditRole);
  }
  static QString read(QTableView& table, int row, int column) {
    return table.model()->index(row, column).data().toString();
  }
  AnnotationTables tables;
};

TEST_F(TablesTest, ShowEveryBeatAndChord) {
  ASSERT_EQ(tables.beats().model()->rowCount(), 39);
  EXPECT_EQ(read(tables.beats(), 4, BeatTableModel::kTime), "2.500");
  EXPECT_EQ(read(tables.beats(), 4, BeatTableModel::kBar), "2");
  EXPECT_EQ(read(tables.beats(), 4, BeatTableModel::kPosition), "1");
  EXPECT_EQ(read(tables.beats(), 4, BeatTableModel::kConfidence), "0.80");
  ASSERT_EQ(tables.chords().model()->rowCount(), 10);
  EXPECT_EQ(read(tables.chords(), 3, SegmentTableModel::kLabel), "G:7");
}

TEST_F(TablesTest, EditsAreUndoableSteps) {
  EXPECT_TRUE(write(tables.beats(), 3, BeatTableModel::kTime, "2,125"));
  EXPECT_EQ(piece().beats[3].time, 2.125);
  EXPECT_TRUE(write(tables.beats(), 3, BeatTableModel::kPosition, "2"));
  EXPECT_TRUE(write(tables.chords(), 0, SegmentTableModel::kLabel, "Dm7"));
  EXPECT_EQ(piece().chords[0].label, "D:min7");
  EXPECT_TRUE(write(tables.chords(), 0, SegmentTableModel::kEnd, "2.5"));
  EXPECT_EQ(piece().chords[1].start, 2.5);
  EXPECT_EQ(document.undoStack().count(), 4);
}

TEST_F(TablesTest, NonsenseIsRefused) {
  QSignalSpy said(&editor, &AnnotationEditor::message);
  EXPECT_FALSE(write(tables.beats(), 3, BeatTableModel::kTime, "soon"));
  EXPECT_FALSE(write(tables.beats(), 3, BeatTableModel::kPosition, "-1"));
  EXPECT_FALSE(write(tables.chords(), 0, SegmentTableModel::kLabel, "H"));
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

TEST_F(TablesTest, AreNamedForScreenReaders) {
  EXPECT_FALSE(tables.beats().accessibleName().isEmpty());
  EXPECT_FALSE(tables.chords().accessibleName().isEmpty());
}

}  // namespace
}  // namespace tactus::ui
