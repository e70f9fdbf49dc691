// The chord searches against slow and obvious ones on small random problems.
#include "model/decoding/chords/chord_viterbi.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

namespace tactus {
namespace {

constexpr double kImpossible = -std::numeric_limits<double>::infinity();

FrameMatrix random_observations(std::size_t frames, std::size_t chords, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<float> uniform(-4.0f, 0.0f);
  FrameMatrix observations(frames, chords, 10);
  for (float& value : observations.data) value = uniform(random);
  return observations;
}

double run_score(const FrameMatrix& observations, const ChordRun& run) {
  double sum = 0;
  for (std::size_t t = run.first; t < run.last; ++t) {
    sum += observations.row(t)[static_cast<std::size_t>(run.chord)];
  }
  return sum;
}

void expect_cover(const std::vector<ChordRun>& runs, std::size_t frames) {
  ASSERT_FALSE(runs.empty());
  EXPECT_EQ(runs.front().first, 0u);
  EXPECT_EQ(runs.back().last, frames);
  for (std::size_t k = 0; k < runs.size(); ++k) {
    EXPECT_LT(runs[k].first, runs[k].last);
    EXPECT_EQ(runs[k].first, k > 0 ? runs[k - 1].last : 0u);
  }
}

// Best of all chord sequences, by enumeration.
double best_by_enumeration(const FrameMatrix& observations, double stay_bonus) {
  const std::size_t chords = observations.bins;
  const std::size_t frames = observations.frames;
  double best = kImpossible;
  std::size_t sequences = 1;
  for (std::size_t t = 0; t < frames; ++t) sequences *= chords;
  for (std::size_t code = 0; code < sequences; ++code) {
    double score = 0;
    std::size_t rest = code;
    std::size_t before = chords;
    for (std::size_t t = 0; t < frames; ++t, rest /= chords) {
      const std::size_t chord = rest % chords;
      score += observations.row(t)[chord] + (chord == before ? stay_bonus : 0.0);
      before = chord;
    }
    best = std::max(best, score);
  }
  return best;
}

TEST(ChordsByStayBonus, FindTheBestOfAllSequences) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    const FrameMatrix observations = random_observations(8, 3, seed);
    for (double bonus : {0.0, 0.7, 3.0}) {
      const auto runs = best_chords_by_stay_bonus(observations, bonus);
      expect_cover(runs, 8);
      double score = 0;
      for (const ChordRun& run : runs) {
        score +=
            run_score(observations, run) + bonus * static_cast<double>(run.last - run.first - 1);
      }
      EXPECT_NEAR(score, best_by_enumeration(observations, bonus), 1e-5);
    }
  }
}

double log_duration(const ChordStatistics& s, std::size_t chord, std::size_t frames) {
  const auto bound = static_cast<std::size_t>(s.max_duration);
  const auto chords = static_cast<std::size_t>(s.chords);
  if (frames <= bound) return s.duration[(frames - 1) * chords + chord];
  return s.duration[(bound - 1) * chords + chord] +
         static_cast<double>(frames - bound) * s.longer[chord];
}

// P(at least `frames`), summed until nothing is left.
double log_survival(const ChordStatistics& s, std::size_t chord, std::size_t frames) {
  double sum = 0;
  for (std::size_t d = frames; d < frames + 4000; ++d) sum += std::exp(log_duration(s, chord, d));
  return std::log(sum);
}

double score_of(const FrameMatrix& observations, const ChordStatistics& s,
                const std::vector<ChordRun>& runs) {
  double score = -std::log(static_cast<double>(s.chords));
  for (std::size_t k = 0; k < runs.size(); ++k) {
    const auto chord = static_cast<std::size_t>(runs[k].chord);
    const std::size_t length = runs[k].last - runs[k].first;
    score += run_score(observations, runs[k]);
    score += k + 1 < runs.size() ? log_duration(s, chord, length) : log_survival(s, chord, length);
    if (k > 0) {
      score += s.change[static_cast<std::size_t>(runs[k - 1].chord) *
                            static_cast<std::size_t>(s.chords) +
                        chord];
    }
  }
  return score;
}

