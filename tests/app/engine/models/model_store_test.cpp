#include "app/engine/models/model_store.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string_view>

#include "app/cli/program/exit_code.h"
#include "tests/app/support/program.h"
#include "tests/app/support/tiny_models.h"
#include "tests/support/test_support.h"

namespace tactus {
namespace {

std::string model_refusal(const std::filesystem::path& model) {
  try {
    load_models({model.string()}, {});
  } catch (const ModelError& error) {
    return error.what();
  }
  return "";
}

TEST(ModelStore, LoadsAModelWithItsDecodersSettings) {
  const test::ScratchFolder folder;
  Model model = test::tiny_chord_model();
  model.decoder_json = R"({"snap_to_beats": true})";
  save_model(model, folder / "chords.safetensors");
  const auto loaded = load_models({(folder / "chords.safetensors").string()}, {});
  ASSERT_EQ(loaded.size(), 1u);
  EXPECT_EQ(loaded[0].path, folder / "chords.safetensors");
}

TEST(ModelStore, FindsShippedModelsByName) {
  const test::ScratchFolder folder;
  test::save_tiny_models(folder / "models");
  const std::filesystem::path models = folder / "models";
  EXPECT_EQ(load_models({"beats"}, models)[0].model.stored, WeightPrecision::kFp32);
  EXPECT_EQ(load_models({}, models).size(), 2u) << "those of the folder itself, one for each task";
  EXPECT_THROW(load_models({"bf16"}, models), InputError);
  EXPECT_THROW(load_models({"bf16/none"}, models), InputError);
  EXPECT_THROW(load_models({"bf16/"}, models), InputError);
}

TEST(ModelStore, AFolderStandsForItsModelsAndTheOthers) {
  const test::ScratchFolder folder;
  const std::filesystem::path models = folder / "models";
  test::save_tiny_models(models);
  std::filesystem::create_directories(models / "best");
  std::filesystem::create_directories(models / "logs");
  std::filesystem::copy(models / "beats.safetensors", models / "best/beats.safetensors");
  EXPECT_EQ(with_folders({"best", "mine.safetensors", "beats"}, models),
            (std::vector<std::string>{"best/beats", "chords", "mine.safetensors", "beats"}));
  const auto loaded = load_models({"best"}, models);
  ASSERT_EQ(loaded.size(), 2u);
  EXPECT_EQ(loaded[0].path, models / "best/beats.safetensors");
  EXPECT_EQ(loaded[1].path, models / "chords.safetensors");
  EXPECT_EQ(load_models({}, models)[0].path, models / "beats.safetensors");
  for (const char* name : {"logs", ".", "..", "../models", ""})
    EXPECT_EQ(with_folders({name}, models), std::vector<std::string>{name}) << "has no model";
  EXPECT_THROW(load_models({"logs"}, models), InputError);
  EXPECT_EQ(load_named_model("best/beats", models).path, models / "best/beats.safetensors");
  try {
    load_named_model("best", models);
    FAIL() << "where one model is wanted";
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(), "best: stands for several models; choose one: best/beats");
  }
  EXPECT_EQ(shipped_folders(models), std::vector<std::string>{"best"});
  std::filesystem::rename(models / "best/beats.safetensors", models / "best/more.safetensors");
  EXPECT_EQ(with_folders({"best"}, models),
            (std::vector<std::string>{"beats", "chords", "best/more"}));
}

TEST(ModelStore, AVariantIsAModelWithOtherSettings) {
  const test::ScratchFolder folder;
  const std::filesystem::path models = folder / "models", variant = models / "best/chords.variant";
  test::save_tiny_models(models);
  std::filesystem::create_directories(models / "best");
  std::ofstream(variant)
      << R"({"model": "../chords.safetensors", "decoder": {"snap_to_beats": false}})";
  const LoadedModel usual = load_named_model("chords", models),
                    other = load_named_model("best/chords", models);
  EXPECT_EQ(other.path, variant);
  EXPECT_EQ(other.model.parameters, usual.model.parameters);
  EXPECT_NE(other.fingerprint, usual.fingerprint);
  EXPECT_NE(other.model.decoder_json.find(R"("snap_to_beats":false)"), std::string::npos);
  EXPECT_EQ(load_models({"best"}, models)[1].path, variant);
  EXPECT_EQ(load_models({variant.string()}, {})[0].fingerprint, other.fingerprint) << "as a file";
  for (const char* text : {"", "{}", R"({"model": 3, "decoder": {}})", R"({"model": "none"})"}) {
    std::ofstream(variant) << text;
    EXPECT_THROW(load_named_model("best/chords", models), ModelError) << text;
  }
  std::ofstream(variant)
      << R"({"model": "../chords.safetensors", "decoder": {"transpositions": 5}})";
  try {
    load_named_model("best/chords", models);
    FAIL() << "5 does not divide 12";
  } catch (const ModelError& error) {
    EXPECT_NE(std::string(error.what()).find("correct the settings in this file"),
              std::string::npos)
        << error.what();
  }
}

TEST(ModelStore, AFolderOfTheUserHidesNoModel) {
  const test::ScratchFolder folder;
  const std::filesystem::path models = folder / "models", before = std::filesystem::current_path();
  test::save_tiny_models(models);
  std::filesystem::create_directories(models / "best");
  std::filesystem::copy(models / "beats.safetensors", models / "best/beats.safetensors");
  std::filesystem::create_directories(folder / "here/beats");
  std::filesystem::create_directories(folder / "here/best");
  std::filesystem::current_path(folder / "here");
  EXPECT_EQ(find_model("beats", models), models / "beats.safetensors");
  std::filesystem::create_directories(folder / "here/bf16/beats");
  EXPECT_EQ(load_named_model("bf16/beats", models).model.stored, WeightPrecision::kBf16);
  EXPECT_EQ(with_folders({"best"}, models).front(), "best/beats");
  std::filesystem::current_path(before);
}

// As versions before 1.0 wrote them.
void remove_hash(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(in), {}};
  std::uint64_t length = 0;
  std::memcpy(&length, bytes.data(), sizeof length);
  auto header = nlohmann::json::parse(bytes.substr(8, length));
  header["__metadata__"].erase("content_hash");
  const std::string text = header.dump(), data = bytes.substr(8 + length);
  length = text.size();
  std::ofstream(file, std::ios::binary)
      << std::string_view(reinterpret_cast<const char*>(&length), sizeof length) << text << data;
}

