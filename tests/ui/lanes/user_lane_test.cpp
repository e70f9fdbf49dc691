// Lanes of one's own in the window: marks by key and mouse, undo, names, curves.
#include <gtest/gtest.h>

#include <QMouseEvent>
#include <QPainter>
#include <QSignalSpy>
#include <QTest>

#include "ui/annotate/user_lanes.h"
#include "ui/lanes/user_lane_view.h"
#include "ui/timeline/lane_stack.h"

namespace tactus::ui {
namespace {

class UserLaneTest : public testing::Test {
 protected:
  UserLaneTest() {
    Annotation song;
    song.duration = 10.0;
    document.open("/song.wav", "/song.jams", song);
    axis.setDuration(10.0);
    stack.resize(1000 + LaneStack::kLabelWidth, 300);
    stack.show();
  }
  void add(UserLaneKind kind, std::vector<UserItem> items = {}, const char* name = "Mine") {
    ASSERT_TRUE(editor.addUserLane({name, kind, 0, "", std::move(items)}));
    QCoreApplication::processEvents();
    view = lanes.view(QString::fromLatin1(name));
    ASSERT_NE(view, nullptr);
    QObject::disconnect(view, &UserLaneView::nameWanted, &lanes, nullptr);  // a dialog that waits
  }
  const std::vector<UserItem>& items() const { return document.annotation().lanes[0].items; }
  int x(double seconds) const { return static_cast<int>(std::lround(axis.toX(seconds))); }
  void drag(const QPoint& from, const QPoint& to) {
    QTest::mousePress(view, Qt::LeftButton, Qt::AltModifier, from);
    QMouseEvent move(QEvent::MouseMove, to, view->mapToGlobal(to), Qt::LeftButton, Qt::LeftButton,
                     Qt::AltModifier);
    QCoreApplication::sendEvent(view, &move);
    QTest::mouseRelease(view, Qt::LeftButton, Qt::AltModifier, to);
  }

