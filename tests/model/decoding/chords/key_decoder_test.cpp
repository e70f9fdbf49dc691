#include "model/decoding/chords/key_decoder.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

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

const FrameMatrix kNoChroma;

TEST(EstimateKeys, FindsCommonProgressions) {
  const auto key = [](const std::vector<std::string>& labels) {
    const auto keys = estimate_keys(piece(labels), kNoChroma, 30);
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
    const auto in_major = estimate_keys(piece(a), kNoChroma, 10)[0];
    const auto in_minor = estimate_keys(piece(b), kNoChroma, 10)[0];
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
  const auto clear = estimate_keys(piece({"C:maj", "F:maj", "G:7", "C:maj"}), kNoChroma, 8)[0];
  const auto vague = estimate_keys(piece({"C:maj", "F#:maj", "Eb:maj", "A:maj"}), kNoChroma, 8)[0];
  EXPECT_GT(clear.confidence, 0.8);
  EXPECT_LT(vague.confidence, 0.5);
  EXPECT_EQ(clear.start, 0.0);
  EXPECT_EQ(clear.end, 8.0);
}

TEST(EstimateKeys, ChromaAloneIsEnough) {
  FrameMatrix chroma(10, 12, 10);
  for (std::size_t t = 0; t < 10; ++t) {
    for (std::size_t k : {2u, 4u, 6u, 7u, 9u, 11u, 1u}) chroma.row(t)[k] = 0.3f;  // D major's scale
    chroma.row(t)[2] = chroma.row(t)[9] = 1.0f;
    chroma.row(t)[6] = 0.6f;
    chroma.row(t)[0] = std::numeric_limits<float>::quiet_NaN();
  }
  const auto keys = estimate_keys({}, chroma, 1);
  ASSERT_EQ(keys.size(), 1u);
  EXPECT_EQ(keys[0].label, "D:major");
  EXPECT_TRUE(std::isfinite(keys[0].confidence));
}

TEST(EstimateKeys, NothingToTellFromGivesNothing) {
  EXPECT_TRUE(estimate_keys({}, kNoChroma, 10).empty());
  EXPECT_TRUE(estimate_keys(piece({"N", "N"}), FrameMatrix(5, 12, 10), 10).empty());
  EXPECT_TRUE(estimate_keys(piece({"C:maj"}), kNoChroma, 0).empty());
  EXPECT_THROW(estimate_keys(piece({"C:maj"}), FrameMatrix(5, 24, 10), 10), std::invalid_argument);
  EXPECT_THROW(estimate_keys(piece({"H:maj"}), kNoChroma, 10), ChordLabelError);
}

TEST(EstimateKeys, FollowsAModulation) {
  std::vector<std::string> labels;
  const std::vector<std::string> verse = {"C:maj", "A:min", "F:maj", "G:7"};
  for (int i = 0; i < 6; ++i) labels.insert(labels.end(), verse.begin(), verse.end());
  for (int i = 0; i < 6; ++i)
    for (const std::string& label : verse) labels.push_back(transposed(label, 2));
  const auto keys = estimate_keys(piece(labels), kNoChroma, 100);
  ASSERT_EQ(keys.size(), 2u);
  EXPECT_EQ(keys[0].label, "C:major");
  EXPECT_EQ(keys[1].label, "D:major");
  EXPECT_EQ(keys[0].start, 0.0);
  EXPECT_NEAR(keys[0].end, 48.0, 4.0) << "at the bar of the new key, or its dominant";
  EXPECT_EQ(keys[0].end, keys[1].start);
  EXPECT_EQ(keys[1].end, 100.0);
  labels.resize(24);
  labels[12] = "D:maj";
  EXPECT_EQ(estimate_keys(piece(labels), kNoChroma, 100).size(), 1u) << "a borrowed chord";
}

TEST(RankKeys, BestFirstAndTheBestIsTheEstimate) {
  const auto chords = piece({"A:min", "D:min", "E:7", "A:min"});
  const auto ranked = rank_keys(chords, 5);
  ASSERT_EQ(ranked.size(), 5u);
  const auto estimate = estimate_keys(chords, kNoChroma, 8);
  EXPECT_EQ(ranked[0].label, estimate[0].label);
  EXPECT_DOUBLE_EQ(ranked[0].share, estimate[0].confidence);
  for (std::size_t i = 1; i < ranked.size(); ++i) EXPECT_LE(ranked[i].share, ranked[i - 1].share);
  double sum = 0.0;
  for (const RankedKey& key : rank_keys(chords, 24)) sum += key.share;
  EXPECT_NEAR(sum, 1.0, 1e-12);
  EXPECT_TRUE(rank_keys(piece({"N"}), 5).empty());
}

}  // namespace
}  // namespace tactus
