// A model file that tests change, and what is said about it then.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>

#include "model/files/model_file.h"
#include "tests/model/support/random_network.h"
#include "tests/support/test_support.h"

namespace tactus::test {

using nlohmann::json;

inline Model small_model() {
  Model model;
  model.spec = small_spec(true, 0.25);
  model.parameters = random_values<float>(parameter_count(model.spec), 3);
  model.beat_features = BeatFeatureParameters{};
  model.beat_features->diff_ratio = 0.1;
  model.beat_features->loudness = -20.0;
  model.input_mean = random_values<float>(4, 4);
  model.input_scale = random_values<float>(4, 5);
  model.decoder_json = R"({"min_bpm":60})";
  model.provenance = {{"task", "beats"}, {"licence", "GPL-3.0-or-later, \"quoted\" \xc3\xa9"}};
  return model;
}

inline TrainingState small_state() {
  TrainingState state;
  state.optimiser.step = 12;
  state.optimiser.first_moment = random_values<float>(9, 1);
  state.optimiser.second_moment = random_values<float>(9, 2);
  state.parameters = random_values<float>(9, 3);
  state.best_parameters = random_values<float>(9, 4);
  state.progress_json = R"({"epoch":3})";
  return state;
}

inline std::string content_of(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// The three parts of a file, to be changed and put together again.
struct Parts {
  json header;
  std::string data;

  explicit Parts(const std::string& file) {
    std::uint64_t length = 0;
    std::memcpy(&length, file.data(), 8);
    header = json::parse(file.substr(8, length));
    data = file.substr(8 + length);
  }
  static std::string join(const std::string& header_text, const std::string& data) {
    const std::uint64_t length = header_text.size();
    return std::string(reinterpret_cast<const char*>(&length), 8) + header_text + data;
  }
  std::string file() const { return join(header.dump(), data); }
};

class ModelFile : public ::testing::Test {
 protected:
  ModelFile() { save_model(small_model(), path_); }

  // The message of load_model for a file with this content.
  std::string complaint(const std::string& content) {
    std::ofstream(folder_ / "bad.safetensors", std::ios::binary) << content;
    try {
      load_model(folder_ / "bad.safetensors");
    } catch (const ModelError& error) {
      return error.what();
    }
    return "no complaint";
  }
  // The same for a changed file without a hash, so that the other checks see the change.
  std::string complaint_about(const std::function<void(Parts&)>& change) {
    Parts parts(content_of(path_));
    parts.header["__metadata__"].erase("content_hash");
    change(parts);
    return complaint(parts.file());
  }
  void expect_complaint(const std::string& said, const std::string& part) {
    EXPECT_NE(said.find(part), std::string::npos) << said;
    EXPECT_NE(said.find("bad.safetensors: "), std::string::npos) << said;
  }

  ScratchFolder folder_;
  std::filesystem::path path_ = folder_ / "a.safetensors";
};

}  // namespace tactus::test
