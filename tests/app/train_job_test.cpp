#include "app/train_job.h"

#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <string>
#include <thread>

#include "app/config_manifest.h"
#include "app/training_songs.h"
#include "features/npy_file.h"
#include "model/chord_decoder.h"
#include "model/model_file.h"
#include "tests/test_support.h"

namespace tactus {
namespace {

// A corpus of ready-made frames, 12 bins at 5 fps: the chord's three notes are loud, C:maj and
// A:min by turns.
class TrainJobTest : public testing::Test {
 protected:
  TrainJobTest() {
    Corpus corpus{"toy", "CC0", "made here", {}};
    for (int s = 0; s < 6; ++s) {
      const std::string id = "song" + std::to_string(s);
      write_song(id, 40 + 10 * static_cast<std::size_t>(s));
      corpus.items.push_back({id, folder_ / (id + ".npy"), "", folder_ / (id + ".lab"), "",
                              s < 4 ? "train" : "validation", ""});
    }
    corpus.items.push_back(
        {"kept back", folder_ / "song0.npy", "", folder_ / "song0.lab", "", "test", ""});
    std::ofstream(folder_ / "manifest.yaml") << manifest_text(corpus, folder_.path());
    std::ofstream(folder_ / "train.yaml") << R"(task: chords
data: [{manifest: manifest.yaml}]
cache: cache
output: toy.safetensors
threads: 1
features: {fps: 5, bins_per_octave: 12, octaves: 1}
network: {layers: 1, hidden: 8, dropout: 0}
augmentation: {lowest_semitones: -2, highest_semitones: 2, noise: 0.05}
optimiser: {learning_rate: 0.05}
schedule: {epochs: 4, warm_up: 0.1}
batches: {crop_seconds: 4, size: 4, passes: 2}
validation: {batches: 1}
)";
  }

  void write_song(const std::string& id, std::size_t frames) const {
    FrameMatrix song(frames, 12, 5.0);
    std::ofstream labels(folder_ / (id + ".lab"));
    for (std::size_t i = 0; i < frames; ++i) {
      const bool minor = i / 10 % 2 == 1;
      for (std::size_t note :
           minor ? std::vector<std::size_t>{9, 0, 4} : std::vector<std::size_t>{0, 4, 7}) {
        song.row(i)[note] = 1.0f;
      }
      if (i % 10 == 0)
        labels << i / 5 << "\t" << (i + 10) / 5 << (minor ? "\tA:min\n" : "\tC:maj\n");
    }
    write_npy(song, folder_ / (id + ".npy"));
  }

  TrainConfig config(const std::string& output, const std::vector<std::string>& set = {}) const {
    TrainConfig made = load_train_config(folder_ / "train.yaml", set);
    made.output = folder_ / output;
    return made;
  }

  std::size_t lines_of(const std::string& name) const {
    std::ifstream file(folder_ / name);
    std::size_t lines = 0;
    for (std::string line; std::getline(file, line);) ++lines;
    return lines;
  }

