#include "model/evaluation/beat_consensus.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace tactus {
namespace {

using Beats = std::vector<Beat>;

// `count` beats every `interval` seconds; in bars of four from the first one on.
Beats grid(double start, double interval, std::size_t count) {
  Beats beats;
  for (std::size_t b = 0; b < count; ++b)
    beats.push_back({start + static_cast<double>(b) * interval, static_cast<int>(b % 4) + 1});
  return beats;
}

BeatConsensus consensus(const std::vector<Beats>& lists, std::vector<double> offsets = {}) {
  return beat_consensus(lists, {}, offsets);
}

TEST(BeatConsensus, AllAgree) {
  const Beats beats = grid(6.0, 0.5, 40);
  const BeatConsensus found = consensus({beats, beats, beats});
  EXPECT_EQ(found.chosen, 0u);
  EXPECT_DOUBLE_EQ(found.agreement, 1.0);
  ASSERT_EQ(found.beats.size(), 40u);
  EXPECT_DOUBLE_EQ(found.beats[7].confidence, 1.0);
  EXPECT_EQ(found.beats[8].position, 1);
  EXPECT_DOUBLE_EQ(found.seconds, 39 * 0.5);
}

TEST(BeatConsensus, TheMajorityOverrulesTheFirstOffTheBeat) {
  const Beats off = grid(6.25, 0.5, 40), on = grid(6.01, 0.5, 40);
  const BeatConsensus found = consensus({off, on, on, on}, {0.0, 0.01, 0.01, 0.01});
  EXPECT_EQ(found.chosen, 1u);
  ASSERT_EQ(found.beats.size(), 40u);
  EXPECT_NEAR(found.beats[10].time, 11.0, 1e-9);  // less its offset
  EXPECT_EQ(found.beats[10].position, 0);         // the bars of the first are those of other beats
  EXPECT_NEAR(found.beats[10].confidence, 2.0 / 3.0, 1e-9);
}

TEST(BeatConsensus, NothingCountsAgainstTheFirstIfItMustAgree) {
  const Beats off = grid(6.25, 0.5, 40), on = grid(6.0, 0.5, 40);
  const std::vector<Beats> overruled = {off, on, on, on}, confirmed = {on, on, on, off};
  const ConsensusParameters parameters{.first_agrees = true};
  EXPECT_EQ(beat_consensus(overruled, parameters).seconds, 0.0);
  EXPECT_GT(beat_consensus(confirmed, parameters).seconds, 19.0);
}

TEST(BeatConsensus, TheFirstGivesTimesAndBarsWhereItAgrees) {
  Beats exact = grid(6.0, 0.5, 40);
  exact.erase(exact.begin() + 30, exact.end());
  const Beats late = grid(6.03, 0.5, 40);
  const BeatConsensus found = consensus({exact, late, late, late}, {0.0, 0.03, 0.03, 0.03});
  EXPECT_EQ(found.chosen, 1u);
  EXPECT_DOUBLE_EQ(found.beats[4].time, 8.0);
  EXPECT_EQ(found.beats[4].position, 1);
  EXPECT_NEAR(found.beats[36].time, 24.0, 1e-9);
  EXPECT_EQ(found.beats[36].position, 0);
}

TEST(BeatConsensus, AnotherLevelOfTheTempoIsNoAgreement) {
  const Beats slow = grid(6.0, 1.0, 20), fast = grid(6.0, 0.5, 40);
  const BeatConsensus found = consensus({slow, fast, fast, fast});
  EXPECT_EQ(found.chosen, 1u);
  for (std::size_t b = 0; b < found.beats.size(); b += 2)
    EXPECT_EQ(found.beats[b].confidence, 0.0) << b;  // the first has it, with others around it
  EXPECT_EQ(found.seconds, 0.0);
}

TEST(BeatConsensus, OnlyThePassageThatIsSharedCounts) {
  const auto continued = [](double interval) {
    Beats beats = grid(6.0, 0.5, 30);
    for (const Beat& beat : grid(21.0, interval, 40)) beats.push_back(beat);
    return beats;
  };
  const BeatConsensus found = consensus({continued(0.5), continued(0.37), continued(0.43)});
  for (const Beat& beat : found.beats) {
    EXPECT_TRUE(beat.time >= 15.0 || beat.confidence > 0.5) << beat.time;
    EXPECT_TRUE(beat.time <= 27.0 || beat.confidence == 0.0) << beat.time;
  }
  EXPECT_GT(found.seconds, 9.0);
  EXPECT_LT(found.seconds, 21.0);
}

TEST(BeatConsensus, ListsWithoutBeatsAgreeWithNothing) {
  const Beats beats = grid(6.0, 0.5, 40);
  EXPECT_EQ(consensus({beats, {}, {}}).seconds, 0.0);
  EXPECT_TRUE(consensus({{}, {}, {}}).beats.empty());
}

TEST(BeatConsensus, OffsetsAreMediansOverAllSongs) {
  const Beats a = grid(6.0, 0.5, 10), b = grid(9.0, 0.6, 30);
  const std::vector<std::vector<Beats>> songs = {{a, grid(6.05, 0.5, 10)},
                                                 {b, grid(9.02, 0.6, 30)}};
  const std::vector<double> offsets = beat_offsets(songs, 0.07);
  ASSERT_EQ(offsets.size(), 2u);
  EXPECT_EQ(offsets[0], 0.0);
  EXPECT_NEAR(offsets[1], 0.02, 1e-9);
}

TEST(BeatConsensus, RefusesOneListAndOffsetsOfOthers) {
  EXPECT_THROW(consensus({grid(6.0, 0.5, 40)}), std::invalid_argument);
  EXPECT_THROW(consensus({{}, {}}, {0.0}), std::invalid_argument);
}

}  // namespace
}  // namespace tactus
