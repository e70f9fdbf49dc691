#include "model/decoding/off_beats.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <stdexcept>
#include <utility>

#include "model/decoding/piece_decoder.h"
#include "model/decoding/readings.h"
#include "tests/model/support/beat_activations.h"

namespace tactus {
namespace {

using namespace test;

constexpr double kApart = 0.6;  // seconds between beats

// Beats from `from` to `to` seconds, and the bars of four that begin with the first.
std::vector<Beat> beats(double from, double to) {
  std::vector<Beat> beats;
  for (int k = 0; from + kApart * k < to; ++k) beats.push_back({from + kApart * k, k % 4 + 1});
  return beats;
}

// Activations that favour `loud` over the middles between its beats.
FrameMatrix heard(const std::vector<Beat>& loud, float between = 0.2f) {
  FrameMatrix activations = silent(60.0);
  for (const Beat& beat : loud) {
    sound(activations, beat.time, beat.position, 0.7f);
    sound(activations, beat.time + kApart / 2.0, beat.position, between);
  }
  return activations;
}

// What a network of bars hears if chords change at the first beats of `beats`.
FrameMatrix harmony(const std::vector<Beat>& beats) {
  FrameMatrix bars(600, 1, 10.0);
  for (float& value : bars.data) value = 0.2f;
  for (const Beat& beat : beats) {
    if (beat.position == 1)
      bars.data[static_cast<std::size_t>(std::lround(beat.time * 10.0))] = 0.6f;
  }
  return bars;
}

std::vector<Beat> corrected(std::vector<Beat> found, const FrameMatrix& activations,
                            const FrameMatrix& bars) {
  correct_off_beats(found, activations, {}, {bars, {}});
  return found;
}

void expect_times(const std::vector<Beat>& found, const std::vector<Beat>& expected) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t b = 0; b < found.size(); ++b)
    EXPECT_NEAR(found[b].time, expected[b].time, 1e-9) << b;
}

TEST(OffBeats, HarmonyTellsBeatsFromOffBeats) {
  const std::vector<Beat> on = beats(0.6, 59.0);
  const std::vector<Beat> off = beats(0.9, 59.0);
  FrameMatrix activations = heard(off);
  sound(activations, 0.6, 1, 0.2f);
  const FrameMatrix any_beats = any_beat(activations), changes = harmony(on);
  const BarDecoderParameters decoder;
  const HeardBars bars{changes, decoder};
  EXPECT_LT(off_beat_log_odds(off, any_beats, {}, nullptr), 0.0) << "they are the louder ones";
  EXPECT_GT(off_beat_log_odds(off, any_beats, {}, &bars), 0.0);
  EXPECT_LT(off_beat_log_odds(on, any_beats, {}, &bars), 0.0);
  expect_times(corrected(off, activations, changes), beats(0.6, 58.9));
  EXPECT_EQ(corrected(on, activations, changes), on);
}

TEST(OffBeats, ClearBeatsStayAgainstTheHarmony) {
  const std::vector<Beat> off = beats(0.9, 59.0);
  EXPECT_EQ(corrected(off, heard(off, 0.01f), harmony(beats(0.6, 59.0))), off);
}

std::vector<Beat> joined(std::initializer_list<std::vector<Beat>> parts) {
  std::vector<Beat> song;
  for (const std::vector<Beat>& part : parts) song.insert(song.end(), part.begin(), part.end());
  return song;
}

// The path lies on the off-beats in one half of the song. After the first half it jumps by half a
// beat, by one and a half, or over some beats.
TEST(OffBeats, EachRunMovesByItself) {
  const FrameMatrix changes = harmony(beats(0.6, 59.0)), activations = heard(beats(0.9, 59.0));
  struct Path {
    double first, second;
    std::vector<Beat> between;
  };
  for (const auto& [first, second, between] : {Path{0.9, 30.0, {}},
                                               {0.9, 30.6, {}},
                                               {0.6, 30.3, {}},
                                               {0.6, 30.9, {}},
                                               {0.6, 30.9, {{30.45}}},
                                               {0.9, 31.8, {{30.45}, {30.9}, {31.35}}}}) {
    const std::vector<Beat> moved =
        corrected(joined({beats(first, 30.2), between, beats(second, 59.0)}), activations, changes);
    const bool off_first = first == 0.9;
    expect_times(moved, off_first ? beats(1.2, 59.0) : beats(0.6, 58.9));
    EXPECT_EQ(moved[off_first ? 4 : 1].position, 1) << "bars follow";
  }
}

