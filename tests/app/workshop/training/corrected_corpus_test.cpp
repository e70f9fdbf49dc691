#include "app/workshop/training/corrected_corpus.h"

#include <gtest/gtest.h>

#include "app/config/config_train.h"
#include "datasets/formats/format.h"
#include "model/files/model_file.h"
#include "tests/support/test_support.h"

namespace tactus {
namespace {

namespace fs = std::filesystem;

Annotation song(const fs::path& audio) {
  Annotation annotation;
  annotation.audio = audio.string();
  annotation.artist = "somebody";
  annotation.beats = {{0.5, 1}, {1.0, 2}};
  annotation.chords = {{0.0, 2.0, "C:maj"}};
  return annotation;
}

TEST(CorrectedCorpus, ASongIsAddedOnceAndReplacedAfterwards) {
  const test::ScratchFolder scratch;
  const fs::path folder = scratch / "corpus";
  EXPECT_EQ(corrected_songs(folder, Layer::kBeats), 0u);
  EXPECT_EQ(add_corrected_song(folder, song(scratch / "a/one.wav")), "one");
  EXPECT_EQ(add_corrected_song(folder, song(scratch / "b/one.wav")), "one-2") << "another file";
  Annotation again = song(scratch / "a/one.wav");
  again.beats.push_back({1.5, 3});
  again.chords.clear();
  EXPECT_EQ(add_corrected_song(folder, again), "one");
  EXPECT_EQ(corrected_songs(folder, Layer::kBeats), 2u);
  EXPECT_EQ(corrected_songs(folder, Layer::kChords), 1u);
  const Corpus corpus = load_manifest(folder / "manifest.yaml");
  EXPECT_EQ(corpus.items[0].audio, scratch / "a/one.wav");
  EXPECT_EQ(corpus.items[0].artist, "somebody");
  EXPECT_EQ(read_annotation(corpus.items[0].beats).beats.size(), 3u);
  EXPECT_TRUE(corpus.items[0].chords.empty()) << "they are no longer to be learned from";
  EXPECT_EQ(read_annotation(corpus.items[1].chords).chords.front().label, "C:maj");
}

TEST(CorrectedCorpus, EveryFourthSongIsForValidationAndStaysThere) {
  const test::ScratchFolder scratch;
  const auto splits = [&] {
    std::string all;
    for (const CorpusItem& item : load_manifest(scratch / "manifest.yaml").items)
      all += item.split.substr(0, 1);
    return all;
  };
  for (int i = 0; i < 4; ++i) {
    add_corrected_song(scratch.path(), song(scratch / (std::to_string(i) + ".wav")));
  }
  EXPECT_EQ(splits(), "tttv") << "though one artist made all";
  add_corrected_song(scratch.path(), song(scratch / "3.wav"));
  add_corrected_song(scratch.path(), song(scratch / "4.wav"));
  EXPECT_EQ(splits(), "tttvt");
}

TEST(CorrectedCorpus, RefusesWhatTeachesNothing) {
  const test::ScratchFolder scratch;
  EXPECT_THROW(add_corrected_song(scratch.path(), song("")), InputError);
  Annotation silent = song("a.wav");
  silent.beats.clear();
  silent.chords.clear();
  EXPECT_THROW(add_corrected_song(scratch.path(), silent), InputError);
  EXPECT_EQ(corrected_songs(scratch.path(), Layer::kBeats), 0u);
}

TEST(CorrectedCorpus, TheShippedModelsCanGoOnLearning) {
  const fs::path models = fs::path(TACTUS_SOURCE_DIR) / "datasets/models";
  for (const char* name : {"beats", "chords"}) {
    const fs::path model = models / (std::string(name) + ".safetensors");
    const std::string text = fine_tuning_config(model, "/c/corrected", "/m/mine.safetensors");
    const TrainConfig config = parse_train_config(parse_config(text, name), "/here");
    EXPECT_EQ(config.task->name(), name);
    ASSERT_EQ(config.data.size(), 1u);
    EXPECT_EQ(config.data[0].manifest, "/c/corrected/manifest.yaml");
    EXPECT_EQ(config.initial_model, model);
    EXPECT_EQ(config.output, "/m/mine.safetensors");
    EXPECT_EQ(config.decoder_json, "{}");
    EXPECT_LT(config.training.schedule.highest, 0.001);
    const NetworkSpec as_trained = load_model(model).spec;
    EXPECT_EQ(network_spec(config, as_trained.input), as_trained);
  }
}

}  // namespace
}  // namespace tactus
