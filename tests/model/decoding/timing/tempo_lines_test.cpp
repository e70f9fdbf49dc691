#include "model/decoding/timing/tempo_lines.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

namespace tactus {
namespace {

// Beats of a piece, as a network would hear them: noise of `noise` seconds, attacks without.
class Piece {
 public:
  explicit Piece(double noise, unsigned seed = 1) : random_(seed), noise_(0.0, noise) {}

  Piece& steady(int beats, double bpm) {
    for (int i = 0; i < beats; ++i) next(60.0 / bpm);
    return *this;
  }
  // A player who speeds up and slows down: a random walk of the tempo.
  Piece& played(int beats, double bpm, double change) {
    std::normal_distribution<double> step(0.0, change);
    double interval = 60.0 / bpm;
    for (int i = 0; i < beats; ++i) next(interval *= 1.0 + step(random_));
    return *this;
  }
  Piece& slower(int beats, double from, double to) {
    for (int i = 0; i < beats; ++i) next(60.0 / (from + (to - from) * i / beats));
    return *this;
  }

  std::vector<HeardBeat> beats() const { return beats_; }
  double time(std::size_t i) const { return true_.at(i); }

 private:
  void next(double interval) {
    now_ += interval;
    true_.push_back(now_);
    HeardBeat beat;
    beat.index = static_cast<double>(beats_.size());
    beat.time = now_ + noise_(random_);
    beat.attack = now_;
    beats_.push_back(beat);
  }

  std::mt19937 random_;
  std::normal_distribution<double> noise_;
  double now_ = 0.3;
  std::vector<HeardBeat> beats_;
  std::vector<double> true_;
};

void without_attacks(std::vector<HeardBeat>& beats) {
  for (HeardBeat& beat : beats) beat.attack = beat.time;
}

TEST(TempoLines, OneTempoIsOneLine) {
  const Piece piece = Piece(0.004).steady(240, 117.43);
  for (bool heard : {true, false}) {
    std::vector<HeardBeat> beats = piece.beats();
    if (!heard) without_attacks(beats);
    const auto lines = tempo_lines(beats);
    ASSERT_EQ(lines.size(), 1u);
    EXPECT_EQ(lines[0].first, 0u);
    EXPECT_EQ(lines[0].last, 240u);
    EXPECT_NEAR(60.0 / lines[0].period, 117.43, heard ? 1e-6 : 0.01);
    for (std::size_t i : {0u, 120u, 239u})
      EXPECT_NEAR(lines[0].at(static_cast<double>(i)), piece.time(i), heard ? 1e-6 : 0.002);
  }
}

TEST(TempoLines, OutliersDoNotMoveALine) {
  std::vector<HeardBeat> beats = Piece(0.003).steady(100, 90.0).beats();
  for (std::size_t i = 5; i < 100; i += 9) beats[i].time += 0.06, beats[i].attack -= 0.02;
  const auto lines = tempo_lines(beats);
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_NEAR(60.0 / lines[0].period, 90.0, 0.002);
}

TEST(TempoLines, DriftsOfTheNetworkAreNoTempo) {
  std::vector<HeardBeat> beats = Piece(0.003).steady(200, 140.0).beats();
  for (std::size_t i = 70; i < 130; ++i) beats[i].time += 0.009;
  const auto lines = tempo_lines(beats);
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_NEAR(60.0 / lines[0].period, 140.0, 0.001);
}

TEST(TempoLines, ChangesOfTempoAreFoundWithinABar) {
  const Piece piece = Piece(0.004).steady(100, 124.0).steady(80, 131.0).steady(90, 118.5);
  const auto lines = tempo_lines(piece.beats());
  ASSERT_EQ(lines.size(), 3u);
  const double tempi[] = {124.0, 131.0, 118.5};
  const double changes[] = {100.0, 180.0, 270.0};
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_NEAR(60.0 / lines[i].period, tempi[i], 0.02);
    EXPECT_NEAR(static_cast<double>(lines[i].last), changes[i], 4.0);
  }
}

TEST(TempoLines, ARitardandoIsFreeAndTheRestIsNot) {
  const Piece piece = Piece(0.003).steady(120, 104.0).slower(12, 100.0, 55.0);
  const auto lines = tempo_lines(piece.beats());
  ASSERT_FALSE(lines.empty());
  EXPECT_EQ(lines[0].first, 0u);
  EXPECT_NEAR(static_cast<double>(lines[0].last), 121.0, 4.0);
  EXPECT_NEAR(60.0 / lines[0].period, 104.0, 0.01);
}

TEST(TempoLines, APlayersTempoIsFree) {
  for (unsigned seed : {1u, 2u, 3u, 4u}) {
    EXPECT_TRUE(tempo_lines(Piece(0.005, seed).played(150, 80.0, 0.015).beats()).empty()) << seed;
    EXPECT_TRUE(tempo_lines(Piece(0.003, seed).played(40, 120.0, 0.02).beats()).empty()) << seed;
  }
}

TEST(TempoLines, TooFewBeatsShowNoTempo) {
  EXPECT_TRUE(tempo_lines({}).empty());
  EXPECT_TRUE(tempo_lines(Piece(0.0).steady(7, 100.0).beats()).empty());
  EXPECT_NEAR(single_line(Piece(0.0).steady(2, 100.0).beats()).period, 0.6, 1e-9);
}

TEST(TempoLines, ALineRunsThroughWhatAPersonHasSet) {
  std::vector<HeardBeat> beats = Piece(0.003).steady(60, 120.0).beats();
  for (std::size_t i : {10u, 50u}) {
    beats[i].time += 0.005;
    beats[i].fixed = true;
  }
  const TempoLine line = single_line(beats);
  EXPECT_NEAR(line.at(10.0), beats[10].time, 1e-4);
  EXPECT_NEAR(line.at(50.0), beats[50].time, 1e-4);
}

TEST(TempoLines, LongPiecesTakeNoTimeToSpeakOf) {
  const auto lines = tempo_lines(Piece(0.004).steady(30'000, 100.0).steady(20'000, 104.0).beats());
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_NEAR(60.0 / lines[0].period, 100.0, 0.001);
  EXPECT_NEAR(60.0 / lines[1].period, 104.0, 0.001);
}

TEST(BeatIndices, AGapCountsTheBeatsThatAreMissing) {
  EXPECT_EQ(beat_indices({1.0, 1.5, 2.0, 2.51, 4.5, 5.0, 5.5}),
            (std::vector<double>{0, 1, 2, 3, 7, 8, 9}));
  EXPECT_TRUE(beat_indices({}).empty());
}

}  // namespace
}  // namespace tactus
