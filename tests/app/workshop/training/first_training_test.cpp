// A newcomer's first training: the recipe with the demo songs, and the messages about splits.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "app/config/config_manifest.h"
#include "app/config/config_train.h"
#include "app/workshop/training/training_songs.h"
#include "audio/error.h"
#include "tests/app/support/program.h"
#include "tests/app/support/toy_training.h"

namespace tactus {
namespace {

namespace fs = std::filesystem;

const fs::path kRecipe = fs::path(TACTUS_SOURCE_DIR) / "datasets/recipes/quick.yaml";

TEST(FirstTraining, LearnsFromFiveDemoSongsAndWatchesTheSixth) {
  const TrainConfig config = load_train_config(kRecipe);
  ASSERT_EQ(config.data.size(), 1u);
  const Corpus demo = load_manifest(config.data[0].manifest);
  const auto items = selected_items(demo, config.data[0], *config.task);
  ASSERT_EQ(items.size(), 6u);
  for (const CorpusItem& item : items) {
    EXPECT_EQ(item.split, item.id == "01-morning-train" ? "validation" : "train") << item.id;
    EXPECT_TRUE(fs::exists(item.audio)) << item.audio;
    EXPECT_TRUE(fs::exists(item.beats)) << item.beats;
  }
}

// Runs the program as its user does, in a folder of its own and with a home without a cache.
class FirstTrainingProgram : public testing::Test {
 protected:
  test::ProgramResult run(std::vector<std::string> arguments,
                          std::vector<std::string> environment = {}) const {
    for (std::string& argument : arguments) {
      if (argument.starts_with("@")) argument = (folder_ / argument.substr(1)).string();
    }
    environment.push_back("HOME=" + folder_.path().string());
    return test::Program(folder_.path(), std::move(arguments), std::move(environment)).wait();
  }
  test::ProgramResult train(std::vector<std::string> more,
                            std::vector<std::string> environment = {}) const {
    more.insert(more.begin(), {"train", kRecipe, "-o", "@quick.safetensors", "--threads", "1",
                               "--device", "cpu", "--set", "schedule.epochs=1", "--set",
                               "batches.passes=1", "--set", "network.hidden=8"});
    return run(std::move(more), std::move(environment));
  }
  test::ScratchFolder folder_;
};

TEST_F(FirstTrainingProgram, GivesAModelThatTagsTheSixthSongAndScoresBesideTheShippedModel) {
  const auto trained = train({});
  ASSERT_EQ(trained.exit_code, 0) << trained.err;
  EXPECT_NE(trained.err.find("5 songs to train on"), std::string::npos) << trained.err;
  EXPECT_NE(trained.err.find("01-morning-train          this model  shipped model\nbeats F "),
            std::string::npos)
      << trained.err;
  for (const char* row : {"\nbeats CMLt  ", "\ndownbeats F  "})
    EXPECT_NE(trained.err.find(row), std::string::npos) << trained.err;
  const fs::path song = fs::path(TACTUS_SOURCE_DIR) / "datasets/demo/01-morning-train.ogg";
  const auto tagged = run({"tag", song, "--model", "@quick.safetensors", "-o", "@tagged"});
  EXPECT_EQ(tagged.exit_code, 0) << tagged.err;
  EXPECT_TRUE(fs::exists(folder_ / "tagged/01-morning-train.jams"));
}

TEST_F(FirstTrainingProgram, ComparesNothingWithoutShippedModelsOrWhenQuiet) {
  const auto alone = train({}, {"TACTUS_MODELS=" + (folder_ / "no models").string()});
  ASSERT_EQ(alone.exit_code, 0) << alone.err;
  EXPECT_EQ(alone.err.find("shipped"), std::string::npos) << alone.err;
  const auto quiet = train({"--overwrite", "-q"});
  ASSERT_EQ(quiet.exit_code, 0);
  EXPECT_EQ(quiet.err, "");
}

using SplitMessages = test::ToyTraining;

std::string refusal(const TrainConfig& config) {
  try {
    load_training_songs(config, config.task->features(), 1, {}, {});
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

void expect_both_ways(const std::string& message) {
  for (const char* part : {"`split: train` or `split: validation`", "tactus dataset split ",
                           "`validation_share: 0.2` below the corpus in `data`"})
    EXPECT_NE(message.find(part), std::string::npos) << message;
}

void change_manifest(const fs::path& path, void (*change)(CorpusItem&)) {
  Corpus corpus = load_manifest(path);
  for (CorpusItem& item : corpus.items) change(item);
  std::ofstream(path) << manifest_text(corpus, path.parent_path());
}

TEST_F(SplitMessages, WithoutTrainingSongsSayHowToSetSplits) {
  change_manifest(folder_ / "manifest.yaml", [](CorpusItem& item) {
    if (item.split == "train") item.split = "test";
  });
  const std::string message = refusal(config("toy.safetensors"));
  EXPECT_TRUE(message.starts_with("no song to train on: ")) << message;
  EXPECT_NE(message.find("manifest.yaml: 5 test, 2 validation\n"), std::string::npos) << message;
  expect_both_ways(message);
}

TEST_F(SplitMessages, WithoutValidationSongsANoteSaysHowToSetSplits) {
  change_manifest(folder_ / "manifest.yaml", [](CorpusItem& item) { item.split = "train"; });
  const TrainConfig made = config("toy.safetensors");
  const TrainingSongs songs = load_training_songs(made, made.task->features(), 1, {}, {});
  EXPECT_EQ(songs.training.size(), 7u);
  ASSERT_EQ(songs.notes.size(), 1u);
  EXPECT_TRUE(songs.notes[0].starts_with("no song for validation")) << songs.notes[0];
  expect_both_ways(songs.notes[0]);
}

TEST_F(SplitMessages, SongsWithoutAnnotationsAreNotAMatterOfSplits) {
  change_manifest(folder_ / "manifest.yaml", [](CorpusItem& item) { item.chords.clear(); });
  const std::string message = refusal(config("toy.safetensors"));
  EXPECT_NE(message.find("manifest.yaml: 7 without chords\n"), std::string::npos) << message;
  EXPECT_NE(message.find("`chords: FILE`"), std::string::npos) << message;
  EXPECT_EQ(message.find("validation_share"), std::string::npos) << message;
}

TEST_F(SplitMessages, SongsThatCannotBeReadAreNotAMatterOfSplits) {
  change_manifest(folder_ / "manifest.yaml", [](CorpusItem& item) {
    if (item.split == "train") item.audio = "/no such file.npy";
  });
  const std::string message = refusal(config("toy.safetensors"));
  EXPECT_TRUE(message.starts_with("no song to train on: toy/song0 left out: ")) << message;
  EXPECT_EQ(message.find("validation_share"), std::string::npos) << message;
}

}  // namespace
}  // namespace tactus
