#include "ui/document/bar_spans.h"

#include <gtest/gtest.h>

namespace tactus::ui {
namespace {

// Bars of 4/4 with a beat every half second from 1 s, a bar of 2/4 after the second bar, then 4/4
// at twice the tempo.
BeatList changing_bars() {
  BeatList beats;
  double time = 1.0;
  const auto add = [&](int meter, double period) {
    for (int beat = 1; beat <= meter; ++beat, time += period) beats.push_back({time, beat, 1.0});
  };
  for (const int meter : {4, 4, 2}) add(meter, 0.5);
  for (int bar = 0; bar < 4; ++bar) add(4, 0.25);
  return beats;
}
const std::vector<double> kLines = {1.0, 3.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0};

void expect_span(const std::optional<TimeSpan>& span, double begin, double end) {
  ASSERT_TRUE(span);
  EXPECT_NEAR(span->begin, begin, 1e-9);
  EXPECT_NEAR(span->end, end, 1e-9);
}

TEST(BarLines, AreTheDownbeatsAndTheEndOfTheLastBar) {
  const auto lines = bar_lines(changing_bars(), 60.0);
  ASSERT_EQ(lines.size(), kLines.size());
  for (std::size_t k = 0; k < lines.size(); ++k) EXPECT_NEAR(lines[k], kLines[k], 1e-9) << k;
  EXPECT_NEAR(bar_lines(changing_bars(), 9.5).back(), 9.5,
              1e-9);  // the song ends before its last bar
  EXPECT_TRUE(bar_lines({}, 60.0).empty());
  BeatList uncounted = changing_bars();
  for (Beat& beat : uncounted) beat.position = 0;
  EXPECT_TRUE(bar_lines(uncounted, 60.0).empty());
}

TEST(BarsAt, BeginWithTheBarOfTheTime) {
  expect_span(bars_at(kLines, 3.7, 1), 3.0, 5.0);
  expect_span(bars_at(kLines, 3.0, 1), 3.0, 5.0);
  expect_span(bars_at(kLines, 4.9995, 1), 5.0, 6.0);  // a hair before the line
  expect_span(bars_at(kLines, 3.7, 4), 3.0, 8.0);
  expect_span(bars_at(kLines, 9.5, 4), 9.0, 10.0);
  expect_span(bars_at(kLines, 0.2, 1), 1.0, 3.0);
  expect_span(bars_at(kLines, 50.0, 1), 9.0, 10.0);
  EXPECT_FALSE(bars_at({}, 1.0, 1));
}

TEST(SnappedToBars, TakesTheNearestWholeBarsAndAtLeastOne) {
  EXPECT_EQ(snapped_to_bars(kLines, {3.3, 5.6}), (TimeSpan{3.0, 6.0}));
  EXPECT_EQ(snapped_to_bars(kLines, {2.1, 4.2}), (TimeSpan{3.0, 5.0}));
  EXPECT_EQ(snapped_to_bars(kLines, {3.2, 3.4}), (TimeSpan{3.0, 5.0}));
  EXPECT_EQ(snapped_to_bars(kLines, {4.8, 5.1}), (TimeSpan{3.0, 5.0}));
  EXPECT_EQ(snapped_to_bars({}, {4.8, 5.1}), (TimeSpan{4.8, 5.1}));
  EXPECT_EQ(snapped_to_bars(kLines, {4.0, 4.0}), (TimeSpan{4.0, 4.0}));
}

TEST(Loops, CountBarsWhereTempoAndMeterChange) {
  const BeatList beats = changing_bars();
  expect_span(moved_by_lengths(beats, kLines, {1.0, 3.0}, 1), 3.0, 5.0);
  expect_span(moved_by_lengths(beats, kLines, {1.0, 5.0}, 1), 5.0, 7.0);  // two bars each
  expect_span(moved_by_lengths(beats, kLines, {5.0, 7.0}, -1), 1.0, 5.0);
  expect_span(resized(beats, kLines, {3.0, 5.0}, 2.0), 3.0, 6.0);
  expect_span(resized(beats, kLines, {3.0, 6.0}, 0.5), 3.0, 5.0);
}

TEST(Loops, CountBeatsBelowABarAndSecondsWithoutBeats) {
  const BeatList beats = changing_bars();
  expect_span(resized(beats, kLines, {3.0, 5.0}, 0.5), 3.0, 4.0);
  expect_span(resized(beats, kLines, {3.0, 4.0}, 0.5), 3.0, 3.5);
  expect_span(moved_by_lengths(beats, kLines, {5.5, 6.0}, 1), 6.0, 6.25);
  expect_span(moved_by_lengths({}, {}, {2.0, 3.5}, 1), 3.5, 5.0);
  expect_span(resized({}, {}, {2.0, 3.0}, 2.0), 2.0, 4.0);
}

TEST(CountInTo, FollowsTempoAndMeterOfThePlace) {
  const CountIn slow = count_in_to(changing_bars(), 3.0), fast = count_in_to(changing_bars(), 9.0);
  EXPECT_NEAR(slow.length, 2.0, 1e-6);
  EXPECT_NEAR(fast.length, 1.0, 1e-6);
  ASSERT_EQ(slow.beats.size(), 4u);
  for (int k = 0; k < 4; ++k) {
    EXPECT_NEAR(slow.beats[static_cast<std::size_t>(k)].time, 0.5 * k, 1e-6);
    EXPECT_EQ(slow.beats[static_cast<std::size_t>(k)].position, k + 1);
  }
  const CountIn before = count_in_to(changing_bars(), 0.0);  // two beats before the first
  ASSERT_EQ(before.beats.size(), 4u);
  EXPECT_EQ(before.beats.front().position, 3);
  EXPECT_EQ(before.beats.back().position, 2);
  EXPECT_TRUE(count_in_to({{1.0, 1, 1.0}}, 0.0).beats.empty());
}

}  // namespace
}  // namespace tactus::ui
