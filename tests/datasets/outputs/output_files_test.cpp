// Whose file is it: Tactus replaces only what Tactus wrote and nobody changed since.
#include "datasets/outputs/output_files.h"

#include <fmt/core.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <map>
#include <string>

#include "datasets/formats/format.h"
#include "datasets/formats/jams/jams_mark.h"
#include "datasets/outputs/kept_copy.h"
#include "tests/support/test_support.h"

namespace tactus::test {
namespace {

namespace fs = std::filesystem;

constexpr const char* kIndex = OutputIndex::kName;

// Two hexadecimal digits that differ from call to call.
std::string two_digits(int i) {
  return fmt::format("{:02x}", i % 256);
}

class OutputFilesTest : public testing::Test {
 protected:
  fs::path at(const std::string& name) const { return scratch_ / name; }
  std::map<std::string, std::string> tree() const {
    std::map<std::string, std::string> found;
    for (const auto& entry : fs::directory_iterator(scratch_.path()))
      if (entry.path().filename() != kIndex)
        found[entry.path().filename().string()] = slurp(entry.path());
    return found;
  }
  using Tree = std::map<std::string, std::string>;

  ScratchFolder scratch_;
  OutputFiles files_;
  const OutputRules kOverwrite{.overwrite = true};
};

TEST_F(OutputFilesTest, ReplacesWhatItWrote) {
  EXPECT_EQ(files_.owner_of(at("a.lab")), Owner::kNobody);
  files_.write(at("a.lab"), "one", {});
  EXPECT_EQ(files_.owner_of(at("a.lab")), Owner::kTactus);
  EXPECT_EQ(files_.write(at("a.lab"), "two", {}), std::nullopt);
  EXPECT_EQ(tree(), (Tree{{"a.lab", "two"}}));
  EXPECT_EQ(OutputFiles().write(at("a.lab"), "three", {}), std::nullopt) << "another run";
  EXPECT_EQ(tree(), (Tree{{"a.lab", "three"}}));
}

TEST_F(OutputFilesTest, LeavesWhatSomebodyElseWroteOrChanged) {
  write_text(at("strange.lab"), "by hand");
  files_.write(at("changed.lab"), "one", {});
  write_text(at("changed.lab"), "one, edited");
  for (const auto& [name, reason] : {std::pair{"strange.lab", "not marked as made by Tactus"},
                                     std::pair{"changed.lab", "changed since Tactus wrote it"}}) {
    const std::string before = slurp(at(name));
    try {
      files_.write(at(name), "new", {});
      FAIL() << name;
    } catch (const KeptError& error) {
      EXPECT_EQ(error.what(), at(name).string() + ": kept: " + reason +
                                  "; --overwrite replaces it and keeps a copy as NAME.orig");
    }
    EXPECT_EQ(slurp(at(name)), before);
  }
  EXPECT_EQ(tree().size(), 2u) << "nothing is left over";
}

TEST_F(OutputFilesTest, OverwriteKeepsACopyUnderTheNextFreeName) {
  write_text(at("a.lab"), "first");
  EXPECT_EQ(files_.write(at("a.lab"), "machine", kOverwrite), at("a.lab.orig"));
  write_text(at("a.lab"), "second");
  EXPECT_EQ(files_.write(at("a.lab"), "machine", kOverwrite), at("a.lab.orig2"));
  write_text(at("a.lab"), "first");
  EXPECT_EQ(files_.write(at("a.lab"), "machine", kOverwrite), at("a.lab.orig")) << "kept before";
  EXPECT_EQ(tree(),
            (Tree{{"a.lab", "machine"}, {"a.lab.orig", "first"}, {"a.lab.orig2", "second"}}));
}

TEST_F(OutputFilesTest, EqualBytesAreInNobodysWay) {
  write_text(at("a.lab"), "same");
  EXPECT_EQ(files_.write(at("a.lab"), "same", {}), std::nullopt);
  EXPECT_EQ(files_.owner_of(at("a.lab")), Owner::kStranger) << "still the person's";
  write_text(at("empty.lab"), "");
  EXPECT_EQ(files_.write(at("empty.lab"), "text", {}), std::nullopt);
  EXPECT_EQ(tree(), (Tree{{"a.lab", "same"}, {"empty.lab", "text"}}));
}

TEST_F(OutputFilesTest, WritesThroughNoLink) {
  write_text(at("secret"), "a person's");
  fs::create_symlink("secret", at("a.jams"));
  fs::create_symlink("nowhere", at("b.lab"));
  for (const char* name : {"a.jams", "b.lab"}) {
    EXPECT_THROW(files_.write(at(name), "new", kOverwrite), KeptError);
    EXPECT_THROW(files_.stage(at(name)), KeptError);
    EXPECT_THROW(files_.require_free(at(name), kOverwrite), KeptError);
    EXPECT_TRUE(fs::is_symlink(at(name)));
  }
  EXPECT_EQ(slurp(at("secret")), "a person's");
  EXPECT_FALSE(fs::exists(at("nowhere")));
  EXPECT_THROW(files_.write(scratch_.path(), "new", kOverwrite), fs::filesystem_error);
}

// What a person saved in the window is theirs for all commands, and replaced by the next save.
TEST_F(OutputFilesTest, WhatAPersonSavedIsKeptFromTheCommands) {
  const OutputRules person{.overwrite = true, .of_person = true};
  EXPECT_EQ(files_.write(at("a.lab"), "saved", person), std::nullopt);
  EXPECT_EQ(files_.write(at("a.lab"), "saved again", person), std::nullopt);
  EXPECT_THROW(files_.write(at("a.lab"), "machine", {}), KeptError);
  EXPECT_EQ(files_.write(at("a.lab"), "machine", kOverwrite), at("a.lab.orig"));
  EXPECT_EQ(files_.write(at("a.lab"), "saved at last", person), std::nullopt);
  EXPECT_EQ(tree(), (Tree{{"a.lab", "saved at last"}, {"a.lab.orig", "saved again"}}));
}

TEST_F(OutputFilesTest, JamsFilesCarryTheirMark) {
  Annotation song;
  song.beats = {{1.0, 1}, {2.0, 2}};
  song.chords = {{0.0, 2.0, "\"tactus_written\": \"0123456789abcdef\""}};
  const auto jams = [&] { return serialise_annotation(song, Format::kJams); };
  files_.write(at("a.jams"), jams(), {});
  EXPECT_FALSE(fs::exists(at(kIndex)));
  EXPECT_EQ(files_.owner_of(at("a.jams")), Owner::kTactus);
  fs::create_directories(at("other"));
  fs::rename(at("a.jams"), at("other/b.jams"));
  EXPECT_EQ(files_.owner_of(at("other/b.jams")), Owner::kTactus) << "goes with the file";
  const std::string good = slurp(at("other/b.jams"));
  for (std::size_t i = 0; i < good.size(); i += 7) {
    std::string bad = good;
    bad[i] = bad[i] == 'x' ? 'y' : 'x';
    EXPECT_NE(jams_mark(bad), JamsMark::kHolds) << "byte " << i;
  }
  EXPECT_EQ(jams_mark(good + " "), JamsMark::kBroken);
  song.review = Review::kEdited;
  files_.write(at("a.jams"), jams(), {.overwrite = true, .of_person = true});
  EXPECT_EQ(files_.owner_of(at("a.jams")), Owner::kPerson);
  song.review = Review::kNone;
  EXPECT_THROW(files_.write(at("a.jams"), jams(), {}), KeptError);
  EXPECT_EQ(files_.write(at("a.jams"), jams(), kOverwrite), at("a.jams.orig"));
}

TEST_F(OutputFilesTest, RemembersWhereTheSoundOfASongIsDamaged) {
  const std::string damage = "damaged from 1.5 to 2 s: 100% lost";
  files_.write(at("a.lab"), "one", {.song = "/music/a.wav", .damage = damage});
  files_.write(at("b.lab"), "two", {.song = "/music/b.wav"});
  OutputFiles next;
  EXPECT_EQ(next.damage_of(at("a.lab")), damage);
  EXPECT_EQ(next.damage_of(at("b.lab")), "");
  EXPECT_EQ(next.damage_of(at("none.lab")), "");
  const std::vector<std::string> endings = {".lab"};
  EXPECT_EQ(next.song_of(at("a"), endings), "/music/a.wav");
  next.write(at("a.lab"), "three", {.song = "/music/a.wav"});  // from a whole copy of the song
  EXPECT_EQ(OutputFiles().damage_of(at("a.lab")), "");
}

TEST_F(OutputFilesTest, AFolderCopiedWithItsIndexStaysTrueAFileWithoutItIsUnknown) {
  files_.write(at("one/a.lab"), "text", {});
  fs::copy(at("one"), at("two"));
  EXPECT_EQ(files_.owner_of(at("two/a.lab")), Owner::kTactus);
  fs::create_directories(at("three"));
  fs::copy_file(at("one/a.lab"), at("three/a.lab"));
  EXPECT_EQ(files_.owner_of(at("three/a.lab")), Owner::kStranger);
}

// Whatever happens to the index: a file that a person changed never counts as made by Tactus.
TEST_F(OutputFilesTest, ADamagedIndexMakesFilesUnknown) {
  for (const char* name : {"a.lab", "b.lab", "c.lab"}) files_.write(at(name), name, {});
  write_text(at("b.lab"), "edited");
  const std::string good = slurp(at(kIndex));
  int lost = 0;
  for (std::size_t i = 0; i < good.size(); ++i) {
    std::string bad = good;
    bad[i] = static_cast<char>(bad[i] ^ 4);
    write_text(at(kIndex), bad);
    OutputFiles again;
    lost += again.owner_of(at("a.lab")) != Owner::kTactus;
    ASSERT_NE(again.owner_of(at("b.lab")), Owner::kTactus) << "byte " << i;
  }
  EXPECT_GT(lost, 50);
  write_text(at(kIndex), good.substr(0, good.size() / 2) + '\0' + "\n\n garbage");
  OutputFiles().write(at("d.lab"), "d", {});
  EXPECT_EQ(OutputFiles().owner_of(at("d.lab")), Owner::kTactus) << "a torn record ends there";
}

TEST_F(OutputFilesTest, AFileWithTheNameOfTheIndexIsSetAside) {
  for (const std::string text : {"notes of a person\n", "x"}) {
    write_text(at(kIndex), text);
    OutputFiles().write(at("a.lab"), text, kOverwrite);
    EXPECT_EQ(OutputFiles().owner_of(at("a.lab")), Owner::kTactus);
  }
  EXPECT_EQ(slurp(at(std::string(kIndex) + ".orig")), "notes of a person\n");
  EXPECT_EQ(slurp(at(std::string(kIndex) + ".orig2")), "x");
  fs::remove(at(kIndex));
  write_text(at("elsewhere"), "text");
  fs::create_symlink("elsewhere", at(kIndex));
  OutputFiles().write(at("b.lab"), "b", {});
  EXPECT_EQ(slurp(at("elsewhere")), "text");
  write_text(at("folder/.keep"), "");
  fs::create_directories(at(std::string("folder/") + kIndex));
  OutputFiles().write(at("folder/c.lab"), "c", {});
  EXPECT_EQ(slurp(at("folder/c.lab")), "c") << "without an index, but written";
}

TEST_F(OutputFilesTest, ManyProgramsShareAFolder) {
  constexpr int kPrograms = 4, kFiles = 40;
  for (int p = 0; p < kPrograms; ++p) {
    if (::fork() != 0) continue;
    OutputFiles own;
    for (int i = 0; i < kFiles; ++i) {
      own.write(at("own-" + std::to_string(p) + "-" + std::to_string(i)), "text", {});
      own.write(at("shared-" + std::to_string(i % 5)), std::to_string(p * kFiles + i), {});
    }
    ::_exit(0);
  }
  for (int p = 0; p < kPrograms; ++p) {
    int status = 1;
    ::wait(&status);
    EXPECT_EQ(status, 0);
  }
  int own = 0, shared = 0;
  for (int p = 0; p < kPrograms; ++p)
    for (int i = 0; i < kFiles; ++i)
      own += files_.owner_of(at("own-" + std::to_string(p) + "-" + std::to_string(i))) ==
             Owner::kTactus;
  for (int i = 0; i < 5; ++i)
    shared += files_.owner_of(at("shared-" + std::to_string(i))) == Owner::kTactus;
  EXPECT_EQ(own, kPrograms * kFiles);
  EXPECT_EQ(shared, 5);
}

TEST_F(OutputFilesTest, TheIndexDoesNotGrowForEver) {
  OutputIndex index(scratch_.path());
  for (int i = 0; i < 5000; ++i)
    index.add("a.lab", {std::string(30, 'a') + two_digits(i), false, "song"});
  EXPECT_LT(fs::file_size(at(kIndex)), 300'000u);
  OutputIndex again(scratch_.path());
  EXPECT_EQ(again.records("a.lab").back().hash, std::string(30, 'a') + two_digits(4999));
}

TEST_F(OutputFilesTest, LongAndStrangeNamesWork) {
  std::string long_name;
  while (long_name.size() + 3 <= 250) long_name += "\xE3\x81\x82";  // one character
  long_name += std::string(251 - long_name.size(), 'x') + ".lab";
  ASSERT_EQ(long_name.size(), 255u);
  for (const std::string& name : {long_name, std::string("line\nbreak \t%41.lab")}) {
    files_.write(at(name), "one", {});
    files_.write(at(name), "two", {});
    EXPECT_EQ(OutputFiles().owner_of(at(name)), Owner::kTactus) << name;
    write_text(at(name), "edited");
    const auto kept = files_.write(at(name), "three", kOverwrite);
    ASSERT_TRUE(kept);
    EXPECT_EQ(slurp(*kept), "edited");
    EXPECT_EQ(slurp(at(name)), "three");
  }
}

// A limit of the size of files is a disk that is full for all but the smallest.
TEST_F(OutputFilesTest, ARunKnowsItsFilesAlsoIfTheirMarksCannotBeWritten) {
  rlimit before;
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
  const auto handler = ::signal(SIGXFSZ, SIG_IGN);
  const rlimit small{8, before.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &small), 0);
  const auto first = files_.write(at("a.lab"), "one", kOverwrite);
  const auto second = files_.write(at("a.lab"), "two", kOverwrite);
  const Owner owner = files_.owner_of(at("a.lab")),
              for_others = OutputFiles().owner_of(at("a.lab"));
  setrlimit(RLIMIT_FSIZE, &before);
  ::signal(SIGXFSZ, handler);
  EXPECT_EQ(first, std::nullopt);
  EXPECT_EQ(second, std::nullopt) << "its own file is no copy";
  const std::vector<std::string> warnings = files_.take_warnings();
  ASSERT_EQ(warnings.size(), 1u) << "once for a folder";
  EXPECT_TRUE(warnings[0].starts_with(at(".tactus-outputs").string() + ": cannot be written: "))
      << warnings[0];
  EXPECT_TRUE(files_.take_warnings().empty());
  EXPECT_EQ(owner, Owner::kTactus);
  EXPECT_NE(for_others, Owner::kTactus);
  EXPECT_EQ(tree(), (Tree{{"a.lab", "two"}}));
  files_.write(at("a.lab"), "three", {});
  EXPECT_EQ(OutputFiles().owner_of(at("a.lab")), Owner::kTactus) << "there is room again";
}

TEST_F(OutputFilesTest, SweepsWhatKilledProgramsLeft) {
  const pid_t gone = ::fork();
  if (gone == 0) ::_exit(0);
  ::waitpid(gone, nullptr, 0);
  const auto partial = [&](const std::string& who) { return at(".a.lab." + who + ".partial"); };
  const std::string dead = "tactus-" + std::to_string(gone) + "-0";
  const std::string alive = "tactus-" + std::to_string(::getppid()) + "-0";
  for (const std::string& who : {dead, alive, std::string("1-0"), std::string("tactus-x-0")})
    write_text(partial(who), "left");
  files_.write(at("a.lab"), "text", {});
  EXPECT_FALSE(fs::exists(partial(dead)));
  for (const std::string& who : {alive, std::string("1-0"), std::string("tactus-x-0")})
    EXPECT_TRUE(fs::exists(partial(who))) << who;
}

TEST_F(OutputFilesTest, RemovesOnlyWhatItMayReplace) {
  files_.write(at("own"), "text", {});
  files_.remove(at("own"), {});
  files_.remove(at("absent"), {});
  write_text(at("strange"), "by hand");
  EXPECT_THROW(files_.remove(at("strange"), {}), KeptError);
  files_.remove(at("strange"), kOverwrite);
  EXPECT_EQ(tree(), (Tree{{"strange.orig", "by hand"}}));
}

}  // namespace
}  // namespace tactus::test
