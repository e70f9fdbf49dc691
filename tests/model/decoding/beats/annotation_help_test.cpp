// What helps a person to find and mend: chord alternatives, agreement.
#include <gtest/gtest.h>

#include <limits>
#include <stdexcept>

#include "model/chords/chord_alternatives.h"
#include "model/chords/chord_vocabulary.h"
#include "model/decoding/beats/activation_peaks.h"
#include "model/evaluation/annotation_agreement.h"

namespace tactus {
namespace {

TEST(ChordAlternatives, AreRankedByTheirMeanAndSpelledInTheKey) {
  FrameMatrix posteriors(10, kChordVocabularySize, 10);
  const auto dflat = static_cast<std::size_t>(vocabulary_index(parse_chord("Db:maj")));
  const auto none = static_cast<std::size_t>(kChordVocabularySize - 1);
  for (std::size_t t = 0; t < 10; ++t) {
    posteriors.row(t)[dflat] = t < 5 ? 0.8f : 0.1f;
    posteriors.row(t)[none] = t < 5 ? 0.2f : 0.9f;
  }
  posteriors.row(0)[7] = std::numeric_limits<float>::quiet_NaN();
  const auto first = rank_chords(posteriors, 0.0, 0.5, "Ab:major", 2);
  ASSERT_EQ(first.size(), 2u);
  EXPECT_EQ(first[0].label, "Db:maj");
  EXPECT_NEAR(first[0].probability, 0.8, 1e-6);
  EXPECT_EQ(first[1].label, "N");
  EXPECT_EQ(rank_chords(posteriors, 0.5, 1.0, "", 1)[0].label, "N");
  EXPECT_EQ(rank_chords(posteriors, 99, 99.1, "", 1)[0].label, "N");
  EXPECT_TRUE(rank_chords({}, 0, 1, "", 3).empty());
  EXPECT_THROW(rank_chords(FrameMatrix(3, 4, 10), 0, 1, "", 3), std::invalid_argument);
}

TEST(AnnotationAgreement, BeatsPairWithinTheWindow) {
  const std::vector<Beat> reference = {{1, 1}, {2, 2}, {3, 1}, {4, 2}};
  const std::vector<Beat> estimate = {{1.05, 1}, {2.2, 2}, {3.07, 2}, {3.95, 2}, {5, 1}};
  const auto result = compare_beats(reference, estimate);
  using enum BeatAgreement;
  EXPECT_EQ(result.reference, (std::vector{kAgrees, kAlone, kPosition, kAgrees}));
  EXPECT_EQ(result.estimate, (std::vector{kAgrees, kAlone, kPosition, kAgrees, kAlone}));
  const std::vector<Beat> unnumbered = {{3, 0}};
  EXPECT_EQ(compare_beats(reference, unnumbered).estimate[0], kAgrees);
}

TEST(AnnotationAgreement, ChordsAreComparedOverTheReference) {
  const std::vector<LabelledSegment> reference = {{0, 4, "C:maj"}, {4, 6, "X"}, {6, 8, "A:min"}};
  const std::vector<LabelledSegment> estimate = {{0, 3, "C:maj7"}, {3, 7, "A:min"}, {7, 20, "N"}};
  const auto result = compare_chords(reference, estimate);
  ASSERT_EQ(result.size(), 5u);
  EXPECT_EQ(result[0], (SegmentAgreement{0, 3, true}));
  EXPECT_EQ(result[1], (SegmentAgreement{3, 4, false}));
  EXPECT_EQ(result[2], (SegmentAgreement{4, 6, std::nullopt}));
  EXPECT_EQ(result[3], (SegmentAgreement{6, 7, true}));
  EXPECT_EQ(result[4], (SegmentAgreement{7, 8, false}));
}

TEST(CompareKeys, ByTonicAndMode) {
  const std::vector<LabelledSegment> reference = {
      {0, 2, "C#:major"}, {2, 4, "A:minor"}, {4, 6, "D:dorian"}, {6, 8, "N"}};
  const auto of = [&](const char* label) {
    std::vector<std::optional<bool>> equal;
    const std::vector<LabelledSegment> estimate = {{0, 8, label}};
    for (const auto& part : compare_keys(reference, estimate)) equal.push_back(part.equal);
    return equal;
  };
  using Parts = std::vector<std::optional<bool>>;
  EXPECT_EQ(of("Db:major"), (Parts{true, false, std::nullopt}));
  EXPECT_EQ(of("A:minor"), (Parts{false, true, false, std::nullopt}));
  EXPECT_EQ(of("D:dorian"), (Parts{false, true, std::nullopt}));
  EXPECT_EQ(of("D:lydian"), (Parts{false, std::nullopt}));
}

TEST(CompareSections, ByNameWithoutCase) {
  const std::vector<LabelledSegment> reference = {{0, 2, "Verse"}, {2, 4, "Chorus"}};
  const std::vector<LabelledSegment> estimate = {{0, 3, "verse"}, {3, 4, "chorus"}};
  EXPECT_EQ(compare_sections(reference, estimate),
            (std::vector<SegmentAgreement>{{0, 2, true}, {2, 3, false}, {3, 4, true}}));
}

TEST(ActivationPeaks, AreFoundBetweenFrames) {
  FrameMatrix activation(8, 1, 10);
  activation.data = {0.9f, 0.1f, 0.2f, 0.8f, 0.6f, 0.0f, 0.05f, 0.0f};
  const auto peaks = activation_peaks(activation, 0.1);
  ASSERT_EQ(peaks.size(), 2u);
  EXPECT_GE(peaks[0], 0.0);
  EXPECT_LT(peaks[0], 0.01);
  // Vertex of the parabola through (2, 0.2), (3, 0.8), (4, 0.6): 3 + 0.5 (0.2 - 0.6) / (-0.8).
  EXPECT_NEAR(peaks[1], 0.325, 1e-6);
  EXPECT_THROW(activation_peaks(FrameMatrix(3, 2, 10), 0.1), std::invalid_argument);
}

}  // namespace
}  // namespace tactus
