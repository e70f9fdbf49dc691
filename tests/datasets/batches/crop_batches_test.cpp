#include "datasets/batches/crop_batches.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <stdexcept>

#include "datasets/tasks/beats/beat_targets.h"
#include "features/frames/frame_matrix.h"

namespace tactus {
namespace {

constexpr std::size_t kBins = 3;

FrameMatrix song_of(std::size_t frames, float offset) {
  FrameMatrix song(frames, kBins, 10.0);
  for (std::size_t i = 0; i < frames; ++i) {
    for (std::size_t c = 0; c < kBins; ++c) {
      song.row(i)[c] = offset + static_cast<float>(i) + 1000.0f * static_cast<float>(c);
    }
  }
  return song;
}

BinLayout layout() {
  return {{0.2f, 0.5f, 0.8f}, {true, true, true}, 1, {{3, false}}};
}

NetworkSpec beat_spec() {
  NetworkSpec spec;
  spec.heads = {{"beat", 1, HeadKind::kSigmoid, 1.0}};
  return spec;
}

// Three songs, every tenth frame a beat; the first bin identifies song and frame.
class CropBatchesTest : public testing::Test {
 protected:
  CropBatchesTest() : songs_{song_of(100, 0.0f), song_of(60, 10000.0f), song_of(15, 20000.0f)} {}

  SongSet set() const {
    SongSet made;
    std::vector<std::vector<Beat>> beats;
    for (const FrameMatrix& song : songs_) {
      made.frames.push_back({song.data.data(), song.frames, song.bins, song.fps});
      beats.emplace_back();
      for (std::size_t i = 0; i < song.frames; i += 10) {
        beats.back().push_back({static_cast<double>(i) / song.fps, 0});
      }
    }
    BeatTargetSettings settings;
    settings.neighbours = {};
    made.targets = make_beat_target_maker(beat_spec(), settings, beats);
    return made;
  }

  CropBatches source(std::uint64_t seed = 1, std::size_t validation_batches = 100) const {
    CropBatchSettings settings;
    settings.crop_frames = 20;
    settings.batch = 4;
    settings.seed = seed;
    Standardisation identity{{0, 0, 0}, {1, 1, 1}};
    return CropBatches(set(), set(), identity, layout(), settings, validation_batches);
  }

  std::vector<FrameMatrix> songs_;
};

TEST_F(CropBatchesTest, FramesAndTargetsBelongTogether) {
  const CropBatches batches = source();
  ASSERT_EQ(batches.batches_per_epoch(), 3u);  // 5 + 3 + 1 crops
  int beats = 0;
  for (std::size_t b = 0; b < batches.batches_per_epoch(); ++b) {
    const TrainBatch batch = batches.train_batch(0, b);
    ASSERT_EQ(batch.steps, 20);
    ASSERT_EQ(batch.batch, 4);
    ASSERT_EQ(batch.x.size(), 20u * 4 * kBins);
    for (std::size_t t = 0; t < 20; ++t) {
      for (std::size_t s = 0; s < 4; ++s) {
        const float place = std::fmod(batch.x[(t * 4 + s) * kBins], 10000.0f);
        const bool inside = static_cast<std::int32_t>(t) < batch.lengths[s];
        const bool beat = inside && std::fmod(place, 10.0f) == 0.0f;
        EXPECT_EQ(batch.targets[0].probability[t * 4 + s], beat ? 1.0f : 0.0f);
        beats += beat;
        if (!inside) {
          EXPECT_EQ(place, 0.0f) << "padding must be zero";
        }
      }
    }
  }
  EXPECT_GE(beats, 16);
}

TEST_F(CropBatchesTest, ShortSongsAreShorterThanTheCrop) {
  const CropBatches batches = source();
  std::multiset<std::int32_t> lengths;
  for (std::size_t b = 0; b < 3; ++b) {
    for (std::int32_t length : batches.train_batch(0, b).lengths) lengths.insert(length);
  }
  EXPECT_GE(lengths.count(15), 1u);
  EXPECT_EQ(lengths.count(15) + lengths.count(20), 12u);
}

TEST_F(CropBatchesTest, IsAFunctionOfSeedEpochAndIndex) {
  const CropBatches one = source();
  const CropBatches two = source();
  two.train_batch(3, 1);
  EXPECT_EQ(one.train_batch(1, 2).x, two.train_batch(1, 2).x);
  EXPECT_NE(one.train_batch(1, 2).x, one.train_batch(2, 2).x);
  EXPECT_NE(one.train_batch(1, 2).x, source(2).train_batch(1, 2).x);
}

TEST_F(CropBatchesTest, ValidationCoversTheSongsOnceInOrder) {
  const CropBatches batches = source();
  ASSERT_EQ(batches.validation_batches(), 3u);  // 5 + 3 + 1 crops in batches of 4
  std::size_t frames = 0;
  std::set<float> places;
  for (std::size_t b = 0; b < 3; ++b) {
    const TrainBatch batch = batches.validation_batch(b);
    const auto count = static_cast<std::size_t>(batch.batch);
    for (std::size_t s = 0; s < count; ++s) {
      for (std::int32_t t = 0; t < batch.lengths[s]; ++t, ++frames) {
        places.insert(batch.x[(static_cast<std::size_t>(t) * count + s) * kBins]);
      }
    }
  }
  EXPECT_EQ(frames, 175u);
  EXPECT_EQ(places.size(), 175u);
  EXPECT_EQ(source(1, 1).validation_batches(), 1u);
  EXPECT_EQ(source(1, 0).validation_batches(), 0u);
  EXPECT_THROW(batches.validation_batch(3), std::invalid_argument);
}

TEST(Standardisation, GivesMeanZeroAndDeviationOne) {
  FrameMatrix a = song_of(40, 5.0f), b = song_of(80, 50.0f);
  for (FrameMatrix* song : {&a, &b}) {
    for (std::size_t i = 0; i < song->frames; ++i) song->row(i)[2] = 42.0f;  // never moves
  }
  const std::vector<FrameView> songs = {{a.data.data(), a.frames, kBins, 10.0},
                                        {b.data.data(), b.frames, kBins, 10.0}};
  const Standardisation measured = measure_standardisation(songs);
  double sum = 0.0, squares = 0.0;
  for (FrameMatrix* song : {&a, &b}) {
    standardise(song->data, measured);
    for (std::size_t i = 0; i < song->frames; ++i) {
      sum += song->row(i)[1];
      squares += static_cast<double>(song->row(i)[1]) * song->row(i)[1];
      EXPECT_EQ(song->row(i)[2], 0.0f);
    }
  }
  EXPECT_NEAR(sum / 120.0, 0.0, 1e-3);
  EXPECT_NEAR(squares / 120.0, 1.0, 1e-3);
  for (float scale : measured.scale) EXPECT_TRUE(std::isfinite(scale));
}

TEST(Standardisation, RefusesSongsThatDoNotFit) {
  const FrameMatrix a = song_of(4, 0.0f);
  EXPECT_THROW(measure_standardisation({}), std::invalid_argument);
  const std::vector<FrameView> songs = {{a.data.data(), 4, 3, 10.0}, {a.data.data(), 6, 2, 10.0}};
  EXPECT_THROW(measure_standardisation(songs), std::invalid_argument);
}

}  // namespace
}  // namespace tactus
