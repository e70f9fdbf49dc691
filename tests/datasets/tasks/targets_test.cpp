#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <stdexcept>

#include "datasets/batches/crop_batches.h"
#include "datasets/tasks/bars/bar_targets.h"
#include "datasets/tasks/beats/beat_targets.h"
#include "datasets/tasks/chords/chord_targets.h"
#include "datasets/tasks/sections/section_targets.h"
#include "model/chords/chord_vocabulary.h"
#include "model/decoding/sections/section_names.h"

namespace tactus {
namespace {

CropView whole(std::size_t frames, double fps) {
  return {0.0, 1.0, frames, 0, fps};
}

TEST(BarTargets, CountOnlyWhereBarsAreKnown) {
  NetworkSpec spec;
  spec.heads = {{"bar", 1, HeadKind::kSigmoid, 1.0}};
  BeatTargetSettings settings;
  settings.neighbours = {0.5f};
  settings.positive_weight = 4.0;
  // Bars at 2, 4 and 6 s, and after a long stretch at 20 and 22 s; a frame a second.
  const auto maker = make_bar_target_maker(spec, settings, {{2, 4, 6, 20, 22}});
  std::vector<HeadTarget> targets = maker->prepare(24, 1);
  maker->fill(0, whole(24, 1.0), 0, 1, targets);
  ASSERT_EQ(targets.size(), 1u);
  EXPECT_EQ(targets[0].positive_weight, std::vector<float>{4.0f});
  for (std::size_t t = 0; t < 24; ++t) {
    const bool bar = t == 2 || t == 4 || t == 6 || t == 20 || t == 22;
    EXPECT_EQ(targets[0].probability[t] == 1.0f, bar) << t;
    const bool inside = (t >= 2 && t < 6) || (t >= 20 && t < 22);
    EXPECT_EQ(targets[0].weight[t], inside ? 1.0f : 0.0f) << t;
  }
  EXPECT_EQ(targets[0].probability[3], 0.5f);
  EXPECT_EQ(targets[0].probability[12], 0.0f);
}

TEST(SectionTargets, CountOnlyWhereSectionsAreKnown) {
  NetworkSpec spec;
  spec.heads = {{"begin", 1, HeadKind::kSigmoid, 1.0}, {"name", 9, HeadKind::kSoftmax, 1.0}};
  BeatTargetSettings settings;
  settings.neighbours = {0.5f};
  settings.positive_weight = 4.0;
  // Of a frame a second: a verse from 2 to 5 s, something from 5 to 7 s, a chorus from 9 to 12 s.
  const auto maker = make_section_target_maker(
      spec, settings, {{{2, 5, "verse"}, {5, 7, "B'"}, {9, 12, "Chorus 1"}}});
  std::vector<HeadTarget> targets = maker->prepare(14, 1);
  maker->fill(0, whole(14, 1.0), 0, 1, targets);
  EXPECT_EQ(targets[0].positive_weight, std::vector<float>{4.0f});
  for (std::size_t t = 0; t < 14; ++t) {
    EXPECT_EQ(targets[0].probability[t] == 1.0f, t == 2 || t == 5 || t == 9) << t;
    EXPECT_EQ(targets[0].weight[t], (t >= 2 && t < 7) || (t >= 9 && t < 12) ? 1.0f : 0.0f) << t;
    const int name = t >= 2 && t < 5    ? section_class("verse")
                     : t >= 9 && t < 12 ? section_class("chorus")
                                        : -1;
    EXPECT_EQ(targets[1].category[t], name) << t;
  }
  EXPECT_EQ(targets[0].probability[3], 0.5f);
}

int quality_index(const std::string& shorthand) {
  for (int q = 0; q < kChordQualities; ++q) {
    if (chord_qualities()[static_cast<std::size_t>(q)] == shorthand) return q;
  }
  return -100;
}

std::vector<float> events(const std::vector<double>& times, const CropView& crop,
                          const std::vector<float>& neighbours) {
  std::vector<float> out(crop.frames, -1.0f);
  write_event_targets(times, crop, neighbours, out);
  return out;
}

TEST(BeatTargets, MarkTheNearestFrame) {
  // 50 fps: frame i is at i / 50 s, so 0.049 s lies nearest to frame 2 and 0.051 s to frame 3.
  EXPECT_EQ(events({0.049}, whole(6, 50.0), {}), (std::vector<float>{0, 0, 1, 0, 0, 0}));
  EXPECT_EQ(events({0.051}, whole(6, 50.0), {}), (std::vector<float>{0, 0, 0, 1, 0, 0}));
}

TEST(BeatTargets, WidenToTheNeighboursAndKeepTheLargerValue) {
  EXPECT_EQ(events({0.04, 0.08}, whole(7, 50.0), {0.5f, 0.25f}),
            (std::vector<float>{0.25f, 0.5f, 1.0f, 0.5f, 1.0f, 0.5f, 0.25f}));
}

TEST(BeatTargets, ReachIntoTheCropFromOutside) {
  const CropView crop{10.0, 1.0, 4, 0, 50.0};  // frames 10..13
  EXPECT_EQ(events({0.18, 0.28}, crop, {0.5f}), (std::vector<float>{0.5f, 0, 0, 0.5f}));
  EXPECT_EQ(events({1e9, -1e9, 0.0}, crop, {0.5f}), (std::vector<float>{0, 0, 0, 0}));
}

TEST(BeatTargets, FollowAChangeOfTempoExactly) {
  // Twice as fast from source frame 10: the beat at 0.6 s is source frame 30, crop frame (30 - 10)
  // / 2.
  const CropView crop{10.0, 2.0, 20, 0, 50.0};
  const std::vector<float> targets = events({0.6}, crop, {});
  for (std::size_t i = 0; i < targets.size(); ++i)
    EXPECT_EQ(targets[i], i == 10 ? 1.0f : 0.0f) << i;
}

NetworkSpec beat_spec() {
  NetworkSpec spec;
  spec.heads = {{"beat", 1, HeadKind::kSigmoid, 1.0}, {"downbeat", 1, HeadKind::kSigmoid, 1.0}};
  return spec;
}

TEST(BeatTargets, MaskTheDownbeatsOfSongsThatHaveNone) {
  BeatTargetSettings settings;
  settings.neighbours = {};
  settings.positive_weight = 3.0;
  settings.shift_tolerance = 2;
  const auto maker = make_beat_target_maker(beat_spec(), settings,
                                            {{{0.02, 1}, {0.06, 2}}, {{0.02, 0}, {0.06, 0}}});
  std::vector<HeadTarget> targets = maker->prepare(5, 2);
  maker->fill(0, whole(5, 50.0), 0, 2, targets);
  maker->fill(1, whole(5, 50.0), 1, 2, targets);
  // [T,B]: song 0 in column 0, song 1 in column 1; beats in frames 1 and 3, the downbeat in
  // frame 1.
  EXPECT_EQ(targets[0].probability, (std::vector<float>{0, 0, 1, 1, 0, 0, 1, 1, 0, 0}));
  EXPECT_EQ(targets[1].probability, (std::vector<float>{0, 0, 1, 0, 0, 0, 0, 0, 0, 0}));
  EXPECT_EQ(targets[0].weight, std::vector<float>(10, 1.0f));
  EXPECT_EQ(targets[1].weight, (std::vector<float>{1, 0, 1, 0, 1, 0, 1, 0, 1, 0}));
  for (const HeadTarget& target : targets) {
    EXPECT_EQ(target.positive_weight, std::vector<float>{3.0f});
    EXPECT_EQ(target.shift_tolerance, 2);
    EXPECT_TRUE(target.category.empty());
  }
}

std::vector<HeadTarget> beat_targets(std::vector<Beat> beats, std::size_t frames) {
  NetworkSpec spec;
  spec.heads = {{"beat", 1, HeadKind::kSigmoid, 1.0}, {"downbeat", 1, HeadKind::kSigmoid, 1.0}};
  const auto maker = make_beat_target_maker(spec, {}, {std::move(beats)});
  std::vector<HeadTarget> targets = maker->prepare(frames, 1);
  maker->fill(0, whole(frames, 1.0), 0, 1, targets);
  return targets;
}

TEST(BeatTargets, FramesCountByTheConfidenceOfTheBeatsAroundThem) {
  const auto targets =
      beat_targets({{2, 1, 1.0}, {4, 2, 0.75}, {6, 3, 0.75}, {8, 4, 0.0}, {10, 1, 1.0}}, 13);
  const std::vector<float> wanted = {0, 0, 0.75, 0.75, 0.75, 0.75, 0, 0, 0, 0, 0, 0, 0};
  EXPECT_EQ(targets[0].weight, wanted);
  EXPECT_EQ(targets[1].weight, wanted);
  EXPECT_EQ(targets[0].probability[6], 1.0f);
}

TEST(BeatTargets, ConfidencesThatAreAllZeroSayNothing) {
  const auto targets = beat_targets({{2, 1, 0.0}, {4, 2, 0.0}}, 6);
  EXPECT_EQ(targets[0].weight, std::vector<float>(6, 1.0f));
}

TEST(BeatTargets, DownbeatsCountOnlyBesideBeatsWithAPosition) {
  const auto targets = beat_targets({{2, 1}, {4, 2}, {6, 0}, {8, 0}}, 10);
  EXPECT_EQ(targets[0].weight, std::vector<float>(10, 1.0f));
  EXPECT_EQ(targets[1].weight, (std::vector<float>{1, 1, 1, 1, 0, 0, 0, 0, 0, 0}));
}

// Some files mark the downbeats and give all other beats no position.
TEST(BeatTargets, DownbeatsAloneAreEnough) {
  const auto targets = beat_targets({{2, 1}, {4, 0}, {6, 0}, {8, 1}}, 10);
  EXPECT_EQ(targets[1].weight, std::vector<float>(10, 1.0f));
  EXPECT_EQ(beat_targets({{2, 2}, {4, 3}}, 6)[1].weight, std::vector<float>(6, 0.0f));
}

TEST(BeatTargets, RefuseHeadsTheyDoNotKnow) {
  NetworkSpec spec = beat_spec();
  spec.heads[1].name = "root";
  EXPECT_THROW(make_beat_target_maker(spec, {}, {}), std::invalid_argument);
  spec = beat_spec();
  spec.heads[0].classes = 2;
  EXPECT_THROW(make_beat_target_maker(spec, {}, {}), std::invalid_argument);
}

std::set<int> sounding(const ChordTarget& target) {
  std::set<int> pitches;
  for (int p = 0; p < 12; ++p) {
    if (target.pitches[static_cast<std::size_t>(p)]) pitches.insert(p);
  }
  return pitches;
}

TEST(ChordTargets, SayRootBassQualityAndAbsolutePitches) {
  const ChordTarget target = chord_target("D:min7/b3");
  EXPECT_EQ(target.root, 2);
  EXPECT_EQ(target.bass, 5);  // F, absolute
  EXPECT_EQ(target.quality, quality_index("min7"));
  EXPECT_TRUE(target.has_pitches);
  EXPECT_EQ(sounding(target), (std::set<int>{2, 5, 9, 0}));
}

TEST(ChordTargets, ReduceToTheVocabulary) {
  EXPECT_EQ(chord_target("C:9").quality, quality_index("7"));
  EXPECT_EQ(chord_target("C:maj9").quality, quality_index("maj7"));
  EXPECT_EQ(chord_target("C:min11").quality, quality_index("min7"));
  EXPECT_EQ(chord_target("C").quality, quality_index("maj"));
  EXPECT_EQ(chord_target("C:9").pitches[2], true) << "the ninth still sounds";
}

TEST(ChordTargets, MaskWhatIsUnknown) {
  const ChordTarget none = chord_target("N");
  EXPECT_EQ(none.root, kNoChordRoot);
  EXPECT_EQ(none.bass, kNoChordRoot);
  EXPECT_EQ(none.quality, kNoChordQuality);
  EXPECT_TRUE(none.has_pitches);
  EXPECT_TRUE(sounding(none).empty());
  const ChordTarget unknown = chord_target("X");
  EXPECT_EQ(unknown, ChordTarget{});
  const ChordTarget power = chord_target("G:5");
  EXPECT_EQ(power.root, 7);
  EXPECT_EQ(power.quality, kNoTarget);
  EXPECT_EQ(sounding(power), (std::set<int>{7, 2}));
}

TEST(ChordTargets, TransposeAllThatIsAbsolute) {
  for (int semitones = -11; semitones <= 11; ++semitones) {
    const ChordTarget moved = chord_target("A:7/3").transposed(semitones);
    const auto pitch = [semitones](int p) { return ((p + semitones) % 12 + 12) % 12; };
    EXPECT_EQ(moved.root, pitch(9));
    EXPECT_EQ(moved.bass, pitch(1));
    EXPECT_EQ(moved.quality, quality_index("7"));
    EXPECT_EQ(sounding(moved), (std::set<int>{pitch(9), pitch(1), pitch(4), pitch(7)}));
    EXPECT_EQ(chord_target("N").transposed(semitones), chord_target("N"));
  }
}

TEST(ChordTargets, FollowTheSegmentsFrameByFrame) {
  const std::vector<LabelledSegment> song = {{0.1, 0.3, "C:maj"}, {0.3, 0.5, "N"}, {0.6, 0.8, "X"}};
  const auto targets = chord_frame_targets(chord_target_segments(song), whole(9, 10.0));
  std::vector<int> roots;
  for (const ChordTarget& target : targets) roots.push_back(target.root);
  // Frame 0 lies before the first segment, frame 5 in the gap, frames 6 and 7 are X, frame 8 is
  // past the end.
  EXPECT_EQ(roots, (std::vector<int>{-1, 0, 0, 12, 12, -1, -1, -1, -1}));
}

TEST(ChordTargets, FillABatch) {
  NetworkSpec spec;
  spec.heads = {{"pitches", 12, HeadKind::kSigmoid, 1.0}, {"root", 13, HeadKind::kSoftmax, 1.0}};
  const auto maker = make_chord_target_maker(spec, {}, {{{0.0, 0.2, "E:min"}, {0.2, 0.3, "X"}}});
  std::vector<HeadTarget> targets = maker->prepare(4, 2);
  CropView crop = whole(3, 10.0);
  crop.semitones = 1;
  maker->fill(0, crop, 1, 2, targets);
  EXPECT_EQ(targets[1].category, (std::vector<std::int32_t>{-1, 5, -1, 5, -1, -1, -1, -1}));
  EXPECT_EQ(targets[0].weight, (std::vector<float>{0, 1, 0, 1, 0, 0, 0, 0}));
  std::set<std::size_t> on;
  for (std::size_t i = 0; i < targets[0].probability.size(); ++i) {
    if (targets[0].probability[i] == 1.0f) on.insert(i);
  }
  // [T,B,12]: F minor (5, 8, 0) of song column 1 in frames 0 and 1.
  EXPECT_EQ(on, (std::set<std::size_t>{12 + 5, 12 + 8, 12 + 0, 36 + 5, 36 + 8, 36 + 0}));
  spec.heads[1].classes = 12;
  EXPECT_THROW(make_chord_target_maker(spec, {}, {}), std::invalid_argument);
}

TEST(ChordTargets, TheChordHeadHasRootAndQualityAsOneClass) {
  NetworkSpec spec;
  spec.heads = {{"chord", kChordVocabularySize, HeadKind::kSoftmax, 1.0}};
  // A power chord has no quality.
  const auto maker = make_chord_target_maker(
      spec, {}, {{{0.0, 0.1, "E:min7"}, {0.1, 0.2, "N"}, {0.2, 0.3, "E:5"}, {0.3, 0.4, "X"}}});
  std::vector<HeadTarget> targets = maker->prepare(4, 1);
  CropView crop = whole(4, 10.0);
  crop.semitones = -5;
  maker->fill(0, crop, 0, 1, targets);
  const std::vector<std::string> labels = chord_vocabulary();
  ASSERT_EQ(targets[0].category.size(), 4u);
  EXPECT_EQ(labels.at(static_cast<std::size_t>(targets[0].category[0])), "B:min7");
  EXPECT_EQ(labels.at(static_cast<std::size_t>(targets[0].category[1])), "N");
  EXPECT_EQ(targets[0].category[2], kNoTarget);
  EXPECT_EQ(targets[0].category[3], kNoTarget);
  EXPECT_TRUE(targets[0].class_weight.empty());
}

TEST(ChordTargets, RareQualitiesWeighMore) {
  NetworkSpec spec;
  spec.heads = {{"quality", kChordQualities, HeadKind::kSoftmax, 1.0},
                {"chord", kChordVocabularySize, HeadKind::kSoftmax, 1.0},
                {"root", 13, HeadKind::kSoftmax, 1.0}};
  ChordTargetSettings settings;
  settings.rare_qualities = 0.5;
  const std::vector<std::vector<LabelledSegment>> songs = {
      {{0.0, 9.0, "C:maj"}, {9.0, 9.75, "G:7"}, {9.75, 10.0, "N"}}};
  const std::vector<float> weights = chord_quality_weights(settings, songs);
  const auto maker = make_chord_target_maker(spec, weights, songs);
  const std::vector<HeadTarget> targets = maker->prepare(1, 1);
  const auto weight = [&](const char* name) {
    return targets[0].class_weight.at(static_cast<std::size_t>(quality_index(name)));
  };
  EXPECT_NEAR(weight("7") / weight("maj"), std::sqrt(0.9 / 0.075), 1e-4);
  EXPECT_NEAR(0.9 * weight("maj") + 0.075 * weight("7") + 0.025 * weight("N"), 1.0, 1e-5);
  EXPECT_EQ(targets[1].class_weight.at(0), weight("maj"));
  EXPECT_EQ(targets[1].class_weight.at(12 * kNoChordQuality), weight("N"));
  EXPECT_TRUE(targets[2].class_weight.empty());
  // Validation songs get the weights of the training songs, whatever their own chords are.
  const auto validation = make_chord_target_maker(spec, weights, {{{0.0, 5.0, "A:min"}}});
  EXPECT_EQ(validation->prepare(1, 1)[0].class_weight, targets[0].class_weight);
  EXPECT_TRUE(chord_quality_weights({}, songs).empty());
  EXPECT_TRUE(chord_quality_weights(settings, {}).empty());
  EXPECT_THROW(make_chord_target_maker(spec, {1.0f, 2.0f}, songs), std::invalid_argument);
}

TEST(ChordTargets, TheMostWeightLowersTheMean) {
  ChordTargetSettings settings;
  settings.rare_qualities = 1.0;
  const std::vector<float> weights =
      chord_quality_weights(settings, {{{0.0, 99.0, "C:maj"}, {99.0, 100.0, "G:7"}}});
  const double of_major = weights.at(static_cast<std::size_t>(quality_index("maj")));
  const double of_seventh = weights.at(static_cast<std::size_t>(quality_index("7")));
  EXPECT_NEAR(of_major, 1.0 / 0.99 / 2.0, 1e-5);  // both shares weigh 1, in the mean 2
  EXPECT_EQ(of_seventh, ChordTargetSettings::kMostWeight);
  EXPECT_LT(0.99 * of_major + 0.01 * of_seventh, 1.0);
}

}  // namespace
}  // namespace tactus
