#include "model/feature_tables.h"

#include <gtest/gtest.h>

#include <set>

namespace tactus {
namespace {

TEST(FeatureKey, EveryBeatParameterCounts) {
  std::set<std::string> keys = {feature_key(BeatFeatureParameters{})};
  const auto add = [&keys](auto change) {
    BeatFeatureParameters p;
    change(p);
    keys.insert(feature_key(p));
  };
  add([](auto& p) { p.sample_rate = 44100; });
  add([](auto& p) { p.fps = 100.0; });
  add([](auto& p) { p.window_sizes = {512, 1024, 4096}; });
  add([](auto& p) { p.bands_per_octave = {3, 6, 24}; });
  add([](auto& p) { p.fmin = 30.000000001; });
  add([](auto& p) { p.fmax = 9999.0; });
  add([](auto& p) { p.diff_ratio = 0.25; });
  add([](auto& p) { p.loudness = -20.0; });
  EXPECT_EQ(keys.size(), 9u);
}

TEST(FeatureKey, EveryChordParameterCounts) {
  std::set<std::string> keys = {feature_key(ChordFeatureParameters{})};
  const auto add = [&keys](auto change) {
    ChordFeatureParameters p;
    change(p);
    keys.insert(feature_key(p));
  };
  add([](auto& p) { p.sample_rate = 44100; });
  add([](auto& p) { p.fps = 20.0; });
  add([](auto& p) { p.bins_per_octave = 36; });
  add([](auto& p) { p.octaves = 5; });
  add([](auto& p) { p.fmin = 33.0; });
  add([](auto& p) { p.bass_window = 8192; });
  add([](auto& p) { p.treble_window = 4096; });
  add([](auto& p) { p.split_hz = 200.0; });
  add([](auto& p) { p.log_gain = 10.0; });
  add([](auto& p) { p.correct_tuning = false; });
  add([](auto& p) { p.loudness = -20.0; });
  EXPECT_EQ(keys.size(), 12u);
}

TEST(FeatureKey, EveryNnlsChromaParameterCounts) {
  std::set<std::string> keys = {feature_key(NnlsChromaParameters{})};
  const auto add = [&keys](auto change) {
    NnlsChromaParameters p;
    change(p);
    keys.insert(feature_key(p));
  };
  add([](auto& p) { p.sample_rate = 48000; });
  add([](auto& p) { p.block_size = 8192; });
  add([](auto& p) { p.hop_size = 1024; });
  add([](auto& p) { p.tuning = NnlsTuning::kLocal; });
  add([](auto& p) { p.whitening = 0.5; });
  add([](auto& p) { p.partial_decay = 0.6; });
  add([](auto& p) { p.roll_on = 1.0; });
  add([](auto& p) { p.first_frame_time = 0.0; });
  add([](auto& p) { p.frames_averaged = 1; });
  add([](auto& p) { p.log_gain = 11.0; });
  add([](auto& p) { p.loudness = -20.0; });
  add([](auto& p) { p.notes = true; });
  EXPECT_EQ(keys.size(), 13u);
}

TEST(FeatureKey, IsTheOneThatCachesHave) {
  StructureParameters p;
  p.chroma.first_frame_time = 0.1161;
  EXPECT_EQ(feature_key(p),
            "structure v1 frames_pooled=4 reach=240 of nnls_chroma v3 sample_rate=44100 "
            "block_size=16384 hop_size=2048 tuning=global whitening=1 partial_decay=0.7 roll_on=0 "
            "first_frame_time=0.1161 frames_averaged=2 log_gain=10");
  EXPECT_EQ(feature_key(BeatFeatureParameters{.loudness = -20.0}),
            "beat v2 sample_rate=22050 fps=50 window_sizes=512,1024,2048 bands_per_octave=3,6,12 "
            "fmin=30 fmax=10000 diff_ratio=0.5 level=-20");
}

TEST(FeatureKey, EqualParametersHaveEqualKeysOfOneLine) {
  EXPECT_EQ(feature_key(BeatFeatureParameters{}), feature_key(BeatFeatureParameters{}));
  EXPECT_NE(feature_key(BeatFeatureParameters{}), feature_key(ChordFeatureParameters{}));
  EXPECT_EQ(feature_key(ChordFeatureParameters{}).find('\n'), std::string::npos);
}

}  // namespace
}  // namespace tactus
