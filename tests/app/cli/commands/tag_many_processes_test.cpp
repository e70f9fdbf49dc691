// `tactus tag --shard` and `--claim`: one list of songs, many processes.
#include <gtest/gtest.h>

#include <memory>
#include <set>

#include "tests/app/support/tag_command.h"

namespace tactus::test {
namespace {

namespace fs = std::filesystem;

class TagManyProcesses : public TagCommand {
 protected:
  void SetUp() override {
    TagCommand::SetUp();
    for (int i = 0; i < 5; ++i) add_song("song " + std::to_string(i) + ".wav", 4.0, 200.0 + 30 * i);
    fs::create_directories(music() / "more");
    add_song("more/song 1.wav");
    write_text(music() / "broken.wav", "RIFF, and no more");
    fs::copy_file(music() / "song 0.wav", music() / "song 0.wave");  // a name that collides
    tag({music().string(), "-o", (scratch / "whole").string(), "-q"});
  }

  // A process with streams of its own.
  Program start_in(const std::string& place, std::vector<std::string> arguments) const {
    fs::create_directories(scratch / place);
    arguments.insert(arguments.begin(), {"tag", music().string(), "--json", "-j", "1"});
    return {scratch / place, std::move(arguments), environment()};
  }

  static void add_files(const ProgramResult& result, std::multiset<std::string>& files) {
    for (const auto& line : json_lines(result)) {
      if (line.contains("file")) files.insert(line["file"].get<std::string>());
    }
  }

