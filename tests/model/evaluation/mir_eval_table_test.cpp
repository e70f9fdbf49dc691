// The agreement with mir_eval's own fixtures as a table:
//   build/release/tests/model_tests --gtest_filter='MirEvalFixtures.*'
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>

#include "model/evaluation/evaluate_beats.h"
#include "model/evaluation/evaluate_chords.h"
#include "model/evaluation/evaluate_key.h"
#include "model/evaluation/evaluate_segments.h"
#include "model/evaluation/evaluate_tempo.h"
#include "tests/model/support/mir_eval_fixtures.h"
#include "tests/support/test_support.h"

namespace tactus {
namespace {

constexpr double kTolerance = 1e-9;

using std::filesystem::path;

NamedScores beat_scores(const path& reference, const path& estimate) {
  return named_scores(evaluate_beats(test::read_events(reference), test::read_events(estimate)));
}

NamedScores chord_scores(const path& reference, const path& estimate) {
  return named_scores(
      evaluate_chords(test::read_segments(reference), test::read_segments(estimate)));
}

NamedScores key_scores(const path& reference, const path& estimate) {
  const auto key = [](const path& file) {
    std::ifstream stream(file);
    std::string line;
    while (std::getline(stream, line) && line.starts_with('#')) {
    }
    return parse_key(line).value();
  };
  return evaluate_key(key(reference), key(estimate));
}

NamedScores tempo_scores(const path& reference, const path& estimate) {
  const auto ref = test::read_events(reference);
  const auto est = test::read_events(estimate);
  return named_scores(evaluate_tempo({ref.at(0), ref.at(1)}, ref.at(2), {est.at(0), est.at(1)}));
}

NamedScores segment_scores(const path& reference, const path& estimate) {
  return evaluate_segments(test::read_segments(reference), test::read_segments(estimate));
}

struct FixtureSet {
  const char* name;
  NamedScores (*scores)(const path& reference, const path& estimate);
};

// One metric of a set over all of its cases.
struct Agreement {
  int cases = 0;
  double worst = 0.0;
};

double difference(double ours, const nlohmann::json& theirs) {
  if (theirs.is_null()) return std::isnan(ours) ? 0.0 : INFINITY;
  const double value =
      theirs.is_boolean() ? (theirs.get<bool>() ? 1.0 : 0.0) : theirs.get<double>();
  return std::abs(ours - value);
}

void compare_case(const FixtureSet& set, const path& output,
                  std::map<std::string, Agreement>& all) {
  const auto sibling = [&](const std::string& part) {
    const std::string number = output.stem().string().substr(6);
    for (const char* suffix : {".lab", ".txt"}) {
      const path file = output.parent_path() / (part + number + suffix);
      if (std::filesystem::exists(file)) return file;
    }
    return path();
  };
  const nlohmann::json expected = test::read_json(output);
  const NamedScores scores = set.scores(sibling("ref"), sibling("est"));
  EXPECT_EQ(scores.size(), expected.size()) << output;
  for (const NamedScore& score : scores) {
    ASSERT_TRUE(expected.contains(score.name)) << output << ": " << score.name;
    Agreement& agreement = all[score.name];
    ++agreement.cases;
    agreement.worst = std::max(agreement.worst, difference(score.value, expected[score.name]));
  }
}

TEST(MirEvalFixtures, AgreementAsATable) {
  TACTUS_SHARED_OR_SKIP(data);
  constexpr FixtureSet kSets[] = {{"beat", beat_scores},
                                  {"chord", chord_scores},
                                  {"key", key_scores},
                                  {"tempo", tempo_scores},
                                  {"segment", segment_scores}};
  std::printf("%-8s  %-32s  %5s  %s\n", "fixtures", "metric", "cases", "worst difference");
  for (const FixtureSet& set : kSets) {
    std::map<std::string, Agreement> metrics;
    std::vector<path> outputs;
    for (const auto& entry :
         std::filesystem::directory_iterator(data / "peertests/a_mireval/data" / set.name)) {
      if (entry.path().filename().string().starts_with("output")) outputs.push_back(entry.path());
    }
    std::sort(outputs.begin(), outputs.end());
    EXPECT_GE(outputs.size(), 4U) << set.name;
    for (const path& output : outputs) compare_case(set, output, metrics);
    for (const auto& [name, agreement] : metrics) {
      std::printf("%-8s  %-32s  %5d  %.1e\n", set.name, name.c_str(), agreement.cases,
                  agreement.worst);
      EXPECT_LE(agreement.worst, kTolerance) << set.name << ": " << name;
    }
  }
}

}  // namespace
}  // namespace tactus
