#include "model/editing/beat_redecoding.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <stdexcept>

#include "model/decoding/beats/beat_decoder.h"
#include "model/editing/beat_edits.h"
#include "model/tempo_grid.h"

namespace tactus {
namespace {

constexpr double kFps = 50;

// Activations of a beat every `interval` seconds, every fourth a downbeat, in [begin, end).
void sound(FrameMatrix& activations, double begin, double end, double interval) {
  int beat = 0;
  for (double time = begin; time < end - 1e-9; time += interval, ++beat) {
    const auto frame = static_cast<std::size_t>(std::lround(time * kFps));
    activations.row(frame)[beat % 4 == 0 ? 1 : 0] = 0.9f;
  }
}

FrameMatrix steady(double seconds, double interval) {
  FrameMatrix activations(static_cast<std::size_t>(seconds * kFps), 2, kFps);
  std::fill(activations.data.begin(), activations.data.end(), 0.01f);
  sound(activations, 0.0, seconds, interval);
  return activations;
}

bool has_beat_at(const std::vector<Beat>& beats, double time, double tolerance = 1e-9) {
  return std::any_of(beats.begin(), beats.end(),
                     [&](const Beat& b) { return std::abs(b.time - time) <= tolerance; });
}

// A song without grid and without its sound.
std::vector<Beat> redecode_beats(const FrameMatrix& activations,
                                 const BeatDecoderParameters& parameters,
                                 const std::vector<Beat>& beats, double begin, double end) {
  return redecode_beats(activations, {}, parameters, {beats, {}}, begin, end).beats;
}

// At 119.9 BPM, 59 beats from 0.1 s on, with the grid of it.
GridBeats constant_song() {
  GridBeats song{{}, {GridKind::kConstant, {{0.1, 119.9}}}};
  for (int i = 0; i < 59; ++i) song.beats.push_back({0.1 + i * 60.0 / 119.9, i % 4 + 1, 0.5});
  take_bars(song.grid, song.beats);
  return song;
}

FrameMatrix heard(const GridBeats& song) {
  FrameMatrix activations(1500, 2, kFps);
  std::fill(activations.data.begin(), activations.data.end(), 0.01f);
  for (const Beat& beat : song.beats) {
    const std::ptrdiff_t frame = std::lround(beat.time * kFps);
    for (std::ptrdiff_t t = frame - 2; t <= frame + 2; ++t) {
      const double away = static_cast<double>(t) - beat.time * kFps;
      activations.row(static_cast<std::size_t>(t))[beat.position == 1 ? 1 : 0] =
          static_cast<float>(0.9 * std::exp(-away * away / 2.0));
    }
  }
  return activations;
}

TEST(BeatRedecoding, WithoutConstraintsItIsTheDecoder) {
  const FrameMatrix activations = steady(30, 0.5);
  const auto plain = decode_downbeats(activations, {});
  EXPECT_EQ(decode_downbeats(activations, {}, {}).beats, plain.beats);
}

TEST(BeatRedecoding, TheLevelThatTaggingChoseStays) {
  const FrameMatrix activations = steady(30, 0.5);
  const auto number_between = [&](double interval, const BeatDecoderParameters& parameters) {
    std::vector<Beat> before;
    for (double time = 0.0; time < 30.0; time += interval) before.push_back({time});
    return redecode_beats(activations, parameters, before, 0.0, 30.0).size();
  };
  BeatDecoderParameters two_passes;
  two_passes.level_margin = 2.0;
  EXPECT_NEAR(number_between(1.0, {}), 60, 1);
  EXPECT_NEAR(number_between(1.0, two_passes), 30, 1) << "every second beat, as before";
  EXPECT_NEAR(number_between(0.5, two_passes), 60, 1);
  EXPECT_NEAR(number_between(0.75, two_passes), 60, 1) << "another tempo is no level";
  BeatDecoderParameters weighed;
  weighed.level_bonus = 1.0;
  EXPECT_NEAR(number_between(1.0, weighed), 30, 1);
  EXPECT_NEAR(number_between(0.25, {}), 60, 1);
  EXPECT_GT(number_between(0.25, weighed), 90u) << "faster than that, up to 215 BPM";
}

TEST(BeatRedecoding, APassageKeepsTheLevelOfItsNeighbours) {
  const FrameMatrix activations = steady(30, 0.5);
  std::vector<Beat> before;
  for (double time = 0.0; time < 30.0; time += 1.0) before.push_back({time});
  BeatDecoderParameters weighed;
  weighed.level_bonus = 1.0;
  EXPECT_EQ(redecode_beats(activations, weighed, before, 9.5, 19.5).size(), 30u);
  before[12].confidence = kCertain;
  before.insert(before.begin() + 13, {12.5, 0, kCertain});
  EXPECT_GT(redecode_beats(activations, weighed, before, 9.5, 19.5).size(), 30u) << "a person's";
}

TEST(BeatRedecoding, APassageInDoubleTimeKeepsIt) {
  const FrameMatrix activations = steady(60, 0.5);
  std::vector<Beat> before;
  for (double time = 0.0; time < 40.0; time += 1.0) before.push_back({time});
  for (double time = 40.0; time < 55.0; time += 0.5) before.push_back({time});
  BeatDecoderParameters weighed;
  weighed.level_bonus = 1.0;
  EXPECT_EQ(redecode_beats(activations, weighed, before, 43.25, 51.25).size(), before.size());
}

TEST(BeatRedecoding, GoesThroughBeatsThatThePersonSet) {
  FrameMatrix activations = steady(30, 0.5);
  for (std::size_t t = 600; t < 1000; ++t) {  // no activation from 12 s to 20 s
    activations.row(t)[0] = activations.row(t)[1] = 0.01f;
  }
  const std::vector<Beat> fixed = {{14.213, 1}, {14.75, 2}, {15.29, 3}};
  const auto beats = decode_downbeats(activations, {}, fixed).beats;
  for (const Beat& beat : fixed) EXPECT_TRUE(has_beat_at(beats, beat.time)) << beat.time;
  for (std::size_t i = 1; i < beats.size(); ++i) {
    EXPECT_GT(beats[i].time - beats[i - 1].time, 0.25);
    EXPECT_LT(beats[i].time - beats[i - 1].time, 0.8);
  }
}

TEST(BeatRedecoding, APersonsDownbeatTurnsTheBars) {
  const FrameMatrix activations = steady(30, 0.5);
  auto plain = decode_downbeats(activations, {}).beats;
  const auto second = std::find_if(plain.begin(), plain.end(),
                                   [](const Beat& b) { return b.time > 10 && b.position == 2; });
  ASSERT_NE(second, plain.end());
  const std::vector<Beat> fixed = {{second->time, 1}};
  const auto turned = decode_downbeats(activations, {}, fixed).beats;
  const auto found = std::find_if(turned.begin(), turned.end(),
                                  [&](const Beat& b) { return b.time == fixed[0].time; });
  ASSERT_NE(found, turned.end());
  EXPECT_EQ(found->position, 1);
}

TEST(BeatRedecoding, OnlyTheRangeChangesAndItsCertainBeatsStay) {
  const FrameMatrix activations = steady(30, 0.5);
  std::vector<Beat> beats;
  for (int i = 0; i < 60; ++i) {  // right outside 10..20 s, half a beat late inside
    const bool wrong = i >= 20 && i < 40;
    beats.push_back({i * 0.5 + (wrong ? 0.25 : 0.0), i % 4 + 1, 0.5});
  }
  beats[30] = {15.013, 3, kCertain};
  const auto redone = redecode_beats(activations, {}, beats, 10.0, 20.0);
  for (int i = 0; i < 20; ++i)
    EXPECT_EQ(redone[static_cast<std::size_t>(i)], beats[static_cast<std::size_t>(i)]);
  for (int i = 40; i < 60; ++i) {
    EXPECT_EQ(redone[redone.size() - 60 + static_cast<std::size_t>(i)],
              beats[static_cast<std::size_t>(i)]);
  }
  EXPECT_TRUE(has_beat_at(redone, 15.013, 0.0));
  for (const double time : {11.0, 12.5, 14.0, 17.0, 19.0}) {
    EXPECT_TRUE(has_beat_at(redone, time, 0.021)) << time;
    EXPECT_FALSE(has_beat_at(redone, time + 0.25, 0.1)) << time;
  }
  EXPECT_EQ(redone.size(), 60u);
}

TEST(BeatRedecoding, WhereALoopIsCutThereIsNoBeatUnlessAPersonWantsOne) {
  FrameMatrix activations = steady(30.02, 0.5);
  activations.row(1500)[1] = 0.9f;  // the next bar, at 30.00 s
  std::vector<Beat> before;
  for (int i = 0; i < 60; ++i) before.push_back({i * 0.5, i % 4 + 1, 0.5});
  EXPECT_NEAR(redecode_beats(activations, {}, before, 10.0, 31.0).back().time, 29.5, 0.03);
  before.push_back({30.0, 1, kCertain});
  EXPECT_EQ(redecode_beats(activations, {}, before, 10.0, 31.0).back(), before.back());
}

TEST(BeatRedecoding, APassageOfAConstantSongLiesOnItsGridAgain) {
  const GridBeats song = constant_song();
  GridBeats gap = song;
  gap.beats = delete_beats(gap.beats, {20, 40});
  const GridBeats redone = redecode_beats(heard(song), {}, {}, gap, 10.0, 20.0);
  EXPECT_EQ(redone.grid, song.grid);
  ASSERT_EQ(redone.beats.size(), song.beats.size());
  for (std::size_t i = 0; i < song.beats.size(); ++i) {
    EXPECT_NEAR(redone.beats[i].time, song.beats[i].time, 1e-6);
    EXPECT_EQ(redone.beats[i].position, song.beats[i].position);
    if (i >= 20 && i < 40) continue;
    EXPECT_EQ(redone.beats[i].time, song.beats[i].time) << "outside";
  }
  GridBeats mine = gap;  // a beat off the grid, which has ended the grid
  mine.beats.insert(mine.beats.begin() + 20, {song.beats[21].time + 0.03, 2, kCertain});
  mine.grid = grid_after_edit(mine.grid, mine.beats);
  const GridBeats around = redecode_beats(heard(song), {}, {}, mine, 10.0, 20.0);
  EXPECT_EQ(around.grid.kind, GridKind::kNone);
  EXPECT_TRUE(has_beat_at(around.beats, song.beats[21].time + 0.03, 0.0));
}

TEST(BeatRedecoding, APassageOfAFreeSongStaysFree) {
  GridBeats free{constant_song().beats, {GridKind::kFree, {}}};
  for (std::size_t i = 0; i < free.beats.size(); ++i) free.beats[i].time += i % 3 * 0.004;
  const GridBeats redone = redecode_beats(heard(free), {}, {}, free, 10.0, 20.0);
  EXPECT_EQ(redone.grid, free.grid);
  ASSERT_EQ(redone.beats.size(), free.beats.size());
  for (std::size_t i = 0; i < free.beats.size(); ++i)
    EXPECT_NEAR(redone.beats[i].time, free.beats[i].time, 0.001);
}

TEST(BeatRedecoding, TheWholeSongGetsTheGridOfItsDecoding) {
  const GridBeats song = constant_song();
  const GridBeats redone = redecode_beats(heard(song), {}, {}, {song.beats, {}}, 0.0, 30.0);
  ASSERT_EQ(redone.grid.kind, GridKind::kConstant);
  EXPECT_NEAR(redone.grid.segments[0].bpm, 119.9, 0.05);
  EXPECT_TRUE(is_true(redone.grid, redone.beats));
}

// Half a second apart from 0 s on, fainter half-way; chords change half-way.
TEST(BeatRedecoding, OnlyTheWholeSongListensToTheHarmony) {
  FrameMatrix activations = steady(30, 0.5);
  for (std::size_t t = 13; t < activations.frames; t += 25) activations.row(t)[0] = 0.5f;
  FrameMatrix harmony(300, 1, 10.0);
  std::fill(harmony.data.begin(), harmony.data.end(), 0.1f);
  for (std::size_t t = 2; t < harmony.frames; t += 20) harmony.data[t] = harmony.data[t + 1] = 0.6f;
  const BarDecoderParameters decoder;
  const HeardBars bars{harmony, decoder};
  BeatDecoderParameters near_120;
  near_120.min_bpm = 100.0;
  near_120.max_bpm = 150.0;
  const GridBeats song{redecode_beats(activations, near_120, {}, 0.0, 30.0), {}};
  ASSERT_TRUE(has_beat_at(song.beats, 15.0, 0.02));
  const auto redone = [&](double begin, double end) {
    return redecode_beats(activations, {}, near_120, song, begin, end, &bars).beats;
  };
  EXPECT_TRUE(has_beat_at(redone(0.0, 30.0), 15.25, 0.02));
  EXPECT_FALSE(has_beat_at(redone(0.0, 30.0), 15.0, 0.1));
  EXPECT_TRUE(has_beat_at(redone(10.0, 20.0), 15.0, 0.02));
}

TEST(BeatRedecoding, SpeechBeforeTheMusicGetsNoBeatsAgain) {
  FrameMatrix activations = steady(40, 0.5);
  FrameMatrix chords(400, 3, 10.0);  // none in the first 15 s
  for (std::size_t t = 0; t < chords.frames; ++t) chords.row(t)[t < 150 ? 2 : 0] = 0.95f;
  std::mt19937 random(3);
  for (std::size_t t = 0; t < 15 * kFps; ++t)  // where the network is unsure
    for (float& p : activations.row(t)) p = 0.1f * static_cast<float>(random() % 1000) / 1000.0f;
  BeatDecoderParameters gated;
  gated.least_confidence = 0.23;
  GridBeats song;
  for (double time = 16.0; time < 40.0; time += 0.5) song.beats.push_back({time});
  const auto again = [&](const FrameMatrix* heard) {
    return redecode_beats(activations, {}, gated, song, 0.0, 40.0, nullptr, heard).beats;
  };
  EXPECT_GT(again(&chords).front().time, 14.0);
  EXPECT_LT(again(nullptr).front().time, 10.0) << "without chords nothing tells";
  EXPECT_NEAR(again(&chords).size(), 50, 4);
}

TEST(BeatRedecoding, UnsureBeatsAreFoundAgain) {
  FrameMatrix activations = steady(30, 0.5);
  for (float& value : activations.data) value *= 0.3f;
  BeatDecoderParameters unsure;
  unsure.least_confidence = 0.6;
  ASSERT_TRUE(decode_downbeats(activations, unsure).beats.empty());
  const std::vector<Beat> before = {{1, 1}, {1.5, 2}, {2, 3}};
  EXPECT_NEAR(redecode_beats(activations, unsure, before, 0.0, 30.0).size(), 60, 1);
}

TEST(BeatRedecoding, EmptyRangesAndSilenceChangeNothing) {
  const FrameMatrix activations = steady(10, 0.5);
  const std::vector<Beat> beats = {{1, 1, 0.5}, {2, 2, 0.5}};
  EXPECT_EQ(redecode_beats(activations, {}, beats, 5, 5), beats);
  EXPECT_EQ(redecode_beats(FrameMatrix(0, 2, kFps), {}, beats, 0, 5), beats);
  EXPECT_EQ(redecode_beats(activations, {}, beats, 50, 60), beats);
  EXPECT_THROW(redecode_beats(FrameMatrix(10, 3, kFps), {}, beats, 0, 5), std::invalid_argument);
}

}  // namespace
}  // namespace tactus
