// Whose keys they are: the lanes' while these have the focus, else those of the list, the panel or
// the button that has it. What is hidden has none.
#include <gtest/gtest.h>

#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QDockWidget>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTableView>
#include <QTest>
#include <QToolButton>
#include <QTreeWidget>
#include <algorithm>
#include <functional>
#include <utility>

#include "tests/ui/support/main_window_fixture.h"
#include "ui/annotate/annotation_tables.h"
#include "ui/annotate/review_panel.h"
#include "ui/batch/batch_page.h"
#include "ui/document/annotation_editor.h"
#include "ui/files/song_session.h"
#include "ui/playback/playback_bar.h"
#include "ui/playback/player.h"
#include "ui/playback/sound_controller.h"
#include "ui/sheet/sheet_page.h"
#include "ui/window/song_list.h"

namespace tactus::ui {
namespace {

class KeysInWindow : public test::MainWindowTest {
 protected:
  KeysInWindow() {
    window->resize(1400, 900);
    window->songs().setFolder(music());
    songs = window->songs().findChild<QListWidget*>();
    queue = window->findChild<ReviewPanel*>();
    tables = window->findChild<AnnotationTables*>();
    pages = window->findChild<QTabWidget*>(QString(), Qt::FindDirectChildrenOnly);
    settle();
  }
  static void settle() { QTest::qWait(20); }  // docks move a little later

  QDockWidget* dock(const char* name) const {
    return window->findChild<QDockWidget*>(QLatin1String(name));
  }
  static void press(int key, Qt::KeyboardModifiers modifiers = {}) {
    ASSERT_NE(QApplication::focusWidget(), nullptr);
    QTest::keyClick(QApplication::focusWidget(), static_cast<Qt::Key>(key), modifiers);
  }
  bool lanesHaveKeys() const {
    const QWidget* focus = QApplication::focusWidget();
    return focus && page().lanes().isAncestorOf(focus) && focus->isVisible();
  }
  void showQueue() {
    key("beats", Qt::Key_F7);
    settle();
    ASSERT_TRUE(queue->hasKeys());
  }
  int steps() const { return page().document().undoStack().count(); }
  static bool isPlain(const QKeySequence& keys) {
    if (keys.isEmpty()) return false;
    const QKeyCombination first = keys[0];
    return !(first.keyboardModifiers() & ~Qt::ShiftModifier) && first.key() != Qt::Key_Space &&
           (first.key() < Qt::Key_F1 || first.key() == Qt::Key_F5);  // F5 edits
  }
  QList<QAction*> plainCommands() const {
    QList<QAction*> found;
    for (QAction* action : window->findChildren<QAction*>()) {
      if (std::ranges::any_of(action->shortcuts(), isPlain)) found.append(action);
    }
    return found;
  }

