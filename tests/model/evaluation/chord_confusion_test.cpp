#include "model/evaluation/chord_confusion.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace tactus {
namespace {

std::size_t quality(const std::string& name) {
  const auto& names = confusion_quality_names();
  return static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
}

TEST(ChordConfusion, CountsSecondsOfRootsAndQualities) {
  const std::vector<LabelledSegment> reference = {
      {0.0, 4.0, "C:maj"}, {4.0, 8.0, "A:min7/b3"}, {8.0, 10.0, "N"}, {10.0, 11.0, "X"}};
  const std::vector<LabelledSegment> estimate = {
      {0.0, 3.0, "C:maj"}, {3.0, 8.0, "A:min"}, {8.0, 9.0, "G:5"}};
  const ChordConfusion confusion = chord_confusion(reference, estimate);
  EXPECT_EQ(confusion.roots[0][0], 3.0);
  EXPECT_EQ(confusion.roots[0][9], 1.0);
  EXPECT_EQ(confusion.roots[9][9], 4.0);
  EXPECT_EQ(confusion.roots[12][7], 1.0);
  EXPECT_EQ(confusion.roots[12][12], 1.0);
  EXPECT_EQ(confusion.roots[13][12], 1.0);
  EXPECT_EQ(confusion.intervals[0], 7.0);
  EXPECT_EQ(confusion.intervals[9], 1.0);
  EXPECT_EQ(confusion.qualities[quality("min7")][quality("min")], 4.0);
  EXPECT_EQ(confusion.qualities[quality("N")][quality("other")], 1.0);
  EXPECT_EQ(confusion.qualities[quality("other")][quality("N")], 1.0);
}

TEST(ChordConfusion, AddsUp) {
  const std::vector<LabelledSegment> reference = {{0.0, 4.0, "C:maj"}};
  const std::vector<LabelledSegment> estimate = {{0.0, 4.0, "G:7"}};
  ChordConfusion sum = chord_confusion(reference, estimate);
  sum += chord_confusion(reference, estimate);
  EXPECT_EQ(sum.roots[0][7], 8.0);
  EXPECT_EQ(sum.intervals[7], 8.0);
  EXPECT_EQ(sum.qualities[quality("maj")][quality("7")], 8.0);
}

// A song of `roots`, ten seconds each; the estimate has them `semitones` higher from `from` on.
ChordConfusion transposed_song(const std::vector<int>& roots, int semitones, std::size_t from) {
  const auto& names = confusion_root_names();
  std::vector<LabelledSegment> reference, estimate;
  for (std::size_t i = 0; i < roots.size(); ++i) {
    const double start = 10.0 * static_cast<double>(i);
    const int heard = (roots[i] + (i >= from ? semitones : 0)) % 12;
    const auto label = [&](int root) {
      return std::string(names[static_cast<std::size_t>(root)]) + ":maj";
    };
    reference.push_back({start, start + 10.0, label(roots[i])});
    estimate.push_back({start, start + 10.0, label(heard)});
  }
  return chord_confusion(reference, estimate);
}

TEST(ChordConfusion, FindsAConstantTransposition) {
  const std::vector<int> roots = {0, 5, 7, 0, 9, 5, 7, 0, 2, 7};
  EXPECT_EQ(constant_transposition(transposed_song(roots, 1, 0)), 1);
  EXPECT_EQ(constant_transposition(transposed_song(roots, 11, 0)), 11);
  EXPECT_EQ(constant_transposition(transposed_song(roots, 1, 3)), 1) << "seven tenths";
  EXPECT_EQ(constant_transposition(transposed_song(roots, 1, 4)), std::nullopt) << "six tenths";
  EXPECT_EQ(constant_transposition(transposed_song(roots, 0, 0)), std::nullopt);
  EXPECT_EQ(constant_transposition(ChordConfusion{}), std::nullopt);
}

TEST(ChordConfusion, AFewChordsAmongSilenceAreNoTransposition) {
  const std::vector<LabelledSegment> reference = {
      {0.0, 2.0, "C:maj"}, {2.0, 4.0, "F:maj"}, {4.0, 6.0, "G:maj"}, {6.0, 60.0, "C:maj"}};
  std::vector<LabelledSegment> estimate = {
      {0.0, 2.0, "C#:maj"}, {2.0, 4.0, "F#:maj"}, {4.0, 6.0, "Ab:maj"}, {6.0, 60.0, "N"}};
  EXPECT_EQ(constant_transposition(chord_confusion(reference, estimate)), std::nullopt);
  estimate.back().label = "C#:maj";
  EXPECT_EQ(constant_transposition(chord_confusion(reference, estimate)), std::nullopt)
      << "nearly all of it is one chord";
}

TEST(ChordConfusion, OneChordHeardAFifthTooHighIsNoTransposition) {
  EXPECT_EQ(constant_transposition(transposed_song({0, 0, 0, 0, 5}, 7, 0)), std::nullopt);
  EXPECT_EQ(constant_transposition(transposed_song({0, 0, 0, 2, 5}, 7, 0)), 7);
}

}  // namespace
}  // namespace tactus
