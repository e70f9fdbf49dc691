// Stars, colours and playlists on the Library page, by keys and mouse, with undo.
#include <QApplication>
#include <QDropEvent>
#include <QLabel>
#include <QMenu>
#include <QMimeData>
#include <QSignalSpy>
#include <QTest>
#include <memory>

#include "tests/ui/library/library_fixture.h"
#include "ui/library/library_page.h"
#include "ui/library/mark_delegate.h"
#include "ui/library/mark_texts.h"
#include "ui/library/playlist_panel.h"

namespace tactus::ui {
namespace {

class PlaylistsOnPage : public test::LibraryTest {
 protected:
  PlaylistsOnPage() {
    after([this] {
      page->resize(1400, 700);
      page->show();
    });
  }
  template <class Act>
  void after(Act act) {
    QSignalSpy searched(page.get(), &LibraryPage::searched);
    act();
    ASSERT_TRUE(searched.size() > 0 || searched.wait());
  }
  LibraryTable& table() { return page->table(); }
  PlaylistPanel& panel() { return page->playlists(); }
  PersonalLibrary personal() {
    index = std::make_unique<LibraryIndex>(file, Database::Mode::kWrite);
    return index->personal();
  }
  Playlist make(const std::string& name, const std::vector<std::string>& songs) {
    std::vector<PlaylistSong> entries;
    for (const std::string& song : songs) entries.push_back({folder / song, song});
    const Playlist made = new_playlist(personal().playlists(), name);
    personal().apply({.lists = {{.playlist = made, .songs = entries}}});
    after([&] { page->search(); });
    return made;
  }
  SongMark mark(const std::string& song) { return personal().mark_of(folder / song); }
  QString titles() {
    QStringList all;
    for (const FoundSong& found : *table().songs().songs())
      all += QString::fromStdString(found.song.title);
    return all.join(' ');
  }
  QStringList names() {
    QStringList all;
    for (const Playlist& list : personal().playlists())
      all += QString::fromStdString(full_name(list, personal().playlists()));
    return all;
  }
  void key(int code, Qt::KeyboardModifiers modifiers = {}) {
    after([&] { QTest::keyClick(&table(), static_cast<Qt::Key>(code), modifiers); });
  }
  QPoint cell(int row, int column) {
    table().scrollTo(table().songs().index(row, column));
    return table().visualRect(table().songs().index(row, column)).center();
  }
  QTreeWidgetItem* item(const QString& name) {
    return panel().tree().findItems(name, Qt::MatchExactly | Qt::MatchRecursive).value(0);
  }
  bool says(const QString& words) const {
    for (const QLabel* label : page->findChildren<QLabel*>())
      if (label->isVisible() && label->text().contains(words)) return true;
    return false;
  }

