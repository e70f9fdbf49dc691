#include "model/decoding/beats/irregular_bars.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "model/decoding/beats/beat_decoder.h"
#include "model/decoding/beats/beat_observations.h"

namespace tactus {
namespace {

constexpr double kFps = 50.0;

// A beat every half second; bars of `lengths` beats, over and over.
struct ToySong {
  FrameMatrix activations;
  std::vector<Beat> beats;
};
ToySong toy_song(const std::vector<int>& lengths, int bars, float beat = 0.8f, float other = 0.1f) {
  ToySong song;
  for (int bar = 0; bar < bars; ++bar)
    for (int p = 1; p <= lengths[static_cast<std::size_t>(bar) % lengths.size()]; ++p)
      song.beats.push_back({.time = 0.5 * static_cast<double>(song.beats.size()), .position = p});
  song.activations = FrameMatrix(song.beats.size() * 25, 2, kFps);
  for (std::size_t b = 0; b < song.beats.size(); ++b) {
    const auto row = song.activations.row(b * 25);
    row[0] = song.beats[b].position == 1 ? other : beat;
    row[1] = song.beats[b].position == 1 ? beat : other;
  }
  return song;
}

std::vector<int> positions(const std::vector<Beat>& beats) {
  std::vector<int> result;
  for (const Beat& beat : beats) result.push_back(beat.position);
  return result;
}

BeatDecoderParameters priced(double cost) {
  BeatDecoderParameters parameters;
  parameters.irregular_bar_cost = cost;
  parameters.beats_per_bar = {4};
  return parameters;
}

TEST(IrregularBars, AShortBarIsFoundWhereItPays) {
  const ToySong song = toy_song({4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 2}, 30);
  std::vector<Beat> beats = song.beats;
  for (Beat& beat : beats) beat.position = 0;
  place_bars(beats, 4, song.activations, priced(15.0), {});
  EXPECT_EQ(positions(beats), positions(song.beats));
  place_bars(beats, 4, song.activations, priced(1000.0), {});
  for (std::size_t b = 1; b < beats.size(); ++b)
    EXPECT_EQ(beats[b].position, beats[b - 1].position % 4 + 1) << "too dear: all bars are whole";
}

TEST(IrregularBars, TheDecoderUsesThem) {
  const ToySong song = toy_song({4, 4, 4, 4, 4, 4, 4, 4, 2}, 27);
  const auto wrong = [&](double cost) {
    const BeatDecoding decoding = decode_downbeats(song.activations, priced(cost));
    EXPECT_EQ(decoding.beats.size(), song.beats.size());
    int count = 0;
    for (std::size_t b = 0; b < std::min(decoding.beats.size(), song.beats.size()); ++b)
      count += decoding.beats[b].position != song.beats[b].position;
    return count;
  };
  EXPECT_EQ(wrong(15.0), 0);
  EXPECT_GT(wrong(0.0), 10);
}

TEST(IrregularBars, APositionBeyondTheMeterStaysToo) {
  const ToySong song = toy_song({4}, 4);
  std::vector<Beat> beats = song.beats;
  place_bars(beats, 4, song.activations, priced(15.0),
             std::vector<Beat>{{.time = beats[6].time, .position = 5}});
  EXPECT_EQ(beats[6].position, 5);
  EXPECT_EQ(beats[8].position, 1);
}

TEST(IrregularBars, WhatAPersonHasSetStays) {
  const ToySong song = toy_song({4}, 8);
  std::vector<Beat> beats = song.beats;
  const std::vector<Beat> fixed = {{.time = beats[14].time, .position = 1},
                                   {.time = beats[20].time, .position = 3}};
  place_bars(beats, 4, song.activations, priced(15.0), fixed);
  EXPECT_EQ(beats[14].position, 1);
  EXPECT_EQ(beats[20].position, 3);
  EXPECT_EQ(beats[19].position, 2);
  EXPECT_EQ(beats[21].position, 4);
}

// The best of all sequences, tried one after the other.
TEST(IrregularBars, FindsTheMostLikelySequence) {
  std::mt19937 random(5);
  std::uniform_real_distribution<float> uniform(0.02f, 0.9f);
  constexpr int kMeter = 3, kBeats = 9;
  for (int round = 0; round < 20; ++round) {
    ToySong song = toy_song({kBeats}, 1);
    for (float& p : song.activations.data) p = uniform(random) / 2;
    const BeatDecoderParameters parameters = priced(1.0);
    std::vector<FrameDensities> densities;
    for (int b = 0; b < kBeats; ++b)
      densities.push_back(
          frame_densities(song.activations.row(25 * static_cast<std::size_t>(b)), parameters));
    double best = -std::numeric_limits<double>::infinity();
    std::vector<int> best_sequence;
    for (int code = 0; code < 19683; ++code) {  // 3^9
      std::vector<int> sequence;
      for (int rest = code, b = 0; b < kBeats; ++b, rest /= kMeter)
        sequence.push_back(rest % kMeter + 1);
      double value = 0.0;
      for (int b = 0; b < kBeats; ++b) {
        const auto at = static_cast<std::size_t>(b);
        value += sequence[at] == 1 ? densities[at].downbeat : densities[at].beat;
        if (b == 0 || sequence[at] == sequence[at - 1] % kMeter + 1) continue;
        value -= sequence[at] == 1 ? parameters.irregular_bar_cost : 1e9;
      }
      if (value > best) best = value, best_sequence = sequence;
    }
    place_bars(song.beats, kMeter, song.activations, parameters, {});
    EXPECT_EQ(positions(song.beats), best_sequence) << round;
  }
}

TEST(IrregularBars, NothingIsNoTrouble) {
  std::vector<Beat> none;
  place_bars(none, 4, FrameMatrix(10, 2, kFps), priced(5.0), {});
  EXPECT_TRUE(none.empty());
  EXPECT_THROW(decode_downbeats(FrameMatrix(10, 2, kFps), priced(-1.0)), std::invalid_argument);
}

}  // namespace
}  // namespace tactus
