#include "model/editing/cue_edits.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace tactus {
namespace {

Cue point(double time, int key, const char* name = "") {
  return {time, time, key, kNoColour, name};
}

TEST(CueEdits, ACueTakesItsPlaceAndItsKey) {
  const PlacedCue placed = put_cue({point(1, 1), point(5, 2)}, point(3, 2, "new"));
  EXPECT_EQ(placed.cues, (CueList{point(1, 1), point(3, 2, "new")}));
  EXPECT_EQ(placed.index, 1u);
  EXPECT_EQ(put_cue({point(1, 0)}, point(0.5, 0)).cues.size(), 2u) << "without keys, both stay";
}

TEST(CueEdits, AKeyThatAnotherCueHasIsExchanged) {
  const PlacedCue changed = change_cue({point(1, 1), point(5, 2)}, 0, point(6, 2));
  EXPECT_EQ(changed.cues, (CueList{point(5, 1), point(6, 2)}));
  EXPECT_EQ(changed.index, 1u);
  EXPECT_THROW(change_cue({}, 0, point(1, 1)), std::invalid_argument);
  EXPECT_THROW(delete_cue({point(1, 1)}, 1), std::invalid_argument);
}

TEST(CueEdits, TheLowestFreeKeyIsNext) {
  EXPECT_EQ(free_key(CueList{point(1, 1), point(2, 3)}), 2);
  CueList full;
  for (int key = 1; key <= kCueKeys; ++key) full.push_back(point(key, key));
  EXPECT_EQ(free_key(full), 0);
  EXPECT_EQ(cue_with_key(full, 8), 7u);
  EXPECT_EQ(cue_with_key(full, 0), std::nullopt);
}

TEST(CueEdits, ReadCuesAreMended) {
  const Cue loop = {2, 4, 1, 0x123456, "loop"};
  const CueList mended =
      ordered_cues({loop, point(9, 12), point(3, 1), {5, 1, 3, 0x0000CC, "backwards"}});
  EXPECT_EQ(mended, (CueList{{2, 4, 2, 0x123456, "loop"},
                             point(3, 1),
                             {5, 5, 3, kNoColour, "backwards"},
                             point(9, 0)}));
}

TEST(CueEdits, ColoursAreThoseOfTheKeys) {
  EXPECT_EQ(shown_colour(point(0, 2)), 0xCC8800);
  EXPECT_EQ(shown_colour(point(0, 0)), 0xCC0000);
  EXPECT_EQ(shown_colour({0, 0, 2, 0x00FF00, ""}), 0x00FF00);
  EXPECT_EQ(cue_palette().size(), std::size_t{kCueKeys});
}

TEST(CueEdits, SectionsGetCuesWhereThereAreNone) {
  const std::vector<LabelledSegment> sections = {
      {0, 10, "intro"}, {10, 20, "verse"}, {20, 30, "chorus"}};
  const CueList cues = add_section_cues({point(10.01, 1, "own")}, sections);
  EXPECT_EQ(cues, (CueList{point(0, 2, "intro"), point(10.01, 1, "own"), point(20, 3, "chorus")}));
  EXPECT_EQ(add_section_cues(cues, sections), cues);
  std::vector<LabelledSegment> many;
  for (int i = 0; i < 10; ++i) many.push_back({i * 5.0, i * 5.0 + 5.0, "part"});
  EXPECT_EQ(add_section_cues({}, many).back().key, 0) << "more than there are keys";
}

}  // namespace
}  // namespace tactus