  std::unique_ptr<LibraryPage> page = std::make_unique<LibraryPage>(file);
  std::unique_ptr<LibraryIndex> index;
};

TEST_F(PlaylistsOnPage, ANameThatIsWrittenStaysAndTheListsComeAfterIt) {
  make("a", {});
  panel().tree().setFocus();
  panel().tree().setCurrentItem(item("a"));
  panel().tree().editItem(item("a"), 0);
  ASSERT_TRUE(panel().tree().isEditing());
  make("c", {});
  EXPECT_TRUE(panel().tree().isEditing());
  EXPECT_EQ(item("c"), nullptr);
  QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
  EXPECT_TRUE(QTest::qWaitFor([this] { return item("c") != nullptr; }));
  EXPECT_NE(item("a"), nullptr);
}

TEST_F(PlaylistsOnPage, DigitsRateTheSelectedSongsAndUndoTakesItBack) {
  table().selectAll();
  key(Qt::Key_4);
  EXPECT_EQ(mark("a.wav").rating, 4);
  EXPECT_EQ(mark("gone.wav").rating, 4);
  EXPECT_EQ(table().songs().index(0, LibraryModel::kRating).data().toString(), star_text(4));
  EXPECT_EQ(table().selectedSongs().size(), 3u) << "the selection stays";
  table().selectRow(1);
  key(Qt::Key_0);
  EXPECT_EQ(mark("b.wav").rating, 0);
  key(Qt::Key_Z, Qt::ControlModifier);
  EXPECT_EQ(mark("b.wav").rating, 4);
  key(Qt::Key_Z, Qt::ControlModifier);
  EXPECT_EQ(mark("a.wav").rating, 0);
  key(Qt::Key_Y, Qt::ControlModifier);
  EXPECT_EQ(mark("a.wav").rating, 4);
}

TEST_F(PlaylistsOnPage, AClickOnAStarRatesAndOpensNothing) {
  QSignalSpy opened(page.get(), &LibraryPage::openFromRequested);
  const QRect stars = table().visualRect(table().songs().index(0, LibraryModel::kRating));
  const QPoint third(stars.left() + 4 + 5 * MarkDelegate::kStarWidth / 2, stars.center().y());
  after([&] { QTest::mouseClick(table().viewport(), Qt::LeftButton, {}, third); });
  EXPECT_EQ(mark("a.wav").rating, 3);
  after([&] { QTest::mouseClick(table().viewport(), Qt::LeftButton, {}, third); });
  EXPECT_EQ(mark("a.wav").rating, 0) << "the same star again";
  QTest::mouseDClick(table().viewport(), Qt::LeftButton, {}, third);
  EXPECT_EQ(opened.size(), 0);
}

TEST_F(PlaylistsOnPage, ColoursAreChosenByKeyAndMouse) {
  table().selectRow(0);
  const auto choose = [&](const QString& title) {
    auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
    ASSERT_NE(menu, nullptr);
    for (QAction* action : menu->actions())
      if (action->text() == title) after([&] { action->trigger(); });
    menu->close();
  };
  QTest::keyClick(&table(), Qt::Key_F2);
  choose("Red");
  EXPECT_EQ(mark("a.wav").colour, "red");
  QTest::mouseClick(table().viewport(), Qt::LeftButton, {}, cell(1, LibraryModel::kColour));
  choose("Blue");
  EXPECT_EQ(mark("b.wav").colour, "blue");
  EXPECT_EQ(table().songs().index(1, LibraryModel::kColour).data().toString(), "Blue");
}

TEST_F(PlaylistsOnPage, APlaylistShowsItsOrderWhichKeysAndTheMouseChange) {
  const Playlist set = make("Set", {"b.wav", "gone.wav", "a.wav", "new.wav"});
  after([&] { panel().choose(set.id); });
  EXPECT_EQ(titles(), "Blue Gone Amber new.wav");
  EXPECT_FALSE(table().isColumnHidden(LibraryModel::kMatch));
  table().selectRow(2);
  key(Qt::Key_Up, Qt::AltModifier);
  EXPECT_EQ(titles(), "Blue Amber Gone new.wav");
  EXPECT_EQ(table().selectedSongs(), std::vector<int>{1}) << "it can go on";
  key(Qt::Key_Down, Qt::AltModifier);
  key(Qt::Key_Down, Qt::AltModifier);
  EXPECT_EQ(titles(), "Blue Gone new.wav Amber");
  key(Qt::Key_Delete);
  EXPECT_EQ(titles(), "Blue Gone new.wav");
  EXPECT_TRUE(says("Ctrl+Z"));
  key(Qt::Key_Z, Qt::ControlModifier);
  EXPECT_EQ(titles(), "Blue Gone new.wav Amber");
  EXPECT_TRUE(std::filesystem::exists(folder / "a.wav"));
  after([&] { panel().choose(0); });
  EXPECT_EQ(titles(), "Amber Blue Gone");
  EXPECT_TRUE(table().isColumnHidden(LibraryModel::kMatch));
  QTest::keyClick(&table(), Qt::Key_Delete);
  EXPECT_EQ(names(), QStringList{"Set"}) << "nothing of all songs is deleted";
}

TEST_F(PlaylistsOnPage, SongsAreDroppedOnAPlaylist) {
  const Playlist set = make("Set", {"b.wav"});
  table().selectRow(0);
  const std::unique_ptr<QMimeData> data(
      table().songs().mimeData({table().songs().index(0, 0), table().songs().index(2, 0)}));
  const QPoint place = panel().tree().visualItemRect(item("Set")).center();
  QDragEnterEvent enter(place, Qt::CopyAction, data.get(), Qt::LeftButton, Qt::NoModifier);
  QCoreApplication::sendEvent(panel().tree().viewport(), &enter);
  EXPECT_TRUE(enter.isAccepted());
  QDropEvent drop(place, Qt::CopyAction, data.get(), Qt::LeftButton, Qt::NoModifier);
  after([&] { QCoreApplication::sendEvent(panel().tree().viewport(), &drop); });
  const auto songs = personal().songs_of(set.id);
  ASSERT_EQ(songs.size(), 3u);
  EXPECT_EQ(songs[1].audio, folder / "a.wav");
  EXPECT_EQ(songs[1].name, "bach - Amber");
  EXPECT_EQ(item("Set")->text(1), "3");
}

TEST_F(PlaylistsOnPage, PlaylistsAreMadeRenamedAndDeleted) {
  after([&] { emit panel().createWanted(true); });
  EXPECT_EQ(names(), QStringList{"New folder"});
  const auto type_name = [&](const char* name) {
    auto* field = qobject_cast<QWidget*>(QApplication::focusWidget());
    ASSERT_NE(field, nullptr);
    QTest::keyClick(field, Qt::Key_A, Qt::ControlModifier);
    QTest::keyClicks(field, name);
    after([&] { QTest::keyClick(field, Qt::Key_Return); });
  };
  page->activateWindow();
  type_name("Sets");
  EXPECT_EQ(names(), QStringList{"Sets"});
  after([&] { emit panel().createWanted(false); });
  type_name("Friday");
  EXPECT_EQ(names(), (QStringList{"Sets", "Sets/Friday"})) << "in the folder that is current";
  panel().tree().setCurrentItem(item("Sets"));
  after([&] { QTest::keyClick(&panel().tree(), Qt::Key_Delete); });
  EXPECT_EQ(names(), QStringList());
  EXPECT_TRUE(says("Sets deleted"));
  after([&] { QTest::keyClick(&panel().tree(), Qt::Key_Z, Qt::ControlModifier); });
  EXPECT_EQ(names(), (QStringList{"Sets", "Sets/Friday"}));
}

TEST_F(PlaylistsOnPage, PlaylistsAreMovedIntoFoldersAndInOrder) {
  const Playlist a = make("A", {}), b = make("B", {});
  const Playlist sets = new_playlist(personal().playlists(), "Sets", 0, true);
  personal().apply({.lists = {{.playlist = sets}}});
  after([&] { page->search(); });
  after([&] { emit panel().tree().listDropped(b.id, sets.id, 0); });
  EXPECT_EQ(names(), (QStringList{"A", "Sets", "Sets/B"}));
  after([&] { emit panel().tree().listDropped(sets.id, 0, a.id); });
  EXPECT_EQ(names(), (QStringList{"Sets", "Sets/B", "A"}));
}

TEST_F(PlaylistsOnPage, SaysWhatTheIndexRefuses) {
  const Playlist set = make("Set", {});
  make("Other", {});
  page->activateWindow();
  item("Other")->setText(0, "Set");
  ASSERT_TRUE(QTest::qWaitFor([&] { return says("there is already a playlist"); }));
  EXPECT_EQ(names(), (QStringList{"Set", "Other"}));
  EXPECT_NE(item("Other"), nullptr);
}

}  // namespace
}  // namespace tactus::ui
