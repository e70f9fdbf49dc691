// Thousands of generated annotation pairs scored by us and by mir_eval itself, where that is
// installed.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "model/chords/chord_quality.h"
#include "model/evaluation/evaluate_beats.h"
#include "model/evaluation/evaluate_chords.h"
#include "model/evaluation/evaluate_key.h"
#include "model/evaluation/evaluate_segments.h"
#include "model/evaluation/evaluate_tempo.h"
#include "tests/model/support/mir_eval_fixtures.h"
#include "tests/support/test_support.h"

namespace tactus {
namespace {

using nlohmann::json;
using Segments = std::vector<LabelledSegment>;

// Random annotations with the coincidences that matter: equal times, multiples of the tolerances,
// repeated and missing events, other metrical levels, empty sides.
class Generator {
 public:
  explicit Generator(unsigned seed) : random_(seed) {}

  std::size_t below(std::size_t n) { return random_() % n; }
  bool chance(double p) { return uniform(0.0, 1.0) < p; }
  double uniform(double low, double high) {
    return low + (high - low) * static_cast<double>(random_() >> 11) * 0x1p-53;
  }
  template <typename T>
  const T& pick(const std::vector<T>& choices) {
    return choices[below(choices.size())];
  }
  double rounded(double time) {
    const double grid = pick(std::vector<double>{0.0, 0.0, 0.001, 0.01, 0.01, 0.05, 0.0625});
    return grid == 0.0 ? time : std::round(time / grid) * grid;
  }

  std::vector<double> reference_beats() {
    if (chance(0.02)) return {};
    const double interval = rounded(uniform(0.25, 1.2)) + 0.1;
    const double drift = chance(0.3) ? uniform(0.0, 0.02) : 0.0;
    std::vector<double> beats;
    double time = rounded(uniform(3.0, 6.5));
    for (std::size_t i = below(40); i > 0; --i) {
      beats.push_back(time);
      time += interval + uniform(-drift, drift);
    }
    return beats;
  }
  std::vector<double> estimated_beats(const std::vector<double>& reference) {
    std::vector<double> beats;
    switch (below(7)) {
      case 0:
        return reference_beats();
      case 1:
        beats = metrical_variations(reference)[below(5)];
        break;
      default:
        beats = reference;
    }
    const double offset =
        chance(0.5) ? 0.0 : pick(std::vector<double>{0.07, -0.07, 0.04, 0.05, -0.1, 0.0175, 0.25});
    const double jitter = chance(0.5) ? 0.0 : uniform(0.0, 0.12);
    const double loss = chance(0.5) ? 0.0 : 0.1;
    std::vector<double> result;
    for (const double time : beats) {
      if (chance(loss)) continue;
      result.push_back(time + offset + uniform(-jitter, jitter));
      if (chance(loss / 2)) result.push_back(result.back());
      if (chance(loss)) result.push_back(uniform(3.0, 20.0));
    }
    if (chance(0.4)) {
      for (double& time : result) time = std::round(time * 100.0) / 100.0;
    }
    std::sort(result.begin(), result.end());
    return result;
  }

