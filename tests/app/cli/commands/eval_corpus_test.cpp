// `tactus eval` with a model and a corpus.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "app/cli/commands/command_line.h"
#include "app/cli/commands/evaluation_report.h"
#include "app/cli/program/exit_code.h"
#include "app/cli/program/terminal.h"
#include "app/engine/songs/annotation_files.h"
#include "app/engine/songs/evaluation.h"
#include "app/engine/tagging/sound_tagger.h"
#include "datasets/formats/format.h"
#include "features/files/npy_file.h"
#include "model/evaluation/evaluate_beats.h"
#include "model/evaluation/evaluate_chords.h"
#include "tests/app/support/eval_command.h"
#include "tests/app/support/program.h"
#include "tests/app/support/tiny_models.h"
#include "tests/support/test_support.h"
#include "tests/support/unreadable_folder.h"

namespace tactus::test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

// A corpus in the layout of McGill Billboard: features instead of audio.
class EvalCorpus : public testing::Test {
 protected:
  void SetUp() override {
    fs::create_directories(corpus / "chroma");
    write_text(corpus / "index.csv",
               "id,title,artist,chart_date,frames,tuning_hz\n"
               "0003,One,Ann,1961-07-03,100,440\n0004,Two,Bob,1971-08-07,100,440\n");
    for (const char* id : {"0003", "0004"}) {
      write_features(id, chord_feature_bins({}));
      write_text(corpus / "lab" / (std::string(id) + ".lab"), "0\t4\tC:maj\n4\t10\tA:min\n");
    }
    test::save_tiny_models(scratch / "models");
  }
  void write_features(const std::string& id, int bins) {
    FrameMatrix frames(100, static_cast<std::size_t>(bins), 10.0);
    for (std::size_t i = 0; i < frames.data.size(); ++i) {
      frames.data[i] = static_cast<float>(i % 17) * 0.1F;
    }
    write_npy(frames, corpus / "chroma" / (id + ".npy"));
  }
  Outcome eval_corpus(std::vector<std::string> more = {}) const {
    more.insert(more.begin(), {"--dataset", corpus.string(), "--model",
                               (scratch / "models/chords.safetensors").string(), "--json"});
    return eval(more);
  }

  test::ScratchFolder scratch;
  fs::path corpus = scratch / "billboard";
};

TEST_F(EvalCorpus, FeaturesGoThroughTheNetworkAndAreScored) {
  const Outcome run = eval_corpus();
  ASSERT_EQ(run.code, kSuccess) << run.err;
  const json report = run.parsed();
  ASSERT_EQ(report["files"].size(), 2U);
  EXPECT_EQ(report["files"][0]["name"], "0003");
  EXPECT_EQ(report["files"][1]["chords"].size(), 15U);
  // The engine tags the same frames, and they are scored directly.
  const std::vector<LoadedModel> models = {{"chords", "0", test::tiny_chord_model()}};
  SoundTagger tagger(models, make_cpu_backend(1));
  const Annotation tagged =
      tagger.tag_frames(read_npy(corpus / "chroma/0003.npy", 10.0)).annotation;
  const ChordScores expected =
      evaluate_chords(read_annotation(corpus / "lab/0003.lab").chords, tagged.chords);
  EXPECT_NEAR(report["files"][0]["chords"]["seg"].get<double>(), expected.seg, 1e-9);
}

TEST_F(EvalCorpus, TheNumberOfJobsChangesNothing) {
  EXPECT_EQ(eval_corpus({"--jobs", "1"}).out, eval_corpus({"--jobs", "2"}).out);
}

TEST_F(EvalCorpus, SplitsAreThoseOfTraining) {
  std::size_t songs = 0;
  for (const char* split : {"train", "validation", "test"}) {
    const Outcome run = eval_corpus({"--split", split});
    if (run.code == kUsageError) continue;  // the split has no song
    songs += run.parsed()["files"].size();
  }
  EXPECT_EQ(songs, 2U);
}

TEST_F(EvalCorpus, FeaturesOfAnotherWidthCostOnlyTheirSong) {
  write_features("0004", 24);
  const Outcome run = eval_corpus();
  EXPECT_EQ(run.code, kSomeInputsFailed);
  EXPECT_NE(run.err.find("0004: features of 24 bins"), std::string::npos) << run.err;
  EXPECT_EQ(run.parsed()["files"].size(), 1U);
}

TEST_F(EvalCorpus, WrongUseIsCodeTwo) {
  EXPECT_EQ(eval_corpus({"--ref", "x", "--est", "y"}).code, kUsageError);
  EXPECT_EQ(eval({"--dataset", "/nowhere/at/all"}).code, kUsageError);
  EXPECT_EQ(eval({"--model", "x", "--ref", "x", "--est", "y"}).code, kUsageError);
  EXPECT_EQ(eval_corpus({"--split", "other"}).code, kUsageError);
}

TEST_F(EvalCorpus, AudioIsTaggedAndScored) {
  const fs::path songs = scratch / "songs";
  test::write_wav(songs / "one.wav", test::made_up_music(8.0, 22050), 22050);
  write_text(songs / "one.beats", beats_text(0.5, 15));
  write_text(songs / "one.lab", "0\t8\tA:maj\n");
  test::Program program(scratch.path(), {"eval", "--dataset", songs.string(), "--model",
                                         (scratch / "models/beats.safetensors").string(), "--model",
                                         (scratch / "models/chords.safetensors").string(), "--json",
                                         "--task", "beats,chords"});
  const test::ProgramResult result = program.wait();
  ASSERT_EQ(result.exit_code, kSuccess) << result.err;
  const json file = json::parse(result.out)["files"][0];
  EXPECT_EQ(file["beats"].size(), 10U);
  EXPECT_EQ(file["chords"].size(), 15U);
}

}  // namespace
}  // namespace tactus::test
