// Arrangements with wide music: the beats of the annotation stay right.
#include <gtest/gtest.h>

#include <cmath>
#include <initializer_list>
#include <set>
#include <utility>

#include "datasets/synth/band/arrangement.h"
#include "datasets/synth/band/arranger.h"
#include "datasets/synth/score/drum_patterns.h"
#include "tests/datasets/support/song_fixture.h"

namespace tactus {
namespace {

constexpr int kSeeds = 120;
constexpr double kLoosest = 0.0182;  // seconds: 8 ms of looseness, 10 ms of manner

Song wide(std::uint64_t seed, Players players = Players::kBand, std::string* words = nullptr) {
  ArrangedSong made = arrange(test::small_song(32), seed, true, players, MusicStyle::kWide);
  if (words) *words = made.words;
  return made.song;
}

double bpm_of(const Song& song) {
  const auto& beats = song.annotation.beats;
  return 60.0 * static_cast<double>(beats.size() - 1) / (beats.back().time - beats.front().time);
}

TEST(WideMusic, EverythingHappensAndNothingAlways) {
  int stops = 0, changes = 0;
  std::set<int> meters;
  double slowest = 1e9, fastest = 0;
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    std::string words;
    const Song song = wide(seed, Players::kBand, &words);
    stops += words.find(" stops") != std::string::npos;
    slowest = std::min(slowest, bpm_of(song));
    fastest = std::max(fastest, bpm_of(song));
    const Song percussion = wide(seed, Players::kPercussion, &words);
    changes += words.find(", then ") != std::string::npos;
    meters.insert(BarGrid(percussion.annotation.beats).meter());
  }
  EXPECT_GT(stops, kSeeds / 10);
  EXPECT_LT(stops, kSeeds * 6 / 10);
  EXPECT_GT(changes, kSeeds / 10);
  EXPECT_LT(changes, kSeeds * 6 / 10);
  EXPECT_EQ(meters, (std::set<int>{2, 3, 4, 5, 6, 7}));
  EXPECT_LT(slowest, 56);  // 120 BPM can become 0.4 times as fast
  EXPECT_GT(fastest, 220);
  EXPECT_LE(fastest, 241);
}

// Every stroke lies on an eighth, sixteenth, third or sixth of the annotated beats, within the
// tolerance of players; at double time on parts half as long.
TEST(WideMusic, StrokesLieOnTheBeats) {
  std::size_t checked = 0;
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed)
    for (const Players players : {Players::kBand, Players::kPercussion}) {
      const Song song = wide(seed, players);
      const auto& beats = song.annotation.beats;
      const double length = beats[1].time - beats[0].time;
      for (const Part& part : song.performance.parts) {
        if (!part.drums) continue;
        for (const PlayedNote& note : part.notes) {
          const double place = (note.start - beats[0].time) / length;
          const double off = std::min(std::abs(place * 8 - std::round(place * 8)) / 8,
                                      std::abs(place * 6 - std::round(place * 6)) / 6);
          EXPECT_LE(off * length, kLoosest) << "seed " << seed << " at " << note.start;
          ++checked;
        }
      }
    }
  EXPECT_GT(checked, 10000u);
}

// Beats stay evenly spaced and their positions count up to the end of each bar.
TEST(WideMusic, BeatsAndBarsAreWhole) {
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed)
    for (const Players players : {Players::kBand, Players::kPercussion}) {
      const Song song = wide(seed, players);
      const auto& beats = song.annotation.beats;
      const double length = beats[1].time - beats[0].time;
      for (std::size_t i = 1; i < beats.size(); ++i) {
        EXPECT_NEAR(beats[i].time - beats[i - 1].time, length, 1e-6);
        EXPECT_TRUE(beats[i].position == beats[i - 1].position + 1 || beats[i].position == 1)
            << "seed " << seed << " beat " << i;
      }
      for (std::size_t c = 1; c < song.annotation.chords.size(); ++c)
        EXPECT_NEAR(song.annotation.chords[c].start, song.annotation.chords[c - 1].end, 1e-9);
    }
}

