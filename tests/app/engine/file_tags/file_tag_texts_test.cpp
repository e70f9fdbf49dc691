#include "app/engine/file_tags/file_tag_texts.h"

#include <gtest/gtest.h>

namespace tactus {
namespace {

std::string key_of(const std::string& label, KeyNotation notation) {
  Annotation annotation;
  annotation.keys = {{0.0, 10.0, label}};
  return key_text(annotation, notation);
}

TEST(TagTexts, KeysInThreeNotations) {
  struct Case {
    const char *label, *musical, *camelot, *open_key;
  };
  for (const Case& c : {Case{"C:major", "C", "8B", "1d"}, Case{"A:minor", "Am", "8A", "1m"},
                        Case{"G:major", "G", "9B", "2d"}, Case{"F:major", "F", "7B", "12d"},
                        Case{"F#:minor", "F#m", "11A", "4m"}, Case{"Bb:major", "Bb", "6B", "11d"},
                        Case{"G#:minor", "G#m", "1A", "6m"}, Case{"Db:major", "Db", "3B", "8d"},
                        Case{"B:major", "B", "1B", "6d"}, Case{"Db:minor", "Dbm", "12A", "5m"},
                        Case{"Cb:major", "Cb", "1B", "6d"}, Case{"Bbb:minor", "Am", "8A", "1m"}}) {
    EXPECT_EQ(key_of(c.label, KeyNotation::kMusical), c.musical);
    EXPECT_EQ(key_of(c.label, KeyNotation::kCamelot), c.camelot) << c.label;
    EXPECT_EQ(key_of(c.label, KeyNotation::kOpenKey), c.open_key) << c.label;
  }
  EXPECT_EQ(key_of("D:dorian", KeyNotation::kMusical), "");
  EXPECT_EQ(key_of("N", KeyNotation::kCamelot), "");
}

TEST(TagTexts, TheKeyThatHoldsLongest) {
  Annotation annotation;
  annotation.keys = {{0, 4, "A:minor"}, {4, 9, "C:major"}, {9, 12, "A:minor"}};
  EXPECT_EQ(key_text(annotation, KeyNotation::kMusical), "Am");
  annotation.keys.push_back({12, 30, "N"});
  EXPECT_EQ(key_text(annotation, KeyNotation::kMusical), "Am") << "N is no key";
  EXPECT_EQ(key_text({}, KeyNotation::kMusical), "");
}

TEST(TagTexts, AKeyThatIsProbablyWrongIsNotWritten) {
  Annotation annotation;
  const auto key_with = [&](double first, double last) {
    annotation.keys = {{0, 4, "A:minor", first}, {4, 9, "C:major", 0.1}, {9, 13, "A:minor", last}};
    return key_text(annotation, KeyNotation::kMusical);
  };
  EXPECT_EQ(key_with(0.4, 0.7), "Am");
  EXPECT_EQ(key_with(0.4, 0.5), "");
  EXPECT_EQ(key_with(0.4, kUnknownConfidence), "Am") << "a person has set it";
  annotation.review = Review::kChecked;
  EXPECT_EQ(key_with(0.4, 0.5), "Am");
}

TEST(TagTexts, TempoWithAtMostTwoDecimals) {
  Annotation annotation;
  EXPECT_EQ(bpm_text(annotation), "");
  annotation.tempi = {{128.0, 1.0}};
  EXPECT_EQ(bpm_text(annotation), "128");
  annotation.tempi = {{127.956, 1.0}};
  EXPECT_EQ(bpm_text(annotation), "127.96");
  annotation.tempi = {{100.0, 1.0}};
  EXPECT_EQ(bpm_text(annotation), "100");
  annotation.grid = {GridKind::kConstant, {{.start = 0.0, .bpm = 99.5}}};
  EXPECT_EQ(bpm_text(annotation), "99.5");
  annotation.grid.kind = GridKind::kPiecewise;
  EXPECT_EQ(bpm_text(annotation), "100");
}

TEST(TagTexts, TheWishHoldsWhatWasChosen) {
  Annotation annotation;
  annotation.tempi = {{128.0, 1.0}};
  annotation.keys = {{0, 4, "A:minor"}};
  FileTagOptions choice;
  choice.key = true;
  choice.notation = KeyNotation::kCamelot;
  const FileTagWish wish = file_tag_wish(annotation, choice);
  EXPECT_EQ(wish.bpm, "");
  EXPECT_EQ(wish.key, "8A");
  EXPECT_TRUE(wish.grid.markers.empty());
  annotation.beats = {{1.0, 1}, {1.5, 2}};
  choice.grid = true;
  EXPECT_EQ(file_tag_wish(annotation, choice).grid, (SeratoGrid{{{1.0, 1}, {1.5, 0}}, 120.0}));
}

}  // namespace
}  // namespace tactus