TEST(ModelStore, RefusesAFileWithoutAHash) {
  const test::ScratchFolder folder;
  test::save_tiny_models(folder / "models");
  const std::string model = folder / "models/beats.safetensors";
  remove_hash(model);
  EXPECT_THROW(load_models({model}, {}), ModelError);
  const auto refused = test::Program(folder.path(), {"info", model}).wait();
  EXPECT_EQ(refused.exit_code, 1) << refused.err;
  EXPECT_NE(refused.err.find("beats.safetensors: has no hash"), std::string::npos) << refused.err;
  EXPECT_NE(refused.err.find("train the model again"), std::string::npos) << refused.err;
}

TEST(SealCommand, SaysThatItIsNotNeeded) {
  const test::ScratchFolder folder;
  const auto said = test::Program(folder.path(), {"seal", "a.safetensors", "-q"}).wait();
  EXPECT_EQ(said.exit_code, 0) << said.err;
  EXPECT_NE(said.err.find("not needed any more"), std::string::npos) << said.err;
}

TEST(ModelStore, RoundsShippedModelsAsPackDoes) {
  const test::ScratchFolder folder;
  test::save_tiny_models(folder / "models");
  const std::filesystem::path models = folder / "models";
  const LoadedModel whole = load_models({"beats"}, models)[0],
                    rounded = load_models({"bf16/beats"}, models)[0];
  Model packed = whole.model;
  packed.stored = WeightPrecision::kBf16;
  save_model(packed, folder / "packed.safetensors");
  EXPECT_EQ(rounded.model.stored, WeightPrecision::kBf16);
  EXPECT_EQ(rounded.model.parameters, load_model(folder / "packed.safetensors").parameters);
  EXPECT_NE(rounded.model.parameters, whole.model.parameters);
  EXPECT_EQ(rounded.path, whole.path);
  std::filesystem::create_directory(folder / "models/bf16");
  std::filesystem::rename(folder / "packed.safetensors", folder / "models/bf16/beats.safetensors");
  const LoadedModel stored = load_models({"bf16/beats"}, models)[0];
  EXPECT_EQ(stored.path, folder / "models/bf16/beats.safetensors") << "a file is taken itself";
  EXPECT_EQ(stored.fingerprint, rounded.fingerprint);
}

