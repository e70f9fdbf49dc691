#include "app/engine/click/click_track.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>

namespace tactus {
namespace {

std::vector<float> sound_of(const ClickTrack& track, std::size_t samples) {
  std::vector<float> sound(samples, 0.0f);
  track.add_to(0, sound);
  return sound;
}

// Amplitude of a sinusoid at hz (Goertzel's sum, Hann window).
double amplitude_at(std::span<const float> sound, double hz, int rate) {
  std::complex<double> sum = 0.0;
  const auto size = static_cast<double>(sound.size());
  for (std::size_t n = 0; n < sound.size(); ++n) {
    const auto t = static_cast<double>(n);
    const double window = 0.5 - 0.5 * std::cos(2 * std::numbers::pi * t / size);
    sum += window * sound[n] * std::polar(1.0, -2 * std::numbers::pi * hz * t / rate);
  }
  return std::abs(sum) * 4.0 / size;
}

Annotation beats_at(std::initializer_list<Beat> beats) {
  Annotation annotation;
  annotation.beats = beats;
  return annotation;
}

TEST(ClickTrack, ClicksBeginAtTheNearestSampleWithTheirLargest) {
  for (const int rate : {8000, 22050, 44100, 48000, 96000}) {
    const Annotation annotation =
        beats_at({{0.0, 1, 0.5}, {0.1000049, 2, 0.5}, {0.31415926, 3, 0.5}, {0.5, 0, 0.5}});
    const ClickTrack track(annotation, rate, {});
    const std::vector<float> sound = sound_of(track, static_cast<std::size_t>(rate));
    std::size_t from = 0;
    for (const Beat& beat : annotation.beats) {
      const auto start = static_cast<std::size_t>(std::lround(beat.time * rate));
      for (std::size_t n = from; n < start; ++n) ASSERT_EQ(sound[n], 0.0f) << rate << " " << n;
      EXPECT_FLOAT_EQ(sound[start], beat.position == 1 ? 0.5f : 0.35f) << rate;
      const auto length = static_cast<std::size_t>(0.035 * rate);
      for (std::size_t n = start + 1; n < start + length; ++n) {
        EXPECT_LT(std::abs(sound[n]), sound[start]);
      }
      from = start + length;
    }
    EXPECT_EQ(std::count(sound.begin() + static_cast<long>(from), sound.end(), 0.0f),
              static_cast<long>(sound.size() - from));
  }
}

TEST(ClickTrack, DownbeatsAreAnOctaveHigher) {
  const ClickTrack track(beats_at({{0.0, 1, 0.5}, {0.5, 2, 0.5}}), 44100, {});
  const std::vector<float> sound = sound_of(track, 44100);
  const std::span<const float> down = std::span(sound).first(1500);
  const std::span<const float> other = std::span(sound).subspan(22050, 1500);
  EXPECT_GT(amplitude_at(down, 1760, 44100), 2 * amplitude_at(down, 880, 44100));
  EXPECT_GT(amplitude_at(other, 880, 44100), 2 * amplitude_at(other, 1760, 44100));
}

TEST(ClickTrack, BlocksMakeTheSameSound) {
  Annotation annotation = beats_at({{0.01, 1, 0.5}, {0.3, 2, 0.5}, {0.31, 3, 0.5}});
  annotation.chords = {{0.05, 0.4, "C:maj7"}, {0.4, 0.7, "F:min/b3"}};
  ClickSettings settings;
  settings.chords = true;
  const ClickTrack track(annotation, 22050, settings);
  const std::vector<float> whole = sound_of(track, 20000);
  std::vector<float> pieces(20000, 0.0f);
  for (std::size_t at = 0; at < pieces.size(); at += 333) {
    track.add_to(static_cast<std::int64_t>(at),
                 std::span(pieces).subspan(at, std::min<std::size_t>(333, pieces.size() - at)));
  }
  for (std::size_t n = 0; n < whole.size(); ++n) ASSERT_NEAR(pieces[n], whole[n], 1e-6) << n;
}

TEST(ClickTrack, ChordsSoundTheirNotesOverTheirBass) {
  Annotation annotation;
  annotation.chords = {{0.0, 1.0, "N"}, {1.0, 2.0, "D:min7/5"}, {2.0, 3.0, "X"}};
  ClickSettings settings;
  settings.chords = true;
  const ClickTrack track(annotation, 22050, settings);
  EXPECT_EQ(track.chords(), 1u);
  const std::vector<float> sound = sound_of(track, 3 * 22050);
  const std::span<const float> chord = std::span(sound).subspan(22050 + 2000, 16384);
  const auto at = [&](int note) {
    return amplitude_at(chord, 440.0 * std::exp2((note - 69) / 12.0), 22050);
  };
  for (const int note : {45, 62, 65, 69, 60}) EXPECT_NEAR(at(note), 0.045, 0.004) << note;
  for (const int note : {40, 44, 61, 63, 64, 66, 67, 68})
    EXPECT_LT(at(note), 0.01) << note;  // partials of A2
  for (std::size_t n = 0; n < 22050; ++n) {
    ASSERT_EQ(sound[n], 0.0f);
    ASSERT_EQ(sound[2 * 22050 + n], 0.0f);
  }
  EXPECT_LT(std::abs(sound[22050]), 0.01f) << "fades in";
  EXPECT_LT(std::abs(sound[2 * 22050 - 1]), 0.01f) << "fades out";
}

TEST(ClickTrack, GainsScaleAndSilence) {
  Annotation annotation = beats_at({{0.0, 1, 0.5}});
  annotation.chords = {{0.1, 0.5, "A"}};
  ClickSettings settings;
  settings.chords = true;
  const std::vector<float> plain = sound_of(ClickTrack(annotation, 8000, settings), 4000);
  settings.click_gain_db = -6.0206;
  settings.chord_gain_db = 6.0206;
  const std::vector<float> scaled = sound_of(ClickTrack(annotation, 8000, settings), 4000);
  for (std::size_t n = 0; n < 4000; ++n) {
    ASSERT_NEAR(scaled[n], plain[n] * (n < 800 ? 0.5 : 2.0), 1e-4) << n;
  }
  settings.click_gain_db = settings.chord_gain_db = kSilentDb;
  for (const float x : sound_of(ClickTrack(annotation, 8000, settings), 4000)) EXPECT_EQ(x, 0.0f);
}

TEST(ClickTrack, ALabelThatIsNoChordIsLeftOutWithANote) {
  Annotation annotation;
  annotation.chords = {{0.0, 1.0, "H:dur"}, {1.0, 2.0, "C:maj"}};
  ClickSettings settings;
  settings.chords = true;
  Notes notes;
  const ClickTrack track(annotation, 8000, settings, &notes);
  EXPECT_EQ(track.chords(), 1u);
  ASSERT_EQ(notes.size(), 1u);
  EXPECT_NE(notes[0].find("H:dur"), std::string::npos) << notes[0];
  EXPECT_THROW(ClickTrack(annotation, 0, settings), std::invalid_argument);
}

}  // namespace
}  // namespace tactus