  std::string chord_label() {
    if (chance(0.1)) return chance(0.7) ? "N" : "X";
    static const std::vector<std::string> roots = {"C", "C#", "Db", "E",  "F#",
                                                   "G", "Bb", "B#", "Abb"};
    static const std::vector<std::string> lists = {"(9)",  "(*3)", "(b7)", "(2,*5)", "(4,#11)",
                                                   "(13)", "(*1)", "(b3)", "(#5,b6)"};
    static const std::vector<std::string> basses = {"/3", "/b3", "/5", "/b7",
                                                    "/2", "/6",  "/9", "/1"};
    std::string label = pick(roots);
    const bool list = chance(0.15);
    if (chance(0.85)) {
      const auto table = chord_quality_table();
      const std::size_t common = chance(0.6) ? 5 : table.size();
      const ChordQuality& quality = table[below(common)];
      label += ":" + std::string(quality.written ? quality.shorthand : "maj");
      if (list) label += pick(lists);
    } else if (list) {
      label += ":" + pick(lists);
    }
    return chance(0.25) ? label + pick(basses) : label;
  }
  Segments chords() {
    Segments segments;
    double time = chance(0.7) ? 0.0 : rounded(uniform(0.0, 2.0));
    for (std::size_t i = 1 + below(12); i > 0; --i) {
      const double end = time + std::max(0.05, rounded(uniform(0.1, 3.0)));
      segments.push_back(
          {time, end, chance(0.15) && !segments.empty() ? segments.back().label : chord_label()});
      time = chance(0.05) ? end + 0.5 : end;
    }
    return segments;
  }
  Segments estimated_chords(const Segments& reference) {
    if (chance(0.2)) return chance(0.1) ? Segments{} : chords();
    Segments segments = reference;
    for (std::size_t i = 0; i < segments.size(); ++i) {
      if (chance(0.3)) segments[i].label = chord_label();
      if (chance(0.1)) segments[i].label += segments[i].label.find('/') < 99 ? "" : "/5";
      if (segments[i].label == "N/5" || segments[i].label == "X/5") segments[i].label = "N";
      if (i == 0 || chance(0.6)) continue;
      const double room = std::min(segments[i].end - segments[i].start,
                                   segments[i - 1].end - segments[i - 1].start);
      const double moved = segments[i].start + uniform(-0.4, 0.4) * room;
      segments[i - 1].end = std::min(segments[i - 1].end, moved);
      segments[i].start = chance(0.5) ? segments[i - 1].end : std::max(segments[i].start, moved);
    }
    if (chance(0.2) && segments.size() > 1) segments.pop_back();
    if (chance(0.2)) segments.back().end += 1.0;
    return segments;
  }

  Segments sections() {
    static const std::vector<std::string> labels = {"A",      "a", "verse", "Chorus",
                                                    "chorus", "",  "none"};
    Segments segments;
    double time = chance(0.8) ? 0.0 : 0.7;
    for (std::size_t i = 1 + below(6); i > 0; --i) {
      const double end = time + 2.0 + std::max(0.0, rounded(uniform(-1.5, 3.0)));
      segments.push_back({time, end, pick(labels)});
      time = chance(0.1) ? end + 0.35 : end;
    }
    return segments;
  }
  std::string key() {
    static const std::vector<std::string> tonics = {"C",  "c#", "Db", "d",  "Eb", "F",
                                                    "f#", "Gb", "A",  "bb", "B"};
    static const std::vector<std::string> modes = {" major", " minor", " minor", " other"};
    return chance(0.1) ? "X" : pick(tonics) + pick(modes);
  }
  TempoPair tempi() {
    const double first = rounded(uniform(40.0, 200.0));
    const double factor = pick(std::vector<double>{2.0, 0.5, 1.08, 0.92, 3.0, 0.0});
    return {first, first * factor};
  }

