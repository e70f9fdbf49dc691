// The bar pointer's Viterbi against slow and obvious ones: every state with a dense transition
// matrix, and every beat after every other.
#include "model/decoding/beats/bar_viterbi.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

namespace tactus {
namespace {

constexpr double kImpossible = -std::numeric_limits<double>::infinity();

TEST(BeatStateSpace, HasThePublishedNumbersOfStates) {
  const auto states = [](double fps, int num_tempi, int beats) {
    return make_beat_state_space(beat_intervals(fps, 55, 215, num_tempi), 100, 16)
        .state_count(beats);
  };
  EXPECT_EQ(states(100, 0, 1), 5617u);
  EXPECT_EQ(states(50, 0, 1), 1449u);
  EXPECT_EQ(states(100, 60, 3), 11157u);
  EXPECT_EQ(states(100, 60, 4), 14876u);
}

TEST(BeatStateSpace, TransitionsAreDistributionsThatPreferTheSameTempo) {
  const BeatStateSpace space = make_beat_state_space(beat_intervals(100, 55, 215, 0), 100, 16);
  const std::size_t n = space.size();
  for (std::size_t i = 0; i < n; ++i) {
    double sum = 0;
    for (std::size_t j = 0; j < n; ++j) {
      sum += std::exp(space.log_transition[j * n + i]);
      EXPECT_LE(space.log_transition[j * n + i], space.log_transition[i * n + i]);
    }
    EXPECT_NEAR(sum, 1.0, 1e-12);
  }
  // exp(-100 |56/50 - 1|) against exp(-100 |50/50 - 1|), from interval 50: index 22 to 28.
  EXPECT_NEAR(space.log_transition[28 * n + 22] - space.log_transition[22 * n + 22], -12.0, 1e-9);
  EXPECT_TRUE(std::isinf(space.log_transition[81 * n + 0]));
}

TEST(BeatStateSpace, BeatRangeIsTheFirstPartOfTheBeat) {
  const BeatStateSpace space = make_beat_state_space({16, 17, 32, 33, 109}, 100, 16);
  EXPECT_EQ(space.beat_range, (std::vector<int>{1, 2, 2, 3, 7}));
}

TEST(BeatStateSpace, RefusesImpossibleTempi) {
  EXPECT_THROW(beat_intervals(0, 55, 215, 0), std::invalid_argument);
  EXPECT_THROW(beat_intervals(100, 215, 55, 0), std::invalid_argument);
  EXPECT_THROW(beat_intervals(4, 55, 215, 0), std::invalid_argument);
  EXPECT_THROW(beat_intervals(std::nan(""), 55, 215, 0), std::invalid_argument);
}

struct State {
  int position;
  int interval;  // index
  int frame;     // since the beat
};

struct DensePath {
  std::vector<State> states;  // one per frame
  double log_probability;
};

double dense_transition(const BeatStateSpace& space, int beats, const State& a, const State& b) {
  const int length = space.intervals[static_cast<std::size_t>(a.interval)];
  if (a.frame + 1 < length) {
    const bool next =
        b.position == a.position && b.interval == a.interval && b.frame == a.frame + 1;
    return next ? 0.0 : kImpossible;
  }
  if (b.frame != 0 || b.position != (a.position + 1) % beats) return kImpossible;
  return space.log_transition[static_cast<std::size_t>(b.interval) * space.size() +
                              static_cast<std::size_t>(a.interval)];
}

double dense_density(const BeatStateSpace& space, const State& s, const FrameDensities& d) {
  const auto i = static_cast<std::size_t>(s.interval);
  if (s.frame >= space.beat_range[i]) return d.rest;
  return s.position == 0 ? d.downbeat : d.beat;
}

std::vector<State> all_states(const BeatStateSpace& space, int beats) {
  std::vector<State> states;
  for (int b = 0; b < beats; ++b) {
    for (std::size_t i = 0; i < space.size(); ++i) {
      for (int k = 0; k < space.intervals[i]; ++k) states.push_back({b, static_cast<int>(i), k});
    }
  }
  return states;
}

DensePath dense_viterbi(const BeatStateSpace& space, int beats,
                        const std::vector<FrameDensities>& frames) {
  const std::vector<State> states = all_states(space, beats);
  const std::size_t n = states.size();
  std::vector<double> score(n, -std::log(static_cast<double>(n)));
  std::vector<std::vector<std::size_t>> back;
  for (const FrameDensities& frame : frames) {
    std::vector<double> next(n, kImpossible);
    back.emplace_back(n, 0);
    for (std::size_t s = 0; s < n; ++s) {
      for (std::size_t from = 0; from < n; ++from) {
        const double candidate =
            score[from] + dense_transition(space, beats, states[from], states[s]);
        if (candidate > next[s]) {
          next[s] = candidate;
          back.back()[s] = from;
        }
      }
      next[s] += dense_density(space, states[s], frame);
    }
    score = next;
  }
  auto best =
      static_cast<std::size_t>(std::max_element(score.begin(), score.end()) - score.begin());
  DensePath path{std::vector<State>(frames.size()), score[best]};
  for (std::size_t t = frames.size(); t-- > 0; best = back[t][best]) path.states[t] = states[best];
  return path;
}

std::vector<FrameDensities> random_densities(std::size_t frames, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> uniform(-5.0, 0.0);
  std::vector<FrameDensities> densities;
  for (std::size_t t = 0; t < frames; ++t) {
    densities.push_back({0.4 * uniform(random), uniform(random), uniform(random)});
  }
  return densities;
}

void expect_same_path(const std::vector<PathBeat>& path, const DensePath& dense,
                      const BeatStateSpace& space) {
  std::size_t step = 0;
  for (std::size_t t = 0; t < dense.states.size(); ++t) {
    const auto frame = static_cast<std::int64_t>(t);
    ASSERT_LT(step, path.size());
    if (frame >= path[step].start + path[step].interval) ++step;
    ASSERT_LT(step, path.size());
    EXPECT_EQ(path[step].position, dense.states[t].position) << "frame " << t;
    EXPECT_EQ(path[step].interval,
              space.intervals[static_cast<std::size_t>(dense.states[t].interval)])
        << "frame " << t;
    EXPECT_EQ(frame - path[step].start, dense.states[t].frame) << "frame " << t;
  }
  EXPECT_EQ(step + 1, path.size());
}

class AgainstDense : public testing::TestWithParam<std::tuple<int, std::size_t>> {};

TEST_P(AgainstDense, FindsTheSamePathAndProbability) {
  const auto [beats, frames] = GetParam();
  for (double lambda : {0.0, 2.0, 100.0}) {
    const BeatStateSpace space = make_beat_state_space({3, 4, 5, 7}, lambda, 3);
    for (unsigned seed = 0; seed < 6; ++seed) {
      const auto densities = random_densities(frames, seed);
      BarViterbi fast(space, {beats}, 1000);
      for (const FrameDensities& frame : densities) fast.push(frame);
      const DensePath dense = dense_viterbi(space, beats, densities);
      EXPECT_NEAR(fast.log_probability(), dense.log_probability, 1e-9);
      expect_same_path(fast.path(), dense, space);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Sizes, AgainstDense,
                         testing::Combine(testing::Values(1, 2, 3),
                                          testing::Values<std::size_t>(1, 2, 5, 40)));

// The bar pointer by its beats: every entry into a beat looks at all beats before it, and densities
// are summed frame by frame.
struct ObviousPath {
  std::vector<PathBeat> beats;
  double log_probability = kImpossible;
};

ObviousPath obvious_path(const BeatStateSpace& space, int beats,
                         const std::vector<FrameDensities>& frames) {
  const std::size_t n = space.size(), positions = static_cast<std::size_t>(beats);
  const auto end = static_cast<std::int64_t>(frames.size());
  const double initial = -std::log(static_cast<double>(space.state_count(beats)));
  std::vector<double> entered(frames.size() * positions * n);
  std::vector<std::size_t> source(entered.size());
  const auto cell = [&](std::int64_t t, std::size_t b, std::size_t i) {
    return (static_cast<std::size_t>(t) * positions + b) * n + i;
  };
  const auto score = [&](std::int64_t start, std::size_t b, std::size_t i, std::int64_t until) {
    double sum = start < 0 ? initial : entered[cell(start, b, i)];
    for (std::int64_t t = std::max<std::int64_t>(start, 0); t < until; ++t) {
      const FrameDensities& density = frames[static_cast<std::size_t>(t)];
      sum += t >= start + space.beat_range[i] ? density.rest
             : b == 0                         ? density.downbeat
                                              : density.beat;
    }
    return sum;
  };
  for (std::int64_t t = 0; t < end; ++t) {
    for (std::size_t b = 0; b < positions; ++b) {
      const std::size_t before = (b + positions - 1) % positions;
      std::vector<double> leaving;
      for (std::size_t i = 0; i < n; ++i)
        leaving.push_back(score(t - space.intervals[i], before, i, t));
      for (std::size_t j = 0; j < n; ++j) {
        double& best = entered[cell(t, b, j)] = kImpossible;
        for (std::size_t i = 0; i < n; ++i) {
          const double there = leaving[i] + space.log_transition[j * n + i];
          if (there > best) best = there, source[cell(t, b, j)] = i;
        }
      }
    }
  }
  ObviousPath path;
  std::int64_t start = 0;
  std::size_t b = 0, i = 0;
  for (std::size_t p = 0; p < positions; ++p) {
    for (std::size_t k = 0; k < n; ++k) {
      for (std::int64_t s = end - 1; s >= end - space.intervals[k]; --s) {
        const double there = score(s, p, k, end);
        if (there > path.log_probability) path.log_probability = there, start = s, b = p, i = k;
      }
    }
  }
  for (;;) {
    path.beats.insert(path.beats.begin(),
                      {start, static_cast<int>(b), space.intervals[i], space.beat_range[i]});
    if (start <= 0) break;
    i = source[cell(start, b, i)];
    b = (b + positions - 1) % positions;
    start -= space.intervals[i];
  }
  return path;
}

// All meters at once, and each inner loop of this processor.
void expect_obvious_paths(const BeatStateSpace& space, const std::vector<int>& meters,
                          const std::vector<FrameDensities>& frames) {
  std::vector<BarViterbi> others;
  for (const BeatLoop& loop : beat_loops()) others.emplace_back(space, meters, 1 << 20, loop);
  for (BarViterbi& each : others)
    for (const FrameDensities& frame : frames) each.push(frame);
  const BarViterbi fast = others.front();
  for (std::size_t m = 0; m < meters.size(); ++m) {
    SCOPED_TRACE(testing::Message() << meters[m] << " beats, " << space.size() << " intervals, "
                                    << frames.size() << " frames");
    const ObviousPath obvious = obvious_path(space, meters[m], frames);
    EXPECT_NEAR(fast.log_probability(m), obvious.log_probability, 1e-8);
    std::vector<PathBeat> path = fast.path(m);
    if (path.front().start + path.front().interval == 0) path.erase(path.begin());
    EXPECT_EQ(path, obvious.beats);
    for (const BarViterbi& other : others) {
      EXPECT_EQ(other.log_probability(m), fast.log_probability(m));
      EXPECT_EQ(other.path(m), fast.path(m));
    }
  }
}

TEST(BarViterbi, FindsThePathsOfAllMetersAtOnce) {
  const std::vector<std::vector<int>> meters = {{1},       {4},  {2, 3, 4}, {3, 4}, {5, 1, 7},
                                                {4, 3, 2}, {16}, {16, 5},   {33}};
  const std::vector<std::vector<int>> spaces = {{2}, {3, 4, 5, 7}, {5, 6, 7, 8, 9, 12}, {2, 40}};
  unsigned seed = 0;
  for (const std::vector<int>& beats : meters) {
    for (const std::vector<int>& intervals : spaces) {
      for (const double lambda : {0.5, 40.0}) {
        ++seed;
        expect_obvious_paths(make_beat_state_space(intervals, lambda, 4), beats,
                             random_densities(seed * 7 % 97 + 1, seed));
      }
    }
  }
}

TEST(BarViterbi, KnowsMoreThan256Intervals) {
  std::vector<int> intervals(300);
  for (std::size_t i = 0; i < intervals.size(); ++i) intervals[i] = static_cast<int>(i) + 3;
  expect_obvious_paths(make_beat_state_space(intervals, 1.0, 4), {1}, random_densities(400, 3));
}

TEST(BarViterbi, WithoutFramesThereIsNoPath) {
  const BarViterbi viterbi(make_beat_state_space({3, 4}, 10, 3), {2}, 100);
  EXPECT_TRUE(viterbi.path().empty());
  EXPECT_THROW(BarViterbi(make_beat_state_space({3, 4}, 10, 3), {}, 100), std::invalid_argument);
  EXPECT_THROW(BarViterbi(make_beat_state_space({3, 4}, 10, 3), {0}, 100), std::invalid_argument);
}

std::vector<PathBeat> decoded(const BeatStateSpace& space, int beats, std::int64_t window,
                              const std::vector<FrameDensities>& densities, double* score) {
  BarViterbi viterbi(space, {beats}, window);
  for (const FrameDensities& frame : densities) viterbi.push(frame);
  *score = viterbi.log_probability();
  return viterbi.path();
}

TEST(BarViterbi, WindowsThatLeaveTimeToConvergeChangeNothing) {
  const BeatStateSpace space = make_beat_state_space({3, 4, 5, 7}, 10.0, 3);
  for (unsigned seed = 0; seed < 5; ++seed) {
    const auto densities = random_densities(3000, seed);
    double whole_score = 0;
    double windowed_score = 0;
    const auto whole = decoded(space, 3, 1 << 20, densities, &whole_score);
    const auto windowed = decoded(space, 3, 1000, densities, &windowed_score);
    EXPECT_EQ(windowed, whole);
    EXPECT_DOUBLE_EQ(windowed_score, whole_score);
  }
}

TEST(BarViterbi, WhatAWindowHasFixedStays) {
  // One tempo, so that a path cannot change its phase. The later frames favour another phase, all
  // in all more than the first ones favour theirs.
  for (const int beats : {1, 2}) {
    BarViterbi viterbi(make_beat_state_space({4}, 10.0, 4), {beats}, 32);
    for (int t = 0; t < 400; ++t) {
      const double beat = t < 100 ? (t % 4 == 0 ? -0.5 : -1.0) : t % 4 == 2 ? -0.1 : -3.0;
      viterbi.push({-1.0, beat, beat});
    }
    EXPECT_TRUE(std::isfinite(viterbi.log_probability()));
    const std::vector<PathBeat> path = viterbi.path();
    ASSERT_GE(path.size(), 100u);
    for (const PathBeat& beat : path) EXPECT_EQ(beat.start % 4, 0) << beat.start;
  }
}

TEST(BarViterbi, TooSmallWindowsStillGiveOneConsistentPath) {
  const BeatStateSpace space = make_beat_state_space({3, 4, 5, 7}, 100.0, 3);
  // Nothing to tell the phases apart: the survivors never meet.
  std::vector<FrameDensities> densities(2000, FrameDensities{-1, -1, -1});
  for (std::size_t t = 1990; t < 2000; ++t) densities[t] = random_densities(2000, 7)[t];
  double score = 0;
  const auto path = decoded(space, 4, 60, densities, &score);
  EXPECT_TRUE(std::isfinite(score));
  ASSERT_GT(path.size(), 300u);
  EXPECT_LE(path.front().start, 0);
  for (std::size_t k = 1; k < path.size(); ++k) {
    ASSERT_EQ(path[k].start, path[k - 1].start + path[k - 1].interval);
    ASSERT_EQ(path[k].position, (path[k - 1].position + 1) % 4);
  }
  EXPECT_GE(path.back().start + path.back().interval, 2000);
}

}  // namespace
}  // namespace tactus
