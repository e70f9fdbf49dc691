// Model files: reading returns what was written, and errors of malformed files name the fault and
// its place.
#include "model/files/model_file.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmath>
#include <csignal>
#include <cstring>
#include <fstream>
#include <functional>
#include <iterator>
#include <limits>
#include <nlohmann/json.hpp>
#include <span>

#include "model/files/feature_json.h"
#include "model/files/safetensors.h"
#include "tests/model/support/model_files.h"
#include "tests/model/support/random_network.h"
#include "tests/support/test_support.h"

namespace tactus::test {
namespace {

TEST_F(ModelFile, ReadsBackWhatWasWritten) {
  const Model model = small_model(), read = load_model(path_);
  EXPECT_EQ(read.spec, model.spec);
  EXPECT_EQ(read.parameters, model.parameters);
  EXPECT_EQ(read.beat_features, model.beat_features);
  EXPECT_FALSE(read.chord_features.has_value());
  EXPECT_EQ(read.input_mean, model.input_mean);
  EXPECT_EQ(read.input_scale, model.input_scale);
  EXPECT_EQ(read.decoder_json, model.decoder_json);
  EXPECT_EQ(read.provenance, model.provenance);
}

// Of a small model and networks of other depths and widths.
Model small_ensemble() {
  Model model = small_model();
  for (const int hidden : {3, 5}) {
    TrainedNetwork other;
    other.spec = model.spec;
    other.spec.layers.resize(static_cast<std::size_t>(hidden - 2), LayerSpec{.hidden = hidden});
    other.parameters = random_values<float>(parameter_count(other.spec), 10u + hidden);
    if (hidden == 5) other.input_mean = random_values<float>(4, 6);
    model.others.push_back(std::move(other));
  }
  return model;
}

TEST_F(ModelFile, AnEnsembleReadsBack) {
  const Model model = small_ensemble();
  for (const WeightPrecision stored : {WeightPrecision::kFp32, WeightPrecision::kBf16}) {
    Model written = model;
    written.stored = stored;
    save_model(written, path_);
    const Model read = load_model(path_);
    EXPECT_EQ(read.stored, stored);
    ASSERT_EQ(read.others.size(), 2u);
    for (std::size_t k = 0; k < 3; ++k) {
      const TrainedNetwork &a = *networks_of(model)[k], &b = *networks_of(read)[k];
      EXPECT_EQ(b.spec, a.spec);
      EXPECT_EQ(b.input_mean, a.input_mean);
      EXPECT_EQ(b.input_scale, a.input_scale);
      ASSERT_EQ(b.parameters.size(), a.parameters.size());
      const double rounding = stored == WeightPrecision::kBf16 ? 0.01 : 0.0;
      for (std::size_t i = 0; i < a.parameters.size(); ++i)
        ASSERT_NEAR(b.parameters[i], a.parameters[i], rounding) << k << ' ' << i;
    }
  }
}

TEST_F(ModelFile, NetworksOfAnEnsembleMustAgree) {
  Model model = small_ensemble();
  save_model(model, path_);
  expect_complaint(complaint_about([](Parts& parts) {
                     json& network = parts.header["__metadata__"]["network.2"];
                     json spec = json::parse(network.get<std::string>());
                     spec["heads"][0]["kind"] =
                         spec["heads"][0]["kind"] == "sigmoid" ? "softmax" : "sigmoid";
                     network = spec.dump();
                   }),
                   "network.2: its heads differ from");
  expect_complaint(
      complaint_about([](Parts& parts) { parts.header["__metadata__"].erase("network.1"); }),
      "expected at most");
  const std::string before = content_of(path_);
  model.others[0].spec.heads[0].name = "other";
  EXPECT_THROW(save_model(model, path_), ModelError);
  EXPECT_EQ(content_of(path_), before);
}

TEST_F(ModelFile, ChordModelWithoutOptionalPartsReadsBack) {
  Model model = small_model();
  model.beat_features.reset();
  model.chord_features = ChordFeatureParameters{};
  model.chord_features->bins_per_octave = 36;
  model.chord_features->correct_tuning = false;
  model.input_mean.clear();
  model.input_scale.clear();
  model.decoder_json.clear();
  model.provenance.clear();
  model.spec.layers[0].bidirectional = false;
  model.parameters = random_values<float>(parameter_count(model.spec), 3);
  save_model(model, path_);
  const Model read = load_model(path_);
  EXPECT_EQ(read.spec, model.spec);
  EXPECT_EQ(read.chord_features, model.chord_features);
  EXPECT_FALSE(read.beat_features.has_value());
  EXPECT_TRUE(read.input_mean.empty() && read.input_scale.empty() && read.decoder_json.empty());
  EXPECT_TRUE(read.provenance.empty());
}

// Matrices are rounded to 8 bits, to the nearest, ties to even; other tensors do not change.
TEST_F(ModelFile, HoldsItsMatricesInHalfTheSpaceWhenAskedTo) {
  Model model = small_model();
  model.stored = WeightPrecision::kBf16;
  const ParameterInfo first = parameter_table(model.spec).front();
  ASSERT_EQ(first.shape.size(), 2u);
  model.parameters[first.offset] = 1.0f + 0x1p-8f;      // between 1 and 1 + 2^-7
  model.parameters[first.offset + 1] = 1.0f + 0x3p-8f;  // between 1 + 2^-7 and 1 + 2^-6
  model.parameters[first.offset + 2] = -0x1p-30f;
  const auto before = std::filesystem::file_size(path_);
  save_model(model, path_);
  EXPECT_LT(std::filesystem::file_size(path_), before);
  const Model read = load_model(path_);
  EXPECT_EQ(read.stored, WeightPrecision::kBf16);
  EXPECT_EQ(read.parameters[first.offset], 1.0f);
  EXPECT_EQ(read.parameters[first.offset + 1], 1.0f + 0x1p-6f);
  EXPECT_EQ(read.parameters[first.offset + 2], -0x1p-30f);
  int moved = 0;
  for (const ParameterInfo& info : parameter_table(model.spec)) {
    for (std::size_t i = info.offset; i < info.offset + info.size; ++i) {
      const float was = model.parameters[i], is = read.parameters[i];
      EXPECT_LE(std::abs(is - was), info.shape.size() > 1 ? 0x1p-8f * std::abs(was) : 0.0f)
          << info.name;
      moved += is != was;
    }
  }
  EXPECT_GT(moved, 100);
  EXPECT_EQ(read.input_mean, model.input_mean);
  const std::string once = content_of(path_);
  save_model(read, path_);
  EXPECT_EQ(content_of(path_), once) << "what is rounded already stays";
}

TEST_F(ModelFile, NamesAMatrixOfHalvesOfTheWrongLength) {
  const std::string name = parameter_table(small_model().spec).front().name;
  expect_complaint(complaint_about([&](Parts& p) { p.header[name]["dtype"] = "BF16"; }),
                   "tensor '" + name + "'");
}

TEST(ModelFeatures, StructureSurvivesEveryParameter) {
  const test::ScratchFolder folder;
  Model model;
  model.spec.input = StructureParameters::kBins;
  model.spec.layers = {LayerSpec{.hidden = 3}};
  model.spec.heads = {{"begin", 1, HeadKind::kSigmoid}};
  model.parameters.assign(parameter_count(model.spec), 0.25f);
  StructureParameters p;
  p.chroma.hop_size = 1024, p.frames_pooled = 8, p.reach = 90.0;
  model.structure = p;
  save_model(model, folder / "structure.safetensors");
  const Model read = load_model(folder / "structure.safetensors");
  EXPECT_EQ(read.structure, p);
  EXPECT_FALSE(read.nnls_chroma);
  EXPECT_EQ(feature_fps(read), p.fps());
  model.spec.input = 24;
  model.parameters.assign(parameter_count(model.spec), 0.25f);
  save_model(model, folder / "odd.safetensors");
  EXPECT_THROW(load_model(folder / "odd.safetensors"), ModelError);
}

TEST(ModelFeatures, NnlsChromaSurvivesEveryParameter) {
  const test::ScratchFolder folder;
  Model model;
  model.spec.input = NnlsChromaParameters::kBins;
  model.spec.layers = {LayerSpec{.hidden = 3}};
  model.spec.heads = {{"root", 13, HeadKind::kSoftmax}};
  model.parameters.assign(parameter_count(model.spec), 0.25f);
  NnlsChromaParameters p;
  p.sample_rate = 48000, p.block_size = 8192, p.hop_size = 1024, p.tuning = NnlsTuning::kLocal;
  p.whitening = 0.5, p.partial_decay = 0.6, p.roll_on = 1.0, p.first_frame_time = 0.25;
  p.frames_averaged = 4, p.log_gain = 3.0, p.loudness = -20.0;
  model.nnls_chroma = p;
  save_model(model, folder / "nnls.safetensors");
  const Model read = load_model(folder / "nnls.safetensors");
  EXPECT_EQ(read.nnls_chroma, p);
  EXPECT_FALSE(read.beat_features || read.chord_features);
  EXPECT_NEAR(feature_fps(read), 48000.0 / 4096, 1e-12);
  model.nnls_chroma->notes = true;
  for (const int inputs : {24, 192}) {
    model.spec.input = inputs;
    model.parameters.assign(parameter_count(model.spec), 0.25f);
    save_model(model, folder / "notes.safetensors");
    EXPECT_EQ(load_model(folder / "notes.safetensors").nnls_chroma, model.nnls_chroma);
  }
  model.nnls_chroma->notes = false;  // then 192 are too many
  save_model(model, folder / "odd.safetensors");
  EXPECT_THROW(load_model(folder / "odd.safetensors"), ModelError);
  model.chord_features.emplace();
  EXPECT_THROW(save_model(model, folder / "two.safetensors"), ModelError);
}

TEST_F(ModelFile, IsASafetensorsFile) {
  const std::string file = content_of(path_);
  std::uint64_t length = 0;
  std::memcpy(&length, file.data(), 8);
  EXPECT_EQ((8 + length) % 8, 0u);
  const Parts parts(file);
  for (const auto& item : parts.header["__metadata__"].items())
    EXPECT_TRUE(item.value().is_string());
  const json& weight = parts.header["layers.1.backward.weight_input"];
  EXPECT_EQ(weight["dtype"], "F32");
  EXPECT_EQ(weight["shape"], (json{8, 6}));
  const std::size_t begin = weight["data_offsets"][0], end = weight["data_offsets"][1];
  EXPECT_EQ(end - begin, 8u * 6 * 4);
  // The values are at the place given in the header, in the order of the parameter buffer.
  const Model model = small_model();
  for (const ParameterInfo& info : parameter_table(model.spec)) {
    if (info.name != "layers.1.backward.weight_input") continue;
    EXPECT_EQ(
        std::memcmp(parts.data.data() + begin, model.parameters.data() + info.offset, end - begin),
        0);
  }
}

TEST_F(ModelFile, TrainingStateReadsBack) {
  const TrainingState state = small_state();
  write_tensor_file(folder_ / "a.state", training_state_bytes(state, "a.state"));
  const TrainingState read = load_training_state(folder_ / "a.state");
  EXPECT_EQ(read.optimiser.step, 12);
  EXPECT_EQ(read.optimiser.first_moment, state.optimiser.first_moment);
  EXPECT_EQ(read.optimiser.second_moment, state.optimiser.second_moment);
  EXPECT_EQ(read.parameters, state.parameters);
  EXPECT_EQ(read.best_parameters, state.best_parameters);
  EXPECT_EQ(read.progress_json, state.progress_json);
}

TEST_F(ModelFile, EveryTruncationIsRefused) {
  const std::string file = content_of(path_);
  for (std::size_t size = 0; size < file.size(); size += 1 + size / 40) {
    EXPECT_NE(complaint(file.substr(0, size)), "no complaint") << size;
  }
  expect_complaint(complaint(file.substr(0, 200)), "truncated");
  expect_complaint(complaint(file + "x"), "bytes of data, but the tensors fill");
}

TEST_F(ModelFile, HugeHeaderIsRefusedBeforeAnythingIsAllocated) {
  std::string file = content_of(path_);
  std::memset(file.data(), 0xff, 8);
  expect_complaint(complaint(file), "a header of 18446744073709551615 bytes");
}

TEST_F(ModelFile, TensorsMustFillTheDataWithTheRightShapes) {
  const std::string name = "heads.root.bias";
  expect_complaint(complaint_about([&](Parts& p) { p.header.erase("input.mean"); }),
                   "there is a gap");
  expect_complaint(complaint_about([&](Parts& p) {
                     p.header["input.scale"]["data_offsets"] =
                         p.header["input.mean"]["data_offsets"];
                   }),
                   "overlaps");
  expect_complaint(complaint_about([&](Parts& p) {
                     p.header[name]["shape"] = {1, 3};
                   }),
                   "has shape [1, 3], expected [3]");
  expect_complaint(complaint_about([&](Parts& p) {
                     p.header[name]["shape"] = {1u << 31, 1u << 31, 16};
                   }),
                   "too large");
  expect_complaint(complaint_about([&](Parts& p) { p.header[name]["dtype"] = "F16"; }),
                   "type F16, expected F32 or BF16");
  expect_complaint(complaint_about([&](Parts& p) {
                     p.header[name]["data_offsets"] = {8, 1 << 30};
                   }),
                   "are outside");
  // 2^62 floats: their bytes would count as 0.
  expect_complaint(complaint_about([&](Parts& p) {
                     p.header["extra"] = {
                         {"dtype", "F32"},
                         {"shape", {std::uint64_t{1} << 40, std::uint64_t{1} << 22}},
                         {"data_offsets", {0, 0}}};
                   }),
                   "too large");
  expect_complaint(complaint_about([&](Parts& p) {
                     p.header[name]["data_offsets"] = {-1, 3};
                   }),
                   "whole numbers");
  expect_complaint(complaint_about([&](Parts& p) {
                     p.header["heads.toor.bias"] = p.header[name];
                     p.header.erase(name);
                   }),
                   "tensor 'heads.root.bias' is missing");
  expect_complaint(
      complaint_about([&](Parts& p) {
        p.header["extra"] = {{"dtype", "F32"}, {"shape", {0}}, {"data_offsets", {0, 0}}};
      }),
      "unknown tensor 'extra'");
}

TEST_F(ModelFile, MetadataMustBeOfThisProgramAndVersion) {
  const auto metadata = [&](const std::string& key, const json& value) {
    return complaint_about([&](Parts& p) { p.header["__metadata__"][key] = value; });
  };
  expect_complaint(metadata("format", "other"), "format 'other', expected 'tactus-model'");
  expect_complaint(metadata("format_version", "2"), "a newer Tactus wrote the file");
  expect_complaint(metadata("colour", "blue"), "unknown metadata 'colour'");
  expect_complaint(metadata("network", 3), "expected a string");
  expect_complaint(metadata("network", "{}"), "network: key 'input' is missing");
  expect_complaint(metadata("network", R"({"heads":[],"head_dropout":0,"input":4,"layers":[{}]})"),
                   "layer 0: key 'cell'");
  expect_complaint(
      metadata("network", R"({"heads":[],"head_dropout":0,"input":2000000000,"layers":[]})"),
      "beyond");
  expect_complaint(
      metadata("network", R"({"heads":[],"head_dropout":0,"input":4,"input":5,"layers":[]})"),
      "twice");
  expect_complaint(metadata("beat_features", R"({"fps":50})"),
                   "beat features: key 'sample_rate' is missing");
  expect_complaint(metadata("chord_features", "{}"), "chord features");
  BeatFeatureParameters beats;
  beats.sample_rate = 200'000'000;
  expect_complaint(metadata("beat_features", to_json(beats)),
                   "beat features: key \"sample_rate\" is 200000000, expected 4000 to 192000");
  beats = {};
  beats.bands_per_octave.pop_back();
  expect_complaint(metadata("beat_features", to_json(beats)), "beat features: impossible values");
  expect_complaint(
      complaint_about([](Parts& p) { p.header["__metadata__"].erase("beat_features"); }),
      "one of 'beat_features', 'chord_features'");
  const std::string deep(100000, '[');
  expect_complaint(complaint(Parts::join(deep, "")), "not a JSON object");
  expect_complaint(complaint(Parts::join("{\"a\":" + deep, "")), "header: ");
}

TEST_F(ModelFile, MissingFileAndWrongKindAreNamed) {
  EXPECT_THROW(load_model(folder_ / "absent"), ModelError);
  EXPECT_THROW(load_model(folder_.path()), ModelError);
  EXPECT_THROW(load_training_state(path_), ModelError);
}

TEST_F(ModelFile, WhatCannotBeWrittenLeavesTheOldFile) {
  const std::string before = content_of(path_);
  Model model = small_model();
  model.parameters.pop_back();
  EXPECT_THROW(save_model(model, path_), ModelError);
  EXPECT_THROW(save_model(small_model(), path_ / "below a file"), ModelError);
  EXPECT_EQ(content_of(path_), before);
}

// A process stopped while it writes (here by the limit on file sizes) leaves the old file.
TEST_F(ModelFile, KilledWhileWritingLeavesTheOldFile) {
  const std::string before = content_of(path_);
  Model model = small_model();
  model.provenance["config"] = std::string(100000, 'x');
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    const rlimit limit{50000, 50000};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    std::signal(SIGXFSZ, SIG_DFL);
    save_model(model, path_);
    ::_exit(0);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGXFSZ);
  EXPECT_EQ(content_of(path_), before);
  EXPECT_EQ(load_model(path_).parameters, small_model().parameters);
}

}  // namespace
}  // namespace tactus::test
