// Runs `tactus tag` as a process, with small untrained models, over a folder of generated songs.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
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
    return Program(scratch.path(), std::move(arguments),
                   {"TACTUS_MODELS=" + (scratch / "models").string()});
  }

  ProgramResult tag(std::vector<std::string> arguments) const {
    return start(std::move(arguments)).wait();
  }

  // Rows of the summary by file name.
  static std::map<std::string, nlohmann::json> rows(const ProgramResult& result) {
    std::map<std::string, nlohmann::json> by_name;
    const nlohmann::json summary = nlohmann::json::parse(result.out);
    for (const auto& row : summary.at("files")) {
      by_name[std::filesystem::path(row.at("file").get<std::string>()).filename().string()] = row;
    }
    return by_name;
  }

  ScratchFolder scratch;
};

}  // namespace tactus::test
