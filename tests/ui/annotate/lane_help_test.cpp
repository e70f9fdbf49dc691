// Every lane says what it shows: when a person points at its name, and when they click it.
#include "ui/timeline/lane_help.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <QHelpEvent>
#include <QLabel>
#include <QTest>
#include <QToolTip>
#include <algorithm>

#include "ui/annotate/annotate_page.h"
#include "ui/document/annotation_document.h"
#include "ui/look/theme.h"
#include "ui/timeline/lane_stack.h"
#include "ui/timeline/timeline_view.h"

namespace tactus::ui {
namespace {

class LaneHelps : public testing::Test {
 protected:
  LaneHelps() {
    page.resize(900, 700);
    page.show();
    Annotation annotation;
    annotation.duration = 4;
    annotation.beats = {{0.5, 1, 0.9}, {1.0, 2, 0.9}, {1.05, 3, 0.9}, {2.0, 4, 0.9}};
    page.document().open("/nowhere/song.wav", "/nowhere/song.jams", annotation);
    page.axis().setDuration(4.0);
    Comparison comparison;
    comparison.name = "other.lab";
    comparison.annotation = annotation;
    page.document().comparisons().add(comparison);
  }
  static QString tip_of(QWidget& widget, const QPoint& place) {
    QToolTip::hideText();
    QHelpEvent asked(QEvent::ToolTip, place, widget.mapToGlobal(place));
    QApplication::sendEvent(&widget, &asked);
    return QToolTip::text();
  }
  AnnotatePage page;
};

TEST_F(LaneHelps, EveryLaneHasColoursAndAUnit) {
  for (const LaneStack::Lane& lane : page.lanes().lanes()) {
    const LaneHelp help = lane.view->help();
    SCOPED_TRACE(lane.name.toStdString());
    EXPECT_GT(help.shows.size(), 20);
    const bool fixed = std::ranges::none_of(segment_layers(), [&](const SegmentLayerInfo& layer) {
      return lane.name == QLatin1String(layer.name) && layer.segments > SegmentLayer::kSections;
    });
    EXPECT_TRUE(!help.marks.isEmpty() || !fixed) << "names alone have no colours of their own";
    for (const LaneMark& mark : help.marks) {
      EXPECT_FALSE(mark.text.isEmpty());
      EXPECT_TRUE(!mark.colours.isEmpty() || !mark.sign.isEmpty()) << mark.text.toStdString();
    }
  }
}

TEST_F(LaneHelps, PointingAtANameShowsIt) {
  for (const LaneStack::Lane& lane : page.lanes().lanes()) {
    page.lanes().setLaneShown(lane.name, true);
    QWidget* name = lane.header ? lane.header : lane.row->findChild<QLabel*>();
    ASSERT_NE(name, nullptr) << lane.name.toStdString();
    const QString tip = tip_of(*name, QPoint(8, 8));
    EXPECT_TRUE(tip.contains(lane.view->help().shows.toHtmlEscaped())) << lane.name.toStdString();
  }
}

TEST_F(LaneHelps, AClickOnANameKeepsIt) {
  const auto& lanes = page.lanes().lanes();
  const auto is_beats = [](const LaneStack::Lane& lane) { return lane.name == "beats"; };
  const LaneStack::Lane& beats = *std::ranges::find_if(lanes, is_beats);
  QTest::mouseClick(beats.row->findChild<QLabel*>(), Qt::LeftButton);
  const QWidget* popup = QApplication::activePopupWidget();
  ASSERT_NE(popup, nullptr);
  EXPECT_EQ(popup->accessibleName(), beats.view->title());
  EXPECT_TRUE(popup->findChild<QLabel*>()->text().contains(QStringLiteral("\u26a0")));
  QTest::keyClick(const_cast<QWidget*>(popup), Qt::Key_Escape);
  EXPECT_TRUE(QTest::qWaitFor([] { return QApplication::activePopupWidget() == nullptr; }));
}

TEST_F(LaneHelps, ABeatUnderThePointerSaysWhatItIs) {
  TimelineView& lane = *page.lanes().lane("beats");
  const auto tip_at = [&](double seconds) {
    return tip_of(lane, QPoint(static_cast<int>(page.axis().toX(seconds)), 20));
  };
  EXPECT_EQ(tip_at(0.5), "Bar 1, beat 1, 0:00.500, confidence 0.90");
  EXPECT_TRUE(tip_at(1.0).contains("Warning")) << "the next beat is 0.05 s later";
  EXPECT_EQ(tip_at(3.0), lane.help().shows);
}

}  // namespace
}  // namespace tactus::ui
