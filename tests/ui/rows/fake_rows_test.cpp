// A row is all that a format and a layer need: the window shows those of
// tests/support/fake_format.cpp and fake_layer.cpp. (tests/app/rows: the other doors.)
#include <gtest/gtest.h>

#include <QComboBox>
#include <QListWidget>
#include <QSettings>
#include <QTableView>
#include <memory>

#include "tests/support/test_support.h"
#include "ui/annotate/annotate_page.h"
#include "ui/annotate/annotation_tables.h"
#include "ui/document/annotation_document.h"
#include "ui/look/format_titles.h"
#include "ui/timeline/lane_stack.h"
#include "ui/timeline/timeline_view.h"
#include "ui/window/export_dialog.h"

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

}  // namespace
}  // namespace tactus::ui
