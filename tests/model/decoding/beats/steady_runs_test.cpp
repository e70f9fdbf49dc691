#include "model/decoding/beats/steady_runs.h"

#include <gtest/gtest.h>

#include <initializer_list>

namespace tactus {
namespace {

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
    EXPECT_EQ(runs[r].jumps, expected[r].jumps) << r;
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

TEST(SteadyRuns, JumpsByHalfABeatDivide) {
  const std::vector<SteadyRun> both = {{0, 21, true}, {21, 42, true}};
  expect_runs(beats({even(20), {0.25}, even(20)}), both);
  expect_runs(beats({even(20), {0.75}, even(20)}), both);
  expect_runs(beats({even(20), {0.625, 0.625}, even(20)}), {{0, 21, true}, {22, 43, true}});
}

TEST(SteadyRuns, AQuarterOfABeatDividesWithoutAJump) {
  expect_runs(beats({even(20), {0.625}, even(20)}), {{0, 21}, {21, 42}});
}

TEST(SteadyRuns, WhatGoesOnInPhaseIsOneRun) {
  expect_runs(beats({even(20), {1.0, 1.5}, even(20)}), {{0, 43}});
  expect_runs(beats({even(20), {0.4, 0.6}, even(20)}), {{0, 43}});
}

TEST(SteadyRuns, PausesAndOtherTemposDivideWithoutAJump) {
  expect_runs(beats({even(20), {10.25}, even(20)}), {{0, 21}, {21, 42}});
  expect_runs(beats({even(20), {0.81}, even(20, 0.58)}), {{0, 21}, {21, 42}});
}

TEST(SteadyRuns, SevenBeatsAreNone) {
  expect_runs(beats({even(6)}), {});
  expect_runs(beats({even(7)}), {{0, 8}});
  expect_runs({}, {});
  expect_runs({{1.0}}, {});
}

}  // namespace
}  // namespace tactus
