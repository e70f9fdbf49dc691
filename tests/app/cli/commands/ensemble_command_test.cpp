// Several models as one.
#include <gtest/gtest.h>

#include "model/decoding/beats/beat_decoder.h"
#include "tests/app/support/program.h"
#include "tests/app/support/tiny_models.h"
#include "tests/support/test_support.h"

namespace tactus::test {
namespace {

class EnsembleCommand : public ::testing::Test {
 protected:
  EnsembleCommand() {
    Model a = tiny_beat_model(), b = a, c = a;
    BeatDecoderParameters decoder;
    decoder.calibration = {0.0f, 0.1f, 1.0f, 0.9f};
    a.decoder_json = to_json(decoder);
    a.provenance = {{"task", "beats"}, {"seed", "1"}, {"calibration", "of some songs"}};
    b.provenance = {{"task", "beats"}, {"seed", "2"}, {"calibration", "of others"}};
    c.provenance = {{"task", "beats"}, {"seed", "3"}};
    c.spec.layers = {LayerSpec{.hidden = 3}, LayerSpec{.hidden = 2}};
    c.parameters.assign(parameter_count(c.spec), 0.5f);
    save_model(a, folder_ / "a.safetensors");
    save_model(b, folder_ / "b.safetensors");
    save_model(c, folder_ / "c.safetensors");
  }

  ProgramResult ensemble(const std::vector<std::string>& models,
                         const std::vector<std::string>& more = {}) {
    std::vector<std::string> arguments = {"ensemble", "-o", output_.string()};
    for (const std::string& model : models) arguments.push_back(folder_ / (model + ".safetensors"));
    arguments.insert(arguments.end(), more.begin(), more.end());
    return Program(folder_.path(), arguments).wait();
  }
  void expect_refusal(const std::vector<std::string>& models, const std::string& message) {
    const ProgramResult run = ensemble(models);
    EXPECT_EQ(run.exit_code, 2) << run.err;
    EXPECT_NE(run.err.find(message), std::string::npos) << run.err;
    EXPECT_FALSE(std::filesystem::exists(output_));
  }

  ScratchFolder folder_;
  std::filesystem::path output_ = folder_ / "all.safetensors";
};

TEST_F(EnsembleCommand, ChromaAndItsNotesGoTogetherInEitherOrder) {
  const Model chroma = tiny_nnls_model();
  Model notes = chroma;
  notes.nnls_chroma->notes = true;
  static_cast<TrainedNetwork&>(notes) = tiny_model(chroma.spec.heads, notes.nnls_chroma->bins());
  save_model(chroma, folder_ / "chroma.safetensors");
  save_model(notes, folder_ / "notes.safetensors");
  for (const auto& models : {std::vector<std::string>{"chroma", "notes"}, {"notes", "chroma"}}) {
    const ProgramResult run = ensemble(models, {"--overwrite"});
    ASSERT_EQ(run.exit_code, 0) << run.err;
    const Model all = load_model(output_);
    EXPECT_TRUE(all.nnls_chroma->notes);
    EXPECT_EQ(most_inputs(all), 192);
    EXPECT_EQ(all.spec.input, models[0] == "chroma" ? 24 : 192);
  }
}

TEST_F(EnsembleCommand, HoldsTheNetworksOfAllAndTheirProvenance) {
  const ProgramResult run = ensemble({"a", "b", "c"});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const Model all = load_model(output_);
  ASSERT_EQ(all.others.size(), 2u);
  EXPECT_EQ(all.parameters, load_model(folder_ / "a.safetensors").parameters);
  EXPECT_EQ(all.others[1].parameters, load_model(folder_ / "c.safetensors").parameters);
  EXPECT_EQ(all.others[1].spec.layers.size(), 2u);
  const std::map<std::string, std::string> provenance = {
      {"task", "beats"}, {"seed", "1"}, {"seed (network 2)", "2"}, {"seed (network 3)", "3"}};
  EXPECT_EQ(all.provenance, provenance);
  EXPECT_TRUE(beat_decoder_parameters_from_json(all.decoder_json).calibration.empty())
      << "that of one network";
  const ProgramResult info = Program(folder_.path(), {"info", output_}).wait();
  EXPECT_NE(info.out.find("networks     3"), std::string::npos) << info.out;
}

TEST_F(EnsembleCommand, HelpPromisesAnyNumberOfModels) {
  const std::string help = Program(folder_.path(), {"ensemble", "--help"}).wait().out;
  EXPECT_NE(help.find("tactus ensemble [OPTIONS] models...\n"), std::string::npos) << help;
  EXPECT_NE(help.find("models MODEL ... REQUIRED"), std::string::npos) << help;
}

TEST_F(EnsembleCommand, TakesEnsemblesApart) {
  ASSERT_EQ(ensemble({"a", "b"}).exit_code, 0);
  std::filesystem::rename(output_, folder_ / "two.safetensors");
  ASSERT_EQ(ensemble({"c", "two"}).exit_code, 0);
  const Model all = load_model(output_);
  ASSERT_EQ(all.others.size(), 2u);
  EXPECT_EQ(all.others[0].parameters, load_model(folder_ / "a.safetensors").parameters);
}

TEST_F(EnsembleCommand, RefusesWhatDoesNotFitTogether) {
  Model chords = tiny_chord_model(), coarse = tiny_beat_model(), deaf = tiny_beat_model();
  coarse.beat_features->fmax = 9900;
  deaf.spec.heads.pop_back();
  deaf.parameters.assign(parameter_count(deaf.spec), 0.0f);
  save_model(chords, folder_ / "chords.safetensors");
  save_model(coarse, folder_ / "coarse.safetensors");
  save_model(deaf, folder_ / "deaf.safetensors");
  expect_refusal({"a", "chords"}, "chords.safetensors and ");
  expect_refusal({"a", "coarse"}, "a.safetensors were trained on different features");
  expect_refusal({"a", "deaf"}, "a.safetensors have different outputs");
  expect_refusal({"a", "none"}, "no such model file");
  expect_refusal({"a"}, "");
}

TEST_F(EnsembleCommand, LeavesTheModelsThemselvesAlone) {
  for (const char* name : {"a", "b"}) {
    output_ = folder_ / (std::string(name) + ".safetensors");
    const ProgramResult run = ensemble({"a", "b"}, {"--overwrite"});
    EXPECT_EQ(run.exit_code, 2);
    EXPECT_NE(run.err.find("another name"), std::string::npos) << run.err;
    EXPECT_TRUE(load_model(output_).others.empty());
  }
}

TEST_F(EnsembleCommand, ReplacesAFileOnlyWhenTold) {
  write_text(output_, "hours of work");
  EXPECT_EQ(ensemble({"a", "b"}).exit_code, 2);
  EXPECT_EQ(slurp(output_), "hours of work");
  EXPECT_EQ(ensemble({"a", "b"}, {"--overwrite"}).exit_code, 0);
  EXPECT_EQ(load_model(output_).others.size(), 1u);
}

}  // namespace
}  // namespace tactus::test
