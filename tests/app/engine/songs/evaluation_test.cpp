#include "app/engine/songs/evaluation.h"

#include <gtest/gtest.h>

#include <array>

namespace tactus {
namespace {

// -1 if the reference has no key.
double key_score(const std::vector<LabelledSegment>& reference,
                 const std::vector<LabelledSegment>& estimate) {
  Annotation truth, guess;
  truth.keys = reference;
  guess.keys = estimate;
  constexpr std::array kTasks = {EvaluationTask::kKey};
  const SongScores song = score_song("song", truth, guess, kTasks);
  const NamedScores* scores = scores_of(song, EvaluationTask::kKey);
  return scores == nullptr ? -1.0 : *find_score(*scores, "Weighted Score");
}

double key_score(const std::string& reference, const std::string& estimate) {
  return key_score({{0.0, 1.0, reference}}, {{0.0, 1.0, estimate}});
}

TEST(KeyScore, KnowsTheSpellingsOfMirEval) {
  EXPECT_EQ(key_score("c minor", "C:minor"), 1.0);
  EXPECT_EQ(key_score("C:minor", "c min"), 1.0);
  EXPECT_EQ(key_score("bb major", "A#:maj"), 1.0);
  EXPECT_EQ(key_score("Db:minor", "E:major"), 0.3);
  EXPECT_EQ(key_score("d dorian", "D:mixolydian"), 1.0) << "modes that are neither";
  EXPECT_EQ(key_score("silence", "C:major"), -1.0);
}

TEST(KeyScore, XIsAKeyOfItsOwnWhereThereIsNoOther) {
  EXPECT_EQ(key_score("X", "X"), 1.0);
  EXPECT_EQ(key_score("X", "C:major"), 0.0);
  EXPECT_EQ(key_score("C:major", "X"), 0.0);
  EXPECT_EQ(key_score({{0, 9, "X"}, {9, 10, "C:major"}}, {{0, 10, "C:major"}}), 1.0);
}

TEST(KeyScore, OfTheKeyThatSoundsLongestAmongThoseThatItKnows) {
  const std::vector<LabelledSegment> reference = {
      {0, 9, "A:blues"}, {9, 12, "C:major"}, {12, 14, "g minor"}, {14, 16, "G:minor"}};
  EXPECT_EQ(key_score(reference, {{0, 16, "G:minor"}}), 1.0);
}

}  // namespace
}  // namespace tactus
