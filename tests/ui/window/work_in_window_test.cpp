// From the list of songs to the work on one, and on to the next: keys, marks and questions.
#include <gtest/gtest.h>

#include <QCheckBox>
#include <QDialogButtonBox>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenuBar>
#include <QPushButton>
#include <QSignalSpy>
#include <QStatusBar>
#include <QTabWidget>
#include <QTableView>
#include <QTimer>

#include "app/engine/songs/song_files.h"
#include "app/engine/tagging/batch_tagger.h"
#include "tests/ui/support/main_window_fixture.h"
#include "ui/annotate/place_dialog.h"
#include "ui/annotate/question_bar.h"
#include "ui/annotate/review_panel.h"
#include "ui/batch/batch_page.h"
#include "ui/document/annotation_editor.h"
#include "ui/files/song_session.h"
#include "ui/window/file_actions.h"
#include "ui/window/song_list.h"
#include "ui/window/user_lane_menu.h"

namespace tactus::ui {
namespace {

class WorkInWindow : public test::MainWindowTest {
 protected:
  WorkInWindow() {
    window->songs().setFolder(music());
    list = window->songs().findChild<QListWidget*>();
    pages = window->findChild<QTabWidget*>(QString(), Qt::FindDirectChildrenOnly);
    EXPECT_TRUE(QTest::qWaitFor([&] { return window->songs().state(1) == SongState::kChecked; }));
  }
  QString openSong() const {
    return QString::fromStdString(page().document().audioPath().filename().string());
  }
  QString said() const { return window->statusBar()->currentMessage(); }
  void find(const char* name) {
    page().document().close();
    ASSERT_TRUE(window->files().open(music() / name));
  }
  // Beats and chords found by the networks, as a first tagging gives them.
  void tag() {
    Annotation found;
    found.duration = 3;
    for (int i = 1; i < 6; ++i) found.beats.push_back({0.5 * i, (i - 1) % 4 + 1, 0.6});
    page().document().setTagged(found);
  }

