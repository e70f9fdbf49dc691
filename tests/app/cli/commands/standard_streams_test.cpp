// Standard streams that are closed, on a full disk, or on a pipe that nobody reads: the work goes
// on, no file holds what was printed, and lost data are an error.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <string>
#include <vector>

#include "tests/app/support/tag_command.h"

namespace tactus::test {
namespace {

namespace fs = std::filesystem;

class StandardStreams : public TagCommand {
 protected:
  void SetUp() override {
    if (!fs::exists("/dev/full")) GTEST_SKIP() << "no /dev/full here";
    TagCommand::SetUp();
  }
  void add_songs(int good, int bad) const {
    for (int i = 0; i < good; ++i) add_song("good" + std::to_string(i) + ".wav", 2.0);
    for (int i = 0; i < bad; ++i) write_text(music() / ("bad" + std::to_string(i) + ".wav"), "no");
  }
  // Tags the music into a folder of that name; returns the exit code.
  int tag_into(const std::string& name, const std::string& words,
               const std::string& streams) const {
    return shell("", "tag music -o " + name + " --format jams,lab,beats " + words, streams);
  }
  std::string said() const { return slurp(scratch / "err"); }
};

TEST_F(StandardStreams, ALogThatCannotBeWrittenEndsNothing) {
  add_songs(3, 3);
  ASSERT_EQ(tag_into("right", "--json", ">right.json 2>err"), 1) << said();
  const auto right = tree_of(scratch / "right");
  ASSERT_EQ(right.size(), 9u);
  ASSERT_EQ(::mkfifo((scratch / "pipe").c_str(), 0600), 0);
  // The shell opens both ends, and closes that of the reader.
  const std::string unread = "3<>pipe 2>pipe 3<&-";
  for (const std::string lost : {"2>/dev/full", "2>&-", unread.c_str()}) {
    fs::remove_all(scratch / "out");
    EXPECT_EQ(tag_into("out", "--json --verbose", ">out.json " + lost), 1) << lost;
    EXPECT_EQ(tree_of(scratch / "out"), right) << lost;
    const std::string rows = slurp(scratch / "out.json");
    EXPECT_EQ(std::count(rows.begin(), rows.end(), '\n'), 6) << lost << rows;
  }
}

TEST_F(StandardStreams, DataThatNobodyReadsEndTheProgramInSilence) {
  const std::string unread = "3<>pipe >pipe 3<&- 2>err";
  ASSERT_EQ(::mkfifo((scratch / "pipe").c_str(), 0600), 0);
  for (const std::string command : {"info", "help --json", "tag --help", "--version"}) {
    EXPECT_EQ(shell("", command, unread), 128 + SIGPIPE) << command;
    EXPECT_EQ(said(), "") << command;
  }
}

TEST_F(StandardStreams, WhatAClosedOneLosesIsInNoFile) {
  add_songs(12, 0);
  ASSERT_EQ(tag_into("right", "--quiet", "2>err"), 0) << said();
  const auto right = tree_of(scratch / "right");
  for (const std::string closed : {">&- 2>err", "<&- >&- 2>err", "<&- >&- 2>&-"}) {
    fs::remove_all(scratch / "out");
    EXPECT_EQ(tag_into("out", "--json --verbose -j 4", closed), 1) << closed;
    EXPECT_EQ(tree_of(scratch / "out"), right) << closed;
  }
}

TEST_F(StandardStreams, NoCommandLosesDataInSilence) {
  add_songs(1, 0);
  const std::string song = "music/good0.wav";
  ASSERT_EQ(shell("", "tag music -o j --json --save-activations", ">rows 2>err"), 0) << said();
  write_text(scratch / "a.lab", "0\t2\tC\n2\t4\tG\n");
  write_text(scratch / "a.beats", "0.5\t1\n1\t2\n1.5\t1\n");
  ASSERT_EQ(shell("", "library add music -o j --index i --quiet", ">out 2>err"), 0) << said();
  const std::vector<std::string> commands = {
      "--help",
      "--version",
      "tag --help",
      "help tag",
      "help --json",
      "completion bash",
      "complete -- ta",
      "info",
      "info --devices",
      "info " + song,
      "info models/beats.safetensors",
      "tag " + song + " -o -",
      "tag " + song + " -o b --overwrite",
      "tag " + song + " -o b --overwrite --json",
      "tag " + song + " -o b --overwrite --timing",
      "convert a.lab - --to csv",
      "convert - - --to csv <j/good0.jams",
      "eval --ref a.beats --est a.beats",
      "eval --ref a.beats --est a.beats --json",
      "eval --ref a.beats --est a.beats --csv",
      "decode j/good0.beat_activations.npy --task beats --fps 50",
      "features " + song + " -o b --overwrite",
      "click " + song + " a.beats -o b/c.wav --overwrite",
      "write-tags " + song + " --annotations j --dry-run",
      "library find --index i",
      "library find --index i --json",
      "merge rows",
      "merge rows --json",
      "bench steps"};
  for (const std::string& command : commands) {
    EXPECT_EQ(shell("", command, ">out 2>err"), 0) << command << '\n' << said();
    EXPECT_NE(slurp(scratch / "out"), "") << command;
    for (const std::string lost : {">/dev/full", ">&-"}) {
      EXPECT_EQ(shell("", command, "2>err " + lost), 1) << command << lost;
      const char* reason = lost == ">&-" ? ": it is closed\n" : "";
      EXPECT_NE(said().find(std::string("tactus: standard output: cannot be written") + reason),
                std::string::npos)
          << command << lost << '\n'
          << said();
    }
  }
}

TEST_F(StandardStreams, AnErrorDoesNotHideLostData) {
  for (const std::string name : {"a", "b", "c"}) {
    add_song(name + ".wav", 2.0);
    write_text(music() / (name + ".beats"), "0.5\t1\n1\t2\n1.5\t1\n");
  }
  fs::create_directories(scratch / "fold-2.yaml");  // the second of two files that it writes
  EXPECT_EQ(shell("", "dataset split music -o fold.yaml --folds 2 --overwrite", ">/dev/full 2>err"),
            1);
  EXPECT_NE(said().find("fold-2.yaml"), std::string::npos) << said();
  EXPECT_NE(said().find("tactus: standard output: cannot be written"), std::string::npos) << said();
}

TEST_F(StandardStreams, AClosedOneOfWhichNothingIsAskedIsNoFault) {
  add_songs(1, 0);
  EXPECT_EQ(tag_into("out", "--quiet", "<&- >&- 2>&-"), 0);
  EXPECT_EQ(tree_of(scratch / "out").size(), 3u);
  EXPECT_EQ(shell("", "tag - -o b.jams", "<&- 2>err"), 2) << "there is no sound";
  EXPECT_NE(said().find("standard input"), std::string::npos) << said();
}

TEST_F(StandardStreams, LostDataAreWorseThanWarnings) {
  add_song("cut.wav", 8.0);
  fs::resize_file(music() / "cut.wav", fs::file_size(music() / "cut.wav") / 2);
  EXPECT_EQ(tag_into("out", "--json --strict", ">out.json 2>err"), 3) << said();
  EXPECT_EQ(tag_into("out", "--json --strict --overwrite", ">/dev/full 2>err"), 1) << said();
  EXPECT_EQ(tag_into("out", "--json --overwrite", ">/dev/full 2>/dev/full"), 1);
}

}  // namespace
}  // namespace tactus::test
