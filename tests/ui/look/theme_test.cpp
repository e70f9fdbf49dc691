#include "ui/look/theme.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace tactus::ui {
namespace {

class Themes : public testing::TestWithParam<const Theme*> {};

// WCAG 2.1 AA: 4.5 for text, 3 for graphics that must be distinguishable.
TEST_P(Themes, TextIsReadable) {
  const Theme& t = *GetParam();
  for (const QColor& ground : {t.window, t.panel, t.lane, t.raised}) {
    EXPECT_GE(contrast(t.text, ground), 7.0) << ground.name().toStdString();
    EXPECT_GE(contrast(t.muted, ground), 4.5) << ground.name().toStdString();
  }
  EXPECT_GE(contrast(t.on_accent, t.accent), 4.5);
}

TEST_P(Themes, MarksStandOutOnTheLanes) {
  const Theme& t = *GetParam();
  for (const QColor& mark :
       {t.beat, t.downbeat, t.cursor, t.tempo, t.agree, t.differ, t.doubt, t.accent}) {
    EXPECT_GE(contrast(mark, t.lane), 3.0) << mark.name().toStdString();
  }
}

TEST_P(Themes, DoubtIsSeenAndReadable) {
  const Theme& t = *GetParam();
  EXPECT_EQ(doubt_tint(t, 1.0), t.lane);
  EXPECT_GE(contrast(doubt_tint(t, 0.0), t.lane), 1.5);
  for (const double confidence : {0.0, 0.5, 0.9}) {
    const QColor ground = doubt_tint(t, confidence);
    EXPECT_GE(contrast(t.text, ground), 4.5);
    EXPECT_GE(contrast(text_on(ground), ground), 4.5);
  }
}

TEST_P(Themes, FieldsAndTheirFocusAreSeen) {
  const Theme& t = *GetParam();
  for (const QColor& ground : {t.window, t.panel}) {
    EXPECT_GE(contrast(t.field_edge, ground), 3.0) << ground.name().toStdString();
    EXPECT_GE(contrast(t.accent, ground), 3.0) << ground.name().toStdString();
  }
}

TEST_P(Themes, ChordNamesAreReadableOnTheirColours) {
  for (int root = -1; root < 12; ++root) {
    const QColor fill = chord_colour(*GetParam(), root);
    EXPECT_GE(contrast(text_on(fill), fill), 4.5) << root;
  }
}

TEST_P(Themes, SectionNamesAreReadableOnTheirColours) {
  for (int kind = 0; kind < kSectionColours; ++kind) {
    const QColor fill = section_colour(*GetParam(), kind);
    EXPECT_GE(contrast(text_on(fill), fill), 4.5) << kind;
    for (int other = 0; other < kind; ++other) {
      EXPECT_NE(fill, section_colour(*GetParam(), other));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Both, Themes, testing::Values(&dark_theme(), &light_theme()),
                         [](const auto& info) {
                           return std::string(info.param->dark ? "dark" : "light");
                         });

TEST(Contrast, IsTheFormulaOfWcag) {
  EXPECT_NEAR(contrast(Qt::black, Qt::white), 21.0, 1e-9);
  EXPECT_NEAR(contrast(QColor(0x77, 0x77, 0x77), Qt::white), 4.48, 0.005);
  EXPECT_EQ(contrast(Qt::red, Qt::red), 1.0);
}

TEST(ChordColours, NeighboursInTheCircleOfFifthsAreNear) {
  const auto distance = [](int a, int b) {
    const double hues =
        std::abs(chord_colour(dark_theme(), a).hslHueF() - chord_colour(dark_theme(), b).hslHueF());
    return std::min(hues, 1.0 - hues);
  };
  EXPECT_LT(distance(0, 7), 0.1);
  EXPECT_GT(distance(0, 6), 0.4);
}

}  // namespace
}  // namespace tactus::ui