// Percussion marks the first beat of every bar, of whatever length.
TEST(WideMusic, PercussionMarksTheBars) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    std::string words;
    const Song song = wide(seed, Players::kPercussion, &words);
    if (words.find("stops") != std::string::npos || words.find(" 0 players") != std::string::npos)
      continue;
    const BarGrid grid(song.annotation.beats);
    std::size_t marked = 0;
    for (const Bar& bar : grid.bars()) {
      const double time = grid.time(bar, 0);
      bool found = false;
      for (const Part& part : song.performance.parts)
        for (const PlayedNote& note : part.notes) found |= std::abs(note.start - time) < kLoosest;
      marked += found;
    }
    EXPECT_GE(marked + 1, grid.bars().size()) << "seed " << seed << " " << words;
  }
}

TEST(WideMusic, HalfAndDoubleTimeArePlayed) {
  int half = 0, twice = 0;
  for (int i = 0; i < 200; ++i) {
    for (const double bpm : {80.0, 140.0}) {
      SongRandom random(1, std::to_string(i), "times");
      std::vector<BarPlan> plan;
      for (int bar = 0; bar < 32; ++bar) plan.push_back({Intensity::kVerse, bar % 8, 8});
      plan_drum_times(plan, bpm, random);
      bool has_half = false, has_double = false;
      for (std::size_t b = 0; b < plan.size(); ++b) {
        has_half |= plan[b].drum_time == 0.5;
        has_double |= plan[b].drum_time == 2.0;
        if (plan[b].phrase_bar == 0) continue;
        EXPECT_EQ(plan[b].drum_time, plan[b - 1].drum_time);
      }
      EXPECT_FALSE(bpm < 100 && has_half);
      EXPECT_FALSE(bpm > 110 && has_double);
      half += has_half;
      twice += has_double;
    }
  }
  EXPECT_GT(half, 20);
  EXPECT_GT(twice, 20);

  // "rock" at half the time: kick on one, snare on three beats of the two bars of eight beats.
  const Song song = test::small_song(8);
  Arrangement band{BarGrid(song.annotation.beats), {}, {}, Feel::kStraight, 0.0};
  const auto strokes = [&](double time) {
    band.plan.assign(8, {Intensity::kVerse, 0, 8, time});
    for (int b = 0; b < 8; ++b) band.plan[static_cast<std::size_t>(b)].phrase_bar = b;
    SongRandom random(3, "song", "drums");
    std::size_t cymbals = 0;
    for (const PlayedNote& note : play_drums(band, random).notes)
      cymbals += note.pitch != gm_drum::kKick && note.pitch != gm_drum::kSnare;
    return static_cast<double>(cymbals);
  };
  EXPECT_NEAR(strokes(0.5) / strokes(1.0), 0.5, 0.15);
  EXPECT_NEAR(strokes(2.0) / strokes(1.0), 2.0, 0.3);
}

TEST(WideMusic, PatternsFillTheirBars) {
  std::set<std::pair<int, int>> meters;
  for (const WidePattern& wide : wide_drum_patterns()) {
    const DrumPattern& pattern = wide.pattern;
    meters.insert({pattern.beats, pattern.steps_per_beat});
    EXPECT_LT(wide.slowest, wide.fastest) << pattern.name;
    const auto steps = static_cast<std::size_t>(pattern.beats * pattern.steps_per_beat);
    const std::pair<std::string_view, int> rows[] = {{pattern.kick, gm_drum::kKick},
                                                     {pattern.snare, pattern.snare_drum},
                                                     {pattern.cymbal, pattern.cymbal_drum},
                                                     {pattern.extra, pattern.extra_drum}};
    for (const auto& [row, drum] : rows) {
      EXPECT_TRUE(row.empty() || row.size() == steps) << pattern.name << " " << row;
      EXPECT_TRUE(row.empty() || drum > 0) << pattern.name;
      EXPECT_EQ(row.find_first_not_of("Xxo."), std::string_view::npos) << pattern.name;
    }
  }
  for (const auto& meter : std::initializer_list<std::pair<int, int>>{
           {2, 3}, {2, 4}, {3, 4}, {4, 3}, {4, 4}, {5, 4}, {6, 4}, {7, 4}})
    EXPECT_TRUE(meters.contains(meter)) << meter.first << " by " << meter.second;
}

// Without wide music nothing of this happens, and the choices of a seed stay.
TEST(WideMusic, IsOffByDefault) {
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    const ArrangedSong usual = arrange(test::small_song(), seed);
    EXPECT_EQ(usual.words.find("stops"), std::string::npos);
    EXPECT_EQ(usual.song.annotation.beats.size(), test::small_song().annotation.beats.size());
  }
}

}  // namespace
}  // namespace tactus
