#include "model/decoding/chords/key_decoder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "model/chords/chord_spelling.h"
#include "model/chords/chord_vocabulary.h"

namespace tactus {
namespace {

std::vector<LabelledSegment> piece(const std::vector<std::string>& labels) {
  std::vector<LabelledSegment> chords;
  for (const std::string& label : labels) {
    const double start = chords.empty() ? 0.0 : chords.back().end;
    chords.push_back({start, start + 2, label});
  }
  return chords;
}

std::string transposed(const std::string& label, int by) {
  const Chord chord = parse_chord(label);
  return root_in_key((chord.root + by) % 12, "") + label.substr(label.find(':'));
}

TEST(EstimateKeys, FindsCommonProgressions) {
  const auto key = [](const std::vector<std::string>& labels) {
    const auto keys = estimate_keys(piece(labels), 30);
    return keys.empty() ? std::string() : keys[0].label;
  };
  EXPECT_EQ(key({"C:maj", "F:maj", "G:7", "C:maj"}), "C:major");
  EXPECT_EQ(key({"C:maj", "G:maj", "A:min", "F:maj", "C:maj", "G:maj", "C:maj"}), "C:major");
  EXPECT_EQ(key({"A:min", "D:min", "E:7", "A:min"}), "A:minor");
  EXPECT_EQ(key({"A:min", "F:maj", "C:maj", "G:maj", "A:min", "F:maj", "E:7", "A:min"}), "A:minor");
  EXPECT_EQ(key({"Bb:maj", "Eb:maj", "F:7", "Bb:maj"}), "Bb:major");
  EXPECT_EQ(key({"F#:min7", "B:7", "E:maj7", "E:maj7"}), "E:major");
}

TEST(EstimateKeys, TranspositionMovesTheKeyAlong) {
  const std::vector<std::string> major = {"C:maj", "A:min7", "D:min", "G:7", "C:maj"};
  const std::vector<std::string> minor = {"C:min", "Ab:maj", "F:min", "G:7", "C:min"};
  for (int by = 0; by < 12; ++by) {
    std::vector<std::string> a;
    std::vector<std::string> b;
    for (const auto& label : major) a.push_back(transposed(label, by));
    for (const auto& label : minor) b.push_back(transposed(label, by));
    const auto in_major = estimate_keys(piece(a), 10)[0];
    const auto in_minor = estimate_keys(piece(b), 10)[0];
    const auto tonic = [](const std::string& key) {
      return parse_chord(key.substr(0, key.find(':'))).root;
    };
    EXPECT_EQ(tonic(in_major.label), by);
    EXPECT_EQ(tonic(in_minor.label), by);
    EXPECT_NE(in_major.label.find(":major"), std::string::npos);
    EXPECT_NE(in_minor.label.find(":minor"), std::string::npos);
    std::vector<LabelledSegment> chords = piece(a);
    respell(chords, in_major.label);  // every key it names has spellings
  }
}

TEST(EstimateKeys, ClearSongsAreSurerThanVagueOnes) {
  const auto clear = estimate_keys(piece({"C:maj", "F:maj", "G:7", "C:maj"}), 8)[0];
  const auto vague = estimate_keys(piece({"C:maj", "F#:maj", "Eb:maj", "A:maj"}), 8)[0];
  EXPECT_GT(clear.confidence, 0.8);
  EXPECT_LT(vague.confidence, 0.5);
  EXPECT_EQ(clear.start, 0.0);
  EXPECT_EQ(clear.end, 8.0);
}

TEST(EstimateKeys, NothingToTellFromGivesNothing) {
  EXPECT_TRUE(estimate_keys({}, 10).empty());
  EXPECT_TRUE(estimate_keys(piece({"N", "N"}), 10).empty());
  EXPECT_TRUE(estimate_keys(piece({"C:maj", "G:7"}), 0).empty());
  EXPECT_THROW(estimate_keys(piece({"H:maj"}), 10), ChordLabelError);
}

// The two notes of a woodblock: chords that the network is not sure of.
TEST(EstimateKeys, NoHarmonyHasNoKey) {
  EXPECT_TRUE(estimate_keys(piece({"G:7", "N", "G:maj"}), 10).empty()) << "one root";
  const auto keys_at = [](double confidence) {
    std::vector<LabelledSegment> chords = piece({"A:maj", "E:7", "N", "A:maj"});
    for (LabelledSegment& chord : chords) chord.confidence = confidence;
    chords[2].confidence = 1.0;  // N says nothing of the others
    return estimate_keys(chords, 8).size();
  };
  EXPECT_EQ(keys_at(0.5), 0u);
  EXPECT_EQ(keys_at(0.6), 1u);
  EXPECT_EQ(keys_at(kUnknownConfidence), 1u) << "chords of a person";
}

std::vector<std::string> looped(const std::vector<std::string>& loop, std::size_t bars, int by) {
  std::vector<std::string> labels;
  for (std::size_t b = 0; b < bars; ++b) labels.push_back(transposed(loop[b % loop.size()], by));
  return labels;
}

std::string key_of_loop(const std::vector<std::string>& loop, std::size_t bars, int by) {
  const auto keys = estimate_keys(piece(looped(loop, bars, by)), 60);
  return keys.size() == 1 ? keys[0].label : "several";
}

TEST(EstimateKeys, ALoopMayBeginAndEndAnywhere) {
  const std::array<const char*, 12> tonics = {"C",  "Db", "D",  "Eb", "E",  "F",
                                              "F#", "G",  "Ab", "A",  "Bb", "B"};
  std::vector<std::string> loop = {"A:min", "C:maj", "F:maj", "G:maj"};
  do {
    for (int by = 0; by < 12; ++by)
      for (const std::size_t bars : {16u, 18u, 20u})
        EXPECT_EQ(key_of_loop(loop, bars, by), std::string(tonics[by]) + ":major")
            << loop[0] << loop[1] << loop[2] << loop[3] << bars;
  } while (std::ranges::next_permutation(loop).found);
  for (std::vector<std::string> jazz :
       {std::vector<std::string>{"D:min7", "G:7", "C:maj7", "A:min7"},
        {"D:min7", "G:7", "C:maj7", "F:maj7"},
        {"C:maj", "A:min", "D:min", "G:maj"},
        {"C:maj", "E:min", "F:maj", "G:maj"}})
    for (int turn = 0; turn < 4; ++turn, std::rotate(jazz.begin(), jazz.begin() + 1, jazz.end()))
      EXPECT_EQ(key_of_loop(jazz, 20, 0), "C:major") << jazz[0] << jazz[1] << jazz[2] << jazz[3];
  for (std::vector<std::string> minor :
       {std::vector<std::string>{"A:min", "D:min", "E:maj", "A:min"},
        {"A:min", "F:maj", "D:min", "E:7"},
        {"A:min", "G:maj", "F:maj", "E:maj"}})
    for (int turn = 0; turn < 4; ++turn, std::rotate(minor.begin(), minor.begin() + 1, minor.end()))
      EXPECT_EQ(key_of_loop(minor, 16, 0), "A:minor")
          << minor[0] << minor[1] << minor[2] << minor[3];
}

TEST(EstimateKeys, FollowsAModulation) {
  std::vector<std::string> labels;
  const std::vector<std::string> verse = {"C:maj", "A:min", "F:maj", "G:7"};
  for (int i = 0; i < 6; ++i) labels.insert(labels.end(), verse.begin(), verse.end());
  for (int i = 0; i < 6; ++i)
    for (const std::string& label : verse) labels.push_back(transposed(label, 2));
  const auto keys = estimate_keys(piece(labels), 100);
  ASSERT_EQ(keys.size(), 2u);
  EXPECT_EQ(keys[0].label, "C:major");
  EXPECT_EQ(keys[1].label, "D:major");
  EXPECT_EQ(keys[0].start, 0.0);
  EXPECT_NEAR(keys[0].end, 48.0, 4.0) << "at the bar of the new key, or its dominant";
  EXPECT_EQ(keys[0].end, keys[1].start);
  EXPECT_EQ(keys[1].end, 100.0);
  labels.resize(24);
  labels[12] = "D:maj";
  EXPECT_EQ(estimate_keys(piece(labels), 100).size(), 1u) << "a borrowed chord";
}

TEST(RankKeys, BestFirstAndTheBestIsTheEstimate) {
  const auto chords = piece({"A:min", "D:min", "E:7", "A:min"});
  const auto ranked = rank_keys(chords, 5);
  ASSERT_EQ(ranked.size(), 5u);
  const auto estimate = estimate_keys(chords, 8);
  EXPECT_EQ(ranked[0].label, estimate[0].label);
  EXPECT_DOUBLE_EQ(ranked[0].share, estimate[0].confidence);
  for (std::size_t i = 1; i < ranked.size(); ++i) EXPECT_LE(ranked[i].share, ranked[i - 1].share);
  double sum = 0.0;
  for (const RankedKey& key : rank_keys(chords, 24)) sum += key.share;
  EXPECT_NEAR(sum, 1.0, 1e-12);
  EXPECT_TRUE(rank_keys(piece({"N"}), 5).empty());
}

TEST(RankKeys, NameTheKeyOfEachPassageFirst) {
  std::vector<std::string> labels;
  for (const int by : {0, 2, 4}) {
    const auto part = looped({"G:maj", "A:min", "F:maj", "C:maj", "G:maj"}, 25, by);
    labels.insert(labels.end(), part.begin(), part.end());
  }
  const auto chords = piece(labels);
  const auto keys = estimate_keys(chords, chords.back().end);
  EXPECT_EQ(keys.size(), 3u);
  for (const LabelledSegment& key : keys) {
    std::vector<LabelledSegment> inside;
    for (const LabelledSegment& chord : chords)
      if (chord.start >= key.start && chord.end <= key.end) inside.push_back(chord);
    const RankedKey first = rank_keys(inside, 1).at(0);
    EXPECT_EQ(first.label, key.label);
    EXPECT_DOUBLE_EQ(first.share, key.confidence);
  }
}

}  // namespace
}  // namespace tactus
