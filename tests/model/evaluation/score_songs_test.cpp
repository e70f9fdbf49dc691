// Key, tempo and sections: the scores of a whole song.
#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

#include "model/evaluation/evaluate_key.h"
#include "model/evaluation/evaluate_segments.h"
#include "model/evaluation/evaluate_tempo.h"
#include "tests/model/support/mir_eval_fixtures.h"
#include "tests/support/test_support.h"

namespace tactus {
namespace {

std::string first_line(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::string line;
  while (std::getline(file, line) && line.starts_with('#')) {
  }
  return line;
}

TEST(EvaluateKey, AgreesWithTheFixturesOfMirEval) {
  TACTUS_SHARED_OR_SKIP(data);
  for (int i = 0; i < 5; ++i) {
    const std::string number = "0" + std::to_string(i);
    const auto folder = data / "peertests/a_mireval/data/key";
    const auto reference = parse_key(first_line(folder / ("ref" + number + ".txt")));
    const auto estimate = parse_key(first_line(folder / ("est" + number + ".txt")));
    ASSERT_TRUE(reference && estimate);
    test::expect_scores(evaluate_key(*reference, *estimate),
                        test::read_json(folder / ("output" + number + ".json")), "key " + number);
  }
}

TEST(EvaluateKey, ScoresTheTimeOfTheReference) {
  using Keys = std::vector<LabelledSegment>;
  const Keys reference = {{0, 10, "C:major"}, {10, 40, "D:major"}, {40, 50, "N"}};
  const auto score = [&](const Keys& estimate) { return key_score_over_time(reference, estimate); };
  EXPECT_DOUBLE_EQ(score(reference), 1.0);
  EXPECT_DOUBLE_EQ(score({{0, 50, "C:major"}}), 0.25);
  EXPECT_DOUBLE_EQ(score({{0, 50, "A:major"}}), 0.75 * 0.5) << "a fifth above D";
  EXPECT_DOUBLE_EQ(score({{5, 20, "D:major"}}), 0.25) << "nothing elsewhere";
  EXPECT_DOUBLE_EQ(score({}), 0.0);
  EXPECT_TRUE(std::isnan(key_score_over_time(Keys{}, reference)));
}

TEST(EvaluateKey, ScoresRelatedKeys) {
  const auto score = [](const char* reference, const char* estimate) {
    return key_weighted_score(parse_key(reference).value(), parse_key(estimate).value());
  };
  EXPECT_EQ(score("C major", "C:major"), 1.0);
  EXPECT_EQ(score("C# minor", "Db:min"), 1.0);
  EXPECT_EQ(score("C major", "G major"), 0.5);
  EXPECT_EQ(score("C major", "F major"), 0.0);
  EXPECT_EQ(score("C major", "A minor"), 0.3);
  EXPECT_EQ(score("A minor", "C major"), 0.3);
  EXPECT_EQ(score("C major", "C minor"), 0.2);
  EXPECT_EQ(score("X", "X"), 1.0);
  EXPECT_EQ(score("X", "C major"), 0.0);
}

TEST(EvaluateKey, ReadsTheSpellingsInUse) {
  const Key minor{9, KeyMode::kMinor};
  for (const char* text : {"A minor", "A:minor", "a:min", "Am", " A min\r", "A aeolian"}) {
    EXPECT_EQ(parse_key(text), minor) << text;
  }
  EXPECT_EQ(parse_key("Cb"), (Key{11, KeyMode::kMajor}));
  EXPECT_EQ(parse_key("D:dorian"), (Key{2, KeyMode::kOther}));
  for (const char* text : {"", "H major", "C foo", "x minor", "F## minor", "silence"}) {
    EXPECT_FALSE(parse_key(text)) << text;
  }
}

TEST(EvaluateTempo, AgreesWithTheFixturesOfMirEval) {
  TACTUS_SHARED_OR_SKIP(data);
  for (int i = 0; i < 4; ++i) {
    const std::string number = "0" + std::to_string(i);
    const auto folder = data / "peertests/a_mireval/data/tempo";
    const auto reference = test::read_events(folder / ("ref" + number + ".lab"));
    const auto estimate = test::read_events(folder / ("est" + number + ".lab"));
    ASSERT_EQ(reference.size(), 3U);
    const TempoScores scores =
        evaluate_tempo({reference[0], reference[1]}, reference[2], {estimate[0], estimate[1]});
    test::expect_scores(named_scores(scores),
                        test::read_json(folder / ("output" + number + ".json")), "tempo " + number);
  }
}

TEST(EvaluateTempo, TheToleranceIsEightPercentInclusive) {
  EXPECT_EQ(evaluate_tempo({100, 50}, 0.7, {108, 0}).p_score, 0.7);
  EXPECT_EQ(evaluate_tempo({100, 50}, 0.7, {108.1, 0}).p_score, 0.0);
  EXPECT_EQ(evaluate_tempo({100, 50}, 0.7, {51, 99}).both_correct, 1.0);
}

TEST(EvaluateTempo, AccuracyIsFourPercentAndForgivesOctaves) {
  const auto both = [](double reference, double estimate) {
    const TempoAccuracy a = tempo_accuracy(reference, estimate);
    return 10 * static_cast<int>(a.accuracy1) + static_cast<int>(a.accuracy2);
  };
  EXPECT_EQ(both(100, 104), 11);
  EXPECT_EQ(both(100, 104.1), 0);
  EXPECT_EQ(both(100, 208), 1);
  EXPECT_EQ(both(100, 209), 0);
  EXPECT_EQ(both(120, 40), 1);
  EXPECT_EQ(both(120, 60), 1);
  EXPECT_EQ(both(50, 150), 1);
  EXPECT_EQ(both(100, 150), 0);
  EXPECT_EQ(both(100, 0), 0);
  EXPECT_THROW(tempo_accuracy(0, 100), std::invalid_argument);
  EXPECT_THROW(tempo_accuracy(100, -1), std::invalid_argument);
}

TEST(EvaluateTempo, RefusesNonsense) {
  EXPECT_THROW(evaluate_tempo({0, 0}, 0.5, {1, 2}), std::invalid_argument);
  EXPECT_THROW(evaluate_tempo({-1, 2}, 0.5, {1, 2}), std::invalid_argument);
  EXPECT_THROW(evaluate_tempo({1, 2}, 0.5, {1, NAN}), std::invalid_argument);
  EXPECT_THROW(evaluate_tempo({1, 2}, 1.5, {1, 2}), std::invalid_argument);
}

TEST(EvaluateTempo, ASingleTempoCanBeRight) {
  const WeightedTempi single = weighted_tempi(std::vector<TempoCandidate>{{120, 0.3}});
  const TempoScores scores = evaluate_tempo(single.tempi, single.weight, single.tempi);
  EXPECT_EQ(scores.p_score, 1.0);
  EXPECT_EQ(scores.both_correct, 1.0);
  const WeightedTempi two = weighted_tempi(std::vector<TempoCandidate>{{120, 0.6}, {60, 0.2}});
  EXPECT_EQ(two.weight, 0.6 / (0.6 + 0.2));
  // Three tempi: the second is a level of the first.
  const WeightedTempi three =
      weighted_tempi(std::vector<TempoCandidate>{{120, 0.6}, {90, 0.2}, {60, 0.15}, {40, 0.05}});
  EXPECT_EQ(three.tempi, (TempoPair{120, 60}));
  EXPECT_DOUBLE_EQ(three.weight, 0.8);
  const WeightedTempi unrelated =
      weighted_tempi(std::vector<TempoCandidate>{{120, 0.6}, {70, 0.1}, {90, 0.2}});
  EXPECT_EQ(unrelated.tempi, (TempoPair{120, 90}));
}

TEST(EvaluateSegments, AgreesWithTheFixturesOfMirEval) {
  TACTUS_SHARED_OR_SKIP(data);
  for (int i = 0; i < 5; ++i) {
    const std::string number = "0" + std::to_string(i);
    const auto folder = data / "peertests/a_mireval/data/segment";
    const auto reference = test::read_segments(folder / ("ref" + number + ".lab"));
    const auto estimate = test::read_segments(folder / ("est" + number + ".lab"));
    ASSERT_GE(reference.size(), 3U);
    test::expect_scores(evaluate_segments(reference, estimate),
                        test::read_json(folder / ("output" + number + ".json")),
                        "segment " + number);
  }
}

TEST(EvaluateSegments, ASegmentationAgainstItselfIsPerfect) {
  const std::vector<LabelledSegment> sections = {
      {0.0, 10.0, "intro"}, {10.0, 31.5, "verse"}, {31.5, 40.0, "Chorus"}, {40.0, 60.0, "VERSE"}};
  for (const NamedScore& score : evaluate_segments(sections, sections)) {
    if (score.name == "Mutual Information") {
      EXPECT_GT(score.value, 0.5);
    } else {
      EXPECT_NEAR(score.value, score.name.ends_with("deviation") ? 0.0 : 1.0, 1e-12) << score.name;
    }
  }
}

TEST(EvaluateSegments, RefusesAnEmptyReference) {
  const std::vector<LabelledSegment> sections = {{0.0, 10.0, "a"}};
  EXPECT_THROW(evaluate_segments({}, sections), std::invalid_argument);
  EXPECT_EQ(evaluate_segments(sections, {}).size(), 22U);
}

}  // namespace
}  // namespace tactus