  AnnotationDocument document;
  TimeAxis axis;
  AnnotationEditor editor{document, axis};
  LaneStack stack;
  UserLanes lanes{editor, stack};
  UserLaneView* view = nullptr;
};

TEST_F(UserLaneTest, KeysMarkPlacesAndPassages) {
  add(UserLaneKind::kPoints);
  axis.setCursor(2.0);
  editor.markHere();
  axis.setCursor(1.0);
  editor.markHere();
  ASSERT_EQ(items().size(), 2u);
  EXPECT_EQ(items()[0].time, 1.0);
  EXPECT_EQ(editor.currentUserItem(0), 0u);
  editor.deleteCurrent();
  EXPECT_EQ(items().size(), 1u);
  document.undoStack().undo();
  EXPECT_EQ(items().size(), 2u);
  add(UserLaneKind::kRegions, {}, "Passages");
  axis.setSelection(3.0, 4.5);
  editor.markHere();
  ASSERT_EQ(document.annotation().lanes[1].items.size(), 1u) << "the new lane is the active one";
  EXPECT_EQ(document.annotation().lanes[1].items[0].duration, 1.5);
}

TEST_F(UserLaneTest, TheMouseAddsMovesAndChooses) {
  add(UserLaneKind::kPoints);
  QTest::mouseDClick(view, Qt::LeftButton, {}, QPoint(x(3.0), 10));
  ASSERT_EQ(items().size(), 1u);
  EXPECT_NEAR(items()[0].time, 3.0, 0.02);
  drag({x(3.0), 10}, {x(6.0), 10});
  EXPECT_NEAR(items()[0].time, 6.0, 0.02);
  const int steps = document.undoStack().index();
  document.undoStack().undo();
  EXPECT_NEAR(items()[0].time, 3.0, 0.02) << "a drag is one step";
  EXPECT_EQ(document.undoStack().index(), steps - 1);
  QSignalSpy named(view, &UserLaneView::nameWanted);
  QTest::mouseDClick(view, Qt::LeftButton, {}, QPoint(x(3.0), 10));
  EXPECT_EQ(named.size(), 1);
  QTest::keyClick(view, Qt::Key_Return);
  EXPECT_EQ(named.size(), 2);
  EXPECT_EQ(items().size(), 1u);
}

TEST_F(UserLaneTest, APointThatIsDraggedPastOthersIsFollowed) {
  add(UserLaneKind::kPoints, {{1.0, 0, 0, "a"}, {2.0, 0, 0, "b"}, {3.0, 0, 0, "c"}});
  drag({x(1.0), 10}, {x(5.0), 10});
  ASSERT_EQ(items().size(), 3u);
  EXPECT_EQ(items()[2].label, "a");
  EXPECT_NEAR(items()[2].time, 5.0, 0.02);
  EXPECT_EQ(editor.currentUserItem(0), 2u);
}

TEST_F(UserLaneTest, CurvesMoveInTimeAndValue) {
  add(UserLaneKind::kCurve, {{1.0, 0, 0.0, ""}, {5.0, 0, 10.0, ""}, {9.0, 0, 0.0, ""}});
  const QPoint top = view->box(1).center().toPoint();
  drag(top, {x(6.0), view->box(0).center().toPoint().y()});
  EXPECT_NEAR(items()[1].time, 6.0, 0.03);
  EXPECT_NEAR(items()[1].value, 0.0, 0.5);
  axis.setCursor(3.0);
  editor.markHere();
  ASSERT_EQ(items().size(), 4u) << "on the line";
}

TEST_F(UserLaneTest, EdgesOfRegionsMove) {
  add(UserLaneKind::kRegions, {{2.0, 2.0, 0, "solo"}});
  drag({x(4.0), 10}, {x(5.0), 10});
  EXPECT_NEAR(items()[0].duration, 3.0, 0.03);
  EXPECT_EQ(items()[0].time, 2.0);
  drag({x(2.0), 10}, {x(1.0), 10});
  EXPECT_NEAR(items()[0].time, 1.0, 0.03);
  EXPECT_NEAR(items()[0].end(), 5.0, 0.03);
  drag({x(3.0), 10}, {x(4.0), 10});
  EXPECT_NEAR(items()[0].time, 2.0, 0.05);
  EXPECT_NEAR(items()[0].duration, 4.0, 0.05);
}

TEST_F(UserLaneTest, LanesAreRenamedDeletedAndComeBack) {
  add(UserLaneKind::kPoints, {{1.0, 0, 0, "a"}});
  add(UserLaneKind::kPoints, {}, "Other");
  editor.changeUserLane(1, "Mine", 0xABCDEF);
  EXPECT_EQ(document.annotation().lanes[1].name, "Mine 2") << "names differ";
  EXPECT_EQ(document.annotation().lanes[1].colour, 0xABCDEFu);
  EXPECT_NE(lanes.view("Mine 2"), nullptr);
  EXPECT_EQ(lanes.view("Other"), nullptr);
  editor.deleteUserLane(0);
  EXPECT_EQ(lanes.view("Mine"), nullptr);
  document.undoStack().undo();
  ASSERT_NE(lanes.view("Mine"), nullptr);
  EXPECT_EQ(items().size(), 1u);
}

TEST_F(UserLaneTest, ACheckedSongStays) {
  add(UserLaneKind::kPoints, {{1.0, 0, 0, "a"}});
  document.setChecked(true);
  EXPECT_FALSE(editor.addUserLane({"x", UserLaneKind::kCurve, 0, "", {}}));
  drag({x(1.0), 10}, {x(5.0), 10});
  EXPECT_EQ(items()[0].time, 1.0);
}

TEST_F(UserLaneTest, TaggingAgainKeepsThem) {
  add(UserLaneKind::kPoints, {{1.0, 0, 0, "a"}});
  Annotation tagged;
  tagged.beats = {{0.5, 1}};
  ASSERT_TRUE(document.setTagged(tagged));
  EXPECT_EQ(items().size(), 1u);
}

TEST_F(UserLaneTest, AMillionValuesArePaintedAtOnce) {
  std::vector<UserItem> many;
  for (int i = 0; i < 200'000; ++i) many.push_back({i * 5e-5, 0, i % 100 * 1.0, ""});
  add(UserLaneKind::kCurve, std::move(many));
  QImage picture(view->size(), QImage::Format_RGB32);
  picture.fill(Qt::black);
  QPainter painter(&picture);
  view->paintPart(painter, {0.0, 10.0}, view->width());
  painter.end();
  int coloured = 0;
  for (int column = 10; column < picture.width() - 10; ++column)
    coloured += picture.pixelColor(column, picture.height() / 2) ==
                QColor(document.annotation().lanes[0].colour);
  EXPECT_GT(coloured, picture.width() / 2) << "a band from the least to the most";
}

}  // namespace
}  // namespace tactus::ui
