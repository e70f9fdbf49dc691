// Tagging with a task that the table lacks: nothing but its description is new.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "app/engine/tagging/song_outputs.h"
#include "app/engine/tagging/sound_tagger.h"
#include "features/files/npy_file.h"
#include "tests/app/support/part_task.h"
#include "tests/app/support/samples_in_memory.h"
#include "tests/app/support/tiny_models.h"
#include "tests/support/test_support.h"

namespace tactus::test {
namespace {

Model tiny_part_model() {
  const BeatFeatureParameters features;
  Model model = tiny_model({{"boundary", 1}}, beat_feature_bins(features));
  model.beat_features = features;
  model.provenance["task"] = "parts";
  return model;
}

std::vector<LoadedModel> three_models() {
  return {{"parts", "0", tiny_part_model()},
          {"chords", "0", tiny_chord_model()},
          {"beats", "0", tiny_beat_model()}};
}

TEST(AnotherTask, TagsBesideTheOthersAndAfterThem) {
  const auto models = three_models();
  SoundTagger tagger(models, make_cpu_backend(1), {}, {.seconds = 10, .context_seconds = 8},
                     tasks_with_parts);
  std::vector<std::string> names;
  for (const Task* task : tagger.tasks()) names.push_back(task->name());
  EXPECT_EQ(names, (std::vector<std::string>{"beats", "chords", "parts"}));
  SamplesInMemory source(made_up_music(27.5, 22050));
  const TagResult result = tagger.tag(source);
  ASSERT_EQ(result.annotation.sections.size(), 2u);
  EXPECT_EQ(result.annotation.sections.back().end, result.seconds);
  EXPECT_EQ(result.annotation.sections.front().label,
            std::to_string(result.annotation.beats.size()) + " beats");
  const FrameMatrix &sections = result.activations.at("parts"),
                    &beats = result.activations.at("beats");
  EXPECT_EQ(sections.bins, 1u);
  EXPECT_EQ(sections.frames, beats.frames) << "on the grid of the recording";
  EXPECT_FALSE(result.annotation.chords.empty());
  // The same chunks, and alone: another task changes nothing.
  const std::vector<LoadedModel> alone = {models[2]};
  SoundTagger other(alone, make_cpu_backend(1), {}, {.seconds = 10, .context_seconds = 8});
  SamplesInMemory again(made_up_music(27.5, 22050));
  EXPECT_EQ(other.tag(again).activations.at("beats").data, beats.data);
}

TEST(AnotherTask, HasAFileOfActivations) {
  const ScratchFolder folder;
  const auto models = three_models();
  SoundTagger tagger(models, make_cpu_backend(1), {}, {}, tasks_with_parts);
  OutputOptions options;
  options.save_activations = true;
  OutputFiles files;
  const SongOutputs outputs(folder / "song.wav", folder / "song", options, tagger.tasks(), files);
  EXPECT_TRUE(outputs.lacks_activations());
  SamplesInMemory source(made_up_music(3.0, 22050));
  const TagResult result = tagger.tag(source);
  outputs.write(result);
  EXPECT_FALSE(outputs.lacks_activations());
  const auto file = folder / "song.part_activations.npy";
  EXPECT_EQ(outputs.paths().back(), file);
  EXPECT_EQ(read_npy(file, 50.0).data, result.activations.at("parts").data);
}

TEST(AnotherTask, TakesReadyMadeFeatures) {
  const std::vector<LoadedModel> models = {{"parts", "0", tiny_part_model()}};
  SoundTagger tagger(models, make_cpu_backend(1), {}, {}, tasks_with_parts);
  FrameMatrix frames(100, static_cast<std::size_t>(models[0].model.spec.input), 50.0);
  EXPECT_EQ(tagger.tag_frames(frames).annotation.sections.back().end, 2.0);
}

TEST(AnotherTask, IsUnknownWithoutItsDescription) {
  const std::vector<LoadedModel> models = {{"new.safetensors", "0", tiny_part_model()}};
  try {
    SoundTagger(models, make_cpu_backend(1));
    ADD_FAILURE() << "as a model of beats it would be wrong in silence";
  } catch (const std::invalid_argument& error) {
    const std::string message = error.what();
    EXPECT_TRUE(message.starts_with("new.safetensors: ")) << message;
    EXPECT_NE(message.find("'parts'"), std::string::npos) << message;
  }
}

TEST(AnotherTask, AModelWithoutTheHeadsIsNamed) {
  LoadedModel loaded{"odd.safetensors", "0", tiny_part_model()};
  loaded.model.provenance.clear();  // its features are those of beats
  try {
    SoundTagger({loaded}, make_cpu_backend(1));
    ADD_FAILURE();
  } catch (const std::invalid_argument& error) {
    EXPECT_EQ(std::string(error.what()),
              "odd.safetensors: has no output \"beat\"; it cannot be used for tagging");
  }
}

TEST(AnotherTask, AModelThatNeedsAnotherSaysSo) {
  LoadedModel bars{"bars.safetensors", "0", tiny_model({{"bar", 1}}, NnlsChromaParameters::kBins)};
  bars.model.nnls_chroma.emplace();
  try {
    SoundTagger({bars}, make_cpu_backend(1));
    ADD_FAILURE();
  } catch (const std::invalid_argument& error) {
    EXPECT_NE(std::string(error.what()).find("--model beats --model bars.safetensors"),
              std::string::npos)
        << error.what();
  }
  EXPECT_NO_THROW(SoundTagger({bars, {"beats", "0", tiny_beat_model()}}, make_cpu_backend(1)));
}

// Sections take the chroma of chords in chunks, and hear the whole song at its end.
TEST(SectionsInASong, DoNotDependOnTheChunks) {
  LoadedModel sections{
      "sections", "0",
      tiny_model({{"begin", 1}, {"name", 9, HeadKind::kSoftmax}}, StructureParameters::kBins)};
  sections.model.structure.emplace();
  const std::vector<LoadedModel> models = {sections, {"chords", "0", tiny_nnls_model()}};
  std::vector<float> samples = made_up_music(40.0, 44100);
  std::ranges::copy(made_up_music(20.0, 44100, 277.0), samples.begin() + 20 * 44100);
  const auto tag = [&](Chunking chunking) {
    SamplesInMemory source(samples, 44100);
    return SoundTagger(models, make_cpu_backend(1), {}, chunking).tag(source);
  };
  const TagResult whole = tag({}),
                  parts = tag({.longest_whole = 5, .seconds = 10, .context_seconds = 8});
  const FrameMatrix &a = whole.activations.at("sections"), &b = parts.activations.at("sections");
  ASSERT_EQ(a.bins, 10u);
  EXPECT_NEAR(static_cast<double>(a.frames) / a.fps, 40.0, 0.5);
  ASSERT_EQ(a.data.size(), b.data.size());
  double difference = 0.0;
  for (std::size_t i = 0; i < a.data.size(); ++i)
    difference += std::abs(double(a.data[i]) - double(b.data[i])) / double(a.data.size());
  EXPECT_LT(difference, 0.02);
  ASSERT_FALSE(whole.annotation.sections.empty());
  for (const LabelledSegment& section : whole.annotation.sections) {
    EXPECT_LT(section.start, section.end);
    EXPECT_FALSE(section.label.empty());
  }
  EXPECT_LE(whole.annotation.sections.back().end, whole.seconds);
}

}  // namespace
}  // namespace tactus::test
