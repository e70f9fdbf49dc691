// `tactus watch` as its user runs it.
#include <gtest/gtest.h>
#include <unistd.h>

#include <nlohmann/json.hpp>

#include "tests/app/support/tag_command.h"

namespace tactus::test {
namespace {

namespace fs = std::filesystem;

class WatchCommand : public TagCommand {
 protected:
  Program watch(const std::string& folder) const {
    std::vector<std::string> variables = environment();
    variables.push_back("XDG_DATA_HOME=" + (scratch / "data").string());
    return {
        scratch.path(),
        {"watch", folder, "-o", (scratch / "tags").string(), "--format", "lab", "--settle", "0.2"},
        variables};
  }
  // Waits for a file for some seconds.
  static bool comes(const fs::path& file) {
    for (int i = 0; i < 2000 && !fs::exists(file); ++i) usleep(10000);
    return fs::exists(file);
  }
};

TEST_F(WatchCommand, TagsAndIndexesWhatComesAndEndsCleanly) {
  add_song("there.wav");
  Program program = watch(music().string());
  EXPECT_TRUE(comes(scratch / "tags/there.lab"));
  fs::create_directories(music() / "new");
  add_song("new/came.wav");
  EXPECT_TRUE(comes(scratch / "tags/new/came.lab"));
  write_text(music() / "broken.wav", "RIFF");
  for (int i = 0; i < 1000 && slurp(scratch / "stderr.txt").find("failed: ") == std::string::npos;
       ++i)
    usleep(10000);
  program.send(SIGTERM);
  const ProgramResult result = program.wait();
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_NE(result.err.find("failed: " + (music() / "broken.wav").string()), std::string::npos)
      << result.err;
  EXPECT_NE(result.err.find("stopped watching"), std::string::npos);
  EXPECT_EQ(shell("XDG_DATA_HOME=\"$PWD/data\"", "library find --json", ">out"), 0);
  EXPECT_EQ(std::ranges::count(slurp(scratch / "out"), '\n'), 2) << slurp(scratch / "out");
}

TEST_F(WatchCommand, ReadsAJamsFileThatAPersonHasChanged) {
  add_song("song.wav");
  std::vector<std::string> variables = environment();
  variables.push_back("XDG_DATA_HOME=" + (scratch / "data").string());
  Program program{scratch.path(), {"watch", music().string(), "--settle", "0.2"}, variables};
  const fs::path jams = music() / "song.jams";
  EXPECT_TRUE(comes(jams));
  const auto titled = [&](const std::string& title) {
    return shell("XDG_DATA_HOME=\"$PWD/data\"", "library find --json 'title " + title + "'",
                 ">out") == 0 &&
           slurp(scratch / "out").find(title) != std::string::npos;
  };
  for (int i = 0; i < 300 && !titled("song"); ++i) usleep(100000);
  nlohmann::json changed = nlohmann::json::parse(slurp(jams));
  changed["file_metadata"]["title"] = "Evening";
  write_text(jams, changed.dump());
  bool read = false;
  for (int i = 0; i < 100 && !read; ++i) {
    usleep(100000);
    read = titled("Evening");
  }
  EXPECT_TRUE(read);
  program.send(SIGTERM);
  EXPECT_EQ(program.wait().exit_code, 0);
}

TEST_F(WatchCommand, NeedsAFolder) {
  const ProgramResult result = watch((scratch / "absent").string()).wait();
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_NE(result.err.find("absent: no such folder"), std::string::npos) << result.err;
}

}  // namespace
}  // namespace tactus::test
