// The window on small screens: nothing covered, nothing cut, all panels within reach; and the
// window without a song.
#include <gtest/gtest.h>

#include <QApplication>
#include <QCommandLinkButton>
#include <QDockWidget>
#include <QLabel>
#include <QStatusBar>
#include <QTabWidget>
#include <QTest>

#include "tests/ui/support/main_window_fixture.h"
#include "ui/annotate/compare_lanes.h"
#include "ui/files/song_session.h"
#include "ui/lanes/comparison_header.h"
#include "ui/playback/playback_bar.h"
#include "ui/window/dock_folding.h"
#include "ui/window/song_list.h"
#include "ui/window/start_page.h"

namespace tactus::ui {
namespace {

class Layout : public test::MainWindowTest {
 protected:
  QDockWidget* dock(const char* name) const {
    return window->findChild<QDockWidget*>(QLatin1String(name));
  }
  void resize(int width, int height) {
    window->resize(width, height);
    QTest::qWait(20);
    EXPECT_EQ(window->size(), QSize(width, height)) << "the window does not fit the screen";
  }
  void expect_nothing_covered() const {
    const QWidget* pages = window->centralWidget();
    for (const QDockWidget* each : window->findChildren<QDockWidget*>()) {
      if (!each->isVisible() || each->visibleRegion().isEmpty()) continue;
      EXPECT_FALSE(each->geometry().intersects(pages->geometry()))
          << each->objectName().toStdString();
      EXPECT_TRUE(window->rect().contains(each->geometry())) << each->objectName().toStdString();
    }
    EXPECT_GE(pages->width(), 480);
    const QStatusBar* status = window->statusBar();
    EXPECT_TRUE(window->rect().contains(status->geometry()));
    EXPECT_GT(status->height(), 10);
  }
};

TEST_F(Layout, PanelsAreTabsInASmallWindow) {
  for (const char* name : {"songs", "tables", "review"}) dock(name)->show();
  for (const QSize size : {QSize(1440, 900), QSize(1280, 720), QSize(960, 540), QSize(944, 484)}) {
    SCOPED_TRACE(size.width());
    resize(size.width(), size.height());
    expect_nothing_covered();
    const qsizetype beside = window->tabifiedDockWidgets(dock("songs")).size();
    EXPECT_EQ(beside, size.width() < 1000 ? 2 : 0);
  }
  resize(1280, 600);
  EXPECT_EQ(window->tabifiedDockWidgets(dock("tables")).size(), 1) << "too low for two";
  EXPECT_TRUE(window->tabifiedDockWidgets(dock("songs")).empty());
  resize(1440, 900);
  EXPECT_EQ(window->dockWidgetArea(dock("songs")), Qt::LeftDockWidgetArea);
  EXPECT_TRUE(window->tabifiedDockWidgets(dock("tables")).empty());
}

TEST_F(Layout, APanelThatIsHiddenStaysHidden) {
  dock("songs")->show();
  dock("review")->hide();
  resize(960, 540);
  EXPECT_TRUE(dock("review")->isHidden());
  dock("tables")->hide();
  resize(1440, 900);
  EXPECT_TRUE(dock("review")->isHidden());
  EXPECT_TRUE(dock("tables")->isHidden());
  EXPECT_FALSE(dock("songs")->isHidden());
}

TEST_F(Layout, AKeyBringsAPanelToTheFrontAndThenHidesIt) {
  for (const char* name : {"songs", "tables", "review"}) dock(name)->show();
  resize(960, 540);
  const auto in_front = [&](const char* name) {
    return dock(name)->isVisible() && !dock(name)->visibleRegion().isEmpty();
  };
  ASSERT_TRUE(in_front("songs"));
  key("beats", Qt::Key_F9);
  EXPECT_TRUE(QTest::qWaitFor([&] { return in_front("tables"); }));
  EXPECT_FALSE(in_front("songs"));
  key("beats", Qt::Key_F9);
  EXPECT_TRUE(dock("tables")->isHidden());
}

TEST_F(Layout, TheBarOfThePlayerContinuesBelow) {
  auto* bar = window->findChild<PlaybackBar*>();
  resize(1900, 900);
  const int one_row = bar->height();
  resize(960, 540);
  EXPECT_GT(bar->height(), one_row);
  for (QWidget* each : bar->findChildren<QWidget*>()) {
    if (!each->isVisible() || each->window() != window.get()) continue;  // lists of choices
    const QRect place(each->mapTo(bar, QPoint(0, 0)), each->size());
    EXPECT_TRUE(bar->rect().contains(place)) << each->metaObject()->className();
    const auto* label = qobject_cast<QLabel*>(each);
    if (!label) continue;
    EXPECT_GE(label->width(), label->sizeHint().width()) << label->text().toStdString();
  }
}

TEST_F(Layout, WithoutASongThereIsOnePageThatSaysWhatToDo) {
  page().document().close();
  window.reset();
  window = std::make_unique<MainWindow>(Settings{});
  window->show();
  window->begin({});
  auto* start = window->findChild<StartPage*>();
  ASSERT_TRUE(start && start->isVisible());
  EXPECT_FALSE(page().lanes().isVisible());
  for (const char* name : {"songs", "tables", "review"})
    EXPECT_TRUE(dock(name)->isHidden()) << name;
  QStringList texts;
  for (const auto* button : start->findChildren<QCommandLinkButton*>()) {
    texts += button->text();
    EXPECT_TRUE(button->description().contains(QStringLiteral("Ctrl+"))) << "its key";
  }
  EXPECT_EQ(texts,
            (QStringList{"Open a song", "Open a folder", "Open the demo song", "Train a network"}));
  EXPECT_TRUE(start->isAncestorOf(window->focusWidget())) << "Return opens a song";
  window->files().open(music() / "a.wav");
  EXPECT_TRUE(page().lanes().isVisible());
  EXPECT_FALSE(start->isVisible());
  for (const char* name : {"tables", "review"}) EXPECT_FALSE(dock(name)->isHidden()) << name;
}

TEST_F(Layout, TheDemoOpensTagged) {
  page().document().close();
  window.reset();
  window = std::make_unique<MainWindow>(Settings{});
  window->show();
  window->begin({});
  auto* start = window->findChild<StartPage*>();
  bool seen_untagged = false;
  const auto look = [&] {
    seen_untagged = seen_untagged || (page().lanes().isVisible() && !page().document().isTagged());
  };
  QObject watcher;  // ends with the test; the document changes once more when the window closes
  QObject::connect(&page().document(), &AnnotationDocument::stateChanged, &watcher, look);
  for (const auto* button : start->findChildren<QCommandLinkButton*>())
    if (button->text() == "Open the demo song") const_cast<QCommandLinkButton*>(button)->click();
  ASSERT_TRUE(QTest::qWaitFor([&] { return page().lanes().isVisible(); }, 60'000));
  look();
  EXPECT_FALSE(seen_untagged);
  EXPECT_TRUE(page().document().isTagged());
  EXPECT_FALSE(page().document().isModified()) << "nobody has to save the tags of a copy";
  ASSERT_EQ(page().document().comparisons().list().size(), 1u);
  const int id = page().document().comparisons().list().front().id;
  EXPECT_EQ(page().comparing().header(id)->shownName(), "annotations/beats");
  EXPECT_GT(window->songs().count(), 3);
}

TEST_F(Layout, AComparisonWithAnUntaggedSongHasNoScore) {
  window->files().open(music() / "c.wav");
  window->files().stopTagging();
  Comparison comparison;
  comparison.name = "a.jams";
  comparison.annotation.beats = {{0.5, 1}, {1.0, 2}};
  const int id = page().document().comparisons().add(std::move(comparison));
  QTest::qWait(200);
  EXPECT_EQ(page().comparing().header(id)->lines(), (QStringList{"beats -", "chords -"}));
}

}  // namespace
}  // namespace tactus::ui
