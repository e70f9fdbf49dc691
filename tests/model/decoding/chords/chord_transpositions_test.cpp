#include "model/decoding/chords/chord_transpositions.h"

#include <gtest/gtest.h>

#include <stdexcept>

#include "model/chords/chord_vocabulary.h"
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

TEST(ChordTranspositions, NotesMoveOnAxesByTheNearerWay) {
  const FrameMatrix music = random_frames(192, 2);
  const std::vector<FrameMatrix> inferred = in_keys(music, 4);
  const int moved[] = {0, 3, 6, -3};
  for (std::size_t k = 0; k < 4; ++k)
    for (const int first : {24, 108})
      for (int note = 0; note < 84; ++note) {
        const int from = note - moved[k];
        const float expected =
            from < 0 || from >= 84 ? 0.0f : music.row(2)[static_cast<std::size_t>(first + from)];
        EXPECT_EQ(inferred[k].row(2)[static_cast<std::size_t>(first + note)], expected)
            << k << " " << note;
      }
}

constexpr int kMoved = 4;  // of the heads below, all but the last

std::vector<HeadSpec> chord_heads() {
  std::vector<HeadSpec> heads;
  for (const char* name : {"root", "bass", "pitches", "chord", "quality"}) {
    heads.emplace_back();
    heads.back().name = name;
  }
  return heads;
}

// Outputs of a perfect network for music that is `semitones` higher.
std::vector<FrameMatrix> logits_of_transposed(const std::vector<FrameMatrix>& music,
                                              int semitones) {
  std::vector<FrameMatrix> higher = music;
  for (std::size_t h = 0; h < kMoved; ++h) {
    const int bins = h == 3 ? kNoChordQuality : 1;
    for (std::size_t t = 0; t < music[h].frames; ++t)
      for (int c = 0; c < 12; ++c)
        for (int q = 0; q < bins; ++q)
          higher[h].row(t)[(c + semitones) % 12 * bins + q] = music[h].row(t)[c * bins + q];
  }
  return higher;
}

void expect_equal(const FrameMatrix& a, const FrameMatrix& b) {
  ASSERT_EQ(a.data.size(), b.data.size());
  for (std::size_t i = 0; i < a.data.size(); ++i) EXPECT_NEAR(a.data[i], b.data[i], 1e-5);
}

TEST(ChordTranspositions, TheMeanIsOfTheMusicAsItIs) {
  const std::vector<FrameMatrix> said{random_frames(13, 2), random_frames(13, 3),
                                      random_frames(12, 5), random_frames(kChordVocabularySize, 6),
                                      random_frames(15, 4)};
  std::vector<std::vector<FrameMatrix>> inferred;
  for (int k = 0; k < 6; ++k) inferred.push_back(logits_of_transposed(said, 2 * k));
  inferred[2][4].data[7] += 6.0f;               // of the quality: one key's doubt counts a sixth
  inferred[3][0].row(1)[(4 + 6) % 12] += 3.0f;  // of the root E, six semitones higher
  std::vector<FrameMatrix> expected = said;
  expected[4].data[7] += 1.0f;
  expected[0].row(1)[4] += 0.5f;
  const std::vector<FrameMatrix> mean = mean_over_keys(chord_heads(), inferred);
  ASSERT_EQ(mean.size(), expected.size());
  for (std::size_t h = 0; h < mean.size(); ++h) expect_equal(mean[h], expected[h]);
}

}  // namespace
}  // namespace tactus
