// The whole window: keys, menus, lanes, remembered settings.
#include "ui/window/main_window.h"

#include <gtest/gtest.h>

#include <QAction>
#include <QApplication>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenuBar>
#include <QProgressBar>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QStatusBar>
#include <QTabWidget>
#include <QTableView>
#include <QTest>
#include <QToolButton>
#include <QTreeWidget>
#include <map>

#include "datasets/formats/format.h"
#include "tests/ui/support/main_window_fixture.h"
#include "ui/annotate/annotate_page.h"
#include "ui/annotate/annotation_tables.h"
#include "ui/annotate/compare_lanes.h"
#include "ui/annotate/review_panel.h"
#include "ui/batch/batch_page.h"
#include "ui/document/annotation_editor.h"
#include "ui/files/song_session.h"
#include "ui/lanes/comparison_header.h"
#include "ui/timeline/lane_stack.h"
#include "ui/timeline/timeline_view.h"
#include "ui/window/export_dialog.h"
#include "ui/window/file_actions.h"
#include "ui/window/settings_dialog.h"
#include "ui/window/shortcut_sheet.h"
#include "ui/window/song_details.h"
#include "ui/window/song_list.h"

namespace tactus::ui {
namespace {

using tactus::test::made_up_music;
using tactus::test::write_wav;
using test::MainWindowTest;

std::vector<const QAction*> all_actions(const QMenu& menu) {
  std::vector<const QAction*> found;
  for (const QAction* action : menu.actions()) {
    if (action->menu()) {
      const auto inner = all_actions(*action->menu());
      found.insert(found.end(), inner.begin(), inner.end());
    } else if (!action->isSeparator()) {
      found.push_back(action);
    }
  }
  return found;
}

TEST_F(MainWindowTest, KeysEdit) {
  page().editor().setCurrentBeat(1);
  key("beats", Qt::Key_Right);
  EXPECT_NEAR(piece().beats[1].time, 1.01, 1e-9);
  key("beats", Qt::Key_Left, Qt::ShiftModifier);
  EXPECT_NEAR(piece().beats[1].time, 1.009, 1e-9);
  key("beats", Qt::Key_Z, Qt::ControlModifier);
  EXPECT_EQ(piece().beats[1].time, 1.0);
  key("beats", Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
  EXPECT_NEAR(piece().beats[1].time, 1.009, 1e-9);
  key("beats", Qt::Key_Delete);
  EXPECT_EQ(piece().beats.size(), 3u);
  page().axis().setCursor(1.25);
  key("beats", Qt::Key_B);
  EXPECT_EQ(piece().beats.size(), 4u);
  key("beats", Qt::Key_1);
  EXPECT_EQ(piece().beats[1].position, 1);
  key("beats", Qt::Key_3, Qt::AltModifier | Qt::ShiftModifier);
  EXPECT_EQ(piece().beats[1].position, 1);
  EXPECT_EQ(piece().beats[0].position, 3);
  page().axis().setCursor(0.75);
  key("chords", Qt::Key_S);
  EXPECT_EQ(piece().chords.size(), 3u);
  key("chords", Qt::Key_M);
  EXPECT_EQ(piece().chords.size(), 2u);
}

TEST_F(MainWindowTest, ReturnNamesTheChordAtTheCursor) {
  page().axis().setCursor(0.2);
  key("chords", Qt::Key_Return);
  auto* line = qobject_cast<QLineEdit*>(QApplication::focusWidget());
  ASSERT_NE(line, nullptr);
  line->setText("Fmaj7");
  QTest::keyClick(line, Qt::Key_Return);
  EXPECT_EQ(piece().chords[0].label, "F:maj7");
}

TEST_F(MainWindowTest, ACapitalLetterBeginsAChordsName) {
  page().axis().setCursor(0.2);
  key("chords", Qt::Key_D, Qt::ShiftModifier);
  auto* line = qobject_cast<QLineEdit*>(QApplication::focusWidget());
  ASSERT_NE(line, nullptr);
  EXPECT_EQ(line->text(), "D");
  QTest::keyClicks(line, "m");
  QTest::keyClick(line, Qt::Key_Return);
  EXPECT_EQ(piece().chords[0].label, "D:min");
}

TEST_F(MainWindowTest, LettersInATextFieldAreLetters) {
  window->songs().setFolder(music());
  auto* filter = window->songs().findChild<QLineEdit*>();
  ASSERT_NE(filter, nullptr);
  filter->setFocus();
  const auto beats = piece().beats.size();
  QTest::keyClicks(filter, "bt1");
  EXPECT_EQ(filter->text(), "bt1");
  EXPECT_EQ(piece().beats.size(), beats);
}

TEST_F(MainWindowTest, KeysOnOtherPagesLeaveTheHiddenSongAlone) {
  auto* tabs = window->findChild<QTabWidget*>(QString(), Qt::FindDirectChildrenOnly);
  auto* batch = window->findChild<BatchPage*>();
  ASSERT_TRUE(tabs && batch);
  page().axis().setCursor(0.75);
  tabs->setCurrentWidget(batch);
  const auto beats = piece().beats;
  const auto chords = piece().chords;
  batch->addPaths({"/nowhere/x.wav", "/nowhere/y.wav"});
  auto* queue = batch->findChild<QTableView*>();
  queue->setFocus();
  for (const Qt::Key letter : {Qt::Key_B, Qt::Key_S, Qt::Key_M, Qt::Key_1}) {
    QTest::keyClick(queue, letter);
  }
  QTest::keyClick(queue, Qt::Key_A, Qt::ControlModifier);
  EXPECT_TRUE(page().axis().selection().empty());
  QTest::keyClick(queue, Qt::Key_T, Qt::ControlModifier);
  QTest::keyClick(queue, Qt::Key_Delete);
  EXPECT_EQ(piece().beats, beats);
  EXPECT_EQ(piece().chords, chords);
  EXPECT_EQ(batch->queue().rowCount(), 0);

  batch->addPaths({"/nowhere/x.wav"});
  for (QPushButton* button : batch->findChildren<QPushButton*>()) {
    if (button->text().remove('&') != "Clear") continue;
    button->setFocus();
    QTest::keyClick(button, Qt::Key_Space);
  }
  EXPECT_EQ(batch->queue().rowCount(), 0) << "Space presses the button";

  tabs->setCurrentWidget(&page());
  key("beats", Qt::Key_B);
  EXPECT_EQ(piece().beats.size(), beats.size() + 1) << "and on this page edits again";
}

TEST_F(MainWindowTest, ABatchTagsWithTheModelsOfTheSettings) {
  Settings settings;
  settings.models = {QString::fromStdString((scratch / "no such model.safetensors").string())};
  page().document().close();
  window.reset();
  window = std::make_unique<MainWindow>(settings);
  auto* batch = window->findChild<BatchPage*>();
  ASSERT_TRUE(batch);
  batch->addPaths({QString::fromStdString((music() / "c.wav").string())});
  QSignalSpy finished(batch, &BatchPage::songsChanged);
  batch->start();
  ASSERT_TRUE(finished.wait(30'000));
  bool told = false;
  for (const QLabel* label : batch->findChildren<QLabel*>()) {
    told = told || label->text().contains("no such model");
  }
  EXPECT_TRUE(told);
  EXPECT_FALSE(std::filesystem::exists(music() / "c.jams"));
}

TEST_F(MainWindowTest, NoTwoActionsShareAShortcut) {
  std::map<QString, QString> taken;
  int with_shortcut = 0;
  for (const QAction* top : window->menuBar()->actions()) {
    ASSERT_NE(top->menu(), nullptr);
    for (const QAction* action : all_actions(*top->menu())) {
      for (const QKeySequence& keys : action->shortcuts()) {
        const QString text = keys.toString();
        EXPECT_TRUE(taken.emplace(text, action->text()).second)
            << text.toStdString() << " is " << taken[text].toStdString() << " and "
            << action->text().toStdString();
        ++with_shortcut;
      }
    }
  }
  EXPECT_GT(with_shortcut, 40);
}

TEST_F(MainWindowTest, ShortcutSheetShowsEveryShortcut) {
  const QString html = shortcut_html(*window->menuBar());
  for (const QAction* top : window->menuBar()->actions()) {
    for (const QAction* action : all_actions(*top->menu())) {
      if (action->shortcut().isEmpty()) continue;
      const QString keys = action->shortcut().toString(QKeySequence::NativeText).toHtmlEscaped();
      EXPECT_TRUE(html.contains(keys)) << keys.toStdString();
    }
  }
}

TEST_F(MainWindowTest, ComparisonsHaveLanesWithScores) {
  EXPECT_FALSE(page().lanes().isLaneShown("differences"));
  const std::size_t lanes = page().lanes().lanes().size();
  ASSERT_TRUE(window->files().comparing().addFile(music() / "b.jams"));
  EXPECT_TRUE(page().lanes().isLaneShown("differences"));
  ASSERT_EQ(page().lanes().lanes().size(), lanes + 1);
  const int id = page().document().comparisons().list().front().id;
  EXPECT_TRUE(QTest::qWaitFor(
      [&] { return page().comparing().header(id)->lines().value(0).startsWith("beats "); }));
  window->files().comparing().remove(id);
  EXPECT_FALSE(page().lanes().isLaneShown("differences"));
  EXPECT_EQ(page().lanes().lanes().size(), lanes);
}

TEST_F(MainWindowTest, LanesOfKeysAndSectionsComeWithTheirContent) {
  EXPECT_FALSE(page().lanes().isLaneShown("keys"));
  EXPECT_FALSE(page().lanes().isLaneShown("sections"));
  page().document().editSegments(SegmentLayer::kKeys, "Key", {{0, 3, "C:major"}});
  EXPECT_TRUE(page().lanes().isLaneShown("keys"));
  page().document().undoStack().undo();
  EXPECT_FALSE(page().lanes().isLaneShown("keys"));
  EXPECT_TRUE(page().lanes().isLaneWanted("keys")) << "they come back with the next song";
  page().document().undoStack().redo();
  EXPECT_TRUE(page().lanes().isLaneShown("keys"));
}

TEST_F(MainWindowTest, HLetsASectionBeginAndShowsItsLane) {
  page().axis().setCursor(0.4);
  key("beats", Qt::Key_H);
  EXPECT_TRUE(page().lanes().isLaneShown("sections")) << "to see where";
  auto* line = qobject_cast<QLineEdit*>(QApplication::focusWidget());
  ASSERT_NE(line, nullptr);
  QTest::keyClicks(line, "cho");
  QTest::keyClick(line, Qt::Key_Return);
  ASSERT_EQ(piece().sections.size(), 1u);
  EXPECT_EQ(piece().sections[0], (LabelledSegment{0.5, 3, "chorus", 1.0}));
  key("sections", Qt::Key_Return);
  line = qobject_cast<QLineEdit*>(QApplication::focusWidget());
  ASSERT_NE(line, nullptr);
  EXPECT_EQ(line->text(), "chorus") << "Return names in the lane that was chosen in last";
  QTest::keyClick(line, Qt::Key_Escape);
  ASSERT_TRUE(window->files().save());
  EXPECT_EQ(read_annotation(music() / "a.jams").sections, piece().sections);
  page().document().setChecked(true);
  window->files().open(music() / "c.wav");
  EXPECT_FALSE(page().lanes().isLaneShown("sections")) << "the next song has none";
}

TEST_F(MainWindowTest, DetailsOfTheSongAreChangedAndUndone) {
  SongDetailsDialog dialog(piece());
  const auto lines = dialog.findChildren<QLineEdit*>();
  ASSERT_EQ(lines.size(), 3);
  lines[0]->setText("  A  song ");
  lines[1]->setText("Somebody");
  lines[2]->setText("Songs");
  page().document().edit("Song details", dialog.changed());
  EXPECT_EQ(piece().title, "A song");
  EXPECT_TRUE(window->windowTitle().startsWith("A song"));
  const auto file = export_annotation(piece(), {Format::kJams}, scratch / "out" / "named").at(0);
  EXPECT_EQ(read_annotation(file).artist, "Somebody");
  EXPECT_EQ(read_annotation(file).album, "Songs");
  page().document().undoStack().undo();
  EXPECT_EQ(piece().artist, "");
  EXPECT_TRUE(window->windowTitle().startsWith("a"));
}

TEST_F(MainWindowTest, NamesOfACheckedSongAreReadOnly) {
  page().document().setChecked(true);
  SongDetailsDialog dialog(piece());
  for (const QLineEdit* line : dialog.findChildren<QLineEdit*>()) EXPECT_TRUE(line->isReadOnly());
}

TEST_F(MainWindowTest, TaggingIsSeenInPercentAndCanBeStopped) {
  window->songs().setFolder(music());
  auto* bar = window->statusBar()->findChild<QProgressBar*>();
  auto* list = window->songs().findChild<QListWidget*>();
  ASSERT_TRUE(QTest::qWaitFor([&] { return !window->files().tagger().busy(); }, 20000));
  EXPECT_FALSE(bar->isVisible());
  write_wav(music() / "a.wav", made_up_music(60, 22050), 22050);
  bool percent = false;
  QObject watcher;  // ends with the test
  QObject::connect(&window->files().tagger(), &BackgroundTagger::progressed, &watcher, [&] {
    percent = percent || (bar->maximum() == 100 && bar->value() > 0 && bar->isVisible() &&
                          list->item(0)->text().contains(QString::number(bar->value()) + " %"));
  });
  window->files().tagAgain();
  EXPECT_TRUE(bar->isVisible());
  EXPECT_EQ(bar->maximum(), 0) << "nothing is known yet";
  ASSERT_TRUE(QTest::qWaitFor([&] { return percent; }, 20000));
  for (QToolButton* button : window->statusBar()->findChildren<QToolButton*>()) button->click();
  EXPECT_FALSE(bar->isVisible());
  EXPECT_EQ(list->item(0)->text(), "a.wav");
}

TEST_F(MainWindowTest, F7GivesTheQueueTheKeysAndTakesItAway) {
  auto* queue = window->findChild<ReviewPanel*>();
  key("beats", Qt::Key_F7);
  EXPECT_TRUE(queue->isVisible());
  EXPECT_TRUE(queue->hasKeys());
  EXPECT_EQ(page().editor().currentBeat(), 2u) << "the least sure beat";
  QTest::keyClick(&queue->places(), Qt::Key_A);
  EXPECT_EQ(piece().beats[2].confidence, kCertain);
  QTest::keyClick(&queue->places(), Qt::Key_F7);
  EXPECT_FALSE(queue->isVisible());
}

TEST_F(MainWindowTest, EveryLaneAndListHasAnAccessibleName) {
  for (const LaneStack::Lane& lane : page().lanes().lanes()) {
    EXPECT_FALSE(lane.view->accessibleName().isEmpty()) << lane.name.toStdString();
  }
}

TEST(SettingsTest, AreRemembered) {
  QSettings().clear();
  Settings settings;
  EXPECT_EQ(load_settings(), settings);
  settings.theme = ThemeChoice::kLight;
  settings.snapping = false;
  settings.doubt_share = 0.25;
  settings.show_doubt = true;
  settings.least_sure_first = true;
  settings.recent_files = {"/a b/c.wav", "/d.wav"};
  settings.models = {"x"};
  settings.geometry = QByteArray("\0\1\2", 3);
  save_settings(settings);
  EXPECT_EQ(load_settings(), settings);
  SettingsDialog dialog(settings);
  EXPECT_EQ(dialog.settings(), settings);
  QSettings().clear();
}

TEST(SettingsTest, OldOnesLoadWithoutAFault) {
  QSettings().clear();
  QSettings().setValue("editing/doubtThreshold", 0.7);
  EXPECT_EQ(load_settings(), Settings());
  QSettings().clear();
}

TEST(SettingsTest, RecentFilesAreUniqueAndFew) {
  QStringList recent;
  for (int i = 0; i < 20; ++i) recent = with_recent(recent, QString::number(i));
  EXPECT_EQ(recent.size(), 10);
  recent = with_recent(recent, "15");
  EXPECT_EQ(recent.size(), 10);
  EXPECT_EQ(recent.front(), "15");
}

}  // namespace
}  // namespace tactus::ui
