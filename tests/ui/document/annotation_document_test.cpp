#include "ui/document/annotation_document.h"

#include <gtest/gtest.h>

#include <QSignalSpy>
#include <functional>
#include <memory>

#include "datasets/formats/format.h"
#include "model/annotation_members.h"
#include "model/tempo_grid.h"
#include "tests/model/support/full_annotation.h"
#include "tests/support/test_support.h"

namespace tactus::ui {
namespace {

Annotation four_beats() {
  Annotation annotation;
  annotation.title = "Four";
  annotation.duration = 4;
  annotation.beats = {{0.5, 1, 0.9}, {1.5, 2, 0.8}, {2.5, 3, 0.7}, {3.5, 4, 0.6}};
  annotation.chords = {{0, 2, "C:maj", 0.9}, {2, 4, "G:maj", 0.4}};
  return annotation;
}

class AnnotationDocumentTest : public testing::Test {
 protected:
  AnnotationDocumentTest() { document.open(scratch / "a.wav", scratch / "a.jams", four_beats()); }
  std::vector<Beat> beats() const { return document.annotation().beats; }

  test::ScratchFolder scratch;
  AnnotationDocument document;
};

TEST_F(AnnotationDocumentTest, EveryEditCanBeUndoneAndRedone) {
  const Annotation original = document.annotation();
  auto changed = beats();
  changed.erase(changed.begin() + 1);
  EXPECT_TRUE(document.editBeats("Delete", changed));
  EXPECT_EQ(beats(), changed);
  EXPECT_EQ(document.annotation().review, Review::kEdited);
  auto chords = document.annotation().chords;
  chords[0].label = "F:maj";
  chords.push_back({4, 5, "N"});
  EXPECT_TRUE(document.editChords("Chords", chords));
  const Annotation last = document.annotation();
  document.undoStack().undo();
  document.undoStack().undo();
  EXPECT_EQ(document.annotation(), original);
  document.undoStack().redo();
  document.undoStack().redo();
  EXPECT_EQ(document.annotation(), last);
}

TEST_F(AnnotationDocumentTest, KeysSectionsAndNamesCanBeUndoneAndRedone) {
  const Annotation original = document.annotation();
  EXPECT_TRUE(document.editSegments(SegmentLayer::kKeys, "Key", {{0, 4, "A:minor"}}));
  EXPECT_TRUE(document.editSegments(SegmentLayer::kSections, "Section", {{0, 2, "verse"}}));
  Annotation named = document.annotation();
  named.title = "Five";
  named.artist = "Somebody";
  named.album = "Numbers";
  QSignalSpy state(&document, &AnnotationDocument::stateChanged);
  EXPECT_TRUE(document.edit("Song details", named));
  EXPECT_GE(state.count(), 1) << "the window's title is another";
  EXPECT_EQ(document.title(), "Five");
  const Annotation last = document.annotation();
  EXPECT_EQ(last.sections.size(), 1u);
  for (int i = 0; i < 3; ++i) document.undoStack().undo();
  EXPECT_EQ(document.annotation(), original);
  for (int i = 0; i < 3; ++i) document.undoStack().redo();
  EXPECT_EQ(document.annotation(), last);
  document.save();
  EXPECT_EQ(read_annotation(document.annotationPath()).album, "Numbers");
  EXPECT_EQ(read_annotation(document.annotationPath()).keys, last.keys);
  EXPECT_EQ(read_annotation(document.annotationPath()).sections, last.sections);
}

TEST_F(AnnotationDocumentTest, AGridStaysWhileTheBeatsLieOnItAndUndoRestoresIt) {
  Annotation constant = four_beats();
  constant.tempi = {{60, 1.0}};
  constant.grid = {GridKind::kConstant, {{0.5, 60, 4, 0.5}}};
  take_bars(constant.grid, constant.beats);
  document.open(scratch / "a.wav", scratch / "a.jams", constant);
  ASSERT_TRUE(document.editBeats("Bar", begin_bar_at(beats(), all_beats(beats()), 1)));
  EXPECT_EQ(document.annotation().grid.kind, GridKind::kConstant);
  EXPECT_EQ(document.annotation().grid.segments[0].first_downbeat, 1.5);
  ASSERT_TRUE(document.editBeats("Move", move_beat(beats(), 2, 2.52)));
  EXPECT_EQ(document.annotation().grid, TempoGrid());
  Annotation named = document.annotation();
  named.title = "Five";
  document.edit("Song details", named);
  for (int i = 0; i < 3; ++i) document.undoStack().undo();
  EXPECT_EQ(document.annotation(), constant);
  for (int i = 0; i < 3; ++i) document.undoStack().redo();
  EXPECT_EQ(document.annotation().grid, TempoGrid());
}

TEST_F(AnnotationDocumentTest, AGridIsEditedSavedAndUndone) {
  const Annotation original = document.annotation();
  QSignalSpy state(&document, &AnnotationDocument::stateChanged);
  const auto constant = make_constant(document.gridBeats(), {0, 4});
  ASSERT_TRUE(constant);
  ASSERT_TRUE(document.editGrid("One constant tempo", *constant));
  EXPECT_GE(state.count(), 1);
  ASSERT_TRUE(document.editGrid("Double tempo", double_level(document.gridBeats(), {0, 4})));
  EXPECT_NEAR(document.annotation().grid.segments.at(0).bpm, 120, 1e-6);
  document.save();
  EXPECT_EQ(read_annotation(document.annotationPath()).grid, document.annotation().grid);
  document.undoStack().undo();
  document.undoStack().undo();
  EXPECT_EQ(document.annotation(), original);
}

TEST_F(AnnotationDocumentTest, EveryNameAndFigureThatChangesIsTold) {
  document.editBeats("Delete", {});  // from here on the song is edited and unsaved
  QSignalSpy state(&document, &AnnotationDocument::stateChanged);
  const auto told = [&](const std::function<void(Annotation&)>& change) {
    Annotation next = document.annotation();
    change(next);
    const auto before = state.count();
    document.edit("Song details", next);
    return state.count() > before;
  };
  EXPECT_TRUE(told([](Annotation& a) { a.artist = "Somebody"; }));
  EXPECT_TRUE(told([](Annotation& a) { a.album = "Numbers"; }));
  EXPECT_TRUE(told([](Annotation& a) { a.annotator = "me"; }));
  EXPECT_TRUE(told([](Annotation& a) { a.duration = 5; }));
  EXPECT_TRUE(told([](Annotation& a) { a.grid.kind = GridKind::kFree; }));
  EXPECT_TRUE(told([](Annotation& a) { a.tempi = {{120, 1.0}}; }));
  EXPECT_FALSE(told([](Annotation& a) { a.beats = {{1.5, 1, 1.0}}; })) << "has a signal of its own";
}

TEST_F(AnnotationDocumentTest, GoesWithoutASignal) {
  auto other = std::make_unique<AnnotationDocument>();
  other->open(scratch / "b.wav", scratch / "b.jams", four_beats());
  other->editBeats("Delete", {});
  QSignalSpy state(other.get(), &AnnotationDocument::stateChanged);
  other.reset();
  EXPECT_EQ(state.count(), 0) << "who listens may have gone before";
}

TEST_F(AnnotationDocumentTest, AStepCarriesEveryMember) {
  const Annotation full = tactus::test::full_annotation();
  const Annotation before = document.annotation();
  ASSERT_TRUE(document.edit("Everything", full));
  EXPECT_EQ(document.annotation(), full);
  document.undoStack().undo();
  EXPECT_EQ(document.annotation(), before);
  document.undoStack().redo();
  document.save();
  EXPECT_EQ(read_annotation(scratch / "a.jams"), full);
}

TEST_F(AnnotationDocumentTest, EachMemberThatChangesHasASignal) {
  QSignalSpy drawn(&document, &AnnotationDocument::annotationChanged);
  QSignalSpy state(&document, &AnnotationDocument::stateChanged);
  const Annotation full = tactus::test::full_annotation();
  Annotation next;
  next.review = Review::kEdited;
  document.open(scratch / "b.wav", scratch / "b.jams", next);
  document.edit("First", [&] {
    Annotation first = next;
    first.chords = {{0, 1, "N"}};
    return first;
  }());
  next = document.annotation();
  int index = 0;
  for_each_member(next, full, [&](auto& to, const auto& from) {
    if (to != from) {
      to = from;
      const auto before = drawn.count() + state.count();
      document.edit("Change", next);
      EXPECT_GT(drawn.count() + state.count(), before) << "member " << index;
    }
    ++index;
  });
}

TEST_F(AnnotationDocumentTest, AGestureEndsWhenTaggingReplacesTheSong) {
  const GestureId drag = document.newGesture();
  auto moved = beats();
  moved[1].time = 1.6;
  ASSERT_TRUE(document.editBeats("Move", moved, drag));
  Annotation tagged = four_beats();
  tagged.beats.pop_back();
  ASSERT_TRUE(document.setTagged(tagged));
  moved[1].time = 1.7;
  EXPECT_FALSE(document.editBeats("Move", moved, drag));
  EXPECT_EQ(beats(), tagged.beats);
  document.undoStack().undo();
  EXPECT_EQ(beats()[1].time, 1.6) << "nor is the drag lost";
  EXPECT_TRUE(document.editBeats("Move", moved, document.newGesture()));
}

TEST_F(AnnotationDocumentTest, AGestureEndsWithItsSong) {
  const GestureId drag = document.newGesture();
  document.open(scratch / "b.wav", scratch / "b.jams", four_beats());
  EXPECT_FALSE(document.editBeats("Move", {{1.0, 1}}, drag));
}

TEST_F(AnnotationDocumentTest, TaggingAgainKeepsKeysAndSectionsOfAPerson) {
  Annotation tagged = four_beats();
  tagged.keys = {{0, 4, "C:major", 0.9}};
  tagged.sections = {{0, 4, "A", 0.9}};
  Annotation named = document.annotation();
  named.keys = {{0, 2, "D:minor", 1.0}, {2, 4, "C:major", 0.7}};
  named.sections = {{0, 4, "verse", 0.9}};
  ASSERT_TRUE(document.edit("Name key", named));
  ASSERT_TRUE(document.setTagged(tagged));
  EXPECT_EQ(document.annotation().keys, named.keys);
  EXPECT_EQ(document.annotation().sections, tagged.sections) << "nobody has named one";
  EXPECT_EQ(document.annotation().review, Review::kEdited);
}

TEST_F(AnnotationDocumentTest, TaggingAgainLeavesASongEditedWhileWorkOfAPersonIsInIt) {
  const Annotation tagged = four_beats();
  const auto review_after = [&](void (*change)(Annotation&)) {
    document.open(scratch / "a.wav", scratch / "a.jams", four_beats());
    Annotation next = document.annotation();
    change(next);
    EXPECT_TRUE(document.edit("Change", next));
    EXPECT_TRUE(document.setTagged(tagged));
    return document.annotation().review;
  };
  using A = Annotation&;
  EXPECT_EQ(review_after([](A a) { a.title = "Mine"; }), Review::kEdited);
  EXPECT_EQ(review_after([](A a) { a.artist = "Somebody"; }), Review::kEdited);
  EXPECT_EQ(review_after([](A a) { a.album = "Numbers"; }), Review::kEdited);
  EXPECT_EQ(review_after([](A a) { a.keys = {{0, 4, "C:major", 1.0}}; }), Review::kEdited);
  EXPECT_EQ(review_after([](A a) { a.sections = {{0, 4, "verse", 1.0}}; }), Review::kEdited);
  EXPECT_EQ(review_after([](A a) { a.notes = {{1, 1, "here"}}; }), Review::kEdited);
  EXPECT_EQ(review_after([](A a) { a.cues = {{1, 1, 1, kNoColour, ""}}; }), Review::kEdited);
  EXPECT_EQ(review_after([](A a) { a.beats.pop_back(); }), Review::kNone) << "nothing is left";
}

TEST_F(AnnotationDocumentTest, SwingIsThatOfTheTagging) {
  Annotation next = document.annotation();
  next.swing = 0.67;
  document.edit("Swing", next);
  Annotation tagged = four_beats();
  tagged.swing = 0.6;
  ASSERT_TRUE(document.setTagged(tagged));
  EXPECT_EQ(document.annotation().swing, 0.6);
  document.undoStack().undo();
  EXPECT_EQ(document.annotation().swing, 0.67);
  ASSERT_TRUE(document.setTagged(four_beats()));
  EXPECT_EQ(document.annotation().swing, 0.0) << "it belongs to the beats";
}

TEST_F(AnnotationDocumentTest, TaggingKeepsSectionsAndNames) {
  document.editSegments(SegmentLayer::kSections, "Section", {{0, 2, "verse"}});
  Annotation named = document.annotation();
  named.album = "Numbers";
  document.edit("Song details", named);
  Annotation tagged;
  tagged.duration = 4;
  tagged.keys = {{0, 4, "C:major", 0.9}};
  ASSERT_TRUE(document.setTagged(tagged));
  EXPECT_EQ(document.annotation().sections.size(), 1u);
  EXPECT_EQ(document.annotation().album, "Numbers");
  EXPECT_EQ(document.annotation().keys, tagged.keys);
}

TEST_F(AnnotationDocumentTest, TheFirstTaggingLeavesTheLayersOfFilesBesideTheSong) {
  AnnotationDocument fresh;
  Annotation beside;
  beside.sections = {{0, 2, "verse"}};
  beside.keys = {{0, 4, "D:dorian"}};
  fresh.open("a.wav", "a.jams", beside);
  Annotation tagged = four_beats();
  tagged.sections = {{0, 4, "A"}};
  tagged.keys = {{0, 4, "C:major", 0.9}};
  ASSERT_TRUE(fresh.setTagged(tagged));
  EXPECT_EQ(fresh.annotation().sections, beside.sections);
  EXPECT_EQ(fresh.annotation().keys, beside.keys);
  EXPECT_EQ(fresh.annotation().beats, tagged.beats);
  ASSERT_TRUE(fresh.setTagged(tagged));
  EXPECT_EQ(fresh.annotation().sections, tagged.sections) << "asked for";
}

TEST_F(AnnotationDocumentTest, TaggingBringsTheNamesThatNobodyHasGiven) {
  Annotation tagged = document.annotation();
  tagged.title = "From the file";
  tagged.artist = "Somebody";
  tagged.tags = {3, "1999", 120.0, "8A"};
  Annotation named = document.annotation();
  named.title = document.audioPath().stem().string();
  document.edit("Song details", named);
  ASSERT_TRUE(document.setTagged(tagged));
  EXPECT_EQ(document.annotation().title, "From the file");
  EXPECT_EQ(document.annotation().artist, "Somebody");
  EXPECT_EQ(document.annotation().tags, tagged.tags);
  document.undoStack().undo();
  EXPECT_EQ(document.annotation().tags, FileTags());
}

TEST_F(AnnotationDocumentTest, SaysWhereASectionChanged) {
  QSignalSpy changes(&document, &AnnotationDocument::annotationChanged);
  document.editSegments(SegmentLayer::kSections, "Section", {{1, 3, "verse"}});
  ASSERT_EQ(changes.count(), 1);
  EXPECT_EQ(changes[0][0].toDouble(), 1.0);
  EXPECT_EQ(changes[0][1].toDouble(), 3.0);
}

TEST_F(AnnotationDocumentTest, AGestureIsOneStep) {
  const Annotation original = document.annotation();
  const GestureId drag = document.newGesture();
  for (const double time : {1.6, 1.7, 1.8}) {
    auto moved = beats();
    moved[1].time = time;
    document.editBeats("Move", moved, drag);
  }
  EXPECT_EQ(document.undoStack().count(), 1);
  auto moved = beats();
  moved[1].time = 1.9;
  document.editBeats("Move", moved, document.newGesture());
  EXPECT_EQ(document.undoStack().count(), 2);
  document.undoStack().undo();
  EXPECT_EQ(beats()[1].time, 1.8);
  document.undoStack().undo();
  EXPECT_EQ(document.annotation(), original);
  document.undoStack().redo();
  EXPECT_EQ(beats()[1].time, 1.8);
}

TEST_F(AnnotationDocumentTest, SaysWhereItChanged) {
  QSignalSpy changes(&document, &AnnotationDocument::annotationChanged);
  auto moved = beats();
  moved[1].time = 1.6;
  document.editBeats("Move", moved);
  ASSERT_EQ(changes.count(), 1);
  EXPECT_EQ(changes[0][0].toDouble(), 1.5);
  EXPECT_EQ(changes[0][1].toDouble(), 1.6);
}

TEST_F(AnnotationDocumentTest, NothingChangedIsNoStep) {
  EXPECT_FALSE(document.editBeats("Same", beats()));
  EXPECT_EQ(document.undoStack().count(), 0);
}

TEST_F(AnnotationDocumentTest, CheckedSongsAreLocked) {
  document.setChecked(true);
  QSignalSpy refusals(&document, &AnnotationDocument::refused);
  EXPECT_FALSE(document.editBeats("Delete", {}));
  EXPECT_FALSE(document.setTagged({}));
  EXPECT_EQ(refusals.count(), 2);
  EXPECT_EQ(beats().size(), 4u);
  document.setChecked(false);
  EXPECT_TRUE(document.editBeats("Delete", {}));
}

TEST_F(AnnotationDocumentTest, SavesWhatItHoldsAndKnowsWhetherItIsSaved) {
  EXPECT_FALSE(document.isModified());
  document.setChecked(true);
  EXPECT_TRUE(document.isModified());
  document.save();
  EXPECT_FALSE(document.isModified());
  EXPECT_EQ(read_annotation(scratch / "a.jams"), document.annotation());
  document.undoStack().undo();
  EXPECT_TRUE(document.isModified());
}

TEST_F(AnnotationDocumentTest, FailedSaveLosesNothing) {
  document.setChecked(true);
  test::write_text(scratch / "file", "");
  EXPECT_THROW(document.saveAs(scratch / "file" / "below.jams"), std::filesystem::filesystem_error);
  EXPECT_TRUE(document.isModified());
  EXPECT_EQ(document.annotationPath(), scratch / "a.jams");
}

TEST_F(AnnotationDocumentTest, RecoveredWorkIsUnsaved) {
  document.openRecovered(scratch / "a.wav", scratch / "a.jams", four_beats());
  EXPECT_TRUE(document.isModified());
  document.save();
  EXPECT_FALSE(document.isModified());
}

TEST_F(AnnotationDocumentTest, FirstTaggingIsNotUnsavedWork) {
  document.open(scratch / "b.wav", scratch / "b.jams", {});
  EXPECT_TRUE(document.setTagged(four_beats()));
  EXPECT_FALSE(document.isModified());
  EXPECT_TRUE(document.setTagged({}));
  EXPECT_TRUE(document.isModified());
}

}  // namespace
}  // namespace tactus::ui
