// Keys and sections: the gestures of their lanes, their names, their tables.
#include "ui/lanes/structure_lanes.h"

#include <QLineEdit>
#include <QListWidget>
#include <QPainter>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>

#include "tests/ui/support/mouse.h"
#include "tests/ui/support/open_song.h"
#include "ui/annotate/annotation_tables.h"
#include "ui/annotate/layer_tables.h"
#include "ui/document/segment_labels.h"
#include "ui/lanes/segment_entry.h"
#include "ui/timeline/lane_stack.h"

namespace tactus::ui {
namespace {

using test::drag;

// Downbeats at 0.5, 2.5, 4.5 ... seconds.
class StructureLanes : public test::OpenSong {
 protected:
  StructureLanes() : sections(editor), keys(editor), entry(editor, nullptr) {
    Annotation annotation = piece();
    annotation.keys = {{0, 10.5, "C:major", 0.9}, {10.5, 20, "A:minor", 0.9}};
    annotation.sections = {{0.5, 4.5, "intro"}, {4.5, 12.5, "verse"}, {12.5, 20, "chorus"}};
    document.open(scratch / "piece.wav", scratch / "piece.jams", annotation);
    for (SegmentLane* lane : std::initializer_list<SegmentLane*>{&sections, &keys}) {
      lane->resize(1000, 40);
      lane->show();
    }
  }
  QLineEdit& line() { return *entry.findChild<QLineEdit*>(); }
  void type(const QString& text) {
    QTest::keyClicks(&line(), text);
    QTest::keyClick(&line(), Qt::Key_Return);
  }
  void ask(SegmentLayer layer, SegmentEntry::Purpose purpose) {
    entry.ask(layer, purpose, {10, 10, 1, 40});
  }