TEST(PackCommand, WritesTheSameModelInHalfTheSpace) {
  const test::ScratchFolder folder;
  test::save_tiny_models(folder / "models");
  const std::string from = folder / "models/beats.safetensors", to = folder / "small.safetensors";
  const auto run = test::Program(folder.path(), {"pack", from, "-o", to}).wait();
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const Model before = load_model(from), after = load_model(to);
  EXPECT_EQ(after.stored, WeightPrecision::kBf16);
  EXPECT_EQ(after.spec, before.spec);
  EXPECT_EQ(after.provenance, before.provenance);
  EXPECT_NE(after.parameters, before.parameters);
  EXPECT_EQ(test::Program(folder.path(), {"pack", folder / "none", "-o", to}).wait().exit_code, 2);
}

TEST(PackCommand, ReplacesAFileOnlyWhenTold) {
  const test::ScratchFolder folder;
  test::save_tiny_models(folder / "models");
  const std::string from = folder / "models/beats.safetensors", to = folder / "other.safetensors";
  test::write_text(to, "hours of work");
  const auto refused = test::Program(folder.path(), {"pack", from, "-o", to}).wait();
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_NE(refused.err.find("--overwrite"), std::string::npos) << refused.err;
  EXPECT_EQ(test::slurp(to), "hours of work");
  EXPECT_EQ(test::Program(folder.path(), {"pack", from, "-o", folder / "models"}).wait().exit_code,
            2);
  EXPECT_EQ(test::Program(folder.path(), {"pack", from, "-o", to, "--overwrite"}).wait().exit_code,
            0);
  EXPECT_EQ(load_model(to).stored, WeightPrecision::kBf16);
}

TEST(PackCommand, LeavesTheModelItselfAlone) {
  const test::ScratchFolder folder;
  test::save_tiny_models(folder / "models");
  const std::string model = folder / "models/beats.safetensors";
  const auto run = test::Program(folder.path(), {"pack", model, "-o", model}).wait();
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_NE(run.err.find("another name"), std::string::npos) << run.err;
  EXPECT_EQ(load_model(model).stored, WeightPrecision::kFp32);
}

TEST(ModelStore, NamesTheModelThatANewerProgramWrote) {
  const test::ScratchFolder folder;
  Model beats = test::tiny_beat_model(), chords = test::tiny_chord_model();
  beats.decoder_json = chords.decoder_json = R"({"from_the_future": 1})";
  save_model(beats, folder / "beats.safetensors");
  save_model(chords, folder / "chords.safetensors");
  for (const char* name : {"beats.safetensors", "chords.safetensors"}) {
    const std::string message = model_refusal(folder / name);
    EXPECT_NE(message.find((folder / name).string() + ": "), std::string::npos) << message;
    EXPECT_NE(message.find("from_the_future"), std::string::npos) << message;
    EXPECT_NE(message.find("update Tactus"), std::string::npos) << message;
  }
}

}  // namespace
}  // namespace tactus
