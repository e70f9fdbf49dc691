#include "model/decoding/timing/click_track.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

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
    const auto found = click_tempo(sounds(60.0 / bpm, 0.04));
    ASSERT_TRUE(found) << bpm;
    EXPECT_NEAR(*found, bpm, 0.01 * bpm);
  }
}

TEST(ClickTrack, OtherSoundsAreNone) {
  EXPECT_FALSE(click_tempo({}));
  EXPECT_FALSE(click_tempo(FrameMatrix(5000, 2, kClickFps))) << "silence";
  EXPECT_FALSE(click_tempo(sounds(0.5, 0.2))) << "notes";
  EXPECT_FALSE(click_tempo(sounds(0.2, 0.1))) << "as much sound as silence";
  EXPECT_FALSE(click_tempo(sounds(0.5, 0.04, 3.0))) << "too few";
  FrameMatrix rhythm = sounds(0.5, 0.04);
  for (std::size_t i = 0; i + 1000 < rhythm.frames; i += 1000)  // one sound more every two seconds
    std::fill_n(rhythm.data.begin() + static_cast<std::ptrdiff_t>(2 * i) + 560, 40, 0.01f);
  EXPECT_FALSE(click_tempo(rhythm)) << "uneven";
}

}  // namespace
}  // namespace tactus
