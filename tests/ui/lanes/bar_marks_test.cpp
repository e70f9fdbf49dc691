// The numbers of the bars and their meters above the beats.
#include "ui/lanes/bar_marks.h"

#include <gtest/gtest.h>

#include "tests/ui/support/open_song.h"
#include "tests/ui/support/settled.h"
#include "ui/lanes/beat_lane.h"
#include "ui/look/theme.h"

namespace tactus::ui {
namespace {

// Bars of these numbers of beats, each beat half a second long.
std::vector<Beat> beats_of(const std::vector<int>& bars) {
  std::vector<Beat> beats;
  for (const int count : bars)
    for (int position = 1; position <= count; ++position)
      beats.push_back({0.5 * static_cast<double>(beats.size()), position});
  return beats;
}

TEST(BarMarks, HaveTheMeterAtEachChange) {
  std::vector<QString> meters;
  for (const BarMark& mark : bar_marks(beats_of({4, 4, 3, 3, 4, 4}))) meters.push_back(mark.meter);
  EXPECT_EQ(meters, (std::vector<QString>{"4/4", "", "3/4", "", "4/4", ""}));
  const auto marks = bar_marks(beats_of({4, 4, 1}));
  ASSERT_EQ(marks.size(), 3u);
  EXPECT_EQ(marks[2], (BarMark{4.0, 3, ""})) << "nobody knows how long the last bar is";
  EXPECT_TRUE(bar_marks({}).empty());
}

// The bars with numbers if a bar is `pixels` wide and a number 20 pixels.
std::vector<int> numbered(const std::vector<int>& bars, double pixels) {
  const std::vector<BarMark> marks = bar_marks(beats_of(bars));
  std::vector<int> numbers;
  for (const PlacedMark& placed : placed_marks(marks, 2.0 / pixels, 20.0, 30.0))
    numbers.push_back(marks[placed.mark].number);
  return numbers;
}

TEST(BarMarks, AreEvery4thOr8thWhereBarsAreNarrow) {
  const std::vector<int> bars(33, 4);
  EXPECT_EQ(numbered(bars, 60).size(), 33u);
  EXPECT_EQ(numbered(bars, 15), (std::vector<int>{1, 5, 9, 13, 17, 21, 25, 29, 33}));
  EXPECT_EQ(numbered(bars, 4), (std::vector<int>{1, 17, 25, 33})) << "bar 9 is under the meter";
  EXPECT_EQ(numbered(bars, 2), (std::vector<int>{1, 33}));
}

TEST(BarMarks, NeverCollide) {
  std::vector<int> bars;
  for (int bar = 0; bar < 200; ++bar) bars.push_back(bar % 7 == 3 ? 1 : bar % 11 == 5 ? 3 : 4);
  const std::vector<BarMark> marks = bar_marks(beats_of(bars));
  for (const double zoom : {0.001, 0.01, 0.03, 0.1, 0.3, 1.0}) {
    const auto placed = placed_marks(marks, zoom, 20.0, 30.0);
    ASSERT_FALSE(placed.empty());
    for (std::size_t i = 0; i + 1 < placed.size(); ++i) {
      const double end = marks[placed[i].mark].time / zoom + 20.0 + (placed[i].meter ? 30.0 : 0.0);
      EXPECT_LE(end, marks[placed[i + 1].mark].time / zoom + 1e-9) << "at " << zoom;
    }
  }
}

class BarTexts : public test::OpenSong {};

TEST_F(BarTexts, ShowTheMeterInTheLane) {
  BeatLane lane(editor);
  lane.resize(800, 60);
  axis.showAll();
  const auto coloured = [&] {
    const QImage image = tactus::test::settled(lane);
    int count = 0;
    for (int x = 0; x < image.width(); ++x)
      for (int y = 2; y < 14; ++y) count += image.pixelColor(x, y) == theme().downbeat;
    return count;
  };
  document.editBeats("Beats", beats_of({4, 4, 4, 4, 4, 4}));
  const int one_meter = coloured();
  document.editBeats("Beats", beats_of({4, 4, 4, 3, 3, 3}));
  EXPECT_GT(coloured(), one_meter);
}

}  // namespace
}  // namespace tactus::ui
