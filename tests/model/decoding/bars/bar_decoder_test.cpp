// Bars on beats: from a network, from what the beats have already, and from both.
#include "model/decoding/bars/bar_decoder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace tactus {
namespace {

constexpr double kFps = 10.0;

// A beat per half second; bars at every `meter` beats from `first` on have the probability `high`.
struct Song {
  std::vector<Beat> beats;
  FrameMatrix bars = FrameMatrix(1000, 1, kFps);

  explicit Song(int count) {
    for (int i = 0; i < count; ++i) beats.push_back({0.5 + 0.5 * i});
    for (float& value : bars.data) value = 0.1f;
  }
  void put(int first, int meter, int end, float high = 0.9f) {
    for (int i = first; i < end; i += meter)
      bars.row(static_cast<std::size_t>(std::lround(beats.at(std::size_t(i)).time * kFps)))[0] =
          high;
  }
  void count(int first, int meter) {
    for (std::size_t i = 0; i < beats.size(); ++i)
      beats[i].position = (static_cast<int>(i) - first + 12 * meter) % meter + 1;
  }
  std::vector<int> positions(const BarDecoderParameters& parameters = {}) const {
    std::vector<Beat> decoded = beats;
    decode_bars(decoded, bars, parameters);
    std::vector<int> found;
    for (const Beat& beat : decoded) found.push_back(beat.position);
    return found;
  }
};

std::vector<int> counted(int count, int first, int meter) {
  std::vector<int> positions;
  for (int i = 0; i < count; ++i) positions.push_back((i - first + 12 * meter) % meter + 1);
  return positions;
}

TEST(BarDecoder, FindsPhaseAndMeter) {
  for (const int meter : {3, 4}) {
    for (int first = 0; first < meter; ++first) {
      Song song(48);
      song.put(first, meter, 48);
      EXPECT_EQ(song.positions(), counted(48, first, meter)) << meter << " from " << first;
    }
  }
}

TEST(BarDecoder, RareMetersNeedMoreEvidence) {
  for (const int meter : {5, 7}) {
    Song song(75);
    song.put(2, meter, 75);
    EXPECT_EQ(song.positions(), counted(75, 2, meter)) << meter;
    BarDecoderParameters parameters;
    parameters.rare = 1.0;
    EXPECT_LE(std::ranges::max(song.positions(parameters)), 4) << "75 nats for 75 beats";
    parameters.rare = 0.0;
    EXPECT_EQ(song.positions(parameters), counted(75, 2, meter));
    parameters.change = 100.0;
    EXPECT_EQ(song.positions(parameters), counted(75, 2, meter)) << "a quarter of it to begin";
    parameters.change = 300.0;
    EXPECT_LE(std::ranges::max(song.positions(parameters)), 4) << "a quarter of it to begin";
    Song excerpt(15);
    excerpt.put(2, meter, 15);
    EXPECT_LE(std::ranges::max(excerpt.positions()), 4) << "too short to tell";
  }
}

TEST(BarDecoder, ALongPartOfASongMayHaveARareMeter) {
  constexpr int kBegin = 40, kEnd = kBegin + 16 * 7;
  Song song(kEnd + 40);
  song.put(0, 4, kBegin);
  song.put(kBegin, 7, kEnd);
  song.put(kEnd, 4, kEnd + 40);
  std::vector<int> expected = counted(kBegin, 0, 4);
  for (const std::vector<int>& part : {counted(kEnd - kBegin, 0, 7), counted(40, 0, 4)})
    expected.insert(expected.end(), part.begin(), part.end());
  BarDecoderParameters parameters;
  parameters.weight = 1.0;
  EXPECT_EQ(song.positions(parameters), expected);
  parameters.rare = 1.0;
  EXPECT_LE(std::ranges::max(song.positions(parameters)), 4);
}

TEST(BarDecoder, AFrameBesideTheBeatIsNear) {
  Song song(32);
  for (Beat& beat : song.beats) beat.time += 0.08;
  song.put(2, 4, 32);
  for (Beat& beat : song.beats) beat.time -= 0.08;
  EXPECT_EQ(song.positions(), counted(32, 2, 4));
}

TEST(BarDecoder, KeepsTheBarsOfTheBeatsWhereNothingIsHeard) {
  Song song(32);
  song.count(3, 4);
  EXPECT_EQ(song.positions(), counted(32, 3, 4));
}

TEST(BarDecoder, StrongHarmonyMovesTheBarsWeakDoesNot) {
  Song song(32);
  song.count(3, 4);
  song.put(1, 4, 32, 0.99f);
  BarDecoderParameters parameters;
  parameters.weight = 1.0;
  EXPECT_EQ(song.positions(parameters), counted(32, 1, 4));
  parameters.heard = 20.0;
  EXPECT_EQ(song.positions(parameters), counted(32, 3, 4));
  parameters.heard = 1.0;
  parameters.weight = 0.0;
  EXPECT_EQ(song.positions(parameters), counted(32, 3, 4));
}

TEST(BarDecoder, ChangesOfMeterNeedEvidence) {
  Song song(60);
  song.put(0, 4, 32);
  song.put(32, 3, 60);
  BarDecoderParameters parameters;
  parameters.weight = 1.0;
  std::vector<int> expected = counted(32, 0, 4);
  const std::vector<int> waltz = counted(28, 0, 3);
  expected.insert(expected.end(), waltz.begin(), waltz.end());
  parameters.change = 5.0;
  EXPECT_EQ(song.positions(parameters), expected);
  parameters.change = 1000.0;
  EXPECT_NE(song.positions(parameters), expected);
}

TEST(BarDecoder, OtherMetersOfAModelLeaveNoRareOnes) {
  using Meters = std::vector<int>;
  const auto rare = [](const char* json) {
    return bar_decoder_parameters_from_json(json).rare_meters;
  };
  EXPECT_EQ(rare("{}"), (Meters{5, 7}));
  EXPECT_EQ(rare(R"({"beats_per_bar":[3,4]})"), (Meters{5, 7}));
  EXPECT_EQ(rare(R"({"beats_per_bar":[2,4]})"), Meters());
  EXPECT_EQ(rare(R"({"beats_per_bar":[2,4],"rare_beats_per_bar":[5]})"), Meters{5});
}

TEST(BarDecoder, RefusesOtherActivationsAndSettings) {
  std::vector<Beat> beats = {{1.0}, {2.0}};
  EXPECT_THROW(decode_bars(beats, FrameMatrix(10, 2, kFps), {}), std::invalid_argument);
  EXPECT_THROW(bar_decoder_parameters_from_json(R"({"beats_per_bar": []})"), std::invalid_argument);
  EXPECT_THROW(bar_decoder_parameters_from_json(R"({"weight": -1})"), std::invalid_argument);
  std::vector<Beat> one = {{1.0, 3}};
  decode_bars(one, FrameMatrix(30, 1, kFps), {});
  EXPECT_EQ(one[0].position, 3);
  std::vector<Beat> none;
  decode_bars(none, FrameMatrix(0, 1, kFps), {});
}

TEST(BarDecoder, BarsBeginAnewAfterAPause) {
  for (const double pause : {0.0, 2.3}) {
    Song song(20);
    for (std::size_t b = 10; b < 20; ++b) song.beats[b].time += pause;
    song.put(0, 4, 10);
    song.put(10, 4, 20);  // in the middle of a bar
    const std::vector<int> found = song.positions();
    EXPECT_EQ(found[0] == 1 && found[9] == 2 && found[10] == 1, pause > 0.0);
  }
}

TEST(BarDecoder, ALoopBeginsWithABar) {
  for (const bool cut : {false, true}) {
    Song song(4);  // a loop of one bar
    song.put(1, 4, 4, 0.3f);
    if (cut)
      for (Beat& beat : song.beats) beat.time -= 0.5;
    EXPECT_EQ(song.positions() == counted(4, 0, 4), cut);
  }
}

}  // namespace
}  // namespace tactus
