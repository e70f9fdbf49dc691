#include "model/decoding/timing/click_track.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "model/tempo_grid.h"

namespace tactus {
namespace {

constexpr double kClickFps = 500.0;

// Sounds of `length` seconds from 0.3 s on, every `interval`; each third one is 9 dB louder.
FrameMatrix sounds(double interval, double length, double seconds = 20.0) {
  FrameMatrix envelope(static_cast<std::size_t>(seconds * kClickFps), 2, kClickFps);
  for (std::size_t i = 0; i < envelope.frames; ++i) {
    const double time = static_cast<double>(i) / kClickFps - 0.3;
    const double number = std::floor(time / interval);
    const bool sounding = time >= 0.0 && time - number * interval < length;
    const float loud = std::fmod(number, 3.0) == 0.0 ? 0.08f : 0.01f;
    envelope.row(i)[0] = envelope.row(i)[1] = sounding ? loud : 1e-5f;
  }
  return envelope;
}

TEST(ClickTrack, EachClickIsABeat) {
  for (const double bpm : {40.0, 100.0, 160.0, 200.0}) {
    const auto found = find_clicks(sounds(60.0 / bpm, 0.04));
    ASSERT_TRUE(found) << bpm;
    EXPECT_NEAR(found->bpm, bpm, 0.01 * bpm);
  }
}

TEST(ClickTrack, OtherSoundsAreNone) {
  EXPECT_FALSE(find_clicks({}));
  EXPECT_FALSE(find_clicks(FrameMatrix(5000, 2, kClickFps))) << "silence";
  EXPECT_FALSE(find_clicks(sounds(0.5, 0.2))) << "notes";
  EXPECT_FALSE(find_clicks(sounds(0.2, 0.1))) << "as much sound as silence";
  EXPECT_FALSE(find_clicks(sounds(0.5, 0.04, 3.0))) << "too few";
  FrameMatrix rhythm = sounds(0.5, 0.04);
  for (std::size_t i = 0; i + 1000 < rhythm.frames; i += 1000)  // one sound more every two seconds
    std::fill_n(rhythm.data.begin() + static_cast<std::ptrdiff_t>(2 * i) + 560, 40, 0.01f);
  EXPECT_FALSE(find_clicks(rhythm)) << "uneven";
}

// Clicks at 120 BPM from 1 s on, and the beats of all but the first and the last.
class MissingClicks : public testing::Test {
 protected:
  MissingClicks() {
    for (int i = 0; i < 16; ++i) clicks_.times.push_back(1.0 + 0.5 * i);
    for (int i = 1; i < 15; ++i) beats_.push_back({1.001 + 0.5 * i, i % 4 + 1, 0.7});
  }
  Clicks clicks_{120.0, {}};
  std::vector<Beat> beats_;
};

TEST_F(MissingClicks, TheFirstAndTheLastAreBeatsToo) {
  TempoGrid grid{GridKind::kFree, {}};
  add_missing_clicks(clicks_, beats_, grid);
  ASSERT_EQ(beats_.size(), 16U);
  EXPECT_NEAR(beats_.front().time, 1.001, 1e-9);
  EXPECT_EQ(beats_.front().position, 1);
  EXPECT_NEAR(beats_.back().time, 8.501, 1e-9);
  EXPECT_EQ(beats_.back().position, 4);
  const std::vector<Beat> all = beats_;
  add_missing_clicks(clicks_, beats_, grid);
  EXPECT_EQ(beats_, all) << "each has its beat";
}

TEST_F(MissingClicks, LieOnTheGrid) {
  TempoGrid grid{GridKind::kConstant, {{.start = 1.501, .bpm = 120.0}}};
  for (double& time : clicks_.times) time -= 0.002;
  add_missing_clicks(clicks_, beats_, grid);
  ASSERT_EQ(beats_.size(), 16U);
  EXPECT_TRUE(is_true(grid, beats_));
  EXPECT_NEAR(grid.segments.front().start, 1.001, 1e-9);
  EXPECT_EQ(grid.segments.front().meter, 4);
}

TEST_F(MissingClicks, WithoutBeatsNothingIsAdded) {
  std::vector<Beat> few(beats_.begin(), beats_.begin() + 5);
  TempoGrid grid;
  add_missing_clicks(clicks_, few, grid);
  EXPECT_EQ(few.size(), 5U);
}

TEST_F(MissingClicks, FaintOnesAreRaisedAtTheirPeak) {
  FrameMatrix rows(500, 2, 50.0);
  rows.row(51)[1] = 0.1f;
  rows.row(75)[0] = 0.9f;
  raise_clicks(clicks_, rows);
  EXPECT_FLOAT_EQ(rows.row(51)[1], 0.5f) << "a row beside the click is higher";
  EXPECT_FLOAT_EQ(rows.row(50)[0], 0.0f);
  EXPECT_FLOAT_EQ(rows.row(75)[0], 0.9f);
  EXPECT_FLOAT_EQ(rows.row(100)[0], 0.5f);
}

}  // namespace
}  // namespace tactus
