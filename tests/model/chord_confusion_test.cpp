#include "model/chord_confusion.h"

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

}  // namespace
}  // namespace tactus
