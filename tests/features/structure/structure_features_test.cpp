// Structure of songs that are made up of a few patterns of chroma.
#include "features/structure/structure_features.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

namespace tactus {
namespace {

StructureParameters settings() {
  StructureParameters p;
  p.frames_pooled = 1;
  p.reach = 100.0;
  return p;
}

// A letter is a passage of 40 frames; the same letter has the same frames, but for some noise.
FrameMatrix song_of(const std::string& letters, double noise = 0.05) {
  FrameMatrix song(40 * letters.size(), 24, settings().fps());
  std::mt19937 random(7);
  for (std::size_t t = 0; t < song.frames; ++t) {
    const auto letter = static_cast<unsigned>(letters[t / 40]);
    std::mt19937 pattern(static_cast<unsigned>(letter * 1000 + t % 40 / 4));
    for (float& value : song.row(t)) {
      value = float(pattern() % 100) / 100.0f + float(noise * double(random() % 100) / 100.0);
    }
  }
  return song;
}

double similarity(const FrameMatrix& vectors, long t, long u) {
  const auto a = vectors.row(std::size_t(t)), b = vectors.row(std::size_t(u));
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

// The columns as the header defines them, frame by frame from the whole matrix of similarities.
std::vector<double> plain_columns(const FrameMatrix& song, long t, const StructureParameters& p) {
  const FrameMatrix vectors = similarity_vectors(song);
  const long n = long(song.frames);
  std::vector<double> columns;
  for (const long k : {4, 8, 16, 32, 64}) {
    double square = 0.0;
    for (std::size_t bin = 0; bin < 24; ++bin) {
      double difference = 0.0;
      for (long q = std::max(0L, t - k); q < t; ++q) difference += vectors.row(std::size_t(q))[bin];
      for (long q = t; q < std::min(n, t + k); ++q) difference -= vectors.row(std::size_t(q))[bin];
      square += difference * difference;
    }
    columns.push_back(square / double(2 * k * k));
  }
  for (const long m : {8, 16, 32}) {
    std::vector<double> begins, ends;
    double most_after = 0.0, most_before = 0.0;
    for (long u = 0; u < n; ++u) {
      const long lag = std::abs(u - t);
      if (lag < 8 || lag >= long(p.reach * song.fps)) continue;
      const auto mean = [&](long from, long to) {
        double sum = 0.0;
        long count = 0;
        for (long q = from; q < to; ++q) {
          if (std::min(t, u) + q < 0 || std::max(t, u) + q >= n) continue;
          sum += similarity(vectors, t + q, u + q);
          ++count;
        }
        return count > 0 ? sum / double(count) : 0.0;
      };
      const double after = mean(0, m), before = mean(-m, 0);
      begins.push_back(after - before);
      ends.push_back(before - after);
      most_after = std::max(most_after, after);
      most_before = std::max(most_before, before);
    }
    for (std::vector<double>* values : {&begins, &ends}) {
      std::ranges::sort(*values, std::greater());
      double highest = 0.0, sum = 0.0;
      for (std::size_t i = 0; i < 4; ++i) highest += std::max(0.0, values->at(i)) / 4.0;
      for (const double value : *values) sum += std::max(0.0, value);
      columns.insert(columns.end(),
                     {std::max(0.0, values->front()), highest, sum / double(values->size())});
    }
    columns.insert(columns.end(), {most_after, most_before});
  }
  return columns;
}

TEST(StructureFeatures, AreThoseOfTheWholeMatrixOfSimilarities) {
  const FrameMatrix song = song_of("ABCA");
  for (const double reach : {100.0, 5.0}) {
    StructureParameters p = settings();
    p.reach = reach;
    const FrameMatrix features = structure_features(song, p);
    ASSERT_EQ(features.bins, 36u);
    ASSERT_EQ(features.frames, song.frames);
    EXPECT_EQ(features.fps, song.fps);
    for (const std::size_t t : {0u, 3u, 39u, 40u, 77u, 120u, 121u, 159u}) {
      const std::vector<double> plain = plain_columns(song, long(t), p);
      for (std::size_t c = 0; c < plain.size(); ++c)
        EXPECT_NEAR(features.row(t)[c], plain[c], 2e-5) << "frame " << t << ", column " << c;
    }
  }
}

TEST(StructureFeatures, ShowWhereAPassageReturns) {
  const FrameMatrix features = structure_features(song_of("ABCADE"), settings());
  constexpr std::size_t kBegin = 5, kEnd = 8;  // highest a - b, highest b - a, of 8 frames
  EXPECT_GT(features.row(120)[kBegin], 0.5f) << "A returns";
  EXPECT_LT(features.row(100)[kBegin], features.row(120)[kBegin] / 1.5f) << "in the middle of C";
  EXPECT_GT(features.row(160)[kEnd], 0.5f) << "A ends";
}

TEST(StructureFeatures, DoNotDependOnTheKey) {
  FrameMatrix song = song_of("ABA"), other = song;
  for (std::size_t t = 0; t < song.frames; ++t)
    for (std::size_t k = 0; k < 24; ++k) other.row(t)[k / 12 * 12 + (k + 5) % 12] = song.row(t)[k];
  const FrameMatrix a = structure_features(song, settings());
  const FrameMatrix b = structure_features(other, settings());
  for (std::size_t i = 0; i < a.data.size(); ++i) EXPECT_NEAR(a.data[i], b.data[i], 1e-4f);
}

TEST(StructureFeatures, LevelAndEdges) {
  StructureParameters p = settings();
  FrameMatrix song(100, 24, p.fps());
  for (std::size_t t = 0; t < 100; ++t)
    for (float& value : song.row(t)) value = t < 50 ? 0.1f : 0.4f;
  const FrameMatrix features = structure_features(song, p);
  const double rise = std::log(0.401) - std::log(0.101);
  EXPECT_NEAR(features.row(50)[29], rise, 1e-5);
  EXPECT_NEAR(features.row(50)[33], rise / 2, 1e-5) << "less the mean of the song";
  EXPECT_NEAR(features.row(10)[29], 0.0, 1e-5);
  EXPECT_EQ(features.row(0)[34], 0.0f);
  EXPECT_NEAR(features.row(54)[34], 54.0 / p.fps() / 30.0, 1e-6);
  EXPECT_NEAR(features.row(99)[35], 1.0 / p.fps() / 30.0, 1e-6);
}

TEST(StructureFeatures, PoolsAndKeepsTheLength) {
  StructureParameters p = settings();
  p.frames_pooled = 4;
  FrameMatrix song(10, 24, p.chroma.fps());
  for (std::size_t t = 0; t < 10; ++t) song.row(t)[3] = float(t);
  const FrameMatrix pooled = pooled_chroma(song, p);
  ASSERT_EQ(pooled.frames, 3u);
  EXPECT_EQ(pooled.fps, p.chroma.fps() / 4);
  EXPECT_EQ(pooled.row(1)[3], 5.5f);
  EXPECT_EQ(pooled.row(2)[3], 8.5f) << "of the two that are left";
  EXPECT_EQ(structure_of(song, p).data, structure_features(pooled, p).data);
}

TEST(StructureFeatures, SilenceAndNothing) {
  const FrameMatrix silence(100, 24, settings().fps());
  for (const float value : structure_features(silence, settings()).data)
    EXPECT_TRUE(std::isfinite(value));
  EXPECT_EQ(structure_of(FrameMatrix(0, 24, 10.0), settings()).frames, 0u);
  EXPECT_EQ(structure_of(FrameMatrix(1, 24, 10.0), settings()).frames, 1u);
  EXPECT_THROW(structure_of(FrameMatrix(9, 12, 10.0), settings()), std::invalid_argument);
  StructureParameters p;
  p.frames_pooled = 0;
  EXPECT_THROW(structure_of(silence, p), std::invalid_argument);
  p.frames_pooled = 1;
  p.reach = 0.0;
  EXPECT_THROW(structure_of(silence, p), std::invalid_argument);
}

}  // namespace
}  // namespace tactus
