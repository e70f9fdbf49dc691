#include "model/decoding/timing/beat_timing.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "model/tempo_grid.h"

namespace tactus {
namespace {

constexpr double kFps = 50.0;

double bump(double time, double centre) {
  const double away = (time - centre) / 0.015;
  return 0.9 * std::exp(-0.5 * away * away);
}

// Activation and beats on its frames, as a decoder gives them, for beats at `times`.
struct Heard {
  FrameMatrix activation;
  std::vector<Beat> beats;
};
Heard heard(const std::vector<double>& times, double seconds) {
  Heard all{FrameMatrix(static_cast<std::size_t>(seconds * kFps), 1, kFps), {}};
  int position = 0;
  for (double time : times) {
    for (std::size_t t = 0; t < all.activation.frames; ++t)
      all.activation.data[t] += static_cast<float>(bump(static_cast<double>(t) / kFps, time));
    all.beats.push_back({std::round(time * kFps) / kFps, position++ % 4 + 1, 0.8});
  }
  return all;
}
std::vector<double> steady(double first, double bpm, int beats) {
  std::vector<double> times;
  for (int i = 0; i < beats; ++i) times.push_back(first + 60.0 / bpm * i);
  return times;
}
// A sound of one loudness between two times.
AttackCurve sound(double from, double to, double seconds) {
  FrameMatrix envelope(static_cast<std::size_t>(seconds * 500.0), 2, 500.0);
  for (std::size_t i = 0; i < envelope.frames; ++i) {
    const double time = static_cast<double>(i) / 500.0;
    envelope.row(i)[0] = envelope.row(i)[1] = time >= from && time < to ? 0.1f : 0.0f;
  }
  return AttackCurve(envelope);
}

TEST(BeatTiming, PeaksLieBetweenFrames) {
  for (double time : {1.0, 1.0031, 1.0099, 1.0150}) {
    const Heard one = heard({time}, 2.0);
    EXPECT_NEAR(peak_time(one.activation, one.beats[0].time), time, 1e-5);
  }
  EXPECT_EQ(peak_time(FrameMatrix(100, 1, kFps), 1.0), 1.0);  // flat
  EXPECT_EQ(peak_time(FrameMatrix(2, 1, kFps), 0.02), 0.02);
  EXPECT_EQ(peak_time(heard({1.0}, 2.0).activation, 7.0), 7.0);
}

TEST(BeatTiming, BeatsOfOneTempoLieOnOneGrid) {
  const auto times = steady(0.7712, 117.43, 100);
  const Heard piece = heard(times, 60.0);
  const TimedBeats timed = time_beats(piece.beats, piece.activation, {}, {.seconds = 60.0});
  ASSERT_EQ(timed.beats.size(), 100u);
  for (std::size_t i = 0; i < times.size(); ++i) {
    EXPECT_NEAR(timed.beats[i].time, times[i], 1e-4);
    EXPECT_EQ(timed.beats[i].position, piece.beats[i].position);
  }
  EXPECT_EQ(timed.grid.kind, GridKind::kConstant);
  ASSERT_EQ(timed.grid.segments.size(), 1u);
  const GridSegment& segment = timed.grid.segments[0];
  EXPECT_NEAR(segment.bpm, 117.43, 1e-9);  // two decimals are enough
  EXPECT_EQ(segment.meter, 4);
  EXPECT_EQ(segment.start, timed.beats[0].time);
  EXPECT_EQ(segment.first_downbeat, timed.beats[0].time);
  EXPECT_TRUE(is_true(timed.grid, timed.beats));
}

TEST(BeatTiming, ABeatAtTheStartOfTheSoundBelongsToTheGrid) {
  const Heard song = heard(steady(-0.0012, 120.0, 60), 40.0);
  const TimedBeats timed = time_beats(song.beats, song.activation, {}, {.seconds = 40.0});
  ASSERT_EQ(timed.beats.size(), 60u);
  EXPECT_EQ(timed.beats[0].time, 0.0);
  EXPECT_NEAR(timed.beats[1].time, 0.5, 1e-9);
  ASSERT_EQ(timed.grid.kind, GridKind::kConstant);
  EXPECT_EQ(timed.grid.segments[0].start, 0.0);
}

TEST(BeatTiming, TwoTempiAreTwoSegments) {
  auto times = steady(0.5, 100.0, 80);
  for (double time : steady(times.back() + 0.5, 120.0, 80)) times.push_back(time);
  const Heard piece = heard(times, 100.0);
  const TimedBeats timed = time_beats(piece.beats, piece.activation, {}, {.seconds = 100.0});
  EXPECT_EQ(timed.grid.kind, GridKind::kPiecewise);
  ASSERT_EQ(timed.grid.segments.size(), 2u);
  EXPECT_EQ(timed.grid.segments[0].bpm, 100.0);
  EXPECT_EQ(timed.grid.segments[1].bpm, 120.0);
  EXPECT_TRUE(is_true(timed.grid, timed.beats));
}

TEST(BeatTiming, TheChoiceOfAPersonCounts) {
  const auto times = steady(0.7712, 117.43, 100);
  const Heard piece = heard(times, 60.0);
  const TimedBeats free =
      time_beats(piece.beats, piece.activation, {}, {.grid = GridChoice::kFree, .seconds = 60.0});
  EXPECT_EQ(free.grid.kind, GridKind::kFree);
  EXPECT_TRUE(free.grid.segments.empty());
  EXPECT_NEAR(free.beats[50].time, times[50], 1e-4);
  std::vector<double> played;
  for (int i = 0; i < 40; ++i) played.push_back(1.0 + 0.5 * i + 0.05 * std::sin(i));
  const Heard other = heard(played, 30.0);
  const TimedBeats forced = time_beats(other.beats, other.activation, {},
                                       {.grid = GridChoice::kConstant, .seconds = 30.0});
  EXPECT_EQ(forced.grid.kind, GridKind::kConstant);
  EXPECT_NEAR(forced.grid.segments[0].bpm, 120.0, 0.5);
}

TEST(BeatTiming, BeatsReachAsFarAsTheSound) {
  auto times = steady(4.0, 120.0, 58);
  times.erase(times.begin() + 30);  // the decoder has missed one
  const Heard piece = heard(times, 60.0);
  std::vector<Beat> beats = piece.beats;
  for (std::size_t i = 30; i < beats.size(); ++i)
    beats[i].position = static_cast<int>(i + 1) % 4 + 1;
  const TimedBeats timed =
      time_beats(beats, piece.activation, sound(2.9, 36.0, 60.0), {.seconds = 60.0});
  ASSERT_EQ(timed.beats.size(), 2u + 58u + 2u);
  EXPECT_NEAR(timed.beats.front().time, 3.0, 1e-4);
  EXPECT_EQ(timed.beats.front().position, 3);
  EXPECT_EQ(timed.beats.front().confidence, kUnknownConfidence);
  EXPECT_NEAR(timed.beats[32].time, 19.0, 1e-4);
  EXPECT_EQ(timed.beats[32].position, 3);
  EXPECT_NEAR(timed.beats.back().time, 33.5, 1e-4);  // the end of its bar
  EXPECT_EQ(timed.beats.back().position, 4);
  EXPECT_EQ(timed.grid.segments.at(0).start, timed.beats.front().time);
  EXPECT_TRUE(is_true(timed.grid, timed.beats));
  const TimedBeats silent = time_beats(beats, piece.activation, {}, {.seconds = 60.0});
  EXPECT_EQ(silent.beats.size(), 57u);
}

// What is left of the beats of `meters` (bars, beats of each) without `count` beats from `gone` on
// gets them back.
void expect_added(const std::vector<std::pair<int, int>>& meters, std::ptrdiff_t gone, int count) {
  SCOPED_TRACE(gone);
  std::vector<int> positions;
  for (const auto& [bars, meter] : meters)
    for (int i = 0; i < bars * meter; ++i) positions.push_back(i % meter + 1);
  const double end = 1.2 + 0.5 * static_cast<double>(positions.size() - 1);
  Heard piece = heard(steady(1.0, 120.0, static_cast<int>(positions.size())), end + 5.0);
  for (std::size_t i = 0; i < positions.size(); ++i) piece.beats[i].position = positions[i];
  piece.beats.erase(piece.beats.begin() + gone, piece.beats.begin() + gone + count);
  const TimedBeats timed =
      time_beats(piece.beats, piece.activation, sound(0.9, end, end + 5.0), {.seconds = end + 5.0});
  ASSERT_EQ(timed.beats.size(), positions.size());
  for (std::size_t i = 0; i < positions.size(); ++i)
    EXPECT_EQ(timed.beats[i].position, positions[i]) << "beat " << i;
}

TEST(BeatTiming, AddedBeatsAreCountedInTheMeterAroundThem) {
  for (const int gone : {18, 21, 27, 36, 62}) expect_added({{4, 4}, {6, 7}, {6, 4}}, gone, 1);
  expect_added({{8, 4}}, 2, 2);           // of the first bar
  expect_added({{5, 4}, {8, 3}}, 23, 1);  // the second downbeat after a change
}

TEST(BeatTiming, NoLineLeadsBeyondTheEnd) {
  std::vector<double> faster;
  for (double time = 0.5, step = 0.6; faster.size() < 300; time += step, step -= 0.0007)
    faster.push_back(time);
  const double end = faster.back() + 0.1;
  const Heard song = heard(faster, end + 20.0);
  const TimedBeats timed =
      time_beats(song.beats, song.activation, {}, {.grid = GridChoice::kConstant, .seconds = end});
  EXPECT_LE(timed.beats.back().time, end - 0.05);
  EXPECT_GE(timed.beats.front().time, 0.0);
  EXPECT_TRUE(is_true(timed.grid, timed.beats));
}

TEST(BeatTiming, APersonsBeatsNeverMove) {
  const auto times = steady(0.7712, 117.43, 60);
  const Heard piece = heard(times, 40.0);
  std::vector<Beat> beats = piece.beats;
  beats[20].time = times[20] + 0.004;
  const std::vector<Beat> one = {beats[20]};
  const TimedBeats moved = time_beats(beats, piece.activation, {}, {.seconds = 40.0, .fixed = one});
  EXPECT_EQ(moved.beats[20].time, one[0].time);
  EXPECT_EQ(moved.grid.kind, GridKind::kConstant);  // the line goes through it
  EXPECT_TRUE(is_true(moved.grid, moved.beats));
  beats[40].time = times[40] - 0.02;
  const std::vector<Beat> two = {beats[20], beats[40]};
  beats[30].time = times[30] + 0.02;
  const std::vector<Beat> three = {beats[20], beats[30], beats[40]};
  const TimedBeats bent =
      time_beats(beats, piece.activation, {}, {.seconds = 40.0, .fixed = three});
  for (std::size_t i : {20u, 30u, 40u}) EXPECT_EQ(bent.beats[i].time, beats[i].time);
  EXPECT_TRUE(is_true(bent.grid, bent.beats));
}

TEST(BeatTiming, OneBeatStaysAsItIs) {
  const Heard piece = heard({1.0031}, 2.0);
  const TimedBeats timed = time_beats(piece.beats, piece.activation, {}, {.seconds = 2.0});
  EXPECT_EQ(timed.beats, piece.beats);
  EXPECT_EQ(timed.grid.kind, GridKind::kNone);
}

// Two bars heard a little late at the start, as networks do.
TEST(BeatTiming, TheLengthOfALoopIsItsTempo) {
  const double seconds = 8 * 60.0 / 93.0;
  const auto timed = [&](double first, double bpm, double length) {
    const Heard song = heard(steady(first, bpm, 8), length);
    return time_beats(song.beats, song.activation, {}, {GridChoice::kAuto, length, {}, {}});
  };
  const TimedBeats loop = timed(0.012, 93.4, seconds);
  ASSERT_EQ(loop.grid.kind, GridKind::kConstant);
  EXPECT_EQ(loop.grid.segments[0].bpm, 93.0);
  ASSERT_EQ(loop.beats.size(), 8u);
  for (std::size_t k = 0; k < 8; ++k)
    EXPECT_NEAR(loop.beats[k].time, static_cast<double>(k) * 60.0 / 93.0, 1e-9);
  EXPECT_GT(timed(0.1, 93.4, seconds + 0.09).beats.front().time, 0.05) << "does not begin at once";
  EXPECT_GT(timed(0.012, 93.4, seconds + 0.2).beats.front().time, 0.005) << "goes on";
  EXPECT_GT(timed(0.012, 88.0, seconds).beats.front().time, 0.005) << "another tempo";
}

}  // namespace
}  // namespace tactus