  QListWidget* list = nullptr;
  QTabWidget* pages = nullptr;
};

TEST_F(WorkInWindow, OneKeyChecksSavesAndGoesToTheNextUncheckedSong) {
  key("beats", Qt::Key_Return, Qt::ControlModifier);
  EXPECT_EQ(read_annotation(music() / "a.jams").review, Review::kChecked);
  EXPECT_EQ(openSong(), "c.wav") << "b.wav is checked";
  window->files().stopTagging();
  key("beats", Qt::Key_Return, Qt::ControlModifier);
  EXPECT_EQ(said(), "This song has no beats and chords yet.");
  EXPECT_EQ(openSong(), "c.wav");
  tag();
  key("beats", Qt::Key_Return, Qt::ControlModifier);
  EXPECT_EQ(read_annotation(music() / "c.jams").review, Review::kChecked);
  EXPECT_EQ(openSong(), "c.wav");
  EXPECT_EQ(said(), "All songs of the list are checked.");
}

TEST_F(WorkInWindow, PlugInsThatCannotBeListedCloseTheirDialog) {
  auto* lanes = window->findChild<UserLaneMenu*>();
  ASSERT_NE(lanes, nullptr);
  QAction* run = lanes->actions().back();
  if (!run->text().contains("Vamp")) GTEST_SKIP() << "built without plug-ins";
  find("b.wav");
  page().document().setChecked(false);
  bool open = false, closed = true;
  QTimer::singleShot(100, window.get(), [&] {
    open = QApplication::activeModalWidget() != nullptr;
    emit lanes->plugins().failed("no list");
    closed = QApplication::activeModalWidget() == nullptr;
    if (!closed) QApplication::activeModalWidget()->close();
  });
  run->trigger();
  EXPECT_TRUE(open);
  EXPECT_TRUE(closed);
  EXPECT_EQ(said(), "no list");
}

TEST_F(WorkInWindow, UnsavedTagsHaveAMarkAndGoingOnAsks) {
  find("c.wav");
  window->files().stopTagging();
  EXPECT_FALSE(window->isWindowModified());
  EXPECT_EQ(list->item(2)->text(), "c.wav");
  tag();
  EXPECT_TRUE(window->isWindowModified());
  EXPECT_EQ(list->item(2)->text(), "* c.wav");
  EXPECT_TRUE(list->item(2)->toolTip().contains("tagged, not saved"));
  answer(QMessageBox::Cancel);
  window->songs().openPrevious();
  EXPECT_EQ(openSong(), "c.wav");
  answer(QMessageBox::Discard);
  window->songs().openPrevious();
  EXPECT_EQ(openSong(), "b.wav");
  EXPECT_FALSE(std::filesystem::exists(music() / "c.jams"));
  EXPECT_EQ(list->item(2)->text(), "c.wav");
  find("c.wav");
  window->files().stopTagging();
  tag();
  answer(QMessageBox::Save);
  window->songs().openPrevious();
  EXPECT_EQ(read_annotation(music() / "c.jams").beats.size(), 5u);
}

TEST_F(WorkInWindow, GoingOnSavesWithoutAQuestionIfAPersonSaysSo) {
  find("c.wav");
  window->files().stopTagging();
  tag();
  QTimer::singleShot(50, window.get(), [] {
    auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
    ASSERT_NE(box, nullptr);
    box->checkBox()->click();
    box->button(QMessageBox::Save)->click();
  });
  window->songs().openPrevious();
  EXPECT_EQ(openSong(), "b.wav");
  EXPECT_TRUE(load_settings().save_unasked);
  find("a.wav");
  page().editor().setCurrentBeat(0);
  page().editor().nudge(10);
  window->songs().openNext();
  EXPECT_EQ(openSong(), "b.wav") << "nothing was asked";
  EXPECT_NEAR(read_annotation(music() / "a.jams").beats[0].time, 0.51, 1e-9);
  Settings settings = load_settings();
  settings.save_unasked = false;
  save_settings(settings);
}

TEST_F(WorkInWindow, ControlGGoesToABarOrATime) {
  const auto go = [&](const char* text, bool possible) {
    QTimer::singleShot(50, window.get(), [text, possible] {
      auto* dialog = qobject_cast<PlaceDialog*>(QApplication::activeModalWidget());
      ASSERT_NE(dialog, nullptr);
      QTest::keyClicks(dialog->findChild<QLineEdit*>(), text);
      const auto* ok = dialog->findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Ok);
      EXPECT_EQ(ok->isEnabled(), possible) << text;
      QTest::keyClick(dialog->findChild<QLineEdit*>(), possible ? Qt::Key_Return : Qt::Key_Escape);
    });
    QApplication::setActiveWindow(window.get());  // as a window manager does after a dialog
    key("beats", Qt::Key_G, Qt::ControlModifier);
  };
  go("1.3", true);
  EXPECT_EQ(page().axis().cursor(), 1.5);
  go("0:02.25", true);
  EXPECT_EQ(page().axis().cursor(), 2.25);
  go("1", true);
  EXPECT_EQ(page().axis().cursor(), 0.5);
  for (const char* none : {"7", "1.5", "0:09", "x"}) go(none, false);
  EXPECT_EQ(page().axis().cursor(), 0.5);
}

// QTest sends the key without Shift's symbol, as a German keyboard's base layer has it.
TEST_F(WorkInWindow, KeysBehindAltGrHaveASecondForm) {
  key("beats", Qt::Key_Period, Qt::ShiftModifier);
  EXPECT_EQ(piece().beats[1].position, 1);
  key("beats", Qt::Key_Comma, Qt::ShiftModifier);
  EXPECT_EQ(piece().beats[0].position, 1);
  key("beats", Qt::Key_Period, Qt::ShiftModifier | Qt::ControlModifier);
  EXPECT_NEAR(piece().beats[0].time, 0.75, 1e-9);
  key("beats", Qt::Key_Comma, Qt::ShiftModifier | Qt::ControlModifier);
  EXPECT_NEAR(piece().beats[0].time, 0.5, 1e-9);
  const QString behind_altgr = QStringLiteral("[]{}\\|@~");
  for (const QAction* action : window->findChildren<QAction*>()) {
    const auto needs_altgr = [&](const QKeySequence& keys) {
      return behind_altgr.contains(keys.toString().right(1));
    };
    const auto all = action->shortcuts();
    EXPECT_TRUE(all.isEmpty() || !std::ranges::all_of(all, needs_altgr))
        << action->text().toStdString();
  }
}

TEST_F(WorkInWindow, LettersOfDisabledMenusBelongToThePage) {
  auto* batch = window->findChild<BatchPage*>();
  pages->setCurrentWidget(batch);
  const auto letters = [this] {
    QString found;
    for (const QAction* action : window->menuBar()->actions()) {
      const qsizetype at = action->text().indexOf('&');
      if (at >= 0) found += action->text()[at + 1].toUpper();
    }
    return found;
  };
  for (const QAction* action : window->menuBar()->actions())
    EXPECT_EQ(action->text().contains('&'), action->isEnabled()) << action->text().toStdString();
  for (int i = 0; i < pages->count(); ++i) {
    pages->setCurrentIndex(i);
    QString taken = letters();
    for (const QPushButton* button : pages->currentWidget()->findChildren<QPushButton*>()) {
      const qsizetype at = button->text().indexOf('&');
      if (at < 0) continue;
      const QChar letter = button->text()[at + 1].toUpper();
      EXPECT_FALSE(taken.contains(letter))
          << pages->tabText(i).toStdString() << ": " << button->text().toStdString();
      taken += letter;
    }
  }
  pages->setCurrentWidget(batch);
  batch->addPaths({QString::fromStdString((music() / "c.wav").string())});
  QSignalSpy finished(batch, &BatchPage::songsChanged);
  QTest::keyClick(batch->findChild<QTableView*>(), Qt::Key_S, Qt::AltModifier);
  ASSERT_TRUE(finished.wait(30'000)) << "Alt+S starts, and opens no menu";
  pages->setCurrentWidget(&page());
  EXPECT_TRUE(letters().contains('S')) << "and is a menu's again";
}

TEST_F(WorkInWindow, WhatIsOpenedFromAListMakesItTheListOfSongs) {
  window->songs().setSongs({});
  auto* batch = window->findChild<BatchPage*>();
  pages->setCurrentWidget(batch);
  const auto path = [this](const char* name) {
    return QString::fromStdString((music() / name).string());
  };
  batch->addPaths({path("c.wav"), path("a.wav")});
  auto* table = batch->findChild<QTableView*>();
  table->setCurrentIndex(batch->queue().index(1, 0));
  QTest::keyClick(table, Qt::Key_Return);
  EXPECT_EQ(openSong(), "a.wav");
  EXPECT_EQ(window->songs().count(), 2);
  EXPECT_EQ(window->songs().songs().front(), music() / "c.wav") << "in the order of the list";
  key("beats", Qt::Key_PageUp, Qt::ControlModifier);
  EXPECT_EQ(openSong(), "c.wav");
  window->files().stopTagging();
}

TEST_F(WorkInWindow, ASongHasOneConfidenceInEveryList) {
  Annotation song = piece();
  song.chords = {{0, 2.5, "C:maj", 0.4}, {2.5, 3, "N", 0.9}};
  write_annotation(song, Format::kJams, music() / "c.jams");
  const double confidence = song_standing(music() / "c.jams").confidence;
  EXPECT_NEAR(confidence, ((0.9 + 0.9 + 0.2 + 0.9) / 4 + 0.4) / 2, 1e-9);
  EXPECT_EQ(summarise(song).confidence, confidence);
  EXPECT_LT(review_rank({SongState::kEdited, 0.9}), review_rank({SongState::kTagged, -1}));
  EXPECT_LT(review_rank({SongState::kTagged, -1}), review_rank({SongState::kChecked, 0.1}));
}

TEST_F(WorkInWindow, TheQuestionAboutTheWholeSongIsAnsweredWithZero) {
  const auto* bar = window->findChild<QuestionBar*>();
  ASSERT_NE(bar, nullptr);
  EXPECT_FALSE(bar->isVisible());
  Annotation song = piece();
  song.beats.clear();
  for (int i = 0; i < 20; ++i) song.beats.push_back({0.1 + 0.14 * i, i % 4 + 1, 0.9});
  song.grid = {};
  page().document().edit("Beats", song);
  auto heard = std::make_shared<Activations>();
  heard->beats = FrameMatrix(300, 2, 100);
  for (int i = 0; i < 20; ++i)
    heard->beats.row(static_cast<std::size_t>(17 + 14 * i))[i % 4 == 0 ? 1 : 0] = 0.9f;
  page().document().setActivations(heard);
  ASSERT_TRUE(bar->isVisible());
  EXPECT_TRUE(bar->text().endsWith("half a beat later?")) << bar->text().toStdString();
  key("beats", Qt::Key_0);
  EXPECT_FALSE(bar->isVisible());
  EXPECT_NEAR(piece().beats[0].time, 0.17, 1e-9);
  key("beats", Qt::Key_Z, Qt::ControlModifier);
  EXPECT_TRUE(bar->isVisible()) << "undo brings it back";
}

}  // namespace
}  // namespace tactus::ui
