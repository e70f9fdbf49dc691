#include "model/decoding/timing/beat_division.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "model/meter.h"
#include "model/tempo_grid.h"

namespace tactus {
namespace {

constexpr double kFineFps = 500.0;

struct Note {
  double place = 0.0;  // in the bar, beats
  double energy = 1.0;
};

// Bars of these notes over faint noise; each rises for 6 ms and decays.
struct Music {
  std::vector<Beat> beats;
  AttackCurve attacks;
};
Music music(double period, int meter, int bars, const std::vector<Note>& notes,
            const std::vector<Note>& every_fourth = {}) {
  const double seconds = 2.0 + period * meter * bars;
  FrameMatrix envelope(static_cast<std::size_t>(seconds * kFineFps), 2, kFineFps);
  std::mt19937 random(1);
  std::uniform_real_distribution<double> faint(0.5e-6, 1.5e-6);
  for (std::size_t i = 0; i < envelope.frames; ++i)
    envelope.row(i)[0] = envelope.row(i)[1] = static_cast<float>(faint(random));
  Music made;
  for (int bar = 0; bar < bars; ++bar) {
    const double start = 1.0 + period * meter * bar;
    for (int beat = 0; beat < meter; ++beat)
      made.beats.push_back({start + period * beat, beat + 1});
    const bool other = !every_fourth.empty() && bar % 4 == 3;
    for (const Note& note : other ? every_fourth : notes) {
      const double begin = start + period * note.place;
      for (int k = 0; k < 100; ++k) {
        const auto row = static_cast<std::size_t>(begin * kFineFps) + static_cast<std::size_t>(k);
        const double after = (static_cast<double>(row) + 0.5) / kFineFps - begin;
        if (after <= 0.0 || row >= envelope.frames) continue;
        const double rise = std::min(after / 0.006, 1.0);
        const auto more =
            static_cast<float>(0.01 * note.energy * rise * rise * std::exp(-after / 0.02));
        envelope.row(row)[0] += more;
        envelope.row(row)[1] += more;
      }
    }
  }
  made.attacks = AttackCurve(envelope);
  return made;
}

std::vector<Note> every(double step, int meter) {
  std::vector<Note> notes;
  for (int i = 0; i * step < meter - 1e-6; ++i) notes.push_back({i * step});
  return notes;
}

Annotation found(const Music& song, const FrameMatrix& activations = {}) {
  Annotation annotation;
  annotation.beats = song.beats;
  const double period = song.beats[1].time - song.beats[0].time;
  annotation.grid = {GridKind::kConstant, {{song.beats[0].time, 60.0 / period, 0, 0.0, 0.0}}};
  annotation.tempi = {{60.0 / period, 0.9}};
  annotation.readings = {{60.0 / period, song.beats.back().position, 1.0, false, 0.9},
                         {30.0 / period, 2, 1.0, false, 0.1}};
  take_bars(annotation.grid, annotation.beats);
  find_division(annotation, song.attacks, activations);
  return annotation;
}

std::string meter_found(const Music& song) {
  return name_of(meter_of(found(song).beats));
}

TEST(BeatDivision, NotesAtBothThirdsMakeACompoundMeter) {
  EXPECT_EQ(meter_found(music(0.9, 2, 30, every(1.0 / 3.0, 2))), "6/8");
  EXPECT_EQ(meter_found(music(0.6, 3, 20, every(1.0 / 3.0, 3))), "9/8");
  EXPECT_EQ(meter_found(music(1.1, 4, 20, every(1.0 / 3.0, 4))), "12/8");
}

TEST(BeatDivision, StraightMusicStaysStraight) {
  EXPECT_EQ(meter_found(music(0.5, 4, 20, every(0.5, 4))), "4");
  EXPECT_EQ(meter_found(music(0.6, 4, 20, every(0.25, 4))), "4");
  EXPECT_EQ(meter_found(music(0.5, 4, 20, every(1.0, 4))), "4");
  EXPECT_EQ(meter_found(music(0.5, 3, 20, every(0.5, 3))), "3");
  const auto fills = music(0.5, 4, 24, every(0.5, 4), every(1.0 / 3.0, 4));
  EXPECT_EQ(meter_found(fills), "4") << "triplets in every fourth bar";
  EXPECT_EQ(found(fills).swing, 0.0);
  EXPECT_EQ(meter_found(music(0.5, 4, 7, every(1.0 / 3.0, 4))), "4") << "too short to tell";
}

TEST(BeatDivision, OneNoteBehindTheMiddleIsSwing) {
  for (const double place : {0.58, 0.62, 2.0 / 3.0, 0.7}) {
    std::vector<Note> notes;
    for (int beat = 0; beat < 4; ++beat) {
      notes.push_back({static_cast<double>(beat)});
      notes.push_back({beat + place});
    }
    const Annotation song = found(music(0.5, 4, 20, notes));
    EXPECT_EQ(name_of(meter_of(song.beats)), "4") << place;
    EXPECT_NEAR(song.swing, place, 0.025);
  }
  EXPECT_EQ(found(music(0.5, 4, 20, every(0.5, 4))).swing, 0.0);
  EXPECT_EQ(found(music(0.5, 4, 20, every(0.25, 4))).swing, 0.0);
}

// Six eighths in three beats, the fourth as loud as the first.
std::vector<Note> ballad(double fourth) {
  return {{0.0, 1.0}, {0.5, 0.05}, {1.0, 0.05}, {1.5, fourth}, {2.0, 0.05}, {2.5, 0.05}};
}

TEST(BeatDivision, AnAccentOnTheFourthEighthMakesTwoDottedBeats) {
  const Annotation song = found(music(0.6, 3, 24, ballad(1.0)));
  EXPECT_EQ(name_of(meter_of(song.beats)), "6/8");
  ASSERT_GT(song.beats.size(), 40u);
  EXPECT_NEAR(song.beats[1].time - song.beats[0].time, 0.9, 1e-9);
  EXPECT_NEAR(song.grid.segments.at(0).bpm, 60.0 / 0.9, 1e-9);
  EXPECT_EQ(song.grid.segments[0].meter, 2);
  EXPECT_TRUE(is_true(song.grid, song.beats));
  EXPECT_NEAR(song.tempi.at(0).bpm, 60.0 / 0.9, 1e-9);
  EXPECT_NEAR(song.tempi.at(1).bpm, 100.0, 1e-9);
  ASSERT_EQ(song.readings.size(), 3u);
  EXPECT_EQ(song.readings[0].meter, 2);
  EXPECT_NEAR(song.readings[0].score, 0.6, 1e-9);
  EXPECT_EQ(song.readings[1].meter, 3) << "the one before can be taken";
  EXPECT_EQ(meter_found(music(0.6, 3, 24, ballad(0.05))), "3") << "a waltz with eighths";
}

TEST(BeatDivision, JigsCountInTwo) {
  const Music jig = music(0.5, 4, 24, every(1.0 / 3.0, 4));
  FrameMatrix activations(3000, 2, 50.0);
  for (const Beat& beat : jig.beats)
    activations.row(static_cast<std::size_t>(std::lround(beat.time * 50.0)))[1] =
        beat.position % 2 == 1 ? 0.5f : 0.1f;
  EXPECT_EQ(name_of(meter_of(found(jig, activations).beats)), "6/8");
  for (const Beat& beat : jig.beats)
    activations.row(static_cast<std::size_t>(std::lround(beat.time * 50.0)))[1] =
        beat.position == 1 ? 0.5f : 0.1f;
  EXPECT_EQ(name_of(meter_of(found(jig, activations).beats)), "12/8");
}

TEST(BeatDivision, NeedsASoundAndBars) {
  Music song = music(0.9, 2, 30, every(1.0 / 3.0, 2));
  const Music whole = song;
  song.attacks = AttackCurve();
  EXPECT_EQ(meter_found(song), "2");
  song = whole;
  for (Beat& beat : song.beats) beat.position = 0;
  EXPECT_EQ(found(song).beats.front().division, 2);
  Annotation nothing;
  find_division(nothing, whole.attacks, {});
  EXPECT_TRUE(nothing.beats.empty());
}

}  // namespace
}  // namespace tactus
