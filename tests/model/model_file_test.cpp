// Model files: what is written is read back, what is malformed is refused with its name and place.
#include "model/model_file.h"

#include <gtest/gtest.h>

#include "tests/model/random_network.h"
#include "tests/test_support.h"

namespace tactus::test {
namespace {

Model small_model() {
  Model model;
  model.spec = small_spec(true, 0.25);
  model.parameters = random_values<float>(parameter_count(model.spec), 3);
  model.beat_features = BeatFeatureParameters{};
  model.beat_features->diff_ratio = 0.1;
  model.input_mean = random_values<float>(4, 4);
  model.input_scale = random_values<float>(4, 5);
  model.decoder_json = R"({"min_bpm":60})";
  model.provenance = {{"task", "beats"}, {"licence", "GPL-3.0-or-later, \"quoted\" \xc3\xa9"}};
  return model;
}

TEST(ModelFile, ReadsBackWhatWasWritten) {
  const ScratchFolder folder;
  const Model model = small_model();
  save_model(model, folder / "a.safetensors");
  const Model read = load_model(folder / "a.safetensors");
  EXPECT_EQ(read.spec, model.spec);
  EXPECT_EQ(read.parameters, model.parameters);
  EXPECT_EQ(read.beat_features, model.beat_features);
  EXPECT_FALSE(read.chord_features.has_value());
  EXPECT_EQ(read.input_mean, model.input_mean);
  EXPECT_EQ(read.input_scale, model.input_scale);
  EXPECT_EQ(read.decoder_json, model.decoder_json);
  EXPECT_EQ(read.provenance, model.provenance);
}

TEST(ModelFile, TrainingStateReadsBack) {
  const ScratchFolder folder;
  TrainingState state;
  state.optimiser.step = 12;
  state.optimiser.first_moment = random_values<float>(9, 1);
  state.optimiser.second_moment = random_values<float>(9, 2);
  state.parameters = random_values<float>(9, 3);
  state.best_parameters = random_values<float>(9, 4);
  state.progress_json = R"({"epoch":3})";
  save_training_state(state, folder / "a.state");
  const TrainingState read = load_training_state(folder / "a.state");
  EXPECT_EQ(read.optimiser.step, 12);
  EXPECT_EQ(read.optimiser.first_moment, state.optimiser.first_moment);
  EXPECT_EQ(read.optimiser.second_moment, state.optimiser.second_moment);
  EXPECT_EQ(read.parameters, state.parameters);
  EXPECT_EQ(read.best_parameters, state.best_parameters);
  EXPECT_EQ(read.progress_json, state.progress_json);
}

}  // namespace
}  // namespace tactus::test
