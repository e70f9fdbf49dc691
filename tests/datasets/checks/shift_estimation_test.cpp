#include "datasets/checks/shift_estimation.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace tactus {
namespace {

constexpr double kBeat = 0.6;  // seconds

// A click of decaying noise at every time, a louder one at every fourth.
std::vector<float> clicks(const std::vector<double>& times, double seconds) {
  std::mt19937 random(1);
  std::vector<float> samples(static_cast<std::size_t>(seconds * kSketchRate));
  for (std::size_t i = 0; i < times.size(); ++i) {
    const auto begin = static_cast<std::size_t>(times[i] * kSketchRate);
    for (std::size_t n = 0; n < 2000 && begin + n < samples.size(); ++n) {
      const double noise = std::uniform_real_distribution<double>(-1, 1)(random);
      samples[begin + n] += static_cast<float>((i % 4 ? 0.3 : 0.6) * noise * std::exp(-0.003 * n));
    }
  }
  return samples;
}

std::vector<double> beat_times(int count) {
  std::vector<double> times;
  for (int i = 0; i < count; ++i) times.push_back(1.0 + i * kBeat);
  return times;
}

std::vector<Beat> beats_at(const std::vector<double>& times, double offset) {
  std::vector<Beat> beats;
  for (const double time : times) beats.push_back({time + offset, 0});
  return beats;
}

TEST(BeatShift, IsWhatHasToBeAdded) {
  const std::vector<double> times = beat_times(60);
  const SoundSketch sketch = sketch_audio(clicks(times, 40.0));
  EXPECT_NEAR(sketch.seconds, 40.0, 1e-6);
  for (const double offset : {0.0, 0.05, -0.08, 0.2, -0.25}) {
    const std::optional<double> shift = beat_shift(sketch, beats_at(times, offset));
    ASSERT_TRUE(shift) << offset;
    EXPECT_NEAR(*shift, -offset, 0.012) << offset;
  }
  const std::optional<double> half = beat_shift(sketch, beats_at(times, kBeat / 2));
  ASSERT_TRUE(half);
  EXPECT_NEAR(std::abs(*half), kBeat / 2, 0.012);
}

TEST(BeatShift, SaysNothingWithoutEvidence) {
  const std::vector<double> times = beat_times(60);
  EXPECT_FALSE(beat_shift(sketch_audio(std::vector<float>(40 * kSketchRate)), beats_at(times, 0)));
  EXPECT_FALSE(beat_shift(sketch_audio({}), beats_at(times, 0)));
  std::mt19937 random(2);
  std::vector<float> noise(40 * kSketchRate);
  for (float& sample : noise) sample = std::uniform_real_distribution<float>(-0.5f, 0.5f)(random);
  const std::optional<double> of_noise = beat_shift(sketch_audio(noise), beats_at(times, 0));
  EXPECT_FALSE(of_noise);
  EXPECT_FALSE(beat_shift(sketch_audio(clicks(times, 40.0)), beats_at(beat_times(10), 0.1)));
}

TEST(BeatShift, LetsMusicBeSyncopated) {
  std::vector<double> times = beat_times(60), struck = times;
  for (const double time : times) struck.push_back(time + kBeat / 2);  // as loud between the beats
  const std::optional<double> shift =
      beat_shift(sketch_audio(clicks(struck, 40.0)), beats_at(times, 0.0));
  EXPECT_LT(std::abs(shift.value_or(0.0)), 0.03);
}

TEST(BeatShift, NeedsAllQuartersToAgree) {
  const std::vector<double> times = beat_times(60);
  const SoundSketch sketch = sketch_audio(clicks(times, 40.0));
  std::vector<Beat> beats = beats_at(times, 0.1);
  for (std::size_t i = 45; i < 60; ++i) beats[i].time += 0.1;
  EXPECT_FALSE(beat_shift(sketch, beats));
}

// Chords of two seconds, three notes each, as a MIDI performance.
Performance chord_performance(int count, std::vector<LabelledSegment>& chords) {
  std::mt19937 random(3);
  Performance performance;
  performance.parts.emplace_back();
  for (int i = 0, root = 0; i < count; ++i) {
    root = (root + 1 + static_cast<int>(random() % 11)) % 12;
    const double start = 2.0 * i;
    for (const int step : {0, 4, 7})
      performance.parts[0].notes.push_back({start, start + 2.0, 48 + root + step, 80});
    chords.push_back({start, start + 2.0, std::to_string(root)});
  }
  return performance;
}

TEST(ChordShift, IsWhatHasToBeAdded) {
  std::vector<LabelledSegment> chords;
  const SoundSketch sketch = sketch_performance(chord_performance(24, chords));
  for (const double offset : {0.0, 0.1, -0.2, 0.35}) {
    std::vector<LabelledSegment> moved = chords;
    for (LabelledSegment& chord : moved) {
      chord.start += offset;
      chord.end += offset;
    }
    const std::optional<double> shift = chord_shift(sketch, moved);
    ASSERT_TRUE(shift) << offset;
    EXPECT_NEAR(*shift, -offset, 0.03) << offset;
  }
  chords.resize(8);
  EXPECT_FALSE(chord_shift(sketch, chords));
  EXPECT_FALSE(chord_shift(SoundSketch{}, chords));
}

TEST(SoundSketch, TellsTheSameMusicFromOther) {
  std::vector<LabelledSegment> unused;
  Performance song = chord_performance(24, unused);
  Performance later = song, other = song, louder = song;
  for (PlayedNote& note : later.parts[0].notes) note.start += 0.8, note.end += 0.8;
  for (PlayedNote& note : louder.parts[0].notes) note.velocity = 100;
  for (std::size_t i = 0; i < other.parts[0].notes.size(); ++i)
    other.parts[0].notes[i].pitch += static_cast<int>(i / 3 * 7 % 12);
  const FrameMatrix print = fingerprint(sketch_performance(song));
  EXPECT_GT(similarity(print, fingerprint(sketch_performance(louder))), 0.99);
  EXPECT_GT(similarity(print, fingerprint(sketch_performance(later))), 0.95);
  EXPECT_LT(similarity(print, fingerprint(sketch_performance(other))), 0.5);
  song.parts[0].notes.resize(30);
  EXPECT_EQ(similarity(print, fingerprint(sketch_performance(song))), 0.0);  // a part of it
  EXPECT_EQ(similarity(print, FrameMatrix{}), 0.0);
}

}  // namespace
}  // namespace tactus
