#include "model/evaluation/evaluate_chords.h"

#include <gtest/gtest.h>

#include <map>
#include <stdexcept>

#include "tests/model/support/mir_eval_fixtures.h"
#include "tests/support/test_support.h"

namespace tactus {
namespace {

double score(const ChordScores& scores, const std::string& name) {
  for (const NamedScore& s : named_scores(scores)) {
    if (s.name == name) return s.value;
  }
  ADD_FAILURE() << "no score " << name;
  return -1.0;
}

ChordScores one_against_one(const std::string& reference, const std::string& estimate) {
  const std::vector<LabelledSegment> r = {{0.0, 1.0, reference}};
  const std::vector<LabelledSegment> e = {{0.0, 1.0, estimate}};
  return evaluate_chords(r, e);
}

// 1, 0 or -1 for "not comparable", as mir_eval's comparison functions return.
int compared(ChordComparison comparison, const std::string& reference,
             const std::string& estimate) {
  const std::optional<bool> equal =
      comparison(encode_chord(parse_chord(reference)), encode_chord(parse_chord(estimate)));
  return equal ? static_cast<int>(*equal) : -1;
}

const std::map<std::string, ChordComparison>& comparisons() {
  static const std::map<std::string, ChordComparison> all = {
      {"thirds", compare_thirds},     {"thirds_inv", compare_thirds_inv},
      {"triads", compare_triads},     {"triads_inv", compare_triads_inv},
      {"tetrads", compare_tetrads},   {"tetrads_inv", compare_tetrads_inv},
      {"root", compare_root},         {"mirex", compare_mirex},
      {"majmin", compare_majmin},     {"majmin_inv", compare_majmin_inv},
      {"sevenths", compare_sevenths}, {"sevenths_inv", compare_sevenths_inv}};
  return all;
}

TEST(EvaluateChords, AgreesWithTheFixturesOfMirEval) {
  TACTUS_SHARED_OR_SKIP(data);
  for (int i = 0; i < 5; ++i) {
    const std::string number = "0" + std::to_string(i);
    const auto folder = data / "peertests/a_mireval/data/chord";
    const auto reference = test::read_segments(folder / ("ref" + number + ".lab"));
    const auto estimate = test::read_segments(folder / ("est" + number + ".lab"));
    ASSERT_GT(reference.size(), 20U);
    test::expect_scores(named_scores(evaluate_chords(reference, estimate)),
                        test::read_json(folder / ("output" + number + ".json")), "chord " + number);
  }
}

// Cases of the form "test_chord_<metric>": pairs of labels and the score of their comparison.
TEST(EvaluateChords, AgreesWithTheComparisonCasesOfMirEval) {
  TACTUS_SHARED_OR_SKIP(data);
  const nlohmann::json all = test::read_json(data / "peertests/a_mireval/unit_cases.json");
  std::size_t checked = 0;
  for (const auto& [test_name, groups] : all["test_chord"].items()) {
    for (const nlohmann::json& group : groups) {
      for (const auto& [name, comparison] : comparisons()) {
        if (test_name != "test_" + name && test_name != "test_" + name + "_not_comparable")
          continue;
        for (const nlohmann::json& item : group["cases"]) {
          if (!item.is_array() || item.size() < 3 || !item[0].is_string()) continue;
          EXPECT_EQ(compared(comparison, item[0], item[1]), item[2].get<int>())
              << test_name << " " << item;
          ++checked;
        }
      }
    }
  }
  RecordProperty("checked", static_cast<int>(checked));
  EXPECT_GT(checked, 50U);
}

TEST(EvaluateChords, TheTrapsOfTheDefinitions) {
  EXPECT_EQ(compared(compare_majmin_inv, "C:maj/2", "C:maj/2"), -1);  // no major triad any more
  EXPECT_EQ(compared(compare_root, "N", "X"), 1);
  EXPECT_EQ(compared(compare_mirex, "N", "X"), 1);
  EXPECT_EQ(compared(compare_mirex, "C:maj", "X"), 1);
  EXPECT_EQ(compared(compare_mirex, "X", "C:maj"), -1);
  EXPECT_EQ(compared(compare_mirex, "C:5", "C:5"), -1);
  EXPECT_EQ(compared(compare_mirex, "C:maj7", "E:min"), 1);
  EXPECT_EQ(compared(compare_thirds, "C:maj", "C:sus4"), 1);
  EXPECT_EQ(compared(compare_thirds, "C:maj", "C:min"), 0);
  EXPECT_EQ(compared(compare_tetrads, "Db:maj7", "C#:maj9"), 1);
  EXPECT_EQ(compared(compare_majmin, "C:dim", "C:dim"), -1);
  EXPECT_EQ(compared(compare_sevenths, "C:maj6", "C:maj6"), -1);
  EXPECT_EQ(compared(compare_majmin, "N", "N"), 1);
  EXPECT_EQ(compared(compare_majmin, "X", "N"), -1);
}

TEST(EvaluateChords, ASequenceAgainstItselfScoresOne) {
  const std::vector<LabelledSegment> chords = {
      {0.0, 1.5, "N"}, {1.5, 3.0, "C:maj"}, {3.0, 4.0, "A:min7/b3"}, {4.0, 9.0, "G:7"}};
  for (const NamedScore& s : named_scores(evaluate_chords(chords, chords))) {
    EXPECT_DOUBLE_EQ(s.value, 1.0) << s.name;
  }
}

TEST(EvaluateChords, TheEstimateIsCutAndPaddedToTheReference) {
  const std::vector<LabelledSegment> reference = {{1.0, 3.0, "C:maj"}, {3.0, 5.0, "N"}};
  const std::vector<LabelledSegment> estimate = {{0.0, 2.0, "C:maj"}, {2.0, 4.0, "G:maj"}};
  EXPECT_DOUBLE_EQ(evaluate_chords(reference, estimate).root, 0.5);  // 1..2 and 4..5
}

TEST(EvaluateChords, AnEstimateThatEndsWhereTheReferenceBeginsIsAllNoChord) {
  const std::vector<LabelledSegment> reference = {{1.0, 3.0, "C:maj"}, {3.0, 4.0, "N"}};
  const std::vector<LabelledSegment> before = {{0.0, 1.0, "C:maj"}};
  const std::vector<LabelledSegment> after = {{4.0, 5.0, "C:maj"}};
  EXPECT_DOUBLE_EQ(evaluate_chords(reference, before).root, 1.0 / 3.0);
  EXPECT_DOUBLE_EQ(evaluate_chords(reference, after).root, 1.0 / 3.0);
  EXPECT_DOUBLE_EQ(evaluate_chords(reference, {}).root, 1.0 / 3.0);
}

TEST(EvaluateChords, SegmentationLooksAtMergedIntervals) {
  const std::vector<LabelledSegment> reference = {{0.0, 4.0, "C"}, {4.0, 8.0, "G"}};
  std::vector<LabelledSegment> estimate = {
      {0.0, 1.0, "C:maj"}, {1.0, 4.0, "C:(3,5)"}, {4.0, 8.0, "G:maj"}};
  EXPECT_DOUBLE_EQ(evaluate_chords(reference, estimate).seg, 1.0);
  estimate[1].label = "A:min";
  const ChordScores scores = evaluate_chords(reference, estimate);
  EXPECT_DOUBLE_EQ(scores.overseg, 1.0 - 1.0 / 8.0);
  EXPECT_DOUBLE_EQ(scores.underseg, 1.0);
  EXPECT_DOUBLE_EQ(scores.seg, scores.overseg);
}

TEST(EvaluateChords, NothingComparableScoresZero) {
  EXPECT_EQ(one_against_one("C:dim", "C:dim").majmin, 0.0);
  EXPECT_EQ(one_against_one("C:dim", "C:dim").triads, 1.0);
}

TEST(EvaluateChords, LabelsMirEvalCannotEncodeAreScored) {
  EXPECT_EQ(one_against_one("C:maj11", "C:maj7").tetrads, 1.0);
  EXPECT_EQ(one_against_one("C:aug7", "C:aug(b7)").tetrads, 1.0);
}

TEST(EvaluateChords, LenientSyntaxReadsColloquialLabels) {
  const std::vector<LabelledSegment> reference = {{0.0, 1.0, "Fm"}, {1.0, 2.0, "Bb/D"}};
  const std::vector<LabelledSegment> estimate = {{0.0, 1.0, "F:min"}, {1.0, 2.0, "Bb:maj/3"}};
  EXPECT_EQ(evaluate_chords(reference, estimate, ChordSyntax::kLenient).triads_inv, 1.0);
  EXPECT_THROW(evaluate_chords(reference, estimate), ChordLabelError);
}

TEST(EvaluateChords, RefusesWhatIsNoSequence) {
  const std::vector<LabelledSegment> good = {{0.0, 4.0, "C"}, {4.0, 8.0, "G"}};
  const std::vector<std::vector<LabelledSegment>> wrong = {{{0.0, 4.0, "C"}, {3.0, 8.0, "G"}},
                                                           {{4.0, 8.0, "C"}, {0.0, 4.0, "G"}},
                                                           {{-1.0, 4.0, "C"}, {4.0, 8.0, "G"}},
                                                           {{0.0, 0.0, "C"}, {4.0, 8.0, "G"}},
                                                           {{0.0, 4.0, "C"}, {4.0, INFINITY, "G"}}};
  for (const auto& segments : wrong) {
    EXPECT_THROW(evaluate_chords(segments, good), std::invalid_argument);
    EXPECT_THROW(evaluate_chords(good, segments), std::invalid_argument);
  }
  const std::vector<LabelledSegment> no_label = {{0.0, 4.0, "C"}, {4.0, 8.0, "Gx"}};
  EXPECT_THROW(evaluate_chords(no_label, good), ChordLabelError);
  EXPECT_THROW(evaluate_chords(good, no_label), ChordLabelError);
  EXPECT_THROW(evaluate_chords({}, good), std::invalid_argument);
}

TEST(EvaluateChords, NamesAllFifteenScores) {
  EXPECT_EQ(named_scores(ChordScores{}).size(), 15U);
  ChordScores scores;
  scores.underseg = 0.25;
  EXPECT_EQ(score(scores, "underseg"), 0.25);
}

}  // namespace
}  // namespace tactus
