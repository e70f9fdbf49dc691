// A row is all that a format, a layer and a page need: the window shows those of
// tests/support/fake_format.cpp, fake_layer.cpp and fake_page.cpp. (tests/app/rows: the other
// doors.)
#include <gtest/gtest.h>

#include <QComboBox>
#include <QListWidget>
#include <QMenuBar>
#include <QSettings>
#include <QStatusBar>
#include <QTabBar>
#include <QTabWidget>
#include <QTableView>
#include <memory>

#include "tests/support/test_support.h"
#include "tests/ui/support/main_window_fixture.h"
#include "ui/annotate/annotate_page.h"
#include "ui/annotate/annotation_tables.h"
#include "ui/document/annotation_document.h"
#include "ui/look/format_titles.h"
#include "ui/page/page.h"
#include "ui/timeline/lane_stack.h"
#include "ui/timeline/timeline_view.h"
#include "ui/window/export_dialog.h"
#include "ui/window/page_bar.h"
#include "ui/window/shortcut_sheet.h"
#include "ui/window/song_list.h"

namespace tactus::ui {
namespace {

class FakeRows : public testing::Test {
 protected:
  FakeRows() {
    Annotation annotation;
    annotation.duration = 4;
    annotation.chords = {{0, 2, "C:maj", 0.9}, {2, 4, "G:maj", 0.4}};
    page->document().open(folder / "a.wav", folder / "a.jams", annotation);
  }
  ~FakeRows() override { QSettings().clear(); }

  tactus::test::ScratchFolder folder;
  std::unique_ptr<AnnotatePage> page = std::make_unique<AnnotatePage>();
};

TEST_F(FakeRows, AFormatIsInMenusAndIsExported) {
  ExportDialog dialog(page->document().annotation(), folder / "song");
  auto* list = dialog.findChild<QListWidget*>();
  const auto found = list->findItems("Chords of the tests (.fake)", Qt::MatchExactly);
  ASSERT_EQ(found.size(), 1);
  for (int row = 0; row < list->count(); ++row) list->item(row)->setCheckState(Qt::Unchecked);
  found.front()->setCheckState(Qt::Checked);
  dialog.accept();
  EXPECT_EQ(tactus::test::slurp(folder / "song.fake"), "0 2 C:maj\n2 4 G:maj\n");
  EXPECT_TRUE(annotation_files().endsWith(" *.fake"));
}

TEST_F(FakeRows, ALayerHasALaneAndATable) {
  const LaneStack& lanes = page->lanes();
  const TimelineView* lane = lanes.lane(QStringLiteral("melody"));
  ASSERT_NE(lane, nullptr);
  EXPECT_EQ(lane->windowTitle(), "Melody");
  EXPECT_FALSE(lanes.isLaneShown(QStringLiteral("melody")));
  Annotation sung = page->document().annotation();
  sung.notes = {{0, 4, "A4"}};
  page->document().open(folder / "a.wav", folder / "a.jams", sung);
  EXPECT_TRUE(lanes.isLaneShown(QStringLiteral("melody")));

  const AnnotationTables tables(page->editor());
  EXPECT_GE(tables.findChild<QComboBox*>()->findText(QStringLiteral("Melody")), 0);
  const QAbstractItemModel* model = tables.segments(static_cast<SegmentLayer>(3)).model();
  ASSERT_EQ(model->rowCount(), 1);
  EXPECT_EQ(model->index(0, 2).data().toString(), "A4");
  EXPECT_EQ(model->headerData(2, Qt::Horizontal, Qt::DisplayRole).toString(), "Melody");
}

class FakePages : public test::MainWindowTest {
 protected:
  QWidget* shown() const {
    return qobject_cast<QTabWidget*>(window->centralWidget())->currentWidget();
  }
  QAction* menu() const {
    for (QAction* action : window->menuBar()->actions())
      if (action->text().remove('&') == "Fake") return action;
    return nullptr;
  }

  Page* fake = window->findChild<Page*>(QStringLiteral("fake"));
};

TEST_F(FakePages, APageHasATabAMenuAndKeys) {
  ASSERT_NE(fake, nullptr);
  auto* tabs = window->findChild<PageBar*>()->findChild<QTabBar*>();
  const int last = tabs->count() - 1;
  EXPECT_EQ(tabs->tabText(last), "Fake");
  ASSERT_NE(menu(), nullptr);
  EXPECT_FALSE(menu()->isEnabled()) << "another page is shown";
  EXPECT_TRUE(shortcut_html(*window->menuBar()).contains("<b>K</b></td><td>Name the device"));

  tabs->setCurrentIndex(last);
  EXPECT_EQ(shown(), fake);
  EXPECT_TRUE(menu()->isEnabled());
  QTest::keyClick(window.get(), Qt::Key_Escape);
  EXPECT_TRUE(fake->hasFocus());
  QTest::keyClick(fake, Qt::Key_K);
  EXPECT_EQ(window->statusBar()->currentMessage(), "auto") << "the device of the settings";
}

TEST_F(FakePages, APageOpensASongAndTheListFollowsIt) {
  ASSERT_NE(fake, nullptr);
  window->songs().setFolder(music());
  qobject_cast<QTabWidget*>(window->centralWidget())->setCurrentWidget(fake);
  EXPECT_EQ(window->songs().count(), 3);
  std::filesystem::remove(music() / "c.wav");
  emit fake->songsChanged();
  EXPECT_EQ(window->songs().count(), 2);
  emit fake->openRequested(QString::fromStdString((music() / "b.wav").string()));
  EXPECT_EQ(page().document().audioPath().filename(), "b.wav");
  EXPECT_EQ(shown(), &page());
}

}  // namespace
}  // namespace tactus::ui