// best[t][v]: best score of the frames before t with a last complete run of chord v. skips: no
// chord follows one that is less likely than the best by more than the spread of `change`.
double best_by_segments(const FrameMatrix& observations, const ChordStatistics& s,
                        bool skips = false) {
  const auto [low, high] = std::minmax_element(s.change.begin(), s.change.end());
  const double spread = skips ? *high - *low : -kImpossible;
  const std::size_t frames = observations.frames;
  const auto chords = static_cast<std::size_t>(s.chords);
  std::vector<std::vector<double>> best(frames + 1, std::vector<double>(chords, kImpossible));
  for (std::size_t end = 1; end <= frames; ++end) {
    for (std::size_t v = 0; v < chords; ++v) {
      double sum = 0;
      for (std::size_t start = end; start-- > 0;) {
        sum += observations.row(start)[v];
        double before = start == 0 ? -std::log(static_cast<double>(chords)) : kImpossible;
        for (std::size_t u = 0; u < chords && start > 0; ++u) {
          if (u != v && best[start][u] >= std::ranges::max(best[start]) - spread)
            before = std::max(before, best[start][u] + s.change[u * chords + v]);
        }
        const double lasting =
            end < frames ? log_duration(s, v, end - start) : log_survival(s, v, end - start);
        best[end][v] = std::max(best[end][v], before + sum + lasting);
      }
    }
  }
  return *std::max_element(best[frames].begin(), best[frames].end());
}

ChordStatistics random_statistics(int chords, int durations, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> uniform(-5.0, -0.2);
  ChordStatistics s;
  s.chords = chords;
  s.max_duration = durations;
  const auto v = static_cast<std::size_t>(chords);
  for (std::size_t k = 0; k < v * v; ++k) s.change.push_back(uniform(random));
  for (std::size_t k = 0; k < v * static_cast<std::size_t>(durations); ++k) {
    s.duration.push_back(uniform(random));
  }
  for (std::size_t k = 0; k < v; ++k) s.longer.push_back(uniform(random) / 4);
  return s;
}

TEST(ChordsByStatistics, FindTheBestSegmentation) {
  for (unsigned seed = 0; seed < 12; ++seed) {
    for (std::size_t frames : {1u, 2u, 5u, 6u, 33u}) {
      for (int durations : {1, 2, 5}) {
        const FrameMatrix observations = random_observations(frames, 4, seed);
        const ChordStatistics s = random_statistics(4, durations, seed + 100);
        const auto runs = best_chords_by_statistics(observations, s);
        expect_cover(runs, frames);
        EXPECT_NEAR(score_of(observations, s, runs), best_by_segments(observations, s), 1e-6)
            << seed << " " << frames << " " << durations;
        for (std::size_t k = 1; k < runs.size(); ++k) EXPECT_NE(runs[k].chord, runs[k - 1].chord);
      }
    }
  }
}

// Sharp observations: the search leaves out most chords, because bounds exclude them.
TEST(ChordsByStatistics, LeavingOutChordsLosesNothing) {
  for (unsigned seed = 0; seed < 4; ++seed) {
    for (const float sharpness : {1.0f, 30.0f}) {
      for (const int durations : {5, 10, 20}) {
        FrameMatrix observations = random_observations(40, 12, seed);
        for (std::size_t t = 0; t < observations.frames; ++t) {
          for (std::size_t v = 0; v < 12; ++v)  // three chords sound alike for some time
            observations.row(t)[v] *= (v + t / 15 * 3) % 12 < 3 ? 0.05f : sharpness;
        }
        ChordStatistics s = random_statistics(12, durations, seed + 50);
        if (seed > 0)  // each run costs far more than a change
          for (double& value : s.duration) value -= 20.0;
        EXPECT_NEAR(score_of(observations, s, best_chords_by_statistics(observations, s)),
                    best_by_segments(observations, s, true), 1e-6)
            << seed << " " << sharpness << " " << durations;
      }
    }
  }
}

TEST(ChordsByStatistics, LongRunsUseTheTail) {
  // One chord fits for 40 frames, durations are explicit up to 3.
  FrameMatrix observations(40, 3, 10);
  for (std::size_t t = 0; t < 40; ++t) observations.row(t)[0] = observations.row(t)[2] = -3.0f;
  ChordStatistics s = random_statistics(3, 3, 1);
  EXPECT_EQ(best_chords_by_statistics(observations, s), (std::vector<ChordRun>{{0, 40, 1}}));
}

TEST(ChordsByStatistics, RefusesOtherSizes) {
  const FrameMatrix observations = random_observations(5, 4, 0);
  EXPECT_THROW(best_chords_by_statistics(observations, random_statistics(3, 2, 0)),
               std::invalid_argument);
  ChordStatistics s = random_statistics(4, 2, 0);
  s.duration.pop_back();
  EXPECT_THROW(best_chords_by_statistics(observations, s), std::invalid_argument);
}

TEST(ChordSearches, NoFramesNoRuns) {
  EXPECT_TRUE(best_chords_by_stay_bonus(FrameMatrix(0, 4, 10), 1).empty());
  EXPECT_TRUE(best_chords_by_statistics(FrameMatrix(0, 4, 10), random_statistics(4, 2, 0)).empty());
}

}  // namespace
}  // namespace tactus