// All beats lie off; some are missing, or one is too many.
TEST(OffBeats, RunsInPhaseMoveTogether) {
  const FrameMatrix changes = harmony(beats(0.6, 59.0)), activations = heard(beats(0.9, 59.0));
  const auto moved = [&](double second, const std::vector<Beat>& between = {}) {
    return corrected(joined({beats(0.9, 30.2), between, beats(second, 59.0)}), activations,
                     changes);
  };
  expect_times(moved(30.9), beats(1.2, 58.9));                               // one missing
  expect_times(moved(31.5), beats(1.2, 58.9));                               // two
  expect_times(moved(30.3, {{30.0}}), beats(1.2, 58.9));                     // one too many
  expect_times(moved(33.3), joined({beats(1.2, 29.5), beats(33.6, 58.9)}));  // a bar of rest
}

TEST(OffBeats, ShortRunsInPhaseAddUp) {
  const FrameMatrix changes = harmony(beats(0.6, 59.0)), activations = heard(beats(0.9, 59.0));
  std::vector<Beat> song;
  for (int part = 0; part < 6; ++part) {  // of nine beats, the tenth is missing
    const double from = 0.9 + 10.0 * kApart * part;
    song = joined({song, beats(from, from + 8.5 * kApart)});
  }
  const std::vector<Beat> first(song.begin(), song.begin() + 9);
  EXPECT_EQ(corrected(first, activations, changes), first);
  expect_times(corrected(song, activations, changes), beats(1.2, 36.2));
}

TEST(OffBeats, UnsteadyPassagesStay) {
  const std::vector<Beat> first = beats(0.9, 20.0), second = beats(40.5, 59.0);
  std::vector<Beat> free;
  for (double time = 20.8; time < 39.6; time += free.size() % 3 == 0 ? 0.75 : 0.5)
    free.push_back({time, 0, 0.4});
  const std::vector<Beat> moved =
      corrected(joined({first, free, second}), heard(beats(0.9, 59.0)), harmony(beats(0.6, 59.0)));
  for (const Beat& beat : free)
    EXPECT_NE(std::ranges::find(moved, beat.time, &Beat::time), moved.end()) << beat.time;
  EXPECT_NEAR(moved.front().time, 1.2, 1e-9);
}

TEST(OffBeats, BeatsBesideTheOutermostRunsFollow) {
  const FrameMatrix activations = heard(beats(0.9, 59.0)), changes = harmony(beats(0.6, 59.0));
  const std::vector<Beat> slower = {{50.2}, {51.0}, {51.9}, {52.9}}, off = beats(3.3, 49.7);
  const std::vector<Beat> moved = corrected(joined({{{2.1}}, off, slower}), activations, changes);
  expect_times({moved.begin(), moved.begin() + 4}, beats(1.8, 3.7));  // a beat was missing
  expect_times({moved.end() - 4, moved.end()}, {{49.85}, {50.6}, {51.45}, {52.4}});
}

TEST(OffBeats, BesideAJumpLessEvidenceIsEnough) {
  const FrameMatrix changes = harmony(beats(0.6, 59.0));
  const std::vector<Beat> on = beats(0.6, 30.2), off = beats(30.9, 59.0);
  const auto moves = [&](const std::vector<Beat>& song, float between) {
    const std::vector<Beat> moved = corrected(song, heard(beats(0.9, 59.0), between), changes);
    return std::abs(std::remainder(moved.back().time, kApart)) < 0.01;
  };
  EXPECT_TRUE(moves(off, 0.2f));
  EXPECT_FALSE(moves(off, 0.1f));
  EXPECT_TRUE(moves(joined({on, off}), 0.1f));
  EXPECT_FALSE(moves(joined({on, off}), 0.01f));
}

