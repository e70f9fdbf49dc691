// The shipped models on sounds whose right annotation is certain.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>

#include "app/engine/models/model_store.h"
#include "app/engine/tagging/sound_tagger.h"
#include "app/workshop/training/teachers.h"
#include "model/backend/cpu/cpu_backend.h"
#include "model/chords/chord_vocabulary.h"
#include "model/evaluation/evaluate_chords.h"
#include "tests/app/support/samples_in_memory.h"
#include "tests/support/test_support.h"

namespace tactus::test {
namespace {

constexpr int kRate = 44100;
constexpr double kChordSeconds = 2.0;

void add_string(std::vector<float>& samples, double start, int midi_note, double amplitude,
                double attack = 0.005) {
  const double hz = 440.0 * std::exp2((midi_note - 69) / 12.0);
  const auto first = static_cast<std::size_t>(start * kRate);
  const auto count = static_cast<std::size_t>(kChordSeconds * kRate);
  for (std::size_t n = 0; n < count && first + n < samples.size(); ++n) {
    const double t = static_cast<double>(n) / kRate;
    const double envelope = std::min(1.0, t / attack) * std::min(1.0, (kChordSeconds - t) / 0.01);
    double sum = 0.0;
    for (int partial = 1; partial <= 8; ++partial)
      sum += std::pow(0.6, partial) * std::exp(-0.6 * partial * t) *
             std::sin(2.0 * std::numbers::pi * hz * partial * t);
    samples[first + n] += static_cast<float>(amplitude * envelope * sum);
  }
}

std::filesystem::path shipped() {
  return std::filesystem::path(TACTUS_SOURCE_DIR) / "datasets/models";
}

TagResult tagged(const std::vector<float>& samples, const std::vector<std::string>& names = {}) {
  SoundTagger tagger(load_models(names, shipped()), make_cpu_backend(1));
  EXPECT_EQ(tagger.sample_rate(), kRate);
  SamplesInMemory source(samples, kRate);
  return tagger.tag(source);
}

TEST(ShippedModels, TheBestHearChordsInMoreKeys) {
  const auto usual = load_models({}, shipped()), best = load_models({"best"}, shipped());
  ASSERT_EQ(best.size(), usual.size());
  for (std::size_t m = 0; m < best.size(); ++m) {
    const bool chords = best[m].path.stem() == "chords";
    EXPECT_EQ(best[m].model.parameters, usual[m].model.parameters) << best[m].path;
    EXPECT_EQ(best[m].fingerprint != usual[m].fingerprint, chords) << best[m].path;
    if (chords) {
      EXPECT_NE(best[m].model.decoder_json.find("\"transpositions\":4"), std::string::npos);
    }
  }
}

TEST(ShippedModels, TheFastHearBeatsWithOneNetwork) {
  const auto usual = load_models({}, shipped()), fast = load_models({"fast"}, shipped());
  ASSERT_EQ(fast.size(), usual.size());
  for (std::size_t m = 0; m < fast.size(); ++m) {
    const std::filesystem::path task = fast[m].path.stem();
    EXPECT_EQ(fast[m].fingerprint != usual[m].fingerprint, task == "beats");
    if (task == "beats") {
      EXPECT_TRUE(fast[m].model.others.empty());
      EXPECT_FALSE(usual[m].model.others.empty());
    }
  }
}

TEST(ShippedModels, AsTeachersHearTheirKeys) {
  for (const auto& [name, keys] : {std::pair{"best/chords", 4}, {"chords", 1}}) {
    const auto teachers = make_teachers(load_models({name}, shipped()), make_cpu_backend(1));
    ASSERT_EQ(teachers.size(), 2u);
    for (const Teacher& teacher : teachers) EXPECT_EQ(teacher.keys, keys) << name;
  }
}

// With them the recurrence is faster and the files are half as large; see lstm_step_of_pairs.
TEST(ShippedModels, HaveWeightsThatFitBf16) {
  for (const std::string name : {"beats", "bars", "chords", "sections", "fast/beats", "open/beats",
                                 "open/bars", "open/chords"}) {
    const Model model = load_models({name}, shipped()).front().model;
    EXPECT_EQ(model.stored, WeightPrecision::kBf16) << name;
    const Model rounded = load_models({"bf16/" + name}, shipped()).front().model;
    EXPECT_EQ(rounded.parameters, model.parameters) << name;
    ASSERT_EQ(rounded.others.size(), model.others.size()) << name;
    for (std::size_t n = 0; n < model.others.size(); ++n)
      EXPECT_EQ(rounded.others[n].parameters, model.others[n].parameters) << name << " " << n + 2;
  }
}

// Clicks at 120 BPM; soft chords change half-way between two of them, every fourth time.
TEST(ShippedModels, BeatsLieWhereChordsChange) {
  constexpr double kSeconds = 60.0;
  std::vector<float> samples(static_cast<std::size_t>(kSeconds * kRate));
  constexpr int kRoots[] = {48, 53, 55, 48, 45, 50, 55, 52};
  for (int chord = 0; chord * kChordSeconds < kSeconds; ++chord) {
    const int root = kRoots[chord % 8], third = chord % 8 / 2 == 2 ? 3 : 4;
    for (const int note : {root, root + third, root + 7, root + 12})
      add_string(samples, chord * kChordSeconds, note, 0.15, 0.02);
  }
  std::mt19937 random(1);
  std::normal_distribution<float> noise(0.0f, 0.05f);
  for (double click = 0.25; click < kSeconds - 0.1; click += 0.5) {
    const auto first = static_cast<std::size_t>(click * kRate);
    for (std::size_t n = 0; n < 4000; ++n)
      samples[first + n] += noise(random) * std::exp(-static_cast<float>(n) / 600.0f);
  }
  const auto off_chords = [&](const std::vector<std::string>& models) {  // seconds, of one beat
    const std::vector<Beat> beats = tagged(samples, models).annotation.beats;
    return std::abs(std::remainder(beats.at(beats.size() / 2).time, 0.5));
  };
  EXPECT_NEAR(off_chords({"open/beats", "chords"}), 0.25, 0.03);
  EXPECT_NEAR(off_chords({"open/beats", "bars", "chords"}), 0.0, 0.03);
}

TEST(ShippedModels, NameAllMajorAndMinorChords) {
  std::vector<float> samples(static_cast<std::size_t>(24 * kChordSeconds * kRate));
  std::vector<LabelledSegment> truth;
  for (int chord = 0; chord < 24; ++chord) {
    const int root = chord % 12, third = chord < 12 ? 4 : 3;
    const double start = kChordSeconds * chord;
    for (const int note : {36, 48, 48 + third, 55, 60})
      add_string(samples, start, note + root, note == 36 ? 0.3 : 0.2);
    truth.push_back({.start = start,
                     .end = start + kChordSeconds,
                     .label = std::string(root_name(root)) + (chord < 12 ? ":maj" : ":min")});
  }
  const TagResult result = tagged(samples);
  const ChordScores scores =
      evaluate_chords(truth, result.annotation.chords, ChordSyntax::kLenient);
  EXPECT_GT(scores.root, 0.95);
  EXPECT_GT(scores.majmin, 0.95);
}

TEST(ShippedModels, SayNothingOfSilenceAndNoise) {
  std::mt19937 engine(11);
  std::normal_distribution<float> normal;
  for (const float amplitude : {0.0f, 1e-4f, 0.02f, 0.3f}) {
    std::vector<float> samples(static_cast<std::size_t>(20 * kRate));
    float before = 0.0f;
    for (float& sample : samples) {
      before = 0.7f * before + normal(engine);  // lower frequencies are louder than in white noise
      sample = 0.3f * amplitude * before;
    }
    const Annotation annotation = tagged(samples).annotation;
    EXPECT_TRUE(annotation.beats.empty()) << amplitude;
    for (const LabelledSegment& chord : annotation.chords)
      EXPECT_EQ(chord.label, "N") << amplitude << " at " << chord.start;
  }
}

}  // namespace
}  // namespace tactus::test