  SectionLane sections;
  KeyLane keys;
  SegmentEntry entry;
};

TEST(Segments, ARowThatIsLowerThanLettersHasNoName) {
  const auto painted = [](double height, const char* text) {
    QImage image(120, 30, QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    paint_segment(painter, {0, 2, 100, height}, {Qt::yellow, QString::fromLatin1(text)});
    return image;
  };
  EXPECT_EQ(painted(4, "Bb major"), painted(4, ""));
  EXPECT_NE(painted(20, "Bb major"), painted(20, ""));
}

TEST_F(StructureLanes, BoundaryIsDraggedToADownbeatAndAltLetsItGo) {
  drag(sections, {450, 20}, {645, 20});
  EXPECT_EQ(piece().sections[0].end, 6.5);
  EXPECT_EQ(piece().sections[1].start, 6.5);
  EXPECT_EQ(document.undoStack().count(), 1);
  document.undoStack().undo();
  EXPECT_EQ(piece().sections[1].start, 4.5);
  drag(sections, {450, 20}, {645, 20}, Qt::AltModifier);
  EXPECT_NEAR(piece().sections[1].start, 6.45, 1e-9);
}

TEST_F(StructureLanes, WithoutADownbeatNearABoundarySnapsToABeat) {
  drag(sections, {450, 20}, {595, 20});
  EXPECT_EQ(piece().sections[1].start, 6.0);
}

TEST_F(StructureLanes, TheOtherLayersStay) {
  const Annotation before = piece();
  drag(sections, {450, 20}, {645, 20});
  EXPECT_EQ(piece().chords, before.chords);
  EXPECT_EQ(piece().keys, before.keys);
  EXPECT_EQ(piece().beats, before.beats);
}

TEST_F(StructureLanes, SplitMergeAndDeleteActOnTheLaneThatWasClicked) {
  QTest::mouseClick(&sections, Qt::LeftButton, {}, {700, 20});
  EXPECT_EQ(editor.currentSegment(SegmentLayer::kSections), 1u);
  EXPECT_FALSE(editor.currentChord());
  axis.setCursor(8.3);
  editor.splitSegment();
  ASSERT_EQ(piece().sections.size(), 4u);
  EXPECT_EQ(piece().sections[2].start, 8.5) << "on the downbeat";
  EXPECT_EQ(piece().chords.size(), 10u);
  EXPECT_EQ(editor.currentSegment(SegmentLayer::kSections), 2u);
  editor.mergeSegments();
  EXPECT_EQ(piece().sections.size(), 3u);
  EXPECT_EQ(piece().sections[2].start, 8.5);
  editor.deleteCurrent();
  EXPECT_EQ(piece().sections.size(), 2u);
  EXPECT_EQ(piece().sections[1].end, 20);
  for (int i = 0; i < 3; ++i) document.undoStack().undo();
  EXPECT_EQ(piece().sections.size(), 3u);
  QTest::mouseClick(&keys, Qt::LeftButton, {}, {900, 20});
  axis.setCursor(8.3);
  editor.splitSegment();
  EXPECT_EQ(piece().keys.size(), 3u);
  editor.setCurrentBeat(3);
  axis.setCursor(9.0);
  editor.splitSegment();
  EXPECT_EQ(piece().chords.size(), 11u) << "after a beat the chords are meant";
}

TEST_F(StructureLanes, NudgeMovesTheBeginning) {
  editor.setCurrentSegment(SegmentLayer::kKeys, 1);
  editor.nudge(10);
  EXPECT_NEAR(piece().keys[1].start, 10.51, 1e-9);
  EXPECT_NEAR(piece().keys[0].end, 10.51, 1e-9);
}

TEST_F(StructureLanes, StepsFromOneToTheNext) {
  axis.setCursor(1);
  editor.stepToSegment(SegmentLayer::kSections, 1);
  EXPECT_EQ(editor.currentSegment(SegmentLayer::kSections), 0u);
  editor.stepToSegment(SegmentLayer::kSections, 1);
  EXPECT_EQ(axis.cursor(), 4.5);
  editor.stepToSegment(SegmentLayer::kSections, -1);
  EXPECT_EQ(axis.cursor(), 0.5);
}

TEST_F(StructureLanes, ASectionsNameIsFreeAndCompleted) {
  editor.setCurrentSegment(SegmentLayer::kSections, 0);
  ask(SegmentLayer::kSections, SegmentEntry::Purpose::kName);
  type("pre-");
  EXPECT_EQ(piece().sections[0].label, "pre-chorus");
  ask(SegmentLayer::kSections, SegmentEntry::Purpose::kName);
  type("My own part");
  EXPECT_EQ(piece().sections[0].label, "My own part");
  EXPECT_EQ(piece().sections[0].confidence, kCertain);
  ask(SegmentLayer::kSections, SegmentEntry::Purpose::kName);
  line().clear();
  QTest::keyClick(&line(), Qt::Key_Return);
  EXPECT_TRUE(entry.isVisible()) << "no name is none";
  EXPECT_EQ(piece().sections[0].label, "My own part");
}

TEST_F(StructureLanes, TheSongsOwnNamesComeFirst) {
  ask(SegmentLayer::kSections, SegmentEntry::Purpose::kName);
  auto* list = entry.findChild<QListWidget*>();
  ASSERT_GT(list->count(), 3);
  EXPECT_EQ(list->item(0)->text(), "intro");
  QTest::keyClick(&line(), Qt::Key_Down);
  QTest::keyClick(list, Qt::Key_Down);
  editor.setCurrentSegment(SegmentLayer::kSections, 2);
  QTest::keyClick(list, Qt::Key_Return);
  EXPECT_EQ(piece().sections[2].label, "verse");
}

TEST_F(StructureLanes, ASectionBeginsAtTheCursor) {
  axis.setCursor(8.2);
  ask(SegmentLayer::kSections, SegmentEntry::Purpose::kBegin);
  EXPECT_TRUE(line().text().isEmpty());
  type("Solo");
  ASSERT_EQ(piece().sections.size(), 4u);
  EXPECT_EQ(piece().sections[2], (LabelledSegment{8.5, 12.5, "Solo", kCertain}));
  EXPECT_EQ(editor.currentSegment(SegmentLayer::kSections), 2u);
}

TEST_F(StructureLanes, KeysAreTypedInAnyWayAndNonsenseIsRefused) {
  editor.setCurrentSegment(SegmentLayer::kKeys, 0);
  const std::pair<const char*, const char*> typed[] = {
      {"Am", "A:minor"}, {"eb", "Eb:major"}, {"F# min", "F#:minor"}, {"D dor", "D:dorian"}};
  for (const auto& [text, label] : typed) {
    ask(SegmentLayer::kKeys, SegmentEntry::Purpose::kName);
    line().clear();
    type(text);
    EXPECT_EQ(piece().keys[0].label, label) << text;
  }
  ask(SegmentLayer::kKeys, SegmentEntry::Purpose::kName);
  line().setText("H");
  QTest::keyClick(&line(), Qt::Key_Return);
  EXPECT_TRUE(entry.isVisible());
  EXPECT_EQ(piece().keys[0].label, "D:dorian");
  QString reason;
  EXPECT_TRUE(segment_label_from_text(SegmentLayer::kKeys, "C strange", &reason).isEmpty());
  EXPECT_FALSE(reason.isEmpty());
}

// Chords in B flat: the list begins with it, so the letter B means it.
TEST_F(StructureLanes, AKeyIsCompletedWithTheFirstRowAndStoredAsShown) {
  document.editChords("Chords",
                      {{0, 4, "Bb:maj"}, {4, 6, "Eb:maj"}, {6, 8, "F:7"}, {8, 10.5, "Bb:maj"}});
  editor.setCurrentSegment(SegmentLayer::kKeys, 0);
  auto* list = entry.findChild<QListWidget*>();
  const auto first = [&] { return list->item(0)->text().section('\t', 0, 0); };
  ask(SegmentLayer::kKeys, SegmentEntry::Purpose::kName);
  line().clear();
  QTest::keyClicks(&line(), "b");
  EXPECT_EQ(first(), "Bb major");
  EXPECT_EQ(line().text(), "Bb major");
  EXPECT_EQ(line().selectedText(), "b major") << "typing goes on there";
  QTest::keyClick(&line(), Qt::Key_Return);
  EXPECT_EQ(piece().keys[0].label, "Bb:major");
  ask(SegmentLayer::kKeys, SegmentEntry::Purpose::kName);
  line().clear();
  QTest::keyClicks(&line(), "B ");
  EXPECT_EQ(first(), line().text()) << line().text().toStdString();
  EXPECT_TRUE(line().text().startsWith("B m")) << "a space ends the root";
  QTest::keyClick(&line(), Qt::Key_Backspace);
  EXPECT_EQ(line().text(), "B ") << "erasing completes nothing";
  QTest::keyClick(&line(), Qt::Key_Return);
  EXPECT_EQ(piece().keys[0].label, "B:major");
  entry.ask(SegmentLayer::kKeys, SegmentEntry::Purpose::kName, {10, 10, 1, 40}, "E");
  EXPECT_EQ(line().text(), first()) << "a letter from the lane is completed, too";
}

TEST_F(StructureLanes, KeysAreRankedByTheChordsThatSoundThere) {
  document.editChords("Chords", {{0, 2, "D:maj"}, {2, 4, "G:maj"}, {4, 6, "A:7"}, {6, 8, "D:maj"}});
  axis.setSelection(0, 8);
  ask(SegmentLayer::kKeys, SegmentEntry::Purpose::kName);
  auto* list = entry.findChild<QListWidget*>();
  ASSERT_GT(list->count(), 2);
  EXPECT_TRUE(list->item(0)->text().startsWith("D major")) << list->item(0)->text().toStdString();
}

// A file rounds times, so the end of a key may lie a hair behind the chord after it.
TEST_F(StructureLanes, TheRanksOfAKeyAreThoseOfItsChordsAlone) {
  document.editChords("Chords", {{0, 2, "D:maj"},
                                 {2, 4, "G:maj"},
                                 {4, 6, "A:7"},
                                 {6, 8, "D:maj"},
                                 {8, 10, "Eb:min"},
                                 {10, 20, "Ab:7"}});
  const auto ranks = [this](double begin, double end) {
    std::vector<double> shares;
    for (const LabelProposal& key :
         label_proposals(SegmentLayer::kKeys, document, {begin, end}, 24))
      shares.push_back(key.probability);
    return shares;
  };
  EXPECT_EQ(ranks(0, 8), ranks(0, 8 + 1e-6));
  EXPECT_EQ(ranks(8, 20), ranks(8 - 1e-6, 20));
  EXPECT_NE(ranks(0, 8), ranks(0, 10));
}

TEST_F(StructureLanes, AKeyKeepsInStepWithItsRivalsWhenChordsChange) {
  QSignalSpy changed(&document, &AnnotationDocument::annotationChanged);
  document.editChords("Chords", {{0, 2, "Eb:maj"},
                                 {2, 4, "Ab:maj"},
                                 {4, 6, "Bb:7"},
                                 {6, 10.5, "Eb:maj"},
                                 {10.5, 20, "A:min"}});
  const auto& keys = piece().keys;
  ASSERT_EQ(keys[0].label, "C:major");
  double sum = keys[0].confidence;
  for (const LabelProposal& key : label_proposals(SegmentLayer::kKeys, document, {0, 10.5}, 24)) {
    if (key.label == "C:major")
      EXPECT_EQ(key.probability, keys[0].confidence);
    else
      sum += key.probability;
  }
  EXPECT_NEAR(sum, 1.0, 1e-9);
  document.undoStack().undo();
  EXPECT_EQ(piece().keys[0].confidence, 0.9);
  editor.nameSegment(SegmentLayer::kKeys, 0, "Eb:major");
  editor.nameSegment(SegmentLayer::kChords, 0, "Eb:maj");
  EXPECT_EQ(changed.back()[1].toDouble(), 2.0) << "the change is the chord's alone";
  EXPECT_EQ(piece().keys[0].confidence, kCertain) << "what a person has named stays";
}

TEST_F(StructureLanes, DoubleClickAndALetterAskForAName) {
  QSignalSpy section(&sections, &SegmentLane::nameWanted), key(&keys, &SegmentLane::nameWanted);
  QTest::mouseDClick(&sections, Qt::LeftButton, {}, {300, 20});
  EXPECT_EQ(section.count(), 1);
  QTest::keyClick(&keys, Qt::Key_B, Qt::ShiftModifier);
  ASSERT_EQ(key.count(), 1);
  EXPECT_EQ(key[0][0].toString(), "B");
  QTest::keyClick(&sections, Qt::Key_B, Qt::ShiftModifier);
  EXPECT_EQ(section.count(), 1) << "a section's name begins with no special letter";
}

TEST_F(StructureLanes, CheckedSongsStayAsTheyAre) {
  document.setChecked(true);
  drag(sections, {450, 20}, {645, 20});
  EXPECT_EQ(piece().sections[1].start, 4.5);
}

TEST_F(StructureLanes, LikePartsHaveLikeColours) {
  // Four parts of two seconds each; repainting may take a moment.
  const auto colours = [&](const std::vector<const char*>& labels) {
    SegmentList parts;
    for (const char* label : labels) {
      const double begin = parts.empty() ? 0.0 : parts.back().end;
      parts.push_back({begin, begin + 2, label});
    }
    document.editSegments(SegmentLayer::kSections, "Sections", parts);
    QTest::qWait(100);
    const QImage shot = sections.grab().toImage();
    std::vector<QRgb> found;
    for (const int x : {150, 350, 550, 750}) found.push_back(shot.pixel(x, 4));
    return found;
  };
  const auto named = colours({"Verse 1", "verse 2", "chorus", "bridge"});
  EXPECT_EQ(named[0], named[1]);
  EXPECT_NE(named[0], named[2]);
  EXPECT_NE(named[2], named[3]);
  const auto letters = colours({"A", "B", "A'", "C"});
  EXPECT_EQ(letters[0], letters[2]);
  EXPECT_NE(letters[0], letters[1]);
  EXPECT_NE(letters[1], letters[3]);
}

TEST_F(StructureLanes, TablesShowAndChangeThem) {
  AnnotationTables tables(editor);
  tables.show();
  const auto cell = [&](SegmentLayer layer, int row, int column) {
    return tables.segments(layer).model()->index(row, column);
  };
  EXPECT_EQ(cell(SegmentLayer::kKeys, 1, SegmentColumn::kLabel).data().toString(), "A minor");
  EXPECT_EQ(cell(SegmentLayer::kSections, 1, SegmentColumn::kStart).data().toString(), "4.500");
  const auto write = [&](SegmentLayer layer, int row, int column, const char* text) {
    return tables.segments(layer).model()->setData(cell(layer, row, column), text, Qt::EditRole);
  };
  EXPECT_TRUE(write(SegmentLayer::kKeys, 1, SegmentColumn::kLabel, "E minor"));
  EXPECT_EQ(piece().keys[1].label, "E:minor");
  EXPECT_FALSE(write(SegmentLayer::kKeys, 1, SegmentColumn::kLabel, "nothing"));
  EXPECT_TRUE(write(SegmentLayer::kSections, 2, SegmentColumn::kStart, "13"));
  EXPECT_EQ(piece().sections[1].end, 13);
  EXPECT_TRUE(write(SegmentLayer::kSections, 0, SegmentColumn::kLabel, "opening"));
  EXPECT_EQ(piece().sections[0].label, "opening");
  tables.segments(SegmentLayer::kSections).setCurrentIndex(cell(SegmentLayer::kSections, 2, 0));
  EXPECT_EQ(editor.currentSegment(SegmentLayer::kSections), 2u);
  editor.setCurrentSegment(SegmentLayer::kKeys, 1);
  EXPECT_EQ(tables.currentWidget(), &tables.segments(SegmentLayer::kKeys));
}

// A lane whose content the test sets.
class EmptyLane : public TimelineView {
 public:
  explicit EmptyLane(TimeAxis& axis) : TimelineView(axis, QStringLiteral("Lane")) {}

 protected:
  void paintTile(QPainter&, double, double, const QRect&) override {}
};

TEST(LaneStackTest, EmptyLanesAreSeenOnRequestOnly) {
  TimeAxis axis;
  LaneStack stack;
  stack.addLane("a", new EmptyLane(axis), 40);
  EXPECT_TRUE(stack.isLaneShown("a"));
  stack.setLaneFilled("a", false);
  EXPECT_FALSE(stack.isLaneShown("a"));
  EXPECT_TRUE(stack.isLaneWanted("a"));
  stack.setLaneFilled("a", true);
  EXPECT_TRUE(stack.isLaneShown("a"));
  stack.setLaneShown("a", false);  // the user does not want it
  stack.setLaneFilled("a", false);
  stack.setLaneFilled("a", true);
  EXPECT_FALSE(stack.isLaneShown("a"));
  stack.setLaneFilled("a", false);
  stack.setLaneShown("a", true);
  EXPECT_TRUE(stack.isLaneShown("a")) << "empty, but asked for";
  stack.hideEmptyLanes();
  EXPECT_FALSE(stack.isLaneShown("a"));
  EXPECT_TRUE(stack.isLaneWanted("a"));
}

}  // namespace
}  // namespace tactus::ui
