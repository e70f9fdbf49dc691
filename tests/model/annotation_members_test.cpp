#include "model/annotation_members.h"

#include <gtest/gtest.h>

#include "tests/model/support/full_annotation.h"

namespace tactus {
namespace {

TEST(AnnotationMembers, TheFullAnnotationHasAValueInEach) {
  const Annotation full = test::full_annotation();
  const Annotation empty;
  int index = 0;
  for_each_member(full, empty, [&](const auto& value, const auto& none) {
    EXPECT_NE(value, none) << "member " << index;
    ++index;
  });
}

TEST(AnnotationMembers, ParticularsAreWhatIsNoList) {
  Annotation taken;
  take_particulars(taken, test::full_annotation());
  EXPECT_EQ(taken.damage, "truncated at 7.5 s");
  EXPECT_EQ(taken.grid, test::full_annotation().grid);
  EXPECT_TRUE(taken.beats.empty());
  EXPECT_TRUE(taken.lanes.empty());
}

TEST(FillAbsent, AnEmptyOneBecomesTheOther) {
  Annotation into;
  fill_absent(into, test::full_annotation());
  EXPECT_EQ(into, test::full_annotation());
}

TEST(FillAbsent, WhatIsThereStays) {
  const Annotation full = test::full_annotation();
  Annotation other = full;
  other.title = "Other";
  other.beats.pop_back();
  other.cues.pop_back();
  other.damage = "elsewhere";
  other.review = Review::kChecked;
  Annotation into = full;
  fill_absent(into, other);
  EXPECT_EQ(into.review, Review::kChecked) << "a person has seen it";
  into.review = full.review;
  EXPECT_EQ(into, full);
}

TEST(FillAbsent, GridReadingsAndSwingComeWithTheBeatsAlone) {
  Annotation into;
  into.beats = {{1.0, 1}};
  fill_absent(into, test::full_annotation());
  EXPECT_EQ(into.beats.size(), 1u);
  EXPECT_EQ(into.grid, TempoGrid());
  EXPECT_TRUE(into.readings.empty());
  EXPECT_EQ(into.swing, 0.0);
  EXPECT_EQ(into.chords, test::full_annotation().chords);
}

}  // namespace
}  // namespace tactus
