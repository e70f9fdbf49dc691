#include "ui/document/annotation_editor.h"

#include <QSignalSpy>
#include <QTest>
#include <cmath>

#include "model/editing/reading_edits.h"
#include "tests/ui/support/open_song.h"

namespace tactus::ui {
namespace {

class EditorTest : public test::OpenSong {
 protected:
  std::vector<int> positions(std::size_t count) const {
    std::vector<int> result;
    for (std::size_t i = 0; i < count; ++i) result.push_back(piece().beats[i].position);
    return result;
  }
};

TEST_F(EditorTest, NudgesOfOneBeatAreOneStepAndAreHeard) {
  QSignalSpy heard(&editor, &AnnotationEditor::auditionWanted);
  editor.setCurrentBeat(3);
  editor.nudge(10);
  editor.nudge(1);
  EXPECT_NEAR(piece().beats[3].time, 2.011, 1e-9);
  EXPECT_EQ(document.undoStack().count(), 1);
  EXPECT_EQ(heard.count(), 2);
  editor.setCurrentBeat(5);
  editor.nudge(-10);
  EXPECT_NEAR(piece().beats[5].time, 2.99, 1e-9);
  EXPECT_EQ(document.undoStack().count(), 2);
}

TEST_F(EditorTest, WithoutAnItemArrowsMoveTheCursor) {
  axis.setCursor(5);
  editor.nudge(10);
  EXPECT_NEAR(axis.cursor(), 5.01, 1e-9);
  EXPECT_EQ(document.undoStack().count(), 0);
}

TEST_F(EditorTest, NudgedChordMovesItsBeginning) {
  editor.setCurrentChord(1);
  editor.nudge(-10);
  EXPECT_NEAR(piece().chords[1].start, 1.99, 1e-9);
  EXPECT_NEAR(piece().chords[0].end, 1.99, 1e-9);
}

TEST_F(EditorTest, AddsAndDeletes) {
  axis.setCursor(2.25);
  editor.addBeat();
  EXPECT_EQ(piece().beats.size(), 40u);
  editor.deleteCurrent();
  EXPECT_EQ(piece().beats.size(), 39u);
  axis.setSelection(1.9, 4.1);
  editor.deleteCurrent();
  EXPECT_EQ(piece().beats.size(), 34u);
  document.undoStack().undo();
  editor.setCurrentChord(2);
  editor.deleteCurrent();
  EXPECT_EQ(piece().chords.size(), 9u);
}

TEST_F(EditorTest, TapsReplaceBeatsInOneStep) {
  double now = 3.1;
  editor.setTapClock([&] { return now; });
  for (; now < 6; now += 0.6) editor.tapBeat();
  editor.endTaps();
  EXPECT_EQ(document.undoStack().count(), 1);
  const BeatRange tapped = beats_between(piece().beats, 2.9, 6.0);
  ASSERT_EQ(tapped.last - tapped.first, 5u);
  EXPECT_NEAR(piece().beats[tapped.first].time, 3.1, 1e-9);
  EXPECT_NEAR(piece().beats[tapped.first + 4].time, 5.5, 1e-9);
  now = 12;
  editor.tapBeat();
  EXPECT_EQ(document.undoStack().count(), 2);
  document.undoStack().undo();
  document.undoStack().undo();
  EXPECT_EQ(piece().beats.size(), 39u);
}

TEST_F(EditorTest, AnEditBetweenTapsIsKept) {
  double now = 3.1;
  editor.setTapClock([&] { return now; });
  editor.tapBeat();
  auto beats = piece().beats;
  beats.pop_back();
  document.editBeats("Another edit", beats);
  now = 3.7;
  editor.tapBeat();
  EXPECT_LT(piece().beats.back().time, 19.4);
  EXPECT_EQ(document.undoStack().count(), 3);
}

TEST_F(EditorTest, ThisIsBeatOneForAllOrForTheSelection) {
  editor.setCurrentBeat(2);
  editor.beginBarHere();
  EXPECT_EQ(positions(6), (std::vector{3, 4, 1, 2, 3, 4}));
  document.undoStack().undo();
  axis.setSelection(2.4, 20);
  editor.setCurrentBeat(6);
  editor.beginBarHere();
  EXPECT_EQ(positions(8), (std::vector{1, 2, 3, 4, 5, 6, 1, 2}));
}

TEST_F(EditorTest, BarsMeterAndTempo) {
  editor.shiftBars(1);
  EXPECT_EQ(positions(5), (std::vector{4, 1, 2, 3, 4}));
  editor.setMeterOfSong({3});
  EXPECT_EQ(positions(5), (std::vector{3, 1, 2, 3, 1}));
  editor.doubleTempo();
  EXPECT_EQ(piece().beats.size(), 77u);
  editor.halveTempo();
  EXPECT_EQ(piece().beats.size(), 39u);
  editor.shiftHalfBeat(true);
  EXPECT_NEAR(piece().beats[0].time, 0.75, 1e-9);
  while (document.undoStack().canUndo()) document.undoStack().undo();
  EXPECT_EQ(positions(5), (std::vector{1, 2, 3, 4, 1}));
  EXPECT_EQ(piece().beats[0].time, 0.5);
}

TEST_F(EditorTest, AMeterHoldsFromHereToTheNextChange) {
  QSignalSpy said(&editor, &AnnotationEditor::message);
  editor.setCurrentBeat(8);
  editor.setMeter({3});
  EXPECT_EQ(positions(13), (std::vector{1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 1, 2}));
  EXPECT_EQ(said.back()[0].toString(), "3 in a bar: bars 3-13");
  editor.clearCurrent();
  axis.setCursor(8.2);  // in the bar of the beat at 7.5 s
  editor.setMeter({4});
  const std::vector<int> all = positions(39);
  EXPECT_EQ(std::vector(all.begin() + 11, all.begin() + 20),
            (std::vector{1, 2, 3, 1, 2, 3, 4, 1, 2}));
  EXPECT_EQ(all[38], 1) << "to the end";
  editor.setCurrentBeat(9);  // not a downbeat: it becomes one
  editor.setMeter({2});
  const std::vector<int> now = positions(39);
  EXPECT_EQ(std::vector(now.begin() + 8, now.begin() + 18),
            (std::vector{1, 1, 2, 1, 2, 1, 1, 2, 3, 4}))
      << "up to the bars of four";
  axis.setSelection(0.4, 2.4);
  editor.setMeter({2});
  EXPECT_EQ(positions(6), (std::vector{
                              1,
                              2,
                              1,
                              2,
                              1,
                              2,
                          }))
      << "of the selection";
  editor.setMeterOfSong({5});
  EXPECT_EQ(positions(39)[38], 4) << "all, whatever is selected";
}

TEST_F(EditorTest, UndoAndRedoShowWhatTheyChange) {
  axis.setView(0, 0.005);  // 5 s
  editor.setCurrentBeat(30);
  editor.nudge(10);
  axis.setView(0, 0.005);
  QSignalSpy said(&editor, &AnnotationEditor::message);
  editor.undo();
  EXPECT_EQ(piece().beats[30].time, 15.5);
  EXPECT_TRUE(axis.lit().contains(15.505));
  EXPECT_LT(axis.lit().length(), 0.1) << "only what has changed";
  EXPECT_GE(axis.end(), 15.6);
  EXPECT_LE(axis.start(), 15.5) << "and it is seen";
  ASSERT_EQ(said.count(), 1);
  EXPECT_EQ(said.back()[0].toString(), "Undone: Move beat, bar 8");
  const double start = axis.start();
  EXPECT_TRUE(QTest::qWaitFor([&] { return axis.lit().empty(); }, 3000));
  editor.redo();
  EXPECT_NEAR(piece().beats[30].time, 15.51, 1e-9);
  EXPECT_EQ(said.back()[0].toString(), "Done again: Move beat, bar 8");
  EXPECT_FALSE(axis.lit().empty());
  EXPECT_EQ(axis.start(), start) << "what is seen does not move";
  editor.redo();
  EXPECT_EQ(said.count(), 2) << "there is nothing more";
  Annotation named = piece();
  named.title = "Other";
  document.edit("Song details", named);
  editor.undo();
  EXPECT_EQ(said.back()[0].toString(), "Undone: Song details") << "which has no place";
}

TEST_F(EditorTest, TapsInAGapTakeTheMeterOfTheSong) {
  document.editBeats("Gap", delete_beats(piece().beats, {14, 20}));
  double now = 0.0;
  editor.setTapClock([&] { return now; });
  for (now = 7.5; now < 10.3; now += 0.5) editor.tapBeat();
  EXPECT_EQ(piece().beats.size(), 39u);
  for (std::size_t i = 0; i < 39; ++i) EXPECT_EQ(piece().beats[i].position, i % 4 + 1) << i;
}

TEST_F(EditorTest, TheGridIsMadeShiftedAndSet) {
  const Annotation original = piece();
  editor.makeConstant();
  ASSERT_EQ(piece().grid.kind, GridKind::kConstant);
  EXPECT_NEAR(editor.tempoHere(), 120, 1e-6);
  EXPECT_EQ(piece().grid.segments[0].meter, 4);
  editor.shiftGrid(10);
  editor.shiftGrid(-1);
  EXPECT_NEAR(piece().beats[0].time, 0.509, 1e-9);
  EXPECT_EQ(document.undoStack().count(), 2) << "shifts are one step";
  editor.setTempo(100);
  EXPECT_NEAR(piece().beats.back().time, 0.509 + 0.6 * 32, 1e-9);
  EXPECT_NEAR(piece().grid.segments[0].bpm, 100, 1e-9);
  axis.setSelection(5, 10);
  editor.halveTempo();
  EXPECT_EQ(piece().grid.kind, GridKind::kPiecewise);
  axis.clearSelection();
  axis.setCursor(7);
  EXPECT_NEAR(editor.tempoHere(), 50, 1e-9);
  EXPECT_LT(editor.tempoRange().last, piece().beats.size());
  while (document.undoStack().canUndo()) document.undoStack().undo();
  EXPECT_EQ(piece(), original);
}

TEST_F(EditorTest, BeatsOfAPersonAreNeverMovedByALine) {
  QSignalSpy said(&editor, &AnnotationEditor::message);
  for (const std::size_t beat : {5u, 12u, 30u}) editor.moveBeat(beat, 0.53 + 0.5 * beat, 0);
  editor.moveBeat(20, 10.48, 0);
  const Annotation before = piece();
  editor.makeConstant();
  EXPECT_EQ(piece(), before);
  EXPECT_EQ(said.count(), 1);
  document.undoStack().undo();
  editor.makeConstant();
  EXPECT_EQ(piece().grid.kind, GridKind::kConstant);
  EXPECT_EQ(piece().beats[12], before.beats[12]);
}

TEST_F(EditorTest, NoBeatLeavesTheSong) {
  editor.setBeat(38, 25.0, 3);
  EXPECT_EQ(piece().beats[38].time, 20.0);
  document.undoStack().undo();
  auto beats = piece().beats;
  beats.push_back({19.9, 4, 0.8});
  document.editBeats("Add", beats);
  editor.shiftHalfBeat(true);
  ASSERT_EQ(piece().beats.size(), 39u);
  EXPECT_NEAR(piece().beats.back().time, 19.7, 1e-9);
}

TEST_F(EditorTest, DecodesARangeAgainAroundThePersonsBeats) {
  Activations heard;
  heard.beats = FrameMatrix(1000, 2, 50);
  for (std::size_t i = 1; i < 40; ++i) heard.beats.row(i * 25)[(i - 1) % 4 == 0 ? 1 : 0] = 0.9f;
  document.setActivations(std::make_shared<Activations>(std::move(heard)));
  auto wrong = piece().beats;
  for (std::size_t i = 10; i < 20; ++i) wrong[i].time += 0.2;
  document.editBeats("Spoil", wrong);
  axis.setSelection(5.4, 10.6);
  editor.redecode();
  for (std::size_t i = 10; i < 20; ++i) {
    EXPECT_NEAR(piece().beats[i].time, 0.5 * static_cast<double>(i + 1), 0.021);
  }
}

// Downbeats are heard at beat 1, 5, ..., bars from harmony one beat later.
TEST_F(EditorTest, DecodingTheWholeSongAgainHearsTheBarsUnlessABeatIsThePersons) {
  Activations heard;
  heard.beats = FrameMatrix(1000, 2, 50);
  heard.bars = FrameMatrix(200, 1, 10);
  for (std::size_t i = 1; i < 40; ++i) {
    heard.beats.row(i * 25)[(i - 1) % 4 == 0 ? 1 : 0] = 0.9f;
    heard.bars.row(i * 5)[0] = (i - 1) % 4 == 1 ? 0.99f : 0.01f;
  }
  heard.bar_decoder.weight = 1.0;
  document.setActivations(std::make_shared<Activations>(std::move(heard)));
  axis.clearSelection();
  editor.redecode();
  ASSERT_GT(piece().beats.size(), 30u);
  for (const Beat& beat : piece().beats) {
    const auto place = std::lround(beat.time / 0.5);
    EXPECT_EQ(beat.position, (place + 2) % 4 + 1) << beat.time;
  }
  auto own = piece().beats;
  for (Beat& beat : own) beat.position = 0;
  for (std::size_t i = 0; i < own.size(); i += 4) own[i] = {own[i].time, 1, kCertain};
  document.editBeats("Own", own);
  editor.redecode();
  EXPECT_EQ(piece().beats[0].position, 1);
  EXPECT_EQ(piece().beats[4].position, 1);
}

// Beats are heard every half a second, fainter ones between them; there the chords change.
TEST_F(EditorTest, DecodingTheWholeSongAgainPutsBeatsWhereChordsChange) {
  Activations heard;
  heard.beats = FrameMatrix(1000, 2, 50);
  heard.bars = FrameMatrix(200, 1, 10);
  for (std::size_t i = 1; i < 40; ++i) {
    heard.beats.row(i * 25)[i % 4 == 1 ? 1 : 0] = 0.9f;
    if (i < 39) heard.beats.row(i * 25 + 13)[0] = 0.5f;
    heard.bars.row(i * 5)[0] = 0.1f;
    heard.bars.row(i * 5 - 2)[0] = i % 4 == 1 ? 0.6f : 0.1f;
  }
  heard.beat_decoder.min_bpm = 100.0;
  heard.beat_decoder.max_bpm = 150.0;
  document.setActivations(std::make_shared<Activations>(std::move(heard)));
  const auto off_chords = [&] {
    return std::abs(std::remainder(piece().beats[20].time - 0.25, 0.5));
  };
  axis.setSelection(5.4, 10.6);
  editor.redecode();
  EXPECT_NEAR(off_chords(), 0.25, 0.03) << "a passage keeps to the beats around it";
  axis.clearSelection();
  editor.redecode();
  EXPECT_NEAR(off_chords(), 0.0, 0.03);
  document.undoStack().undo();
  EXPECT_NEAR(off_chords(), 0.25, 0.03);
}

TEST_F(EditorTest, RedecodingWithoutActivationsSaysWhatIsMissing) {
  QSignalSpy said(&editor, &AnnotationEditor::message);
  editor.redecode();
  EXPECT_EQ(said.count(), 1);
  EXPECT_EQ(document.undoStack().count(), 0);
}

// The song has 120 BPM in four from 0.5 s on; every beat is heard, and as loud between them.
TEST_F(EditorTest, TakesAnotherReadingInOneStepThatUndoTakesBack) {
  Annotation song = piece();
  song.readings = {{120, 4, 0.5, false, 0.4}, {60, 4, 0.5, false, 0.2},  {240, 4, 0.5, false, 0.1},
                   {120, 4, 0.75, true, 0.1}, {120, 4, 1.0, false, 0.1}, {120, 3, 1.5, false, 0.1}};
  document.open(scratch / "piece.wav", scratch / "piece.jams", song);
  QSignalSpy said(&editor, &AnnotationEditor::message);
  editor.takeReading(1);
  EXPECT_EQ(said.count(), 1) << "no activations";
  editor.takeReading(0);
  editor.takeReading(song.readings.size());
  EXPECT_EQ(document.undoStack().count(), 0) << "nothing changes";
  Activations heard;
  heard.beat_decoder.max_bpm = 250;
  heard.beats = FrameMatrix(1000, 2, 50);
  for (std::size_t i = 1; i < 40; ++i) heard.beats.row(i * 25)[(i - 1) % 4 == 0 ? 1 : 0] = 0.9f;
  for (std::size_t i = 1; i < 39; ++i) heard.beats.row(i * 25 + 12)[0] = 0.9f;
  document.setActivations(std::make_shared<Activations>(std::move(heard)));
  for (std::size_t i = 1; i < song.readings.size(); ++i) {
    editor.takeReading(i);
    EXPECT_EQ(reading_of(document.gridBeats(), piece().readings), i);
    EXPECT_EQ(piece().readings, song.readings);
    EXPECT_EQ(document.undoStack().count(), 1);
    document.undoStack().undo();
    EXPECT_EQ(piece().beats, song.beats) << i;
  }
  document.setChecked(true);
  editor.takeReading(3);
  EXPECT_EQ(piece().beats, song.beats) << "a checked song stays";
}

TEST_F(EditorTest, SplitsAndMergesChords) {
  axis.setCursor(3.03);
  editor.splitSegment();
  EXPECT_EQ(piece().chords.size(), 11u);
  EXPECT_EQ(piece().chords[2].start, 3.0);  // on the beat
  EXPECT_EQ(editor.currentChord(), 2u);
  axis.setSelection(2.1, 5.9);
  editor.mergeSegments();
  EXPECT_EQ(piece().chords.size(), 9u);
  EXPECT_EQ(piece().chords[1].end, 6.0);
}

TEST_F(EditorTest, CopiesPastesAndRepeatsPassages) {
  axis.setSelection(0.5, 4.5);
  editor.copyChords();
  axis.clearSelection();
  axis.setCursor(10.5);
  editor.pasteChords();
  const auto at = [&](double time) {
    const std::size_t index = segment_at(piece().chords, time);
    return index < piece().chords.size() ? piece().chords[index].label : "";
  };
  EXPECT_EQ(at(10.6), "C:maj");
  EXPECT_EQ(at(12.2), "A:min");
  EXPECT_EQ(at(14.2), "F:maj");
  document.undoStack().undo();
  axis.setSelection(0.5, 2.5);
  editor.repeatChords(3);
  for (const double begin : {2.5, 4.5, 6.5}) EXPECT_EQ(at(begin + 0.1), "C:maj") << begin;
  EXPECT_EQ(document.undoStack().count(), 1);
}

TEST_F(EditorTest, StepsThroughBeats) {
  editor.stepToBeat(1);
  EXPECT_EQ(editor.currentBeat(), 0u);
  editor.stepToBeat(1);
  EXPECT_EQ(editor.currentBeat(), 1u);
  EXPECT_EQ(axis.cursor(), 1.0);
}

TEST_F(EditorTest, CurrentBeatIsFollowedThroughUndo) {
  editor.setCurrentBeat(4);
  editor.nudge(10);
  document.undoStack().undo();
  EXPECT_EQ(editor.currentBeat(), 4u);
  editor.moveBeat(4, piece().beats[4].time + 0.4, document.newGesture());
  document.undoStack().undo();
  EXPECT_EQ(editor.currentBeat(), 4u) << "not beat 5, which is nearer to where beat 4 was dragged";
  document.editBeats("Clear", {});
  EXPECT_FALSE(editor.currentBeat().has_value());
}

}  // namespace
}  // namespace tactus::ui
