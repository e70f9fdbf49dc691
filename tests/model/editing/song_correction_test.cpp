// A song whose networks hear beats and bars clearly, and annotations of it that are wrong as a
// whole.
#include "model/editing/song_correction.h"

#include <gtest/gtest.h>

namespace tactus {
namespace {

using Way = SongCorrection::Kind;

// 32 beats, half a second apart from 0.5 s on, in bars of four.
class WrongSong : public testing::Test {
 protected:
  WrongSong() : heard(1800, 2, 100) {
    for (int i = 0; i < 32; ++i) {
      right.beats.push_back({0.5 + 0.5 * i, i % 4 + 1, 0.8});
      heard.row(static_cast<std::size_t>(50 + 50 * i))[i % 4 == 0 ? 1 : 0] = 0.7f;
    }
  }
  std::optional<SongCorrection> advice(const GridBeats& song) const {
    return song_correction(song.beats, heard, bars);
  }
  // One correction, and then the song is right.
  void expect_right_after(const GridBeats& wrong, Way kind) {
    const auto found = advice(wrong);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->kind, kind);
    const GridBeats song = corrected_song(wrong, *found);
    EXPECT_EQ(advice(song), std::nullopt);
    std::size_t same = 0;
    for (const Beat& beat : song.beats)
      for (const Beat& truth : right.beats)
        same += std::abs(beat.time - truth.time) < 1e-6 && beat.position == truth.position;
    EXPECT_GE(same, right.beats.size() - 2) << "but for the ends";
  }

  GridBeats right;
  FrameMatrix heard, bars;
};

TEST_F(WrongSong, ARightSongNeedsNone) {
  EXPECT_EQ(advice(right), std::nullopt);
}

TEST_F(WrongSong, HalfABeatOff) {
  for (const bool later : {true, false})
    expect_right_after(shift_half_level(right, all_beats(right.beats), later), Way::kHalfBeat);
}

TEST_F(WrongSong, TwiceAndHalfTheTempo) {
  expect_right_after(double_level(right, all_beats(right.beats)), Way::kHalve);
  expect_right_after(halve_level(right, all_beats(right.beats)), Way::kDouble);
}

TEST_F(WrongSong, TwiceTheTempoWithBarsOnTheOffBeats) {
  GridBeats wrong = double_level(right, all_beats(right.beats));
  wrong.beats = shift_bars(wrong.beats, all_beats(wrong.beats), 1);
  const auto found = advice(wrong);
  ASSERT_TRUE(found);
  EXPECT_EQ(*found, (SongCorrection{Way::kHalve, 1}));
  const GridBeats song = corrected_song(wrong, *found);
  EXPECT_NEAR(song.beats[1].time - song.beats[0].time, 0.5, 1e-9);
  const auto next = advice(song);
  EXPECT_TRUE(!next || next->kind == Way::kShiftBars) << "the beats lie on the peaks";
}

TEST_F(WrongSong, ALateDownbeat) {
  for (const int by : {1, 2, -1}) {
    GridBeats wrong = right;
    wrong.beats = shift_bars(wrong.beats, all_beats(wrong.beats), by);
    expect_right_after(wrong, Way::kShiftBars);
  }
}

TEST_F(WrongSong, TheHarmonyTellsTheBarsToo) {
  for (std::size_t t = 0; t < heard.frames; ++t) heard.row(t)[1] = std::min(heard.row(t)[1], 0.1f);
  bars = FrameMatrix(180, 1, 10);
  for (std::size_t i = 0; i < 32; i += 4) bars.row(5 + 5 * i)[0] = 0.9f;
  GridBeats wrong = right;
  wrong.beats = shift_bars(wrong.beats, all_beats(wrong.beats), 1);
  ASSERT_TRUE(advice(wrong));
  EXPECT_EQ(*advice(wrong), (SongCorrection{Way::kShiftBars, -1}));
}

TEST_F(WrongSong, NothingIsSaidWithoutClearPeaks) {
  GridBeats wrong = shift_half_level(right, all_beats(right.beats), true);
  for (float& value : heard.data) value *= 0.3f;
  EXPECT_EQ(advice(wrong), std::nullopt);
  EXPECT_EQ(song_correction(wrong.beats, FrameMatrix(), {}), std::nullopt);
  EXPECT_EQ(song_correction(std::span(wrong.beats).first(7), heard, {}), std::nullopt);
  EXPECT_THROW(song_correction(wrong.beats, FrameMatrix(10, 3, 10), {}), std::invalid_argument);
}

}  // namespace
}  // namespace tactus