  QListWidget* songs = nullptr;
  ReviewPanel* queue = nullptr;
  AnnotationTables* tables = nullptr;
  QTabWidget* pages = nullptr;
};

TEST_F(KeysInWindow, APanelThatIsHiddenGivesThemBackToTheLanes) {
  const std::pair<const char*, std::function<void()>> ways[] = {
      {"F7", [] { press(Qt::Key_F7); }},
      {"the x of the panel", [this] { dock("review")->close(); }},
      {"the menu of panels", [this] { dock("review")->toggleViewAction()->trigger(); }},
      {"another panel in front",
       [this] {
         window->tabifyDockWidget(dock("review"), dock("tables"));
         dock("tables")->raise();
       }},
  };
  for (const auto& [name, hide] : ways) {
    SCOPED_TRACE(name);
    showQueue();
    hide();
    settle();
    EXPECT_TRUE(lanesHaveKeys());
    EXPECT_FALSE(queue->hasKeys());
  }
}

TEST_F(KeysInWindow, EveryPanelGivesThemBack) {
  showQueue();
  for (const auto& [name, inside] : {std::pair<const char*, QWidget*>{"songs", songs},
                                     {"tables", &tables->beats()},
                                     {"review", &queue->places()}}) {
    inside->setFocus();
    dock(name)->close();
    settle();
    EXPECT_TRUE(lanesHaveKeys()) << name;
  }
  dock("songs")->show();
  songs->setFocus();
  dock("tables")->show();
  dock("tables")->close();
  EXPECT_TRUE(songs->hasFocus()) << "another panel keeps them";
}

TEST_F(KeysInWindow, AHiddenQueueActsOnNothing) {
  showQueue();
  press(Qt::Key_F7);
  settle();
  page().axis().setCursor(0.75);
  const Annotation before = piece();
  for (const Qt::Key letter : {Qt::Key_1, Qt::Key_A, Qt::Key_Delete, Qt::Key_Right, Qt::Key_N}) {
    QKeyEvent event(QEvent::KeyPress, letter, Qt::NoModifier);
    EXPECT_FALSE(static_cast<QObject*>(queue)->eventFilter(&queue->places(), &event));
  }
  EXPECT_EQ(piece().beats, before.beats);
  EXPECT_EQ(piece().chords, before.chords);
  EXPECT_EQ(page().axis().cursor(), 0.75);
  EXPECT_EQ(page().document().audioPath().filename(), "a.wav");
}

TEST_F(KeysInWindow, ThePanelsOfTheSongStayAwayFromOtherPages) {
  auto* batch = window->findChild<BatchPage*>();
  for (const Qt::Key panel : {Qt::Key_F6, Qt::Key_F7, Qt::Key_F8, Qt::Key_F9}) {
    pages->setCurrentWidget(&page());
    pages->setCurrentWidget(batch);
    batch->findChild<QPushButton*>()->setFocus();
    press(panel);
    settle();
    for (const char* name : {"songs", "tables", "review", "transport"}) {
      EXPECT_FALSE(dock(name)->isVisible()) << name << " with the key " << panel;
    }
  }
}

TEST_F(KeysInWindow, NInTheQueueAsksBeforeChangesAreLost) {
  showQueue();
  press(Qt::Key_A);
  ASSERT_TRUE(window->isWindowModified());
  answer(QMessageBox::Cancel);
  press(Qt::Key_N);
  QApplication::setActiveWindow(window.get());  // as a window manager does after the question
  EXPECT_EQ(page().document().audioPath().filename(), "a.wav");
  EXPECT_TRUE(queue->hasKeys());
  answer(QMessageBox::Save);
  press(Qt::Key_N);
  QApplication::setActiveWindow(window.get());
  EXPECT_EQ(page().document().audioPath().filename(), "b.wav");
  const auto certain = [](const Beat& beat) { return beat.confidence == kCertain; };
  EXPECT_TRUE(std::ranges::any_of(read_annotation(music() / "a.jams").beats, certain));
  EXPECT_TRUE(queue->hasKeys()) << "a person who works through the queue goes on there";
}

TEST_F(KeysInWindow, ALetterInTheListOfSongsFindsASong) {
  songs->setFocus();
  songs->setCurrentRow(1);
  page().axis().setCursor(0.75);
  const Annotation before = piece();
  for (QAction* command : plainCommands()) {
    const QKeyCombination keys = command->shortcuts().front()[0];
    if (keys.key() != Qt::Key_Return) press(keys.key(), keys.keyboardModifiers());
  }
  EXPECT_EQ(steps(), 0);
  EXPECT_EQ(piece().beats, before.beats);
  EXPECT_EQ(piece().chords, before.chords);
  EXPECT_EQ(page().document().audioPath().filename(), "a.wav");
  QTest::qWait(QApplication::keyboardInputInterval() + 50);
  press(Qt::Key_C);
  EXPECT_EQ(songs->currentItem()->text(), "c.wav");
  press(Qt::Key_Return);
  EXPECT_EQ(page().document().audioPath().filename(), "c.wav");
  EXPECT_TRUE(lanesHaveKeys()) << "and the song that was opened is there to be corrected";
}

TEST_F(KeysInWindow, OneKeyWithoutControlBelongsToTheLanesAlone) {
  const QList<QAction*> commands = plainCommands();
  EXPECT_GT(commands.size(), 30);
  for (const QAction* command : commands) {
    EXPECT_EQ(command->shortcutContext(), Qt::WidgetWithChildrenShortcut)
        << command->text().toStdString();
    EXPECT_TRUE(page().lanes().actions().contains(command)) << command->text().toStdString();
  }
}

TEST_F(KeysInWindow, ListsAndFieldsOfPanelsRunNoneOfThem) {
  showQueue();
  QStringList ran;
  QObject watcher;  // ends with the test
  for (QAction* command : plainCommands()) {
    QObject::connect(command, &QAction::triggered, &watcher,
                     [&ran, command] { ran += command->text(); });
  }
  QWidget* const lists[] = {songs,
                            &tables->beats(),
                            tables->findChild<QComboBox*>(),
                            window->songs().findChild<QLineEdit*>(),
                            &queue->places(),
                            window->findChild<PlaybackBar*>()->findChild<QComboBox*>()};
  for (QWidget* list : lists) {
    SCOPED_TRACE(list->metaObject()->className());
    for (const Qt::Key letter : {Qt::Key_B, Qt::Key_M, Qt::Key_S, Qt::Key_T, Qt::Key_X, Qt::Key_D,
                                 Qt::Key_BracketLeft, Qt::Key_BracketRight, Qt::Key_Q}) {
      list->setFocus();
      ASSERT_TRUE(list->hasFocus());
      press(letter);
    }
    EXPECT_EQ(ran.join(", ").toStdString(), "");
    ran.clear();
  }
  EXPECT_EQ(steps(), 0);
}

TEST_F(KeysInWindow, DeleteInATableDeletesItsSelectedRow) {
  QTableView& beats = tables->beats();
  beats.setFocus();
  press(Qt::Key_Delete);
  EXPECT_EQ(steps(), 0) << "no row is selected";
  beats.setCurrentIndex(beats.model()->index(1, 0));
  press(Qt::Key_Delete);
  ASSERT_EQ(piece().beats.size(), 3u);
  EXPECT_EQ(piece().beats[1].time, 1.5);
  songs->setFocus();
  page().editor().setCurrentBeat(0);
  press(Qt::Key_Delete);
  EXPECT_EQ(piece().beats.size(), 3u) << "a list of songs deletes nothing";
}

TEST_F(KeysInWindow, TheLanesHaveThemFromTheStartAndAfterOtherPages) {
  EXPECT_TRUE(lanesHaveKeys());
  press(Qt::Key_B);
  EXPECT_EQ(piece().beats.size(), 5u);
  for (int other = 1; other < pages->count(); ++other) {
    pages->setCurrentIndex(other);
    settle();
    ASSERT_TRUE(QApplication::focusWidget());
    EXPECT_TRUE(QApplication::focusWidget()->isVisible()) << pages->tabText(other).toStdString();
    pages->setCurrentWidget(&page());
    settle();
    EXPECT_TRUE(lanesHaveKeys()) << "back from " << pages->tabText(other).toStdString();
  }
  for (int other = 1; other < pages->count(); ++other) {
    songs->setFocus();
    pages->setCurrentIndex(other);
    settle();
    EXPECT_TRUE(QApplication::focusWidget()->isVisible()) << pages->tabText(other).toStdString();
    pages->setCurrentWidget(&page());
    settle();
    EXPECT_TRUE(lanesHaveKeys()) << "back from " << pages->tabText(other).toStdString();
  }
}

TEST_F(KeysInWindow, ALaneThatGoesLeavesThemToTheOthers) {
  for (const char* name : {"tempo", "chords", "beats"}) {
    lane(name).setFocus();
    page().lanes().setLaneShown(QLatin1String(name), false);
    settle();
    EXPECT_TRUE(lanesHaveKeys()) << name;
  }
  ASSERT_TRUE(window->files().comparing().addFile(music() / "b.jams"));
  page().lanes().lanes().back().view->setFocus();
  window->files().comparing().remove(page().document().comparisons().list().front().id);
  settle();
  EXPECT_TRUE(lanesHaveKeys());
}

TEST_F(KeysInWindow, EscapeInAListGivesThemBack) {
  for (QWidget* list : std::initializer_list<QWidget*>{
           songs, window->songs().findChild<QLineEdit*>(), &tables->beats()}) {
    list->setFocus();
    press(Qt::Key_Escape);
    EXPECT_TRUE(lanesHaveKeys()) << list->metaObject()->className();
  }
  page().lanes().setLaneShown(QStringLiteral("beats"), false);
  showQueue();
  press(Qt::Key_Escape);
  EXPECT_TRUE(lanesHaveKeys()) << "to a lane that is seen";
}

TEST_F(KeysInWindow, TheSheetPlaysWithTheKeysOfThePlayerAndEditsWithNone) {
  pages->setCurrentWidget(window->findChild<SheetPage*>());
  settle();
  press(Qt::Key_Comma);
  EXPECT_NEAR(page().sound().player().speed(), 0.95, 1e-9);
  press(Qt::Key_R);
  EXPECT_EQ(page().sound().player().speed(), 1.0);
  page().editor().setCurrentBeat(1);
  for (const Qt::Key letter : {Qt::Key_B, Qt::Key_M, Qt::Key_S, Qt::Key_1, Qt::Key_Delete}) {
    press(letter);
  }
  EXPECT_EQ(steps(), 0) << "of lanes that are not seen";
}

TEST_F(KeysInWindow, SpacePressesAFocusedButtonAndPlaysElsewhere) {
  const QAction* play = page().bar().actions().play;
  QSignalSpy plays(play, &QAction::triggered);
  QToolButton* loop = nullptr;
  for (QToolButton* button : page().bar().findChildren<QToolButton*>()) {
    if (button->defaultAction() == page().bar().actions().loop) loop = button;
  }
  ASSERT_NE(loop, nullptr);
  loop->setFocus();
  press(Qt::Key_Space);
  EXPECT_EQ(plays.count(), 0);
  EXPECT_TRUE(page().bar().actions().loop->isChecked());
  int expected = 0;
  for (QWidget* list :
       std::initializer_list<QWidget*>{songs, &tables->beats(), &lane("waveform")}) {
    list->setFocus();
    press(Qt::Key_Space);
    EXPECT_EQ(plays.count(), ++expected) << list->metaObject()->className();
  }
}

}  // namespace
}  // namespace tactus::ui
