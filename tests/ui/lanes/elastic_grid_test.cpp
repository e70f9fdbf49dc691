// The grid as elastic in the window: anchors that are dragged while clicks sound, a tempo from here
// on, and the tempo of taps.
#include "model/editing/elastic_grid.h"

#include <QSignalSpy>
#include <QTest>

#include "datasets/formats/format.h"
#include "tests/ui/support/mouse.h"
#include "tests/ui/support/open_song.h"
#include "ui/lanes/beat_lane.h"

namespace tactus::ui {
namespace {

class ElasticGrid : public test::OpenSong {
 protected:
  ElasticGrid() {
    lane.resize(1000, 56);
    lane.show();
    GridBeats song = document.gridBeats();
    song.grid = {GridKind::kConstant, {{0.5, 120}}};
    document.editGrid("grid", std::move(song));
  }
  const std::vector<Beat>& beats() const { return piece().beats; }

  BeatLane lane{editor};
};

TEST_F(ElasticGrid, CtrlDragStretchesTheBeatsWhileClicksSound) {
  editor.setCurrentBeat(0);
  editor.toggleAnchor();
  QSignalSpy wanted(&editor, &AnnotationEditor::metronomeWanted);
  QSignalSpy done(&editor, &AnnotationEditor::metronomeDone);
  const int steps = document.undoStack().index();
  test::drag(lane, {450, 20}, {490, 20}, Qt::ControlModifier | Qt::AltModifier);
  EXPECT_NEAR(beats()[8].time, 4.9, 1e-9);
  EXPECT_NEAR(beats()[4].time, 2.7, 1e-9) << "the beats before it move together";
  EXPECT_NEAR(beats()[9].time, 5.45, 1e-9) << "and those after it";
  EXPECT_NEAR(piece().grid.segments.at(0).bpm, 60.0 / 0.55, 1e-6);
  EXPECT_EQ(piece().grid.kind, GridKind::kConstant);
  ASSERT_EQ(wanted.count(), 1);
  EXPECT_EQ(wanted[0][0].toDouble(), 2.5);
  EXPECT_EQ(wanted[0][1].toDouble(), 6.5);
  EXPECT_EQ(done.count(), 1);
  EXPECT_EQ(document.undoStack().index(), steps + 1) << "a drag is one step";
  document.undoStack().undo();
  EXPECT_EQ(beats()[8].time, 4.5);
}

TEST_F(ElasticGrid, TagsThatComeDuringADragStay) {
  Annotation tagged;
  tagged.duration = 20;
  for (int i = 1; i < 10; ++i) tagged.beats.push_back({i * 2.0, 1, 0.8});
  const std::vector<Beat> before = beats();
  QSignalSpy done(&editor, &AnnotationEditor::metronomeDone);
  const auto alt = Qt::ControlModifier | Qt::AltModifier;
  QTest::mousePress(&lane, Qt::LeftButton, alt, {450, 20});
  test::move(lane, {470, 20}, alt);
  const std::vector<Beat> dragged = beats();
  ASSERT_NE(dragged, before);
  ASSERT_TRUE(document.setTagged(tagged));
  test::move(lane, {490, 20}, alt);
  QTest::mouseRelease(&lane, Qt::LeftButton, alt, {490, 20});
  EXPECT_EQ(beats(), tagged.beats);
  EXPECT_EQ(done.count(), 1) << "the clicks end with the drag";
  document.undoStack().undo();
  EXPECT_EQ(beats(), dragged);
  document.undoStack().undo();
  EXPECT_EQ(beats(), before);
}

TEST_F(ElasticGrid, ADragEndsWithItsSong) {
  const auto alt = Qt::ControlModifier | Qt::AltModifier;
  QTest::mousePress(&lane, Qt::LeftButton, alt, {450, 20});
  test::move(lane, {470, 20}, alt);
  Annotation other;
  other.duration = 20;
  other.beats = {{4.5, 1}};
  document.open(scratch / "b.wav", scratch / "b.jams", other);
  test::move(lane, {490, 20}, alt);
  QTest::mouseRelease(&lane, Qt::LeftButton, alt, {490, 20});
  EXPECT_EQ(piece(), other);
  editor.setCurrentBeat(0);
  editor.nudge(10);
  editor.nudge(10);
  EXPECT_NEAR(beats()[0].time, 4.52, 1e-9) << "new gestures go on";
}

TEST_F(ElasticGrid, ConfidencesOfOneInAFileOfOthersMakeNoAnchors) {
  Annotation sure = piece();
  sure.review = Review::kNone;
  for (Beat& beat : sure.beats) beat.confidence = 1.0;
  const auto anchors = [&] {
    const std::string text = serialise_annotation(sure, Format::kJams);
    document.open(scratch / "b.wav", scratch / "b.jams",
                  parse_annotation(text, Format::kJams, "x.jams"));
    const GridBeats song = document.gridBeats();
    std::size_t count = 0;
    for (std::size_t i = 0; i < song.beats.size(); ++i) count += is_anchor(song, i);
    return count;
  };
  EXPECT_LE(anchors(), 1u) << "where the tempo begins";
  Annotation plain = piece();
  plain.beats.clear();
  EXPECT_EQ(taken_over(plain, sure).beats[4].confidence, kUnknownConfidence);
  sure.review = Review::kEdited;
  EXPECT_EQ(anchors(), sure.beats.size()) << "a person has tapped them here";
}

TEST_F(ElasticGrid, WithoutCtrlOneBeatMovesAlone) {
  QSignalSpy wanted(&editor, &AnnotationEditor::metronomeWanted);
  test::drag(lane, {450, 20}, {460, 20}, Qt::AltModifier);
  EXPECT_NEAR(beats()[8].time, 4.6, 1e-9);
  EXPECT_EQ(beats()[7].time, 4.0);
  EXPECT_EQ(wanted.count(), 0);
}

TEST_F(ElasticGrid, ACheckedSongDoesNotStretch) {
  document.setChecked(true);
  QSignalSpy wanted(&editor, &AnnotationEditor::metronomeWanted);
  test::drag(lane, {450, 20}, {490, 20}, Qt::ControlModifier);
  EXPECT_EQ(beats()[8].time, 4.5);
  EXPECT_EQ(wanted.count(), 0);
}

TEST_F(ElasticGrid, ThisIsABeatFromHere92Bpm) {
  axis.setCursor(5.13);
  editor.setSnapping(false);
  EXPECT_EQ(editor.placeOfBeat(), 5.13);
  editor.setTempoFrom(92);
  EXPECT_EQ(piece().grid.segments.size(), 2u);
  EXPECT_EQ(piece().grid.segments[1].start, 5.13);
  EXPECT_EQ(piece().grid.segments[1].bpm, 92.0);
  EXPECT_EQ(editor.currentBeat(), nearest_beat(beats(), 5.13));
  EXPECT_EQ(beats()[*editor.currentBeat()].confidence, kCertain);
  EXPECT_EQ(beats()[8].time, 4.5);
  document.undoStack().undo();
  EXPECT_EQ(piece().grid.segments.size(), 1u);
}

TEST_F(ElasticGrid, TheNearestBeatComesToTheCursor) {
  axis.setCursor(5.1);
  editor.stretchToCursor();
  EXPECT_NEAR(beats()[*editor.currentBeat()].time, 5.1, 1e-9);
  EXPECT_NEAR(beats()[0].time, 0.1, 1e-9) << "the first anchor moves all beats";
}

TEST_F(ElasticGrid, TapsTellTheirTempoAtOnce) {
  double now = 3.0;
  editor.setTapClock([&now] { return now; });
  QSignalSpy tapped(&editor, &AnnotationEditor::tempoTapped);
  editor.tapBeat();
  EXPECT_EQ(tapped.count(), 0) << "one tap has no tempo";
  now = 3.6;
  editor.tapBeat();
  ASSERT_EQ(tapped.count(), 1);
  EXPECT_NEAR(tapped[0][0].toDouble(), 100.0, 1e-6);
  EXPECT_EQ(tapped[0][1].toInt(), 2);
  const QImage with = lane.grab().toImage();
  emit editor.tempoTapped(0.0, 0);
  EXPECT_NE(with, lane.grab().toImage()) << "the lane shows it";
}

}  // namespace
}  // namespace tactus::ui
