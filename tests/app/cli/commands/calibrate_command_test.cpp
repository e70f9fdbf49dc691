// The evidence of songs about confidences, and `tactus calibrate` from its arguments to its model.
#include <gtest/gtest.h>

#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "app/workshop/corpora/confidence_evidence.h"
#include "datasets/tasks/beats/beat_task.h"
#include "datasets/tasks/chords/chord_task.h"
#include "model/decoding/chords/chord_decoder.h"
#include "tests/app/support/program.h"
#include "tests/app/support/synthetic_corpus.h"
#include "tests/app/support/tiny_models.h"
#include "tests/support/test_support.h"

namespace tactus {
namespace {

AnnotatedPair song_of_beats(const std::vector<Beat>& reference, const std::vector<Beat>& estimate) {
  AnnotatedPair pair;
  pair.reference.beats = reference;
  pair.estimate.beats = estimate;
  return pair;
}

TEST(ConfidenceEvidence, ABeatIsRightWithin70Milliseconds) {
  const std::vector<AnnotatedPair> pairs = {
      song_of_beats({{1.0}, {2.0}}, {{1.069, 0, 0.9}, {1.5, 0, 0.4}, {2.0}, {2.08, 0, 0.7}}),
      song_of_beats({}, {{1.0, 0, 0.5}})};
  const ConfidenceEvidence evidence = evidence_of(BeatTask(), pairs);
  ASSERT_EQ(evidence.songs.size(), 1u);
  ASSERT_EQ(evidence.songs[0].size(), 3u);  // one of the four has no confidence
  EXPECT_EQ(evidence.songs[0][0].correct, 1.0);
  EXPECT_EQ(evidence.songs[0][1].correct, 0.0);
  EXPECT_EQ(evidence.songs[0][2].correct, 0.0);
  EXPECT_DOUBLE_EQ(evidence.scores[0], 2.0 * 0.5 * 1.0 / 1.5);
}

TEST(ConfidenceEvidence, AChordIsRightForTheShareOfItsTime) {
  AnnotatedPair pair;
  pair.reference.chords = {{0, 4, "C:maj"}, {4, 8, "A:min7"}, {8, 10, "C:sus4"}};
  pair.estimate.chords = {{0, 6, "C:maj", 0.8}, {6, 10, "A:min", 0.6}, {10, 11, "N", 0.9}};
  const ConfidenceEvidence evidence = evidence_of(ChordTask(), std::vector{pair});
  ASSERT_EQ(evidence.songs[0].size(), 2u);
  EXPECT_NEAR(evidence.songs[0][0].correct, 4.0 / 6.0, 1e-12);
  EXPECT_NEAR(evidence.songs[0][1].correct, 1.0, 1e-12);
  EXPECT_NEAR(evidence.songs[0][1].weight, 2.0, 1e-12);  // sus4 is neither major nor minor
}

TEST(ConfidenceEvidence, WhatIsFoundInNothingIsWrong) {
  AnnotatedPair pair = song_of_beats({}, {{1.0, 0, 0.5}});
  pair.estimate.chords = {{0, 2, "C:maj", 0.8}, {2, 9, "N", 1.0}};
  const ConfidenceEvidence beats = evidence_of(BeatTask(), std::vector{pair}, false);
  const ConfidenceEvidence chords = evidence_of(ChordTask(), std::vector{pair}, false);
  EXPECT_EQ(beats.all().at(0).correct, 0.0);
  ASSERT_EQ(chords.all().size(), 1u);
  EXPECT_EQ(chords.all()[0].weight, 2.0);
  EXPECT_EQ(chords.scores[0], 0.0);
}

// Twenty songs claim 0.9 and have half of it right. They are judged by a map of other songs.
TEST(ConfidenceEvidence, IsJudgedOnOtherSongs) {
  ConfidenceEvidence evidence;
  for (int song = 0; song < 20; ++song) {
    const double right = song % 4 < 2 ? 0.4 : 0.6;
    evidence.songs.emplace_back();
    for (int i = 0; i < 10; ++i) evidence.songs.back().push_back({0.9, i < 10 * right ? 1.0 : 0.0});
    evidence.scores.push_back(right);
    evidence.song_names.emplace_back();
  }
  const CalibrationReport report = judge_confidence(evidence);
  EXPECT_EQ(report.events, 200u);
  EXPECT_NEAR(report.error_before, 0.4, 1e-9);
  EXPECT_NEAR(report.error_after, 0.0, 1e-6);
  EXPECT_NEAR(report.song_error_before, 0.4, 1e-9);
  EXPECT_NEAR(calibrated(report.map, 0.9), 0.5, 1e-6);
  // One half is always right, the other always wrong. Each is judged by the map of the other half.
  for (std::size_t s = 0; s < evidence.songs.size(); ++s) {
    for (ConfidenceSample& event : evidence.songs[s]) event.correct = s % 2 ? 1.0 : 0.0;
  }
  EXPECT_NEAR(judge_confidence(evidence).error_after, 1.0, 1e-6);
}

// Ten songs in two versions each, neighbours in the corpus. Every second song is always right, the
// others are always wrong. A map fitted to the other version of a song would know which.
TEST(ConfidenceEvidence, IsJudgedOnOtherSongsThanItsVersions) {
  std::vector<AnnotatedPair> pairs;
  for (int song = 0; song < 20; ++song) {
    const int song_name = song / 2;
    pairs.push_back(song_name % 2 == 0 ? song_of_beats({{1.0}}, {{1.0, 0, 0.9}})
                                       : song_of_beats({{1.0}}, {{2.0, 0, 0.9}}));
    pairs.back().name = std::to_string(song);
    pairs.back().song_name = "song_name " + std::to_string(song_name);
  }
  ConfidenceEvidence evidence;
  append(evidence, evidence_of(BeatTask(),
                               std::span(pairs).first(11)));  // the fold ends between two versions
  append(evidence, evidence_of(BeatTask(), std::span(pairs).subspan(11)));
  EXPECT_NEAR(judge_confidence(evidence).error_after, 1.0, 1e-6);
  for (std::string& song_name : evidence.song_names)
    song_name.clear();  // now versions judge each other
  EXPECT_NEAR(judge_confidence(evidence).error_after, 0.0, 1e-6);
  evidence.song_names.pop_back();
  EXPECT_THROW(judge_confidence(evidence), std::invalid_argument);
}

test::ProgramResult calibrate(const test::ScratchFolder& folder,
                              std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "calibrate");
  return test::Program(folder.path(), arguments).wait();
}

TEST(CalibrateCommand, WritesTheSameModelWithItsMap) {
  const test::ScratchFolder folder;
  test::save_tiny_models(folder / "models");
  for (const unsigned seed : {1u, 2u, 3u, 4u}) {
    test::put_song(folder / "corpus" / ("song" + std::to_string(seed)), test::synthetic_song(seed));
  }
  const std::string corpus = folder / "corpus";
  const std::string model = folder / "models/chords.safetensors";
  const std::string output = folder / "calibrated.safetensors";
  const auto run = calibrate(folder, {model, "--dataset", corpus, "-o", output, "-q"});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_NE(run.out.find("expected calibration error"), std::string::npos);
  const Model before = load_model(model), after = load_model(output);
  EXPECT_EQ(after.parameters, before.parameters);
  const auto map = chord_decoder_parameters_from_json(after.decoder_json).calibration;
  EXPECT_FALSE(map.empty());
  EXPECT_NE(after.provenance.at("calibration").find("4 songs"), std::string::npos);
  const auto refused = calibrate(folder, {model, "--dataset", corpus, "-o", output, "-q"});
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_NE(refused.err.find("already exists"), std::string::npos) << refused.err;
  EXPECT_EQ(refused.out, "") << "before a song is tagged";
  // Confidences of a calibrated model are judged without its map.
  EXPECT_EQ(calibrate(folder, {output, "--dataset", corpus, "-q"}).out, run.out);
}

TEST(CalibrateCommand, IsJudgedByTheModelsOfACrossValidation) {
  const test::ScratchFolder folder;
  test::save_tiny_models(folder / "models");
  for (const unsigned seed : {1u, 2u, 3u, 4u}) {
    const std::string part = folder / (seed < 3 ? "one" : "two");
    test::put_song(part + "/song" + std::to_string(seed), test::synthetic_song(seed));
  }
  const std::string model = folder / "models/chords.safetensors", output = folder / "out";
  Model other_one = load_model(model);
  for (float& value : other_one.parameters) value = -value;
  const std::string other = folder / "other.safetensors";
  save_model(other_one, other);
  const std::string one = folder / "one", two = folder / "two";
  const auto run =
      calibrate(folder, {model, "--fold", other, one, "--fold", other, two, "-o", output, "-q"});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_NE(run.out.find("in 4 songs"), std::string::npos) << run.out;
  const Model after = load_model(output);
  EXPECT_EQ(after.parameters, load_model(model).parameters);
  const std::string said = after.provenance.at("calibration");
  EXPECT_NE(said.find("one, two, tagged by models that were not trained on them"),
            std::string::npos)
      << said;
  // The model of each fold tags its songs.
  EXPECT_EQ(calibrate(folder, {other, "--fold", other, one, "--fold", other, two, "-q"}).out,
            run.out);
  EXPECT_NE(calibrate(folder, {other, "--fold", model, one, "--fold", model, two, "-q"}).out,
            run.out);
  test::put_file(folder / "parts.yaml",
                 "name: parts\nlicence: none\nsource: made up\nitems:\n"
                 "  - {id: a, audio: one/song1.wav, chords: one/song1.lab, split: train}\n"
                 "  - {id: b, audio: two/song3.wav, chords: two/song3.lab, split: test}\n");
  const std::string parts = folder / "parts.yaml";
  EXPECT_NE(calibrate(folder, {model, "--fold", other, parts}).err.find("--split test"),
            std::string::npos);
  const auto chosen = calibrate(folder, {model, "--fold", other, parts, "--split", "test", "-q"});
  EXPECT_NE(chosen.out.find("in 1 song\n"), std::string::npos) << chosen.out << chosen.err;
  other_one.decoder_json = R"({"observation_scale": 3})";
  save_model(other_one, other);
  EXPECT_NE(calibrate(folder, {model, "--fold", other, one}).err.find("decoder settings"),
            std::string::npos);
  const std::string beats = folder / "models/beats.safetensors";
  EXPECT_NE(calibrate(folder, {beats, "--fold", other, one}).err.find("for beats"),
            std::string::npos);
  EXPECT_EQ(calibrate(folder, {model, "--fold", other}).exit_code, 2);
  EXPECT_EQ(calibrate(folder, {model}).exit_code, 2);
}

TEST(CalibrateCommand, SaysWhenThereIsNothingToCompareWith) {
  const test::ScratchFolder folder;
  test::save_tiny_models(folder / "models");
  const auto run =
      calibrate(folder, {folder / "models/chords.safetensors", "--dataset", folder / "none"});
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_NE(run.err.find("no such file or folder"), std::string::npos) << run.err;
}

}  // namespace
}  // namespace tactus
