// Runs `tactus tag` as a process, with small untrained models, over a folder of generated songs.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "tests/app/support/program.h"
#include "tests/app/support/tiny_models.h"
#include "tests/support/test_support.h"

namespace tactus::test {

class TagCommand : public testing::Test {
 protected:
  void SetUp() override {
    save_tiny_models(scratch / "models");
    std::filesystem::create_directories(music());
  }

  std::filesystem::path music() const { return scratch / "music"; }

  void add_song(const std::string& name, double seconds = 4.0, double base_hz = 220.0) const {
    write_wav(music() / name, made_up_music(seconds, 22050, base_hz), 22050);
  }

  Program start(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), "tag");
    return Program(scratch.path(), std::move(arguments), environment());
  }

  std::vector<std::string> environment() const {
    return {"TACTUS_MODELS=" + (scratch / "models").string(), "TACTUS_CONFIG="};
  }

  // `tactus ARGUMENTS` in a shell, with text before and behind it; the text may redirect streams.
  int shell(const std::string& before, const std::string& arguments,
            const std::string& behind) const {
    std::string command = "cd '" + scratch.path().string() +
                          "' && export TACTUS_CONFIG= TACTUS_MODELS='" +
                          (scratch / "models").string() + "' && " + before + " '" +
                          (std::filesystem::path(TACTUS_BINARY_DIR) / "tactus").string() + "' " +
                          arguments + " " + behind;
    const int status = std::system(command.c_str());
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

  ProgramResult tag(std::vector<std::string> arguments) const {
    return start(std::move(arguments)).wait();
  }

  // The values of --json, one per line.
  static std::vector<nlohmann::json> json_lines(const ProgramResult& result) {
    std::vector<nlohmann::json> values;
    std::istringstream text(result.out);
    for (std::string line; std::getline(text, line);) values.push_back(nlohmann::json::parse(line));
    return values;
  }

  // Rows of --json by file name.
  static std::map<std::string, nlohmann::json> rows(const ProgramResult& result) {
    std::map<std::string, nlohmann::json> by_name;
    for (const auto& row : json_lines(result)) {
      if (!row.contains("file")) continue;
      by_name[std::filesystem::path(row.at("file").get<std::string>()).filename().string()] = row;
    }
    return by_name;
  }

  ScratchFolder scratch;
};

}  // namespace tactus::test
