#include "ui/library/library_page.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDropEvent>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QMimeData>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QTimer>
#include <QUrl>

#include "app/collection/song_search.h"
#include "datasets/formats/format.h"
#include "tests/app/support/tiny_models.h"
#include "tests/ui/library/library_fixture.h"
#include "ui/library/library_filter.h"
#include "ui/library/query_field.h"
#include "ui/page/settings.h"

namespace tactus::ui {
namespace {

class LibraryPageTest : public test::LibraryTest {
 protected:
  LibraryPageTest() {
    after([this] { show(); });
  }

  void show() {
    page->resize(1200, 700);
    page->show();
  }
  // Waits for the answer to what `act` does.
  template <class Act>
  void after(Act act) {
    QSignalSpy searched(page.get(), &LibraryPage::searched);
    act();
    ASSERT_TRUE(searched.size() > 0 || searched.wait());
  }
  void type(const QString& query) {
    after([&] { page->findChild<QueryField*>()->setText(query); });
  }
  void choose(int kind) {
    after([&] { page->findChild<QComboBox*>()->setCurrentIndex(kind); });
  }
  QLineEdit* progression() const {
    for (QLineEdit* field : page->filter().findChildren<QLineEdit*>()) {
      if (!qobject_cast<QueryField*>(field)) return field;
    }
    return nullptr;
  }
  QPushButton* button(const QString& text) const {
    for (QPushButton* button : page->findChildren<QPushButton*>()) {
      if (button->text().remove(QLatin1Char('&')) == text) return button;
    }
    return nullptr;
  }
  bool says(const QString& words) const {
    for (const QLabel* label : page->findChildren<QLabel*>())
      if (label->isVisible() && label->text().contains(words)) return true;
    return false;
  }
  QString titles() const {
    QStringList all;
    for (const FoundSong& found : *page->table().songs().songs())
      all += QString::fromStdString(found.song.title);
    return all.join(' ');
  }
  void click_header(int column) {
    QHeaderView* header = page->table().horizontalHeader();
    const QPoint place(header->sectionViewportPosition(column) + 10, header->height() / 2);
    after([&] { QTest::mouseClick(header->viewport(), Qt::LeftButton, {}, place); });
  }