  test::ScratchFolder folder_;
  TrainJobOptions quiet_{false, Verbosity::kQuiet};
};

TEST_F(TrainJobTest, WritesAModelWithEverythingThatTaggingNeeds) {
  ASSERT_EQ(run_training(config("toy.safetensors"), quiet_, {}), kSuccess);
  const Model model = load_model(folder_ / "toy.safetensors");
  EXPECT_EQ(model.spec.input, 12);
  ASSERT_TRUE(model.chord_features);
  EXPECT_EQ(model.chord_features->fps, 5.0);
  EXPECT_FALSE(model.beat_features);
  EXPECT_EQ(model.input_mean.size(), 12u);
  EXPECT_EQ(model.input_scale.size(), 12u);
  EXPECT_EQ(model.parameters.size(), parameter_count(model.spec));
  const ChordDecoderParameters decoder = chord_decoder_parameters_from_json(model.decoder_json);
  EXPECT_GT(decoder.max_duration, 0) << "the statistics of the labels must have been learned";
  EXPECT_EQ(model.provenance.at("task"), "chords");
  EXPECT_EQ(model.provenance.at("data"),
            "toy (made here): 4 songs for training, 2 for validation\n");
  EXPECT_EQ(model.provenance.at("licence"), "toy: CC0\n");
  EXPECT_NE(model.provenance.at("config").find("hidden: 8"), std::string::npos);
  EXPECT_NE(model.provenance.at("figures").find("majmin"), std::string::npos);
  EXPECT_EQ(lines_of("toy.safetensors.log"), 5u);  // the head and four epochs
}

TEST_F(TrainJobTest, StoppedAndResumedGivesTheSameModel) {
  ASSERT_EQ(run_training(config("whole.safetensors"), quiet_, {}), kSuccess);
  // Stopped after two epochs: the same schedule, but the state is taken when the log has two rows.
  std::stop_source stop;
  std::jthread watcher([&](std::stop_token done) {
    while (!done.stop_requested() && lines_of("part.safetensors.log") < 3)
      std::this_thread::yield();
    stop.request_stop();
  });
  const int first = run_training(config("part.safetensors"), quiet_, stop.get_token());
  watcher.request_stop();
  watcher.join();
  TrainJobOptions resume = quiet_;
  resume.resume = true;
  ASSERT_EQ(run_training(config("part.safetensors"), resume, {}), kSuccess) << "after " << first;
  EXPECT_EQ(load_model(folder_ / "part.safetensors").parameters,
            load_model(folder_ / "whole.safetensors").parameters);
  EXPECT_EQ(lines_of("part.safetensors.log"), 5u);
}

TEST_F(TrainJobTest, AStopBeforeTheFirstBatchIsAnInterruption) {
  std::stop_source stop;
  stop.request_stop();
  EXPECT_EQ(run_training(config("toy.safetensors"), quiet_, stop.get_token()), kInterrupted);
  EXPECT_FALSE(std::filesystem::exists(folder_ / "toy.safetensors"));
}

TEST_F(TrainJobTest, RefusesToResumeAnotherConfiguration) {
  ASSERT_EQ(run_training(config("toy.safetensors"), quiet_, {}), kSuccess);
  TrainJobOptions resume = quiet_;
  resume.resume = true;
  EXPECT_THROW(run_training(config("toy.safetensors", {"batches.size=3"}), resume, {}), TrainError);
  EXPECT_EQ(run_training(config("toy.safetensors", {"threads=2"}), resume, {}), kSuccess)
      << "the number of threads changes no number";
}

TEST_F(TrainJobTest, ABrokenSongCostsOnlyItself) {
  std::ofstream(folder_ / "song1.lab") << "0\t2\tC:nonsense\n";
  std::ofstream(folder_ / "song2.npy") << "no frames";
  const TrainConfig made = config("toy.safetensors");
  const TrainingSongs songs =
      load_training_songs(made, task_features(made.chord_features), 1, {}, {});
  EXPECT_EQ(songs.training.size(), 2u);
  ASSERT_EQ(songs.notes.size(), 2u);
  EXPECT_NE(songs.notes[0].find("toy/song1 left out"), std::string::npos) << songs.notes[0];
  EXPECT_NE(songs.notes[0].find("nonsense"), std::string::npos) << songs.notes[0];
  EXPECT_NE(songs.notes[1].find("song2.npy"), std::string::npos) << songs.notes[1];
}

TEST(SelectedItems, KeepTestSongsOutAndArtistsTogether) {
  Corpus corpus{"c", "", "", {}};
  for (int i = 0; i < 200; ++i) {
    const std::string n = std::to_string(i);
    corpus.items.push_back({n, "a" + n, "b" + n, "", "", i % 10 == 0 ? "test" : "",
                            "artist" + std::to_string(i / 20)});
  }
  TrainData data;
  data.validation_share = 0.3;
  const auto items = selected_items(corpus, data, TrainTask::kBeats);
  EXPECT_EQ(items.size(), 180u);
  std::map<std::string, std::string> split_of_artist;
  std::size_t validation = 0;
  for (const CorpusItem& item : items) {
    const auto [place, first] = split_of_artist.emplace(item.artist, item.split);
    EXPECT_EQ(place->second, item.split) << item.artist;
    validation += item.split == "validation";
  }
  EXPECT_GT(validation, 0u);
  EXPECT_LT(validation, 120u);
  EXPECT_TRUE(selected_items(corpus, data, TrainTask::kChords).empty()) << "no item has chords";
  data.train_limit = 7;
  data.validation_limit = 3;
  EXPECT_EQ(selected_items(corpus, data, TrainTask::kBeats).size(), 10u);
}

}  // namespace
}  // namespace tactus
