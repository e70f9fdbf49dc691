#include "datasets/batches/augmentation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <stdexcept>

#include "datasets/tasks/beats/beat_targets.h"
#include "datasets/tasks/chords/chord_targets.h"
#include "features/frames/frame_matrix.h"
#include "features/nnls/nnls_chroma_frames.h"

namespace tactus {
namespace {

FrameView view_of(const FrameMatrix& frames) {
  return {frames.data.data(), frames.frames, frames.bins, frames.fps};
}

BinLayout plain_layout(std::size_t bins, int bins_per_semitone) {
  BinLayout layout;
  for (std::size_t c = 0; c < bins; ++c) {
    layout.height.push_back((static_cast<float>(c) + 0.5f) / static_cast<float>(bins));
    layout.follows_gain.push_back(true);
  }
  layout.bins_per_semitone = bins_per_semitone;
  layout.runs = {{bins, false}};
  return layout;
}

std::vector<float> cut(const FrameMatrix& song, const CropView& crop, const CropPlan& plan,
                       const BinLayout& layout) {
  std::vector<float> out(crop.frames * song.bins, -7.0f);
  cut_crop(view_of(song), crop, plan, layout, out);
  return out;
}

// Three octaves of 24 bins: one tone, an octave above the lowest C, follows the root of each chord.
TEST(Augmentation, TranspositionMovesFeaturesAndLabelsTogether) {
  constexpr std::size_t kBins = 72;
  const char* const labels[] = {"C:maj", "F#:min", "B:7", "D:dim"};
  std::vector<LabelledSegment> chords;
  FrameMatrix song(40, kBins, 10.0);
  for (std::size_t i = 0; i < 40; ++i) {
    const std::size_t k = i / 10;
    if (i % 10 == 0) {
      const double start = static_cast<double>(k);
      chords.push_back({start, start + 1.0, labels[k]});
    }
    song.row(i)[24 + 2 * static_cast<std::size_t>(chord_target(labels[k]).root)] = 1.0f;
  }
  const auto segments = chord_target_segments(chords);
  for (int semitones = -5; semitones <= 6; ++semitones) {
    CropPlan plan;
    plan.semitones = semitones;
    const CropView crop = place_crop(view_of(song), 0.6, 24, plan);
    ASSERT_EQ(crop.frames, 24u);
    const std::vector<float> x = cut(song, crop, plan, plain_layout(kBins, 2));
    const auto targets = chord_frame_targets(segments, crop);
    for (std::size_t i = 0; i < crop.frames; ++i) {
      const auto row = x.begin() + static_cast<long>(i * kBins);
      const auto loudest = std::max_element(row, row + kBins) - row;
      EXPECT_EQ(loudest / 2 % 12, targets[i].root)
          << "frame " << i << ", " << semitones << " semitones";
    }
  }
}

TEST(Augmentation, TranspositionFillsTheEdgeWithSilence) {
  FrameMatrix song(1, 6, 10.0);
  song.data = {1, 2, 3, 4, 5, 6};
  CropPlan plan;
  plan.semitones = 2;
  EXPECT_EQ(cut(song, place_crop(view_of(song), 0, 1, plan), plan, plain_layout(6, 1)),
            (std::vector<float>{0, 0, 1, 2, 3, 4}));
  plan.semitones = -1;
  EXPECT_EQ(cut(song, place_crop(view_of(song), 0, 1, plan), plan, plain_layout(6, 1)),
            (std::vector<float>{2, 3, 4, 5, 6, 0}));
  plan.semitones = 11;
  EXPECT_EQ(cut(song, place_crop(view_of(song), 0, 1, plan), plan, plain_layout(6, 1)),
            std::vector<float>(6, 0.0f));
  EXPECT_THROW(cut(song, place_crop(view_of(song), 0, 1, plan), plan, plain_layout(6, 0)),
               std::invalid_argument);
}

// The values form a ramp, so that a frame shows its place in the song; beats are at known places.
TEST(Augmentation, TranspositionTurnsEachCircleRound) {
  FrameMatrix song(1, 24, 10.0);
  song.row(0)[11] = 1.0f;      // bass: Ab
  song.row(0)[12 + 6] = 2.0f;  // treble: Eb
  BinLayout layout = plain_layout(24, 1);
  layout.runs = nnls_runs(24);
  for (int semitones = -11; semitones <= 11; ++semitones) {
    CropPlan plan;
    plan.semitones = semitones;
    const std::vector<float> x = cut(song, place_crop(view_of(song), 0.0, 1, plan), plan, layout);
    for (int c = 0; c < 24; ++c) {
      const float expected = c == (11 + semitones + 12) % 12       ? 1.0f
                             : c == 12 + (6 + semitones + 12) % 12 ? 2.0f
                                                                   : 0.0f;
      EXPECT_EQ(x[static_cast<std::size_t>(c)], expected) << semitones << " " << c;
    }
  }
}

TEST(Augmentation, EachBinHasAGainOfItsOwnForTheWholeCrop) {
  FrameMatrix song(8, 200, 10.0);
  std::fill(song.data.begin(), song.data.end(), 4.0f);
  AugmentationSettings settings;
  settings.bin_gain_db = 3.0;
  const CropPlan plan = draw_crop_plan(settings, 77);
  const CropView crop = place_crop(view_of(song), 0.0, 8, plan);
  const std::vector<float> x = cut(song, crop, plan, plain_layout(200, 0));
  double squares = 0.0;
  std::set<float> values;
  for (std::size_t c = 0; c < 200; ++c) {
    for (std::size_t i = 1; i < 8; ++i) EXPECT_EQ(x[i * 200 + c], x[c]);
    squares += std::pow(20.0 * (x[c] - 4.0f) * 4.3 / 4.0, 2);  // loudness follows 0.93 of it
    values.insert(x[c]);
  }
  EXPECT_GT(values.size(), 150u);
  EXPECT_NEAR(std::sqrt(squares / 200.0), 3.0, 0.5);
  EXPECT_EQ(x, cut(song, crop, draw_crop_plan(settings, 77), plain_layout(200, 0)));
  EXPECT_NE(x, cut(song, crop, draw_crop_plan(settings, 78), plain_layout(200, 0)));
}

TEST(Augmentation, TempoMovesFeaturesAndBeatsTogether) {
  FrameMatrix song(2000, 1, 50.0);
  for (std::size_t i = 0; i < song.frames; ++i) song.data[i] = static_cast<float>(i);
  AugmentationSettings settings;
  settings.tempo = 0.2;
  bool faster = false, slower = false;
  for (std::uint64_t key = 0; key < 40; ++key) {
    const CropPlan plan = draw_crop_plan(settings, key);
    EXPECT_GE(plan.ratio, 1.0 / 1.2 - 1e-12);
    EXPECT_LE(plan.ratio, 1.2 + 1e-12);
    faster = faster || plan.ratio > 1.05;
    slower = slower || plan.ratio < 0.95;
    const CropView crop = place_crop(view_of(song), static_cast<double>(key) / 40.0, 500, plan);
    ASSERT_EQ(crop.frames, 500u);
    const std::vector<float> x = cut(song, crop, plan, plain_layout(1, 0));
    const double beat = (crop.start + 200.0 * crop.ratio + 0.3) / song.fps;  // seconds
    std::vector<float> target(crop.frames);
    write_event_targets(std::vector<double>{beat}, crop, {}, target);
    const auto marked =
        static_cast<std::size_t>(std::max_element(target.begin(), target.end()) - target.begin());
    ASSERT_EQ(target[marked], 1.0f);
    // The marked frame shows the place of the beat to within half a crop frame.
    EXPECT_NEAR(x[marked], beat * song.fps, 0.5 * crop.ratio + 1e-3);
  }
  EXPECT_TRUE(faster);
  EXPECT_TRUE(slower);
}

TEST(Augmentation, CropsLieInsideTheSongAndReachItsEnds) {
  FrameMatrix song(1000, 1, 50.0);
  const CropPlan plan;
  EXPECT_EQ(place_crop(view_of(song), 0.0, 300, plan).start, 0.0);
  EXPECT_EQ(place_crop(view_of(song), 1.0, 300, plan).start, 700.0);
  const CropView shorter = place_crop(view_of(song), 0.7, 3000, plan);
  EXPECT_EQ(shorter.start, 0.0);
  EXPECT_EQ(shorter.frames, 1000u);
  CropPlan fast;
  fast.ratio = 1.25;
  EXPECT_EQ(place_crop(view_of(song), 0.5, 3000, fast).frames, 800u);
  EXPECT_EQ(place_crop(FrameView{nullptr, 0, 1, 50.0}, 0.5, 10, plan).frames, 0u);
}

TEST(Augmentation, CropsVisitTheEndsOfASongAsOftenAsTheRest) {
  FrameMatrix song(1000, 1, 50.0);
  for (const double ratio : {1.0, 1.25}) {
    CropPlan plan;
    plan.ratio = ratio;
    std::vector<double> visits(10);  // of each tenth
    for (int k = 0; k < 1000; ++k) {
      const CropView crop = place_crop(view_of(song), (k + 0.5) / 1000.0, 160, plan);
      for (std::size_t i = 0; i < crop.frames; ++i) {
        visits[static_cast<std::size_t>(crop.time_of(i) * song.fps / 100.0)] += 1.0 / 16000.0;
      }
    }
    for (const double share : visits) EXPECT_NEAR(share, 1.0, 0.3) << "at ratio " << ratio;
  }
}

TEST(Augmentation, GainFollowsALoudSoundAndKeepsSilence) {
  FrameMatrix song(1, 3, 10.0);
  song.data = {0.0f, 3.0f, 3.0f};  // log10(1 + x)
  BinLayout layout = plain_layout(3, 0);
  layout.follows_gain[2] = false;
  CropPlan plan;
  plan.gain_db = 6.0;
  const std::vector<float> x = cut(song, place_crop(view_of(song), 0, 1, plan), plan, layout);
  EXPECT_EQ(x[0], 0.0f);
  // Exact would be log10(1 + 10^(6/20) * 999) = 3.2996.
  EXPECT_NEAR(x[1], 3.2996f, 0.04f);
  EXPECT_EQ(x[2], 3.0f) << "a difference is no level";
}

TEST(Augmentation, TiltRaisesOneEndAndLowersTheOther) {
  FrameMatrix song(1, 5, 10.0);
  song.data.assign(5, 2.0f);
  CropPlan plan;
  plan.tilt_db = 10.0;
  const std::vector<float> x =
      cut(song, place_crop(view_of(song), 0, 1, plan), plan, plain_layout(5, 0));
  EXPECT_TRUE(std::is_sorted(x.begin(), x.end()));
  EXPECT_LT(x.front(), 1.9f);
  EXPECT_EQ(x[2], 2.0f);
  EXPECT_GT(x.back(), 2.1f);
}

TEST(Augmentation, DrawsAreAFunctionOfTheKey) {
  AugmentationSettings settings;
  settings.lowest_semitones = -5;
  settings.highest_semitones = 6;
  settings.gain_db = 3.0;
  std::set<int> seen;
  for (std::uint64_t key = 0; key < 300; ++key) {
    const CropPlan plan = draw_crop_plan(settings, key);
    EXPECT_EQ(plan.semitones, draw_crop_plan(settings, key).semitones);
    EXPECT_EQ(plan.gain_db, draw_crop_plan(settings, key).gain_db);
    EXPECT_EQ(plan.ratio, 1.0);
    seen.insert(plan.semitones);
  }
  EXPECT_EQ(seen.size(), 12u);
  EXPECT_EQ(*seen.begin(), -5);
}

TEST(Augmentation, MasksBandsAndSpansOfBoundedSize) {
  AugmentationSettings settings;
  settings.frequency_masks = 1;
  settings.frequency_mask_width = 4;
  settings.time_masks = 1;
  settings.time_mask_seconds = 0.5;  // 5 frames at 10 fps
  bool band = false, span = false;
  for (std::uint64_t key = 0; key < 50; ++key) {
    std::vector<float> frames(30 * 20, 1.0f);
    disturb(frames, 20, 10.0, settings, key);
    int empty_bins = 0, empty_frames = 0;
    for (std::size_t c = 0; c < 20; ++c) {
      bool empty = true;
      for (std::size_t t = 0; t < 30; ++t) empty = empty && frames[t * 20 + c] == 0.0f;
      empty_bins += empty;
    }
    for (std::size_t t = 0; t < 30; ++t) {
      const auto row = frames.begin() + static_cast<long>(t * 20);
      empty_frames += std::all_of(row, row + 20, [](float x) { return x == 0.0f; });
    }
    EXPECT_LE(empty_bins, 4);
    EXPECT_LE(empty_frames, 5);
    band = band || empty_bins > 0;
    span = span || empty_frames > 0;
  }
  EXPECT_TRUE(band);
  EXPECT_TRUE(span);
}

TEST(Augmentation, NoiseHasTheAskedDeviation) {
  AugmentationSettings settings;
  settings.noise = 0.5;
  std::vector<float> frames(20000, 0.0f);
  disturb(frames, 10, 10.0, settings, 5);
  double squares = 0.0;
  for (float x : frames) squares += static_cast<double>(x) * x;
  EXPECT_NEAR(std::sqrt(squares / 20000.0), 0.5, 0.02);
}

}  // namespace
}  // namespace tactus
