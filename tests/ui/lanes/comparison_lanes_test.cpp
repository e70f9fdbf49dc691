// The lanes of comparisons, their headers, and the lane of differences.
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

#include "tests/ui/support/open_song.h"
#include "ui/annotate/compare_lanes.h"
#include "ui/annotate/score_panel.h"
#include "ui/lanes/comparison_header.h"
#include "ui/lanes/comparison_lane.h"
#include "ui/lanes/difference_lane.h"
#include "ui/timeline/lane_stack.h"

namespace tactus::ui {
namespace {

class ComparisonLanes : public test::OpenSong {
 protected:
  ComparisonLanes() {
    Annotation annotation = piece();
    annotation.keys = {{0, 10.5, "C:major", 0.9}, {10.5, 20, "A:minor", 0.9}};
    annotation.sections = {{0.5, 4.5, "intro"}, {4.5, 12.5, "verse"}, {12.5, 20, "chorus"}};
    document.open(scratch / "piece.wav", scratch / "piece.jams", annotation);
  }
  int add(const Annotation& annotation, const char* name = "other") {
    Comparison comparison;
    comparison.file = name;
    comparison.name = name;
    comparison.annotation = annotation;
    return document.comparisons().add(std::move(comparison));
  }
};

TEST_F(ComparisonLanes, EachLayerIsComparedAndScored) {
  Annotation other;
  other.keys = {{0, 10.5, "C:major"}, {10.5, 20, "E:minor"}};
  const int id = add(other);
  ComparisonLane lane(document, id, axis);
  lane.resize(1000, 80);
  lane.show();
  const QImage keys_alone = lane.grab().toImage();
  other.sections = {{0.5, 4.5, "Intro"}, {4.5, 20, "verse"}};
  document.comparisons().fill(id, other);
  EXPECT_NE(lane.grab().toImage(), keys_alone);
  const auto& key_parts = lane.agreements(SegmentLayer::kKeys);
  ASSERT_EQ(key_parts.size(), 2u);
  EXPECT_EQ(key_parts[0], (SegmentAgreement{0, 10.5, true}));
  EXPECT_EQ(key_parts[1], (SegmentAgreement{10.5, 20, false}));
  ASSERT_EQ(lane.agreements(SegmentLayer::kSections).size(), 2u);
  EXPECT_EQ(lane.agreements(SegmentLayer::kSections)[1], (SegmentAgreement{12.5, 20, false}));
  const QString scores = score_text(other, piece());
  EXPECT_TRUE(scores.contains("Sections: F 0.5 s ")) << scores.toStdString();
  EXPECT_TRUE(scores.contains("Key: 1.000")) << scores.toStdString();
}

TEST_F(ComparisonLanes, HeadersShowScoresThatFollowEdits) {
  LaneStack stack;
  CompareLanes lanes(document, axis, stack);
  Annotation chords;
  chords.chords = piece().chords;
  const int id = add(piece()), without_beats = add(chords, "chords");
  const auto lines = [&](int which) { return lanes.header(which)->lines().join(' '); };
  EXPECT_TRUE(QTest::qWaitFor([&] { return lines(id) == "beats 1.000 chords 1.000"; }));
  EXPECT_TRUE(QTest::qWaitFor([&] { return lines(without_beats) == "beats - chords 1.000"; }));
  std::vector<Beat> every_second;
  for (std::size_t i = 1; i < piece().beats.size(); i += 2)
    every_second.push_back(piece().beats[i]);
  document.editBeats("Edit", every_second);
  EXPECT_TRUE(QTest::qWaitFor([&] { return lines(id) == "beats 0.667 chords 1.000"; }))
      << lines(id).toStdString();
  document.comparisons().fail(id, "gone");
  EXPECT_EQ(lines(id), "cannot be read");
}

TEST_F(ComparisonLanes, TheLanesFollowTheList) {
  LaneStack stack;
  CompareLanes lanes(document, axis, stack);
  const int a = add(piece(), "a"), b = add(piece(), "b");
  ASSERT_EQ(stack.lanes().size(), 2u);
  EXPECT_EQ(stack.lanes()[1].view->title(), "b");
  document.comparisons().remove(a);
  ASSERT_EQ(stack.lanes().size(), 1u);
  EXPECT_EQ(stack.lanes()[0].view, lanes.lane(b));
  EXPECT_EQ(lanes.lane(a), nullptr);
  document.open(scratch / "other.wav", scratch / "other.jams", {});
  EXPECT_TRUE(stack.lanes().empty());
}

TEST_F(ComparisonLanes, ManyLanesMakeTheStackHigherThanTheirRoom) {
  LaneStack stack;
  CompareLanes lanes(document, axis, stack);
  for (int i = 0; i < 10; ++i) add(piece(), std::to_string(i).c_str());
  const int least = lanes.header(document.comparisons().list()[0].id)->minimumSizeHint().height();
  EXPECT_GE(least, 3 * stack.fontMetrics().height());
  EXPECT_GE(stack.minimumSizeHint().height(), 10 * least);
}

TEST_F(ComparisonLanes, AClickOrTheButtonOfALaneChoosesItAndAsksForItsMenu) {
  LaneStack stack;
  CompareLanes lanes(document, axis, stack);
  add(piece(), "a");
  const int b = add(piece(), "b");
  stack.resize(1000, 200);
  stack.show();
  QTest::mouseClick(lanes.lane(b), Qt::LeftButton, {}, {100, 20});
  EXPECT_EQ(document.comparisons().chosen()->id, b);
  QSignalSpy wanted(&lanes, &CompareLanes::menuWanted);
  lanes.header(b)->findChild<QToolButton*>()->click();
  ASSERT_EQ(wanted.count(), 1);
  EXPECT_EQ(wanted[0][0].toInt(), b);
}

TEST_F(ComparisonLanes, DifferencesOfAllComparisonsAreCountedAndVisited) {
  DifferenceLane lane(editor);
  QSignalSpy said(&editor, &AnnotationEditor::message);
  lane.goTo(1);
  ASSERT_EQ(said.count(), 1);
  EXPECT_TRUE(said[0][0].toString().contains("Compare")) << "nothing to compare with yet";
  Annotation moved = piece(), other = piece();
  moved.beats[4].time = 2.7;  // 2.5 s in the song
  other.beats[4].time = 2.7;
  other.chords[5].label = "E:maj";  // 10 to 12 s
  other.beats[30].position = 1;     // 15.5 s, the third of its bar
  add(moved, "a");
  add(other, "b");
  EXPECT_EQ(lane.countText(),
            "Beats without a match: 2\nDifferent position in the bar: 1\nDifferent chord: "
            "1\nDifferent key: 0");
  std::vector<double> stops;
  for (int i = 0; i < 5; ++i) {
    lane.goTo(1);
    stops.push_back(axis.cursor());
  }
  EXPECT_EQ(stops, (std::vector<double>{2.5, 2.7, 10, 15.5, 15.5}));
  EXPECT_TRUE(said.back()[0].toString().contains("No difference after"));
  lane.goTo(-1);
  EXPECT_EQ(axis.cursor(), 10);
  document.comparisons().clear();
  EXPECT_TRUE(lane.places().empty());
}

TEST_F(ComparisonLanes, EachKindOfDifferenceHasItsRowAndTint) {
  DifferenceLane lane(editor);
  lane.resize(1000, 42);
  axis.setView(0, 0.02);
  lane.show();
  const QImage nothing = lane.grab().toImage();
  Annotation other = piece();
  other.chords[5].label = "E:maj";
  add(other);
  const QImage chord = lane.grab().toImage();
  EXPECT_NE(chord.pixelColor(550, 25), nothing.pixelColor(550, 25)) << "10 to 12 s, third row";
  EXPECT_EQ(chord.pixelColor(550, 5), nothing.pixelColor(550, 5)) << "the row of beats";
  EXPECT_EQ(chord.pixelColor(800, 25), nothing.pixelColor(800, 25)) << "16 s";
}

}  // namespace
}  // namespace tactus::ui
