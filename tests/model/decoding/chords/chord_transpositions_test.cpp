#include "model/decoding/chords/chord_transpositions.h"

#include <gtest/gtest.h>

#include <stdexcept>

#include "tests/model/support/random_network.h"

namespace tactus {
namespace {

FrameMatrix random_frames(std::size_t bins, unsigned seed) {
  FrameMatrix x(5, bins, 10.0);
  x.data = test::random_values<float>(x.data.size(), seed);
  return x;
}

TEST(ChordTranspositions, EveryPitchClassIsSoManySemitonesHigher) {
  const FrameMatrix music = random_frames(24, 1);
  const std::vector<FrameMatrix> inferred = in_keys(music, 4);
  ASSERT_EQ(inferred.size(), 4u);
  for (std::size_t k = 0; k < 4; ++k)
    for (std::size_t t = 0; t < music.frames; ++t)
      for (std::size_t c = 0; c < 12; ++c) {
        EXPECT_EQ(inferred[k].row(t)[(c + 3 * k) % 12], music.row(t)[c]);
        EXPECT_EQ(inferred[k].row(t)[12 + (c + 3 * k) % 12], music.row(t)[12 + c]);
      }
}

TEST(ChordTranspositions, WhatCannotBeTurnedIsRefused) {
  for (const int keys : {0, -1, 5, 24})
    EXPECT_THROW(in_keys(random_frames(24, 1), keys), std::invalid_argument);
  EXPECT_THROW(in_keys(random_frames(25, 1), 2), std::invalid_argument);
}

// Outputs of a perfect network for music that is `semitones` higher.
ChordLogits logits_of_transposed(const ChordLogits& music, int semitones) {
  ChordLogits higher = music;
  for (std::size_t t = 0; t < music.root.frames; ++t)
    for (int c = 0; c < 12; ++c) {
      const int to = (c + semitones) % 12;
      higher.root.row(t)[to] = music.root.row(t)[c];
      higher.bass.row(t)[to] = music.bass.row(t)[c];
      higher.pitches.row(t)[to] = music.pitches.row(t)[c];
      for (int q = 0; q < kNoChordQuality; ++q)
        higher.chord.row(t)[to * kNoChordQuality + q] = music.chord.row(t)[c * kNoChordQuality + q];
    }
  return higher;
}

void expect_equal(const FrameMatrix& a, const FrameMatrix& b) {
  ASSERT_EQ(a.data.size(), b.data.size());
  for (std::size_t i = 0; i < a.data.size(); ++i) EXPECT_NEAR(a.data[i], b.data[i], 1e-5);
}

TEST(ChordTranspositions, TheMeanIsOfTheMusicAsItIs) {
  const ChordLogits said{random_frames(13, 2), random_frames(13, 3), random_frames(15, 4),
                         random_frames(12, 5), random_frames(kChordVocabularySize, 6)};
  std::vector<ChordLogits> inferred;
  for (int k = 0; k < 6; ++k) inferred.push_back(logits_of_transposed(said, 2 * k));
  inferred[2].quality.data[7] += 6.0f;            // one key's doubt counts a sixth
  inferred[3].root.row(1)[(4 + 6) % 12] += 3.0f;  // of E, six semitones higher
  ChordLogits expected = said;
  expected.quality.data[7] += 1.0f;
  expected.root.row(1)[4] += 0.5f;
  const ChordLogits mean = mean_over_keys(inferred);
  expect_equal(mean.root, expected.root);
  expect_equal(mean.bass, expected.bass);
  expect_equal(mean.quality, expected.quality);
  expect_equal(mean.pitches, expected.pitches);
  expect_equal(mean.chord, expected.chord);
}

TEST(ChordTranspositions, HeadsMayBeAbsent) {
  ChordLogits said;
  said.root = random_frames(13, 2);
  said.quality = random_frames(15, 4);
  ChordLogits higher = said;
  for (std::size_t t = 0; t < said.root.frames; ++t)
    for (std::size_t c = 0; c < 12; ++c) higher.root.row(t)[(c + 6) % 12] = said.root.row(t)[c];
  const ChordLogits mean = mean_over_keys({said, higher});
  expect_equal(mean.root, said.root);
  expect_equal(mean.quality, said.quality);
  EXPECT_EQ(mean.chord.bins, 0u);
}

}  // namespace
}  // namespace tactus
