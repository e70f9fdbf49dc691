#include "model/decoding/beats/steady_runs.h"

#include <gtest/gtest.h>

#include <initializer_list>

namespace tactus {
namespace {

constexpr RunStart kNew = RunStart::kNew, kInPhase = RunStart::kInPhase, kJump = RunStart::kJump;

// Beats with these intervals, the first at 1 s.
std::vector<Beat> beats(std::initializer_list<std::vector<double>> intervals) {
  std::vector<Beat> beats = {{1.0}};
  for (const std::vector<double>& part : intervals)
    for (const double interval : part) beats.push_back({beats.back().time + interval});
  return beats;
}

std::vector<double> even(std::size_t intervals, double seconds = 0.5) {
  return std::vector<double>(intervals, seconds);
}

void expect_runs(const std::vector<Beat>& song, const std::vector<SteadyRun>& expected) {
  const std::vector<SteadyRun> runs = steady_runs(song);
  ASSERT_EQ(runs.size(), expected.size());
  for (std::size_t r = 0; r < runs.size(); ++r) {
    EXPECT_EQ(runs[r].begin, expected[r].begin) << r;
    EXPECT_EQ(runs[r].end, expected[r].end) << r;
    EXPECT_EQ(runs[r].start, expected[r].start) << r;
  }
}

TEST(SteadyRuns, ASongAtOneTempoIsOne) {
  expect_runs(beats({even(40)}), {{0, 41}});
  expect_runs(beats({{0.5, 0.52, 0.49, 0.5, 0.53, 0.48, 0.5, 0.51, 0.5}}), {{0, 10}});
}

TEST(SteadyRuns, TheTempoMayDrift) {
  std::vector<double> slower;
  for (int k = 0; k < 40; ++k) slower.push_back(0.5 + 0.01 * k);
  expect_runs(beats({slower}), {{0, 41}});
}

TEST(SteadyRuns, MayJumpByHalfABeat) {
  expect_runs(beats({even(20), {0.25}, even(20)}), {{0, 21}, {21, 42, kJump}});
  expect_runs(beats({even(20), {0.75}, even(20)}), {{0, 21}, {21, 42, kJump}});
  expect_runs(beats({even(20), {0.625, 0.625}, even(20)}), {{0, 21}, {22, 43, kJump}});
  expect_runs(beats({even(20), {0.4, 0.35, 0.5}, even(20)}), {{0, 21}, {22, 44, kJump}});
}

TEST(SteadyRuns, MayGoOnInPhase) {
  expect_runs(beats({even(20), {1.0}, even(20)}), {{0, 21}, {21, 42, kInPhase}});
  expect_runs(beats({even(20), {0.25, 0.25}, even(20)}), {{0, 21}, {22, 43, kInPhase}});
  expect_runs(beats({even(20), {5.0}, even(20)}), {{0, 21}, {21, 42, kInPhase}});
}

TEST(SteadyRuns, OtherPhasesPausesAndTemposBeginAgain) {
  expect_runs(beats({even(20), {0.625}, even(20)}), {{0, 21}, {21, 42}});
  expect_runs(beats({even(20), {0.5 * 4 / 3}, even(20)}), {{0, 21}, {21, 42}});
  expect_runs(beats({even(20), {2.25}, even(20)}), {{0, 21}, {21, 42}});
  expect_runs(beats({even(20), {10.0}, even(20)}), {{0, 21}, {21, 42}});
  expect_runs(beats({even(20), {0.81}, even(20, 0.58)}), {{0, 21}, {21, 42}});
  expect_runs(beats({even(20), {0.05}, even(20)}), {{0, 21}, {21, 42}});
}

TEST(SteadyRuns, SevenBeatsAreNone) {
  expect_runs(beats({even(6)}), {});
  expect_runs(beats({even(7)}), {{0, 8}});
  expect_runs({}, {});
  expect_runs({{1.0}}, {});
}

TEST(SteadyRuns, TheIntervalBetweenTwoIsTheirMean) {
  const std::vector<Beat> song = beats({even(20), {1.0}, even(20, 0.6)});
  const std::vector<SteadyRun> runs = steady_runs(song);
  ASSERT_EQ(runs.size(), 2u);
  EXPECT_NEAR(interval_between(song, runs[0], runs[1]), 0.55, 1e-9);
  EXPECT_NEAR(longest_interval(song), 1.0, 1e-9);
  EXPECT_EQ(longest_interval({}), 0.0);
}

}  // namespace
}  // namespace tactus
