// The transport in the whole window: keys, the display, tabs that stay, the state of the open song.
#include <gtest/gtest.h>

#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QDockWidget>
#include <QListWidget>
#include <QMenuBar>
#include <QSettings>
#include <QTabBar>
#include <QTabWidget>
#include <QTest>

#include "datasets/formats/format.h"
#include "tests/app/support/tiny_models.h"
#include "tests/support/test_support.h"
#include "ui/annotate/annotate_page.h"
#include "ui/document/annotation_document.h"
#include "ui/document/time_axis.h"
#include "ui/files/song_session.h"
#include "ui/playback/player.h"
#include "ui/playback/sound_controller.h"
#include "ui/playback/transport_display.h"
#include "ui/timeline/lane_stack.h"
#include "ui/timeline/timeline_view.h"
#include "ui/window/main_window.h"
#include "ui/window/shortcut_sheet.h"
#include "ui/window/song_list.h"

namespace tactus::ui {
namespace {

using tactus::test::made_up_music;
using tactus::test::ScratchFolder;
using tactus::test::write_wav;

class TransportInWindow : public testing::Test {
 protected:
  TransportInWindow() {
    QSettings().clear();
    Annotation song;
    song.duration = 8;
    for (int beat = 0; beat < 16; ++beat) song.beats.push_back({0.5 * beat, beat % 4 + 1, 0.9});
    song.chords = {{0, 4, "C:maj", 0.9}, {4, 8, "G:maj", 0.9}};
    for (const char* name : {"a", "b"}) {
      write_wav(scratch / (std::string(name) + ".wav"), made_up_music(8, 22050), 22050);
      write_annotation(song, Format::kJams, scratch / (std::string(name) + ".jams"));
    }
    open();
  }
  ~TransportInWindow() override {
    page().document().close();
    window.reset();
    QSettings().clear();
  }
  void open() {
    Settings settings;
    window = std::make_unique<MainWindow>(settings);
    window->resize(1280, 720);
    window->show();
    window->songs().setFolder(scratch / "");
    window->begin({QString::fromStdString((scratch / "a.wav").string())});
    QApplication::setActiveWindow(window.get());
    ASSERT_TRUE(QTest::qWaitFor([this] { return page().axis().duration() > 7.0; }, 10000));
  }

  AnnotatePage& page() const { return window->annotatePage(); }
  Player& player() const { return page().sound().player(); }
  // QTest has no such keys.
  void media(Qt::Key key) {
    for (QAction* action : window->findChildren<QAction*>()) {
      if (action->shortcuts().contains(QKeySequence(key))) return action->trigger();
    }
    ADD_FAILURE() << "no command has the key " << key;
  }
  void key(int key, Qt::KeyboardModifiers modifiers = {}) {
    QWidget* lane = page().lanes().lane(QStringLiteral("beats"));
    lane->setFocus();
    QTest::keyClick(lane, static_cast<Qt::Key>(key), modifiers);
  }

