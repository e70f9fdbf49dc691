#include "ui/library/library_model.h"

#include <QMimeData>
#include <QSignalSpy>
#include <QUrl>
#include <memory>

#include "tests/ui/library/library_fixture.h"

namespace tactus::ui {
namespace {

using State = LibraryAnswer::State;

class LibraryModelTest : public test::LibraryTest {
 protected:
  LibraryAnswer ask(const char* query, const char* progression = "") const {
    return ask_library(file, {.query = query, .progression = progression});
  }
  QString cell(int row, int column) const { return model.index(row, column).data().toString(); }

  LibraryModel model;
};

TEST_F(LibraryModelTest, ShowsWhatTheIndexKnows) {
  model.show(ask("").songs);
  ASSERT_EQ(model.rowCount(), 3);
  EXPECT_EQ(cell(1, LibraryModel::kTitle), "Blue");
  EXPECT_EQ(cell(1, LibraryModel::kArtist), "Nina");
  EXPECT_EQ(cell(1, LibraryModel::kTempo), "120.0");
  EXPECT_EQ(cell(1, LibraryModel::kKey), "A minor  8A");
  EXPECT_EQ(cell(1, LibraryModel::kMeter), "") << "unknown";
  EXPECT_EQ(cell(1, LibraryModel::kLength), "0:08");
  EXPECT_EQ(cell(1, LibraryModel::kConfidence), "0.40");
  EXPECT_EQ(cell(1, LibraryModel::kChords), "3");
  EXPECT_EQ(cell(1, LibraryModel::kState), "checked");
  EXPECT_EQ(cell(0, LibraryModel::kState), "tagged");
  EXPECT_EQ(cell(1, LibraryModel::kPath), path("b.wav"));
  for (int column = 0; column < model.columnCount(); ++column)
    EXPECT_NE(model.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString(), "") << column;
}

TEST_F(LibraryModelTest, OtherProgramsGetTheFilesThatExist) {
  model.show(ask("").songs);
  model.setMissing(0, {false, false, true});
  EXPECT_EQ(cell(2, LibraryModel::kState), "file missing");
  EXPECT_NE(model.index(2, LibraryModel::kTitle).data(Qt::ForegroundRole),
            model.index(1, LibraryModel::kTitle).data(Qt::ForegroundRole));
  EXPECT_TRUE(model.index(2, LibraryModel::kTitle)
                  .data(Qt::ToolTipRole)
                  .toString()
                  .contains("no longer exists"));
  EXPECT_TRUE(model.flags(model.index(0, 0)) & Qt::ItemIsDragEnabled);
  QModelIndexList cells;
  for (int row = 2; row >= 0; --row) {
    for (int column = 0; column < model.columnCount(); ++column) cells += model.index(row, column);
  }
  const std::unique_ptr<QMimeData> data(model.mimeData(cells));
  EXPECT_EQ(data->urls(),
            (QList<QUrl>{QUrl::fromLocalFile(path("a.wav")), QUrl::fromLocalFile(path("b.wav"))}));
  EXPECT_EQ(data->text(), path("a.wav") + '\n' + path("b.wav") + '\n' + path("gone.wav"));
  EXPECT_EQ(model.mimeData({}), nullptr);
}

TEST_F(LibraryModelTest, EveryColumnHasAnOrderOfTheIndex) {
  QSignalSpy orders(&model, &LibraryModel::orderChanged);
  for (int column = 0; column < model.columnCount(); ++column)
    model.sort(column, column % 2 ? Qt::AscendingOrder : Qt::DescendingOrder);
  ASSERT_EQ(orders.size(), model.columnCount());
  EXPECT_EQ(orders.takeFirst()[0].toString(), "-place") << "of playlists alone";
  for (const auto& order : orders) {
    const std::string field = order[0].toString().toStdString();
    EXPECT_EQ(ask_library(file, {.order = field}).songs->size(), 3u) << field;
  }
  EXPECT_EQ(orders[0][0].toString(), "title");
  EXPECT_EQ(orders[1][0].toString(), "-artist");
}

TEST_F(LibraryModelTest, AnswersSayWhatIsWrong) {
  EXPECT_EQ(ask("bpm 100..130").songs->size(), 1u);
  EXPECT_EQ(ask("", "vi IV I").songs->size(), 1u);
  EXPECT_EQ(ask("bpm 100..130").total, 3);
  const LibraryAnswer query = ask("bpm fast");
  EXPECT_EQ(query.state, State::kWrongQuery);
  EXPECT_EQ(query.text, "character 5: bpm \"fast\", expected a number");
  EXPECT_EQ(ask("", "Am X7").state, State::kWrongQuery);
  EXPECT_TRUE(ask("", "Am X7").text.contains("X7")) << ask("", "Am X7").text.toStdString();
  EXPECT_EQ(ask_library(folder / "none.sqlite", {}).state, State::kNoIndex);
  tactus::test::write_text(folder / "empty.sqlite", "");
  EXPECT_EQ(ask_library(folder / "empty.sqlite", {}).state, State::kNoIndex);
  Database(folder / "other.sqlite", Database::Mode::kWrite).run("CREATE TABLE t (x)");
  const LibraryAnswer other = ask_library(folder / "other.sqlite", {});
  EXPECT_EQ(other.state, State::kUnusable);
  EXPECT_TRUE(other.text.contains("another program")) << other.text.toStdString();
  Database(file, Database::Mode::kWrite).run("PRAGMA user_version = 99");
  EXPECT_EQ(ask("").state, State::kUnusable);
  EXPECT_TRUE(ask("").text.contains("newer Tactus")) << ask("").text.toStdString();
  tactus::test::write_text(file, std::string(5000, 'x'));
  EXPECT_EQ(ask("").state, State::kDamaged);
  EXPECT_TRUE(ask("").text.contains("damaged")) << ask("").text.toStdString();
}

TEST_F(LibraryModelTest, TheStampChangesWithTheIndexAndNotByReading) {
  ask("");
  const IndexStamp before = index_stamp(file);
  ask("");
  EXPECT_EQ(index_stamp(file), before);
  put("c.wav", "Cyan", "Nina", 100.0, "C:major", 0.5, "", {"C:maj"});
  EXPECT_NE(index_stamp(file), before);
}

}  // namespace
}  // namespace tactus::ui
