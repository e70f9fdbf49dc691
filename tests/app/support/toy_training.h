// For tests of training: a corpus that a network learns in a second, and a recipe for it.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "app/config/config_manifest.h"
#include "app/config/config_train.h"
#include "app/workshop/training/train_job.h"
#include "features/files/npy_file.h"
#include "tests/support/test_support.h"

namespace tactus::test {

// A corpus of ready-made frames, 12 bins at 5 fps: the three notes of the chord are loud, C:maj and
// A:min in turn.
class ToyTraining : public testing::Test {
 protected:
  ToyTraining() {
    Corpus corpus{"toy", "CC0", "made here", {}};
    for (int s = 0; s < 6; ++s) {
      const std::string id = "song" + std::to_string(s);
      write_song(id, 40 + 10 * static_cast<std::size_t>(s));
      corpus.items.push_back({.id = id,
                              .audio = folder_ / (id + ".npy"),
                              .split = s < 4 ? "train" : "validation",
                              .chords = folder_ / (id + ".lab")});
    }
    corpus.items.push_back({.id = "kept back",
                            .audio = folder_ / "song0.npy",
                            .split = "test",
                            .chords = folder_ / "song0.lab"});
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

  ScratchFolder folder_;
  TrainJobOptions quiet_;
  static constexpr auto kFinished = RunEnded::Result::kFinished;
  static constexpr auto kStopped = RunEnded::Result::kStopped;
};

}  // namespace tactus::test
