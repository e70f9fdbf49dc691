#include "ui/document/review_session.h"

#include <QSignalSpy>
#include <algorithm>
#include <memory>

#include "tests/ui/support/open_song.h"

namespace tactus::ui {
namespace {

// One unsure chord and one unsure beat in a song whose other places are alike.
class ReviewTest : public test::OpenSong {
 protected:
  ReviewTest() {
    Annotation unsure = piece();
    unsure.beats[10].confidence = 0.2;
    unsure.chords[7].confidence = 0.1;
    document.open(scratch / "piece.wav", scratch / "piece.jams", unsure);
  }
  ReviewSession review{editor};
};

TEST_F(ReviewTest, CommandsGoThroughTheRanks) {
  ReviewSession session(editor);
  document.open(scratch / "piece.wav", scratch / "piece.jams", piece());
  session.goToNext();
  EXPECT_EQ(editor.currentChord(), 7u);
  session.goToNext();
  EXPECT_EQ(editor.currentBeat(), 10u);
  EXPECT_EQ(axis.cursor(), 5.5);
  session.goToNext();
  EXPECT_EQ(editor.currentChord(), 7u) << "after the last comes the first";
  session.goToNext();
  session.goToWorst();
  EXPECT_EQ(editor.currentChord(), 7u);
}

TEST_F(ReviewTest, AcceptedAndCorrectedPlacesLeaveAndUndoBringsThemBack) {
  document.open(scratch / "piece.wav", scratch / "piece.jams", piece());
  hear_chord("D:min");
  ASSERT_EQ(review.places().size(), 2u);
  EXPECT_EQ(review.total(), 2u);
  review.select(0);
  ASSERT_FALSE(review.choices().empty());
  review.choose(1);
  EXPECT_EQ(piece().chords[7].label, "D:min");
  ASSERT_EQ(review.places().size(), 1u);
  EXPECT_EQ(review.place()->kind, ReviewPlace::Kind::kBeats);
  review.accept();
  EXPECT_EQ(piece().beats[10].confidence, kCertain);
  EXPECT_TRUE(review.places().empty());
  EXPECT_EQ(review.total(), 2u);
  review.accept();
  review.choose(1);
  review.deleteItem();
  EXPECT_EQ(document.undoStack().count(), 2) << "without a place no key does anything";
  document.undoStack().undo();
  EXPECT_EQ(review.places().size(), 1u);
}

// Bars are rated when the activations come, and other places come first then.
TEST_F(ReviewTest, TheQueueBeginsAtItsFirstRow) {
  document.open(scratch / "piece.wav", scratch / "piece.jams", piece());
  ASSERT_EQ(review.selected(), 0u);
  Annotation odd = piece();
  odd.beats.erase(odd.beats.begin() + 20);
  document.setTagged(odd);
  ASSERT_EQ(review.places().front().kind, ReviewPlace::Kind::kMissingBeat);
  EXPECT_EQ(review.selected(), 0u);
  review.select(1);
  const ReviewPlace chosen = *review.place();
  editor.nameSegment(SegmentLayer::kChords, 0, "E:min");
  ASSERT_TRUE(review.place());
  EXPECT_EQ(review.place()->kind, chosen.kind) << "what a person has chosen stays so";
  EXPECT_EQ(review.selected(), 1u);
}

// The activations have peaks on the beats of the song, its annotation lies between them.
TEST_F(ReviewTest, ASongThatIsWrongAsAWholeHasOneQuestionAndOneAnswer) {
  QSignalSpy asked(&review, &ReviewSession::songQuestionChanged);
  const BeatList right = piece().beats;
  auto heard = std::make_shared<Activations>();
  heard->beats = FrameMatrix(2000, 2, 100);
  for (std::size_t i = 1; i < 40; ++i) heard->beats.row(i * 50)[(i - 1) % 4 == 0 ? 1 : 0] = 0.8f;
  document.setActivations(heard);
  EXPECT_EQ(review.songQuestion(), "");
  editor.shiftHalfBeat(true);
  EXPECT_EQ(review.songQuestion(), "The beats lie between the peaks: half a beat earlier?");
  EXPECT_GE(asked.count(), 1);
  const int steps = document.undoStack().count();
  review.takeSongCorrection();
  EXPECT_EQ(document.undoStack().count(), steps + 1);
  EXPECT_EQ(review.songQuestion(), "");
  for (std::size_t i = 0; i < 38; ++i) EXPECT_NEAR(piece().beats[i].time, right[i].time, 1e-9);
  review.takeSongCorrection();
  EXPECT_EQ(document.undoStack().count(), steps + 1) << "nothing is asked";
  editor.shiftBars(1);
  EXPECT_TRUE(review.songQuestion().startsWith("The networks hear bars begin elsewhere: "));
  EXPECT_TRUE(review.songQuestion().endsWith(" earlier?"));
  review.dismissSongCorrection();
  EXPECT_EQ(review.songQuestion(), "");
  document.setChecked(true);
  review.takeSongCorrection();
  EXPECT_TRUE(document.isChecked());
}

// The drums hear half of the bars two beats later; harmony hears all bars where they are.
TEST_F(ReviewTest, BarsAreSureIfHarmonyHearsThem) {
  const auto unsure_bars = [&](bool with_harmony) {
    auto heard = std::make_shared<Activations>();
    heard->beats = FrameMatrix(2000, 2, 100);
    if (with_harmony) heard->bars = FrameMatrix(200, 1, 10);
    for (std::size_t i = 1; i < 40; ++i) {
      const std::size_t drums = i < 20 ? 0 : 2;
      heard->beats.row(i * 50)[(i - 1) % 4 == drums ? 1 : 0] = 0.9f;
      if (with_harmony) heard->bars.row(i * 5)[0] = (i - 1) % 4 == 0 ? 0.9f : 0.0f;
    }
    document.setActivations(heard);
    return std::ranges::count(review.places(), ReviewPlace::Kind::kBars, &ReviewPlace::kind);
  };
  EXPECT_GT(unsure_bars(false), 0);
  EXPECT_EQ(unsure_bars(true), 0);
}

TEST_F(ReviewTest, OddPlacesStayAcceptedWhileTheSongIsOpen) {
  Annotation wrong = piece();
  wrong.beats.erase(wrong.beats.begin() + 20);
  document.open(scratch / "piece.wav", scratch / "piece.jams", wrong);
  ASSERT_EQ(review.place()->kind, ReviewPlace::Kind::kMissingBeat);
  const std::size_t before = review.places().size();
  review.accept();
  EXPECT_EQ(review.places().size(), before - 1);
  EXPECT_EQ(document.undoStack().count(), 0);
  editor.setCurrentBeat(3);
  editor.nudge(1);
  EXPECT_NE(review.place()->kind, ReviewPlace::Kind::kMissingBeat);
  document.open(scratch / "piece.wav", scratch / "piece.jams", wrong);
  EXPECT_EQ(review.place()->kind, ReviewPlace::Kind::kMissingBeat);
}

TEST_F(ReviewTest, ACorrectionIsOneStep) {
  Annotation wrong = piece();
  const auto right = wrong.beats;
  wrong.beats.erase(wrong.beats.begin() + 20);
  document.open(scratch / "piece.wav", scratch / "piece.jams", wrong);
  review.choose(1);
  ASSERT_EQ(piece().beats.size(), right.size());
  EXPECT_NEAR(piece().beats[20].time, right[20].time, 1e-9);
  EXPECT_EQ(document.undoStack().count(), 1);
}

TEST_F(ReviewTest, DeleteActsOnTheSelectedPlaceOnly) {
  document.open(scratch / "piece.wav", scratch / "piece.jams", piece());
  review.select(1);
  editor.setCurrentChord(2);  // a person clicks elsewhere
  review.deleteItem();
  EXPECT_EQ(piece().beats.size(), 38u);
  EXPECT_EQ(piece().chords.size(), 10u);
}

TEST_F(ReviewTest, ACheckedSongChangesInNothing) {
  document.open(scratch / "piece.wav", scratch / "piece.jams", piece());
  hear_chord("D:min");
  document.setChecked(true);
  const Annotation before = piece();
  QSignalSpy refused(&document, &AnnotationDocument::refused);
  review.accept();
  review.choose(1);
  review.deleteItem();
  EXPECT_EQ(piece(), before);
  EXPECT_EQ(refused.count(), 3);
}

TEST_F(ReviewTest, SaysWhyThereIsNothing) {
  Annotation silent = piece();
  for (Beat& beat : silent.beats) beat.confidence = kUnknownConfidence;
  for (LabelledSegment& chord : silent.chords) chord.confidence = kUnknownConfidence;
  document.open(scratch / "piece.wav", scratch / "piece.jams", silent);
  QSignalSpy said(&editor, &AnnotationEditor::message);
  review.goToNext();
  ASSERT_EQ(said.count(), 1);
  EXPECT_TRUE(said[0][0].toString().contains("no confidences"));
}

}  // namespace
}  // namespace tactus::ui