  ScratchFolder scratch;
  std::unique_ptr<MainWindow> window;
};

TEST_F(TransportInWindow, KeysChangeSpeedPitchLoopAndCountIn) {
  key(Qt::Key_Comma);
  EXPECT_NEAR(player().speed(), 0.95, 1e-9);
  key(Qt::Key_Period);
  key(Qt::Key_Period);
  EXPECT_NEAR(player().speed(), 1.05, 1e-9);
  key(Qt::Key_P);
  key(Qt::Key_P);
  key(Qt::Key_O);
  EXPECT_EQ(player().pitch(), 1);
  key(Qt::Key_R);
  EXPECT_EQ(player().speed(), 1.0);
  EXPECT_EQ(player().pitch(), 0);
  page().axis().setCursor(2.2);
  key(Qt::Key_Q);
  EXPECT_EQ(page().axis().selection(), (TimeSpan{2.0, 4.0}));
  key(Qt::Key_C);
  EXPECT_TRUE(player().countsIn());
  key(Qt::Key_C, Qt::ShiftModifier);
  EXPECT_TRUE(player().countsRoundsIn());
}

TEST_F(TransportInWindow, MediaKeysPlayAndChangeSongs) {
  ASSERT_TRUE(QTest::qWaitFor(
      [this] {
        media(Qt::Key_MediaPlay);
        return player().playing();
      },
      10000));
  media(Qt::Key_MediaTogglePlayPause);
  EXPECT_FALSE(player().playing());
  page().axis().setCursor(1.0);
  key(Qt::Key_Space);
  QTest::qWait(100);
  media(Qt::Key_MediaStop);
  EXPECT_FALSE(player().playing());
  EXPECT_EQ(page().axis().cursor(), 1.0);
  media(Qt::Key_MediaNext);
  EXPECT_EQ(page().document().audioPath().filename(), "b.wav");
  media(Qt::Key_MediaPrevious);
  EXPECT_EQ(page().document().audioPath().filename(), "a.wav");
}

TEST_F(TransportInWindow, SettingsSurviveARestart) {
  for (int k = 0; k < 4; ++k) key(Qt::Key_Comma);
  key(Qt::Key_O);
  key(Qt::Key_C);
  key(Qt::Key_C, Qt::ShiftModifier);
  key(Qt::Key_K);
  key(Qt::Key_K, Qt::ShiftModifier);
  const PlaybackGains gains = player().gains();
  EXPECT_EQ(gains.clicks, 0.0f);
  EXPECT_GT(gains.chords, 0.0f);
  page().document().close();
  window.reset();
  open();
  EXPECT_NEAR(player().speed(), 0.8, 1e-9);
  EXPECT_EQ(player().pitch(), -1);
  EXPECT_TRUE(player().countsIn());
  EXPECT_TRUE(player().countsRoundsIn());
  EXPECT_EQ(player().gains(), gains);
}

TEST_F(TransportInWindow, TheDisplayComesWithItsKeyAndFitsASmallScreen) {
  auto* display = window->findChild<TransportDisplay*>();
  ASSERT_NE(display, nullptr);
  EXPECT_FALSE(display->isVisible());
  key(Qt::Key_F6);
  QCoreApplication::processEvents();
  EXPECT_TRUE(display->isVisible());
  EXPECT_GT(display->width(), 1000) << "as wide as the window";
  EXPECT_LE(window->minimumSizeHint().height(), 700);
  EXPECT_LE(window->minimumSizeHint().width(), 1280);
  EXPECT_EQ(window->size(), QSize(1280, 720));
  page().axis().setCursor(2.6);
  EXPECT_EQ(display->fields()[0].text, "2.2");
  EXPECT_EQ(display->fields()[3].text, "C");
  key(Qt::Key_F6);
  EXPECT_FALSE(display->isVisible());
}

TEST_F(TransportInWindow, TabsStayWhereTheyAreWhenPagesChange) {
  auto* pages = window->findChild<QTabWidget*>(QString(), Qt::FindDirectChildrenOnly);
  QTabBar* tabs = nullptr;
  for (QTabBar* bar : window->findChildren<QTabBar*>()) {
    if (bar->isVisible() && bar->count() == pages->count() &&
        bar->tabText(0) == pages->tabText(0)) {
      tabs = bar;
    }
  }
  ASSERT_NE(tabs, nullptr);
  const auto place = [&](int tab) {
    return QRect(tabs->mapTo(window.get(), tabs->tabRect(tab).topLeft()),
                 tabs->tabRect(tab).size());
  };
  std::vector<QRect> before;
  for (int tab = 0; tab < tabs->count(); ++tab) before.push_back(place(tab));
  for (int page = pages->count() - 1; page >= 0; --page) {
    QTest::mouseClick(tabs, Qt::LeftButton, {}, tabs->tabRect(page).center());
    QCoreApplication::processEvents();
    EXPECT_EQ(pages->currentIndex(), page);
    for (int tab = 0; tab < tabs->count(); ++tab) {
      EXPECT_EQ(place(tab), before[static_cast<std::size_t>(tab)]) << page << tab;
    }
  }
  pages->setCurrentIndex(2);
  EXPECT_EQ(tabs->currentIndex(), 2);
}

TEST_F(TransportInWindow, TheListShowsWhatTheWindowKnowsOfTheOpenSong) {
  const auto spoken = [this](int row) {
    return window->songs()
        .findChild<QListWidget*>()
        ->item(row)
        ->data(Qt::AccessibleTextRole)
        .toString();
  };
  ASSERT_TRUE(QTest::qWaitFor([&] { return spoken(0) == "a.wav, tagged"; }, 10000));
  BeatList beats = page().document().annotation().beats;
  beats.pop_back();
  page().document().editBeats(QStringLiteral("one less"), beats);
  EXPECT_EQ(spoken(0), "a.wav, edited, not saved");
  page().document().undoStack().undo();
  EXPECT_EQ(spoken(0), "a.wav, tagged");
  page().document().undoStack().redo();
  page().document().undoStack().setClean();
  window->files().open(scratch / "b.wav");
  EXPECT_EQ(spoken(0), "a.wav, tagged") << "as its file says";
}

TEST_F(TransportInWindow, TheSheetExplainsTheMarks) {
  const QString sheet = shortcut_html(*window->menuBar(), &page().lanes());
  EXPECT_TRUE(sheet.contains("clipped"));
  EXPECT_TRUE(sheet.contains("Loop: This bar"));
  EXPECT_TRUE(sheet.contains("Drag a loop"));
}

}  // namespace
}  // namespace tactus::ui