 private:
  std::mt19937_64 random_;
};

json to_json(const Segments& segments) {
  json list = json::array();
  for (const LabelledSegment& s : segments) list.push_back({s.start, s.end, s.label});
  return list;
}

struct Case {
  json question;
  NamedScores scores;
};

Case beat_case(Generator& random) {
  const std::vector<double> reference = random.reference_beats();
  const std::vector<double> estimate = random.estimated_beats(reference);
  return {{{"task", "beats"}, {"reference", reference}, {"estimate", estimate}},
          named_scores(evaluate_beats(reference, estimate))};
}

Case chord_case(Generator& random) {
  const Segments reference = random.chords();
  const Segments estimate = random.estimated_chords(reference);
  return {{{"task", "chords"}, {"reference", to_json(reference)}, {"estimate", to_json(estimate)}},
          named_scores(evaluate_chords(reference, estimate))};
}

Case section_case(Generator& random) {
  const Segments reference = random.sections();
  const Segments estimate = random.chance(0.1) ? reference : random.sections();
  return {
      {{"task", "segments"}, {"reference", to_json(reference)}, {"estimate", to_json(estimate)}},
      evaluate_segments(reference, estimate)};
}

Case key_case(Generator& random) {
  const std::string reference = random.key();
  const std::string estimate = random.key();
  return {{{"task", "key"}, {"reference", reference}, {"estimate", estimate}},
          evaluate_key(parse_key(reference).value(), parse_key(estimate).value())};
}

Case tempo_case(Generator& random) {
  const TempoPair reference = random.tempi();
  TempoPair estimate = random.tempi();
  if (random.chance(0.7)) estimate[0] = reference[random.below(2)] * random.uniform(0.9, 1.1);
  const double weight = random.uniform(0.0, 1.0);
  return {{{"task", "tempo"}, {"reference", reference}, {"estimate", estimate}, {"weight", weight}},
          named_scores(evaluate_tempo(reference, weight, estimate))};
}

// With a single label on one side mir_eval divides rounding errors of 1e-16 by 1e-10; ours is 0
// there.
void expect_no_mutual_information(NamedScores& scores, json& answer) {
  const std::string name = "Normalized Mutual Information";
  if (!answer.contains(name) || (answer["NCE Over"] != 0.0 && answer["NCE Under"] != 0.0)) return;
  const auto ours = std::find_if(scores.begin(), scores.end(),
                                 [&](const NamedScore& score) { return score.name == name; });
  ASSERT_NE(ours, scores.end());
  EXPECT_NEAR(ours->value, answer[name].get<double>(), 1e-5);
  scores.erase(ours);
  answer.erase(name);
}

std::vector<Case> generated_cases() {
  Generator random(20261121);
  std::vector<Case> cases;
  for (int i = 0; i < 1000; ++i) cases.push_back(beat_case(random));
  for (int i = 0; i < 1200; ++i) cases.push_back(chord_case(random));
  for (int i = 0; i < 300; ++i) cases.push_back(section_case(random));
  for (int i = 0; i < 500; ++i) cases.push_back(key_case(random));
  for (int i = 0; i < 500; ++i) cases.push_back(tempo_case(random));
  return cases;
}

TEST(MirEvalOracle, AgreesOnGeneratedAnnotations) {
  const std::string python = "/usr/bin/python3";
  if (std::system((python + " -c 'import mir_eval' 2>/dev/null").c_str()) != 0) {
    GTEST_SKIP() << "mir_eval (Debian package python3-mir-eval) is not installed";
  }
  std::vector<Case> cases = generated_cases();
  const test::ScratchFolder scratch;
  json questions = json::array();
  for (const Case& c : cases) questions.push_back(c.question);
  std::ofstream(scratch / "cases.json") << questions.dump();
  const std::string command =
      python + " " + TACTUS_SOURCE_DIR + "/tests/model/mir_eval_oracle.py " +
      (scratch / "cases.json").string() + " " + (scratch / "results.json").string();
  ASSERT_EQ(std::system(command.c_str()), 0);
  json answers = test::read_json(scratch / "results.json");
  ASSERT_EQ(answers.size(), cases.size());
  std::map<std::string, int> compared, refused;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const std::string task = cases[i].question["task"];
    if (answers[i].contains("error")) {
      ++refused[task];
      continue;
    }
    ++compared[task];
    expect_no_mutual_information(cases[i].scores, answers[i]);
    test::expect_scores(cases[i].scores, answers[i], cases[i].question.dump());
    if (HasFailure()) break;  // one case explained is enough
  }
  for (const auto& [task, count] : compared) {
    RecordProperty(task + "_compared", count);
    RecordProperty(task + "_refused_by_mir_eval", refused[task]);
    EXPECT_LT(refused[task], count / 10) << task;
  }
  EXPECT_EQ(compared.size(), 5U);
}

}  // namespace
}  // namespace tactus