  std::unique_ptr<LibraryPage> page = std::make_unique<LibraryPage>(file);
};

TEST_F(LibraryPageTest, FindsWhatIsAskedAndCounts) {
  EXPECT_EQ(titles(), "Amber Blue Gone");
  EXPECT_TRUE(says("3 songs"));
  type("key 8A and confidence > .3");
  EXPECT_EQ(titles(), "Blue");
  EXPECT_TRUE(says("1 of 3 songs"));
  type("");
  after([&] { progression()->setText("ii V"); });
  EXPECT_EQ(titles(), "Gone");
  after([&] { progression()->clear(); });
  choose(1);
  EXPECT_EQ(titles(), "Gone Amber") << "the least sure first, and none that is checked";
}

TEST_F(LibraryPageTest, AFaultStandsBelowTheFieldAndTheSongsStay) {
  type("key 8A");
  type("key 8A and tempi 3");
  EXPECT_TRUE(says("\"tempi\" is not a field"));
  EXPECT_EQ(titles(), "Blue Gone");
  type("key 8A and bpm 140");
  EXPECT_FALSE(says("is not a field"));
  EXPECT_EQ(titles(), "Gone");
  after([&] { progression()->setText("Am X7"); });
  EXPECT_TRUE(says("X7"));
}

TEST_F(LibraryPageTest, HeadersSort) {
  click_header(LibraryModel::kArtist);
  EXPECT_EQ(titles(), "Amber Blue Gone") << "bach, Nina, Zoe: without regard to case";
  click_header(LibraryModel::kArtist);
  EXPECT_EQ(titles(), "Gone Blue Amber");
  click_header(LibraryModel::kConfidence);
  EXPECT_EQ(titles(), "Gone Amber Blue") << "checked songs last";
  click_header(LibraryModel::kTempo);
  EXPECT_EQ(titles(), "Amber Blue Gone");
  type("key 8A");
  EXPECT_EQ(titles(), "Blue Gone") << "the order stays";
}

TEST_F(LibraryPageTest, SelectedSongsStaySelected) {
  page->table().selectRow(1);
  click_header(LibraryModel::kTitle);
  click_header(LibraryModel::kTitle);
  EXPECT_EQ(titles(), "Gone Blue Amber");
  EXPECT_EQ(page->table().selectedSongs(), std::vector<int>{1});
  type("artist nina");
  EXPECT_EQ(page->table().selectedSongs(), std::vector<int>{0});
}

TEST_F(LibraryPageTest, OpensByKeyAndMouseWhatIsThere) {
  QSignalSpy opened(page.get(), &LibraryPage::openFromRequested);
  LibraryTable& table = page->table();
  table.selectRow(1);
  QTest::keyClick(&table, Qt::Key_Return);
  ASSERT_EQ(opened.size(), 1);
  EXPECT_EQ(opened[0][1].toString(), path("b.wav"));
  const QPoint place = table.visualRect(table.model()->index(0, LibraryModel::kTitle)).center();
  QTest::mouseClick(table.viewport(), Qt::LeftButton, {}, place);
  QTest::mouseDClick(table.viewport(), Qt::LeftButton, {}, place);
  ASSERT_EQ(opened.size(), 2);
  EXPECT_EQ(opened[1][1].toString(), path("a.wav"));
  using Paths = std::vector<std::filesystem::path>;
  ASSERT_TRUE(QTest::qWaitFor([&] { return table.songs().isMissing(2); }));
  table.selectRow(0);
  QTest::keyClick(&table, Qt::Key_Return);
  EXPECT_EQ(opened.last()[0].value<Paths>(),
            (Paths{path("a.wav").toStdString(), path("b.wav").toStdString()}))
      << "what was found becomes the list of songs, without the lost file";
  table.selectRow(2);
  QTest::keyClick(&table, Qt::Key_Return);
  EXPECT_EQ(opened.size(), 3);
  EXPECT_TRUE(says("gone.wav no longer exists"));
}

TEST_F(LibraryPageTest, MarksMissingFilesAndForgetsThem) {
  LibraryModel& songs = page->table().songs();
  ASSERT_TRUE(QTest::qWaitFor([&] { return songs.isMissing(2); }));
  EXPECT_FALSE(songs.isMissing(0));
  QTimer::singleShot(300, page.get(), [] {
    auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
    ASSERT_NE(box, nullptr);
    EXPECT_TRUE(box->text().contains("The file of 1 song is missing"));
    box->button(QMessageBox::Yes)->click();
  });
  after([&] { button("Forget missing")->click(); });
  EXPECT_EQ(titles(), "Amber Blue");
  EXPECT_TRUE(says("1 song forgotten"));
  button("Forget missing")->click();
  EXPECT_TRUE(says("No song files are missing."));
}

TEST_F(LibraryPageTest, CopiesTheSelectedFiles) {
  page->table().selectRow(0);
  QTest::keyClick(&page->table(), Qt::Key_C, Qt::ControlModifier);
  const QMimeData* data = QApplication::clipboard()->mimeData();
  ASSERT_NE(data, nullptr);
  EXPECT_EQ(data->urls(), QList<QUrl>{QUrl::fromLocalFile(path("a.wav"))});
  EXPECT_EQ(data->text(), path("a.wav"));
  EXPECT_TRUE(page->table().dragEnabled());
}

TEST_F(LibraryPageTest, SimilarSongsAndDuplicatesHaveTheirOwnOrder) {
  LibraryTable& table = page->table();
  EXPECT_FALSE(button("Similar songs")->isEnabled());
  table.selectRow(1);
  ASSERT_TRUE(button("Similar songs")->isEnabled());
  after([&] { button("Similar songs")->click(); });
  EXPECT_EQ(titles(), "Gone Amber") << "the key of Blue, then others";
  EXPECT_EQ(page->findChild<QComboBox*>()->currentText(), "songs like Blue");
  EXPECT_FALSE(progression()->isEnabled());
  EXPECT_FALSE(table.isColumnHidden(LibraryModel::kMatch));
  EXPECT_FALSE(table.isSortingEnabled());
  choose(2);
  EXPECT_EQ(titles(), "");
  EXPECT_FALSE(page->findChild<QueryField*>()->isEnabled()) << "duplicates are those of all songs";
  choose(0);
  EXPECT_EQ(titles(), "Amber Blue Gone");
  EXPECT_TRUE(table.isColumnHidden(LibraryModel::kMatch));
  EXPECT_TRUE(table.isSortingEnabled());
}

TEST_F(LibraryPageTest, ASongThatLeavesTheIndexIsNoDeadEnd) {
  page->table().selectRow(2);
  after([&] { button("Similar songs")->click(); });
  after([&] {
    LibraryIndex(file, Database::Mode::kWrite).remove({path("gone.wav").toStdString()});
    page->search();
  });
  EXPECT_TRUE(says("is not in the index"));
  EXPECT_TRUE(page->filter().isEnabled());
  choose(0);
  EXPECT_EQ(titles(), "Amber Blue");
}

TEST_F(LibraryPageTest, SeesThatTheIndexHasChanged) {
  after([&] { put("c.wav", "Cyan", "Nina", 100.0, "C:major", 0.5, "", {"C:maj"}); });
  EXPECT_EQ(titles(), "Amber Blue Cyan Gone");
  page->hide();
  put("d.wav", "Dun", "Nina", 100.0, "C:major", 0.5, "", {"C:maj"});
  after([&] { page->show(); });
  EXPECT_EQ(titles(), "Amber Blue Cyan Dun Gone");
}

TEST_F(LibraryPageTest, TheRowFollowsWhatAPersonSaves) {
  Annotation mine;
  mine.title = "Amber";
  mine.tempi = {{77.0, 1.0}};
  mine.review = Review::kChecked;
  write_annotation(mine, Format::kJams, folder / "a.jams");
  after([&] { page->reread(folder / "a.wav"); });
  type("checked and bpm 77");
  EXPECT_EQ(titles(), "Amber");
}

TEST_F(LibraryPageTest, SaysWhatToDoWithADamagedOrForeignIndex) {
  after([&] { tactus::test::write_text(file, std::string(5000, 'x')); });
  EXPECT_TRUE(says("is damaged. Add a folder"));
  EXPECT_TRUE(button("Add folder...")->isEnabled());
  std::filesystem::remove(file);
  after([&] { Database(file, Database::Mode::kWrite).run("CREATE TABLE t (x)"); });
  EXPECT_TRUE(says("is a database from another program"));
  EXPECT_FALSE(button("Add folder...")->isEnabled());
  after([&] { std::filesystem::remove(file); });
  EXPECT_TRUE(says("No songs in the library"));
  EXPECT_TRUE(button("Add folder...")->isEnabled());
}

class EmptyLibrary : public LibraryPageTest {
 protected:
  EmptyLibrary() {
    tactus::test::save_tiny_models(folder / "models");
    page.reset();
    std::filesystem::remove_all(folder / "data");
    page = std::make_unique<LibraryPage>(file);
    show();
    Settings settings;
    settings.models = {path("models/beats.safetensors"), path("models/chords.safetensors")};
    page->apply(settings);
  }
  void write_song(const std::string& name, double seconds) const {
    tactus::test::write_wav(folder / name, tactus::test::made_up_music(seconds, 22050), 22050);
  }
};

TEST_F(EmptyLibrary, TakesAFolderThatIsDropped) {
  EXPECT_TRUE(says("No songs in the library"));
  write_song("music/one.wav", 3);
  write_song("music/two.wav", 4);
  tactus::test::write_text(folder / "music/broken.wav", "no sound at all");
  QMimeData data;
  data.setUrls({QUrl::fromLocalFile(path("music"))});
  QDragEnterEvent enter(QPoint(10, 10), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
  QCoreApplication::sendEvent(page.get(), &enter);
  EXPECT_TRUE(enter.isAccepted());
  QSignalSpy added(page.get(), &LibraryPage::songsChanged);
  QDropEvent drop(QPointF(10, 10), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
  QCoreApplication::sendEvent(page.get(), &drop);
  EXPECT_TRUE(page->adding());
  EXPECT_FALSE(button("Add folder...")->isEnabled());
  EXPECT_TRUE(button("Stop")->isVisible());
  ASSERT_TRUE(added.wait(60'000));
  ASSERT_TRUE(QTest::qWaitFor([&] { return page->table().songs().rowCount() == 2; }));
  EXPECT_TRUE(says("2 tagged   1 failed")) << "and why";
  EXPECT_TRUE(says("broken.wav"));
  EXPECT_TRUE(std::filesystem::exists(folder / "music/one.jams"));
  EXPECT_FALSE(button("Stop")->isVisible());
}

TEST_F(EmptyLibrary, StopsAndGoesOnTheNextTime) {
  for (int i = 0; i < 30; ++i) write_song("music/song" + std::to_string(i) + ".wav", 15);
  QSignalSpy added(page.get(), &LibraryPage::songsChanged);
  page->add({path("music")});
  // News comes at most 25 times a second: the first may tell of several songs.
  const auto some_are_tagged = [&] {
    for (int songs = 1; songs < 30; ++songs)
      if (says(QString("%1 tagged").arg(songs))) return true;
    return false;
  };
  EXPECT_FALSE(some_are_tagged());
  ASSERT_TRUE(QTest::qWaitFor(some_are_tagged, 60'000));
  button("Stop")->click();
  ASSERT_TRUE(added.wait(60'000));
  const auto first = LibraryIndex(file, Database::Mode::kRead).songs();
  EXPECT_GT(first, 0);
  EXPECT_LT(first, 30);
  page->add({path("music")});
  ASSERT_TRUE(added.wait(120'000));
  ASSERT_TRUE(QTest::qWaitFor([&] { return page->table().songs().rowCount() == 30; }));
  EXPECT_TRUE(says(QString("%1 unchanged").arg(first))) << first;
}

TEST_F(EmptyLibrary, SaysWhyNothingWasAdded) {
  QSignalSpy added(page.get(), &LibraryPage::songsChanged);
  std::filesystem::create_directories(folder / "silence");
  page->add({path("silence")});
  ASSERT_TRUE(added.wait(60'000));
  EXPECT_TRUE(says("There is no audio file in"));
  Settings settings;
  settings.models = {path("no such model.safetensors")};
  page->apply(settings);
  page->add({path("silence")});
  ASSERT_TRUE(added.wait(60'000));
  EXPECT_TRUE(says("no such model"));
}

}  // namespace
}  // namespace tactus::ui
