#include "features/chroma.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "features/chord_features.h"
#include "tests/features/support/signals.h"

namespace tactus {
namespace {

std::vector<float> notes(const std::vector<int>& midi) {
  std::vector<float> signal(30000);
  for (const int note : midi) {
    const double hz = 440.0 * std::exp2((note - 69) / 12.0);
    test::add(signal, test::sinusoid(hz, 0.1, signal.size(), 22050, note));
  }
  return signal;
}

std::vector<float> chroma_of(const std::vector<int>& midi, ChordFeatureParameters p = {},
                             const ChromaParameters& parameters = {}) {
  const FrameMatrix rows = chroma(chord_features(notes(midi), p, 440.0), p, parameters);
  const auto row = rows.row(6);
  return {row.begin(), row.end()};
}

TEST(Chroma, EveryNoteFallsIntoItsClassInEveryOctave) {
  for (int note = 40; note < 95; ++note) {
    const auto row = chroma_of({note});
    EXPECT_EQ(std::max_element(row.begin(), row.end()) - row.begin(), note % 12) << note;
    EXPECT_EQ(row[note % 12], 1.0f);
    EXPECT_LT(row[(note + 1) % 12], note < 48 ? 0.3f : 0.05f) << note;
    EXPECT_LT(row[(note + 6) % 12], 0.01f) << note;
  }
}

TEST(Chroma, AChordShowsItsNotesAlone) {
  const auto row = chroma_of({60, 64, 67});
  for (const int pitch_class : {0, 4, 7}) EXPECT_GT(row[pitch_class], 0.7f);
  for (const int pitch_class : {1, 2, 3, 5, 6, 8, 9, 10, 11}) EXPECT_LT(row[pitch_class], 0.05f);
}

TEST(Chroma, TheMiddleRegisterCountsMost) {
  const auto row = chroma_of({36, 62, 88});  // C2, D4, E6, equally strong
  EXPECT_EQ(row[2], 1.0f);
  EXPECT_LT(row[0], 0.6f);
  EXPECT_LT(row[4], 0.6f);
  ChromaParameters high;
  high.centre_hz = 1318.5;
  EXPECT_EQ(chroma_of({36, 62, 88}, {}, high)[4], 1.0f);
}

TEST(Chroma, FollowsTheBinsPerOctaveAndTheLowestFrequency) {
  ChordFeatureParameters p;
  p.bins_per_octave = 36;
  p.fmin = 41.20344461410875;  // E1
  const auto row = chroma_of({69, 72}, p);
  EXPECT_GT(row[9], 0.7f);
  EXPECT_GT(row[0], 0.7f);
  EXPECT_LT(row[4], 0.05f);
}

TEST(Chroma, WithoutNormalisationItGrowsWithTheMusic) {
  const ChordFeatureParameters p;
  ChromaParameters plain;
  plain.normalise = false;
  auto signal = notes({60, 69});
  const auto once = chroma(chord_features(signal, p, 440.0), p, plain);
  for (float& value : signal) value *= 3.0f;
  const auto thrice = chroma(chord_features(signal, p, 440.0), p, plain);
  for (const int pitch_class : {0, 9}) {
    EXPECT_NEAR(thrice.row(6)[pitch_class], 3.0f * once.row(6)[pitch_class], 1e-3);
  }
  EXPECT_EQ(once.bins, 12u);
  EXPECT_EQ(once.fps, 10.0);
}

TEST(Chroma, SilenceStaysZeroAndWrongWidthsAreRefused) {
  const ChordFeatureParameters p;
  const FrameMatrix silent = chroma(FrameMatrix(3, 144, 10.0), p);
  EXPECT_EQ(silent.data, std::vector<float>(36, 0.0f));
  EXPECT_EQ(chroma(FrameMatrix(0, 144, 10.0), p).bins, 12u);
  EXPECT_THROW(chroma(FrameMatrix(3, 143, 10.0), p), std::invalid_argument);
  EXPECT_THROW(chroma(FrameMatrix(3, 144, 10.0), p, {.width_octaves = 0.0}), std::invalid_argument);
}

}  // namespace
}  // namespace tactus