  // Each of the eight songs once.
  static void expect_all_once(const std::multiset<std::string>& files) {
    EXPECT_EQ(files.size(), 8u);
    EXPECT_EQ(std::set<std::string>(files.begin(), files.end()).size(), 8u);
  }
};

TEST_F(TagManyProcesses, ShardsDoEachSongOnceWithTheSameBytes) {
  std::multiset<std::string> files;
  const std::string out = (scratch / "out").string();
  int failed = 0;
  for (const char* shard : {"3/3", "1/3", "2/3"}) {
    const ProgramResult result = start_in("run", {"-o", out, "--shard", shard}).wait();
    failed += result.exit_code;
    add_files(result, files);
  }
  EXPECT_EQ(failed, 1) << "the broken file, in one of the parts";
  expect_all_once(files);
  EXPECT_EQ(tree_of(out), tree_of(scratch / "whole"));
}

TEST_F(TagManyProcesses, ClaimsDoEachSongOnceThoughAProcessIsKilled) {
  const std::string out = (scratch / "out").string(), claims = (scratch / "claims").string();
  const std::vector<std::string> arguments = {"-o", out, "--claim", claims};
  Program killed = start_in("killed", arguments);
  const auto claimed = [&] {  // a first song
    std::error_code none;
    return std::distance(fs::recursive_directory_iterator(claims, none), {}) >= 3;
  };
  while (!claimed()) usleep(2000);
  killed.send(SIGSTOP);
  std::vector<Program> others;
  for (const char* name : {"a", "b"}) others.push_back(start_in(name, arguments));
  killed.send(SIGKILL);
  std::multiset<std::string> files;
  add_files(killed.wait(), files);
  int failed = 0;
  for (Program& program : others) {
    const ProgramResult result = program.wait();
    failed += result.exit_code;
    add_files(result, files);
  }
  EXPECT_LE(failed, 1);
  expect_all_once(files);
  EXPECT_EQ(tree_of(out), tree_of(scratch / "whole"));
  const ProgramResult late = start_in("late", arguments).wait();
  EXPECT_EQ(late.exit_code, 0) << late.err;
  EXPECT_EQ(json_lines(late).size(), 0u) << "all is done\n" << late.out;
}

// The names of listed songs say nothing of their folders.
TEST_F(TagManyProcesses, ClaimsTellSongsOfOneNameApart) {
  EXPECT_EQ(shell("", "tag 'music/song 1.wav' -o a --claim c -q", "2>err"), 0);
  EXPECT_EQ(shell("", "tag 'music/more/song 1.wav' -o b --claim c -q", "2>err"), 0);
  EXPECT_TRUE(fs::exists(scratch / "a/song 1.jams"));
  EXPECT_TRUE(fs::exists(scratch / "b/song 1.jams")) << slurp(scratch / "err");
}

// Many threads that find all songs done: no row, whatever the order in which they find it.
TEST_F(TagManyProcesses, WhatIsDoneHasNoRow) {
  for (int i = 0; i < 300; ++i)
    fs::create_hard_link(music() / "song 0.wav", music() / ("link " + std::to_string(i) + ".wav"));
  EXPECT_EQ(shell("", "tag music -o out --claim c -q -j 8", "2>err"), 1);
  for (int round = 0; round < 5; ++round) {
    EXPECT_EQ(shell("", "tag music -o out --claim c --json -j 16", ">out.json 2>err"), 0);
    EXPECT_EQ(std::ranges::count(slurp(scratch / "out.json"), '\n'), 0);
  }
}

TEST_F(TagManyProcesses, TheirRowsJoinToOneTable) {
  start_in("part 1", {"-o", (scratch / "out").string(), "--shard", "1/2"}).wait();
  start_in("part 2", {"-o", (scratch / "out").string(), "--shard", "2/2"}).wait();
  start_in("again", {"-o", (scratch / "out").string()}).wait();  // each row says "exists"
  const std::string parts = "'part 1/stdout.txt' 'part 2/stdout.txt' again/stdout.txt";
  EXPECT_EQ(shell("", "merge --json " + parts, ">joined 2>err"), 1) << "a song has failed";
  std::multiset<std::string> files, outcomes;
  const std::string joined = slurp(scratch / "joined");
  std::istringstream lines(joined);
  for (std::string line; std::getline(lines, line);) {
    const auto row = nlohmann::json::parse(line);
    files.insert(row["file"].get<std::string>());
    outcomes.insert(row["status"].get<std::string>());
  }
  expect_all_once(files);
  EXPECT_EQ(outcomes.count("ok"), 7u);
  EXPECT_EQ(outcomes.count("failed"), 1u);
  EXPECT_EQ(shell("", "merge joined", ">table 2>err"), 1);
  EXPECT_NE(slurp(scratch / "table").find("8 songs: 7 tagged, 0 skipped, 0 kept, 1 failed"),
            std::string::npos)
      << slurp(scratch / "table");

  write_text(scratch / "torn", joined + joined.substr(0, 40));
  EXPECT_EQ(shell("", "merge torn", ">table 2>err"), 1);
  EXPECT_NE(slurp(scratch / "err").find("torn:9: the last line is incomplete"), std::string::npos)
      << slurp(scratch / "err");
  write_text(scratch / "other", "{\"file\": \"a.wav\"}\n" + joined);
  EXPECT_EQ(shell("", "merge other", ">table 2>err"), 1);
  EXPECT_NE(slurp(scratch / "err").find("other:1: is not the row of a song"), std::string::npos);
  EXPECT_NE(slurp(scratch / "table").find("8 songs: 7 tagged"), std::string::npos);
  write_text(scratch / "empty", "");
  EXPECT_EQ(shell("", "merge absent . empty joined", ">table 2>err"), 1);
  const std::string said = slurp(scratch / "err");
  EXPECT_NE(said.find("failed: absent: cannot be read: No such file"), std::string::npos) << said;
  EXPECT_NE(said.find("failed: .: is a folder"), std::string::npos) << said;
  EXPECT_NE(said.find("warning: empty: no rows"), std::string::npos) << said;
  EXPECT_NE(slurp(scratch / "table").find("8 songs: 7 tagged"), std::string::npos);
}

// A damaged song of an earlier run is not tagged again, and its row says so.
TEST_F(TagManyProcesses, ADamagedSongThatWasThereIsNotCountedAsTagged) {
  const std::string row = R"({"file": "a.wav", "status": "damaged", )";
  write_text(scratch / "now", row + "\"duration\": 4.0}\n");
  write_text(scratch / "before", row + "\"was_there\": true, \"duration\": 4.0}\n");
  EXPECT_EQ(shell("", "merge now", ">table 2>err"), 0);
  EXPECT_NE(slurp(scratch / "table").find("1 tagged, 0 skipped"), std::string::npos);
  EXPECT_EQ(shell("", "merge before", ">table 2>err"), 0);
  EXPECT_NE(slurp(scratch / "table").find("0 tagged, 1 skipped"), std::string::npos)
      << slurp(scratch / "table");
}

TEST_F(TagManyProcesses, RefusesWhatCannotBeShared) {
  EXPECT_EQ(shell("", "tag music --shard 4/3 -o out", "2>err"), 2);
  EXPECT_NE(slurp(scratch / "err").find("there is no shard 4 of 3"), std::string::npos)
      << slurp(scratch / "err");
  EXPECT_EQ(shell("", "tag 'music/song 0.wav' --claim c -o one.lab", "2>err"), 2);
  EXPECT_NE(slurp(scratch / "err").find("--claim: needs an output folder"), std::string::npos);
  EXPECT_EQ(shell("", "tag music --claim c -o out --write-tags bpm --dry-run", "2>err"), 2);
  EXPECT_NE(slurp(scratch / "err").find("--claim: cannot be combined with --dry-run"),
            std::string::npos);
  EXPECT_EQ(shell("", "merge music", ">table 2>err"), 1);
  EXPECT_NE(slurp(scratch / "err").find("music: is a folder"), std::string::npos);
  EXPECT_EQ(shell("", "tag music --claim music/broken.wav/c -o out", "2>err"), 2);
  EXPECT_NE(slurp(scratch / "err").find("--claim music/broken.wav/c: cannot be written"),
            std::string::npos);
}

}  // namespace
}  // namespace tactus::test
