#include "model/evaluation/evaluate_beats.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <stdexcept>

#include "tests/model/support/mir_eval_fixtures.h"
#include "tests/support/test_support.h"

namespace tactus {
namespace {

std::vector<double> regular(double first, double interval, int count) {
  std::vector<double> beats;
  for (int i = 0; i < count; ++i) beats.push_back(first + interval * i);
  return beats;
}

std::vector<double> shifted(std::vector<double> beats, double by) {
  for (double& time : beats) time += by;
  return beats;
}

// The size of a maximum matching by augmenting paths: slow and simple.
class SlowMatching {
 public:
  SlowMatching(const std::vector<double>& reference, const std::vector<double>& estimate,
               double window)
      : reference_(reference), estimate_(estimate), window_(window), owner_(reference.size(), -1) {}
  std::size_t count() {
    std::size_t matches = 0;
    for (std::size_t j = 0; j < estimate_.size(); ++j) {
      std::vector<bool> seen(reference_.size(), false);
      matches += augment(static_cast<int>(j), seen) ? 1 : 0;
    }
    return matches;
  }

 private:
  bool augment(int j, std::vector<bool>& seen) {
    for (std::size_t i = 0; i < reference_.size(); ++i) {
      const double time = estimate_[static_cast<std::size_t>(j)];
      if (seen[i] || reference_[i] < time - window_ || reference_[i] > time + window_) continue;
      seen[i] = true;
      if (owner_[i] < 0 || augment(owner_[i], seen)) {
        owner_[i] = j;
        return true;
      }
    }
    return false;
  }
  const std::vector<double>& reference_;
  const std::vector<double>& estimate_;
  double window_;
  std::vector<int> owner_;
};

TEST(EvaluateBeats, AgreesWithTheFixturesOfMirEval) {
  TACTUS_SHARED_OR_SKIP(data);
  for (int i = 0; i < 5; ++i) {
    const std::string number = "0" + std::to_string(i);
    const auto folder = data / "peertests/a_mireval/data/beat";
    const auto reference = test::read_events(folder / ("ref" + number + ".txt"));
    const auto estimate = test::read_events(folder / ("est" + number + ".txt"));
    ASSERT_GT(reference.size(), 100U);
    test::expect_scores(named_scores(evaluate_beats(reference, estimate)),
                        test::read_json(folder / ("output" + number + ".json")), "beat " + number);
  }
}

TEST(EvaluateBeats, ABeatTrackAgainstItselfScoresOne) {
  const std::vector<double> beats = regular(0.3, 0.5, 60);
  for (const NamedScore& score : named_scores(evaluate_beats(beats, beats))) {
    EXPECT_DOUBLE_EQ(score.value, 1.0) << score.name;
  }
}

TEST(EvaluateBeats, NothingScoresNothing) {
  const std::vector<double> beats = regular(5.0, 0.5, 20);
  const std::vector<double> none;
  for (const auto& [reference, estimate] :
       {std::pair{beats, none}, std::pair{none, beats}, std::pair{none, none}}) {
    for (const NamedScore& score : named_scores(evaluate_beats(reference, estimate))) {
      EXPECT_EQ(score.value, 0.0) << score.name;
    }
  }
}

TEST(EvaluateBeats, BeatsBeforeFiveSecondsDoNotCount) {
  const std::vector<double> reference = regular(5.0, 0.5, 40);
  std::vector<double> estimate = regular(0.1, 0.2, 24);  // all before 5 s
  estimate.insert(estimate.end(), reference.begin(), reference.end());
  EXPECT_DOUBLE_EQ(evaluate_beats(reference, estimate).f_measure, 1.0);
  EXPECT_LT(beat_f_measure(reference, estimate), 0.8);
}

TEST(EvaluateBeats, TheWindowIsInclusive) {
  const std::vector<double> reference = {6.0, 7.0};
  EXPECT_EQ(beat_f_measure(reference, std::vector<double>{6.0 + 0.0625, 8.0}, 0.0625), 0.5);
  EXPECT_EQ(beat_f_measure(reference, std::vector<double>{6.0 - 0.0625, 8.0}, 0.0625), 0.5);
  EXPECT_EQ(beat_f_measure(reference, std::vector<double>{6.0 + 0.063, 8.0}, 0.0625), 0.0);
  EXPECT_EQ(beat_f_measure(reference, std::vector<double>{6.0 - 0.063, 8.0}, 0.0625), 0.0);
}

TEST(EvaluateBeats, HalfTempoIsACorrectMetricalLevelOfAnother) {
  const std::vector<double> reference = regular(6.0, 0.5, 64);
  const BeatScores scores = evaluate_beats(reference, regular(6.0, 1.0, 32));
  EXPECT_EQ(scores.cml_total, 0.0);
  EXPECT_DOUBLE_EQ(scores.aml_total, 1.0);
  EXPECT_NEAR(scores.cemgil_best, 1.0, 1e-12);
  EXPECT_LT(scores.cemgil, 0.7);
}

TEST(EvaluateBeats, OffBeatTrackingIsFoundByTheVariations) {
  const std::vector<double> reference = regular(6.0, 0.5, 64);
  const BeatScores scores = evaluate_beats(reference, shifted(reference, 0.25));
  EXPECT_EQ(scores.f_measure, 0.0);
  EXPECT_EQ(scores.cml_continuous, 0.0);
  EXPECT_GT(scores.aml_continuous, 0.95);
  EXPECT_GT(scores.information_gain, 0.95);  // the error is always the same
}

TEST(EvaluateBeats, OneWrongBeatBreaksContinuityInTwo) {
  const std::vector<double> reference = regular(6.0, 0.5, 41);
  std::vector<double> estimate = reference;
  estimate[20] += 0.2;
  const ContinuityScores scores = beat_continuity(reference, estimate);
  EXPECT_DOUBLE_EQ(scores.cml_continuous, 20.0 / 41.0);
  EXPECT_DOUBLE_EQ(scores.cml_total, 39.0 / 41.0);  // the next one's period is wrong too
}

TEST(EvaluateBeats, GotoIsAllOrNothing) {
  const std::vector<double> reference = regular(6.0, 0.5, 64);
  EXPECT_EQ(goto_score(reference, shifted(reference, 0.04)), 1.0);
  EXPECT_EQ(goto_score(reference, shifted(reference, 0.08)), 0.0);
  EXPECT_EQ(goto_score(std::vector<double>{6.0, 6.5, 7.0}, std::vector<double>{6.0, 6.5, 7.0}),
            0.0);
}

TEST(EvaluateBeats, MatchingIsMaximal) {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> time(0.0, 4.0);
  for (int round = 0; round < 300; ++round) {
    std::vector<double> reference(random() % 25);
    std::vector<double> estimate(random() % 25);
    for (double& t : reference) t = std::round(time(random) * 50.0) / 50.0;
    for (double& t : estimate) t = std::round(time(random) * 50.0) / 50.0;
    std::sort(reference.begin(), reference.end());
    std::sort(estimate.begin(), estimate.end());
    EXPECT_EQ(count_matches(reference, estimate, 0.07),
              SlowMatching(reference, estimate, 0.07).count());
  }
}

TEST(EvaluateBeats, RefusesWhatIsNoBeatTrack) {
  const std::vector<double> good = regular(6.0, 0.5, 10);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(evaluate_beats(good, std::vector<double>{8.0, 7.0}), std::invalid_argument);
  EXPECT_THROW(evaluate_beats(std::vector<double>{8.0, 7.0}, good), std::invalid_argument);
  EXPECT_THROW(evaluate_beats(good, std::vector<double>{6.0, 31000.0}), std::invalid_argument);
  EXPECT_THROW(evaluate_beats(good, std::vector<double>{6.0, nan}), std::invalid_argument);
}

TEST(EvaluateBeats, RepeatedBeatsAreNoError) {
  const std::vector<double> same = {6.0, 6.0, 6.0};
  const BeatScores scores = evaluate_beats(same, same);
  EXPECT_EQ(scores.f_measure, 1.0);
  EXPECT_EQ(scores.p_score, 0.0);
  EXPECT_EQ(scores.cml_total, 0.0);
}

TEST(EvaluateBeats, DownbeatsAreTheBeatsAtPositionOne) {
  const std::vector<Beat> beats = {{0.5, 4}, {1.0, 1}, {1.5, 2}, {2.0, 0}, {2.5, 1}};
  EXPECT_EQ(downbeat_times(beats), (std::vector<double>{1.0, 2.5}));
  EXPECT_EQ(beat_times(beats), (std::vector<double>{0.5, 1.0, 1.5, 2.0, 2.5}));
}

}  // namespace
}  // namespace tactus
