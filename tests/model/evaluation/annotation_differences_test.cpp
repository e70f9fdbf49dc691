#include "model/evaluation/annotation_differences.h"

#include <gtest/gtest.h>

namespace tactus {
namespace {

using enum DifferenceKind;

Annotation song() {
  Annotation annotation;
  annotation.beats = {{1, 1}, {2, 2}, {3, 3}, {4, 1}};
  annotation.chords = {{0, 2, "C:maj"}, {2, 4, "G:maj"}};
  annotation.keys = {{0, 4, "C:major"}};
  return annotation;
}

TEST(AnnotationDifferences, EqualAnnotationsHaveNone) {
  EXPECT_TRUE(find_differences(song(), song()).empty());
  Annotation near = song();
  near.beats[1].time = 2.06;
  near.chords[0].end = near.chords[1].start = 2.06;
  EXPECT_TRUE(find_differences(song(), near).empty()) << "60 ms are within the window";
}

TEST(AnnotationDifferences, BeatsWithoutPartnerAreFoundOnBothSides) {
  Annotation other = song();
  other.beats[1].time = 2.2;
  const std::vector<Difference> expected = {{2, 2, kBeat}, {2.2, 2.2, kBeat}};
  EXPECT_EQ(find_differences(song(), other), expected);
  EXPECT_EQ(find_differences(other, song()), expected);
}

TEST(AnnotationDifferences, PositionsCountWhereBothAreKnown) {
  Annotation other = song();
  other.beats[1].position = 4;
  other.beats[2].position = 0;
  EXPECT_EQ(find_differences(song(), other), (std::vector<Difference>{{2, 2, kPosition}}));
}

TEST(AnnotationDifferences, ChordsAndKeysDifferInStretches) {
  Annotation other = song();
  other.chords = {{0, 1.5, "C:maj"}, {1.5, 5, "G:7"}};
  other.keys = {{0, 3, "C:major"}, {3, 4, "A:minor"}};
  const std::vector<Difference> expected = {{1.5, 2, kChord}, {3, 4, kKey}, {4, 5, kChord}};
  EXPECT_EQ(find_differences(song(), other), expected);
  EXPECT_EQ(find_differences(other, song()), expected);
}

TEST(AnnotationDifferences, AMissingLayerIsNotCompared) {
  Annotation chords;
  chords.chords = song().chords;
  EXPECT_TRUE(find_differences(song(), chords).empty());
}

TEST(AnnotationDifferences, PlacesOfSeveralComparisonsBecomeOnePerKind) {
  const std::vector<Difference> all = {{2, 2, kBeat}, {2.05, 2.05, kBeat}, {2, 2, kPosition},
                                       {5, 5, kBeat}, {1, 3, kChord},      {2, 4, kChord},
                                       {6, 7, kChord}};
  const std::vector<Difference> expected = {
      {1, 4, kChord}, {2, 2.05, kBeat}, {2, 2, kPosition}, {5, 5, kBeat}, {6, 7, kChord}};
  EXPECT_EQ(merge_differences(all), expected);
}

}  // namespace
}  // namespace tactus