TEST(OffBeats, APauseDividesTheSong) {
  const std::vector<Beat> first = beats(0.6, 28.0), second = beats(33.0, 58.0);
  FrameMatrix changes = harmony(first);
  const FrameMatrix later = harmony(second);
  std::copy(later.data.begin() + 320, later.data.end(), changes.data.begin() + 320);
  std::vector<Beat> loud = beats(0.9, 28.0);
  loud.insert(loud.end(), second.begin(), second.end());
  const std::vector<Beat> moved = corrected(loud, heard(loud), changes);
  expect_times({moved.begin(), moved.end() - std::ssize(second)}, beats(1.2, 27.7));
  expect_times({moved.end() - std::ssize(second), moved.end()}, second);
}

TEST(OffBeats, AFewBeatsStay) {
  const std::vector<Beat> few = beats(0.9, 5.0);
  EXPECT_EQ(corrected(few, heard(few), harmony(beats(0.6, 59.0))), few);
  EXPECT_TRUE(corrected({}, silent(1.0), harmony({})).empty());
}

TEST(OffBeats, OtherColumnsAreAnErrorEvenIfNothingMoves) {
  const FrameMatrix one(600, 1, 50.0);
  std::vector<Beat> few = beats(0.6, 3.0);
  EXPECT_THROW(corrected(few, one, harmony(few)), std::invalid_argument);
  EXPECT_THROW(place_bars_on(few, one, {}), std::invalid_argument);
}

TEST(OffBeats, ShortSongsNeedMoreEvidence) {
  const FrameMatrix changes = harmony(beats(0.6, 59.0));
  const FrameMatrix any_beats = any_beat(heard(beats(0.9, 59.0)));
  const BarDecoderParameters decoder;
  const HeardBars bars{changes, decoder};
  const double of_long = off_beat_log_odds(beats(0.9, 59.0), any_beats, {}, &bars);
  const double of_short = off_beat_log_odds(beats(0.9, 6.0), any_beats, {}, &bars);
  EXPECT_LT(of_short, of_long - 1.0);
  EXPECT_EQ(off_beat_log_odds(beats(0.9, 2.0), any_beats, {}, &bars),
            -std::numeric_limits<double>::infinity());
}

TEST(OffBeats, TaggingTakesTheBeatsOfTheHarmonyUnlessAPersonHasSetSome) {
  const std::vector<Beat> on = beats(0.6, 59.0);
  const FrameMatrix activations = heard(beats(0.9, 59.0)), changes = harmony(on);
  const BarDecoderParameters decoder;
  const HeardBars bars{changes, decoder};
  const auto distance = [](const std::vector<Beat>& found) {  // from the beats of the harmony
    const double place = (found.at(found.size() / 2).time - 0.6) / kApart;
    return std::abs(place - std::round(place));
  };
  BeatDecoderParameters parameters;
  parameters.max_bpm = 120.0;
  BeatPieceOptions options;
  EXPECT_NEAR(distance(decode_piece_beats(activations, parameters, options).beats), 0.5, 0.05);
  options.bars = &bars;
  const BeatDecoding decoding = decode_piece_beats(activations, parameters, options);
  EXPECT_NEAR(distance(decoding.beats), 0.0, 0.05);
  const auto score = [&](const HeardBars* heard) {  // of the off-beats, which are louder
    const auto readings = level_readings(activations, decoding.beats, 100.0, parameters, heard);
    const auto found = std::ranges::find(readings, true, &Reading::off_beats);
    return found == readings.end() ? 0.0 : found->score / readings.front().score;
  };
  EXPECT_GT(score(nullptr), 1.0);
  EXPECT_LT(score(&bars), 1.0);
  const std::vector<Beat> own = {{30.3, 0, 1.0}};
  options.fixed = own;
  EXPECT_NEAR(distance(decode_piece_beats(activations, parameters, options).beats), 0.5, 0.05);
}

}  // namespace
}  // namespace tactus
