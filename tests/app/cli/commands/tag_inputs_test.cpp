// How the user of `tactus tag` names songs: lists, playlists, cue sheets, standard input.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "datasets/formats/format.h"
#include "tests/app/support/tag_command.h"

namespace tactus::test {
namespace {

namespace fs = std::filesystem;

TEST_F(TagCommand, ReadsAListAsProgramsWriteIt) {
  add_song("a.wav");
  add_song("#1 hit.wav");
  const fs::path here = fs::current_path();
  fs::current_path(music());  // also that of the program
  const fs::path list = scratch / "list.txt", out = scratch / "out";
  write_text(list, "\xEF\xBB\xBF" + (music() / "a.wav").string() + "\n#1 hit.wav\n# a comment\n");
  const ProgramResult result = tag({"--list", list.string(), "-o", out.string(), "--json"});
  fs::current_path(here);
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(rows(result).size(), 2u) << result.out;
  EXPECT_TRUE(fs::exists(out / "a.jams"));
  EXPECT_TRUE(fs::exists(out / "#1 hit.jams"));
}

TEST_F(TagCommand, ReadsListsWithZeroBytesAndStandardInput) {
  add_song("a.wav");
  add_song("two\nlines.wav");
  EXPECT_EQ(shell("find music -name '*.wav' -print0 |", "tag --list - -o zero -q", "2>err"), 0);
  EXPECT_TRUE(fs::exists(scratch / "zero/two\nlines.jams")) << slurp(scratch / "err");
  EXPECT_TRUE(fs::exists(scratch / "zero/a.jams"));
  EXPECT_EQ(shell("printf music/a.wav |", "tag --list - -0 -o one -q", "2>err"), 0);
  EXPECT_TRUE(fs::exists(scratch / "one/a.jams"));
  EXPECT_EQ(shell("echo music/a.wav |", "tag --list - -o line -q", "2>err"), 0);
  EXPECT_TRUE(fs::exists(scratch / "line/a.jams"));
  EXPECT_EQ(shell("", "tag -0 music", "2>err"), 2) << "-0 without a list";
}

TEST_F(TagCommand, APlaylistIsRelativeToItself) {
  add_song("disc 1/a.wav");
  add_song("disc 2/a.wav");
  write_text(music() / "all.m3u8",
             "#EXTM3U\n#EXTINF:4,A\ndisc 1\\a.wav\r\ndisc 2/a.wav\nnot.wav\n");
  EXPECT_EQ(shell("", "tag music/all.m3u8 -o out -q", "2>err"), 1);
  EXPECT_TRUE(fs::exists(scratch / "out/disc 1/a.jams")) << slurp(scratch / "err");
  EXPECT_TRUE(fs::exists(scratch / "out/disc 2/a.jams"));
  EXPECT_NE(slurp(scratch / "err").find("all.m3u8:5: not.wav: no such file"), std::string::npos);
  EXPECT_EQ(shell("", "tag --list music/all.m3u8 -o list -q", "2>err"), 1);
  EXPECT_TRUE(fs::exists(scratch / "list/disc 1/a.jams"));
}

TEST_F(TagCommand, SplitsACueSheetIntoItsTracks) {
  // Two tracks: four seconds of clicks, then four seconds of silence.
  std::vector<float> sound = made_up_music(4.0, 22050);
  sound.resize(8 * 22050, 0.0f);
  write_wav(music() / "record.wav", sound, 22050);
  write_text(music() / "record.cue",
             "PERFORMER \"Band\"\nTITLE \"Record\"\nFILE \"record.wav\" WAVE\n"
             "  TRACK 01 AUDIO\n    TITLE \"First / Song\"\n    INDEX 01 00:00:00\n"
             "  TRACK 02 AUDIO\n    TITLE \"Silence\"\n    INDEX 01 00:04:00\n");
  const ProgramResult result = tag(
      {(music() / "record.cue").string(), "-o", (scratch / "out").string(), "--json", "-j", "1"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  const auto lines = json_lines(result);
  ASSERT_EQ(lines.size(), 2u) << result.out;
  EXPECT_EQ(lines[1]["start"], 4.0);
  EXPECT_NEAR(lines[1]["duration"].get<double>(), 4.0, 0.01);
  EXPECT_EQ(lines[1]["beats"], 0) << "the times of the second track begin at its start";
  const Annotation first = read_annotation(scratch / "out/01 - First _ Song.jams");
  EXPECT_EQ(first.title, "First / Song");
  EXPECT_EQ(first.artist, "Band");
  EXPECT_EQ(first.album, "Record");
  EXPECT_EQ(first.tags.track, 1);
  EXPECT_EQ(first.audio, "") << "the times do not hold in the file of the record";
  EXPECT_TRUE(fs::exists(scratch / "out/02 - Silence.jams"));
  EXPECT_EQ(
      tag({(music() / "record.cue").string(), "-o", (scratch / "out").string(), "--skip-existing"})
          .exit_code,
      0);
}

TEST_F(TagCommand, ReadsSoundFromStandardInput) {
  add_song("a.wav");
  EXPECT_EQ(tag({(music() / "a.wav").string(), "-o", (scratch / "out").string()}).exit_code, 0);
  EXPECT_EQ(shell("cat music/a.wav |", "tag - -q", ">piped.jams 2>err"), 0)
      << slurp(scratch / "err");
  const Annotation piped = read_annotation(scratch / "piped.jams");
  const Annotation expected = read_annotation(scratch / "out/a.jams");
  EXPECT_EQ(piped.beats, expected.beats);
  EXPECT_EQ(piped.chords, expected.chords);
  EXPECT_EQ(piped.audio, "");
  EXPECT_EQ(shell("cat music/a.wav |", "tag - -o here.beats -q", "2>err"), 0);
  EXPECT_TRUE(fs::exists(scratch / "here.beats"));
  EXPECT_EQ(shell("echo nonsense |", "tag -", ">out.jams 2>err"), 1);
  EXPECT_NE(slurp(scratch / "err").find("failed: standard input: "), std::string::npos)
      << slurp(scratch / "err");
  EXPECT_EQ(shell("true |", "tag -", "2>err"), 2);
  EXPECT_NE(slurp(scratch / "err").find("standard input: is empty"), std::string::npos);
  EXPECT_EQ(shell("cat music/a.wav | TMPDIR=/nowhere", "tag -", "2>err"), 2);
  EXPECT_NE(slurp(scratch / "err").find("set TMPDIR to another folder"), std::string::npos);
  EXPECT_EQ(shell("TMPDIR=/nowhere", "info", "2>err | grep -q '/nowhere (none yet)'"), 0);
}

TEST_F(TagCommand, PipesCarryAnnotations) {
  write_text(scratch / "a.beats", "0.5\t1\n1\t2\n1.5\t1\n");
  EXPECT_EQ(shell("cat a.beats |", "eval a.beats - --json", ">rows 2>err"), 0)
      << slurp(scratch / "err");
  EXPECT_EQ(shell("cat a.beats |", "convert /dev/stdin b.csv", "2>err"), 0)
      << slurp(scratch / "err");
  EXPECT_NE(slurp(scratch / "b.csv").find("1.5"), std::string::npos);
}

TEST_F(TagCommand, StandardOutputHasOtherNames) {
  add_song("a.wav", 8.0);
  ASSERT_EQ(shell("", "tag music/a.wav -o - --format beats -q", ">a 2>err"), 0);
  EXPECT_FALSE(slurp(scratch / "a").empty());
  for (const std::string name : {"/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"}) {
    EXPECT_EQ(shell("", "tag music/a.wav -o " + name + " --format beats -q", ">b 2>err"), 0);
    EXPECT_EQ(slurp(scratch / "b"), slurp(scratch / "a")) << name;
  }
  EXPECT_EQ(shell("", "tag music/a.wav -o /dev/fd/63 -q", "2>err"), 2);
  EXPECT_NE(slurp(scratch / "err").find("write `-o -`"), std::string::npos);
}

TEST_F(TagCommand, TheEndingIsThatOfTheFormat) {
  add_song("a.wav", 8.0);
  const std::string song = (music() / "a.wav").string();
  const ProgramResult refused = tag({song, "-o", (scratch / "y.jams").string(), "--format", "lab"});
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_NE(refused.err.find("y.jams: a file of this name cannot be lab; write y.lab"),
            std::string::npos)
      << refused.err;
  EXPECT_FALSE(fs::exists(scratch / "y.jams"));
  for (const std::string name : {"y.lab", "y.txt", "Y.LAB"})
    EXPECT_EQ(tag({song, "-o", (scratch / name).string(), "--format", "lab"}).exit_code, 0) << name;
}

TEST_F(TagCommand, AnotherNameIsAWarning) {
  add_song("a.wav", 8.0);
  const ProgramResult tagged =
      tag({(music() / "A.wav").string(), "-o", (scratch / "out").string(), "--strict"});
  EXPECT_EQ(tagged.exit_code, 3);
  EXPECT_TRUE(tagged.err.starts_with("warning: ")) << tagged.err;
}

TEST_F(TagCommand, ReadsPipesOfAShellAndUrls) {
  add_song("song.wav", 8.0);
  const std::string song = (music() / "song.wav").string();
  const auto bash = [&](const std::string& arguments) {
    const std::string command = "bash -c \"" + std::string(TACTUS_BINARY_DIR) + "/tactus tag " +
                                arguments + "\" >'" + (scratch / "said").string() + "' 2>&1";
    return std::system(command.c_str());
  };
  const std::string out = (scratch / "out").string();
  EXPECT_EQ(bash("<(cat '" + song + "') <(cat '" + song + "') -o '" + out + "'"), 0)
      << slurp(scratch / "said");
  EXPECT_EQ(std::distance(fs::directory_iterator(out), {}), 2);
  EXPECT_EQ(bash("--format beats - </dev/null"), bash("--format beats /dev/stdin </dev/null"));
  EXPECT_NE(slurp(scratch / "said").find("standard input: is empty"), std::string::npos);
  EXPECT_EQ(tag({"file://" + song, "-o", (scratch / "song.lab").string()}).exit_code, 0);
  EXPECT_EQ(tag({"file:" + song, "-o", (scratch / "again.lab").string()}).exit_code, 0);
  write_text(scratch / "list.txt", "file://" + song + "\n");
  EXPECT_EQ(
      tag({"--list", (scratch / "list.txt").string(), "-o", (scratch / "list").string()}).exit_code,
      0);
}

TEST_F(TagCommand, AnUnknownEndingOfTheOutputOfOneSongIsNoFolder) {
  add_song("song.wav", 8.0);
  const std::string song = (music() / "song.wav").string(), out = (scratch / "song.foo").string();
  const ProgramResult refused = tag({song, "-o", out});
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_NE(refused.err.find(".foo is not the ending of a format"), std::string::npos);
  EXPECT_FALSE(fs::exists(out));
  EXPECT_EQ(tag({song, "-o", out + "/"}).exit_code, 0);
  EXPECT_EQ(tag({song, "-o", out, "--overwrite"}).exit_code, 0) << "the folder is there now";
  EXPECT_EQ(tag({music().string(), "-o", (scratch / "all.foo").string()}).exit_code, 0);
}

TEST_F(TagCommand, RefusesAListThatSaysNothing) {
  add_song("a.wav");
  write_text(scratch / "empty.txt", "\n# nothing here\n");
  for (const auto& [name, fault] :
       {std::pair{"empty.txt", "an empty list, expected one path per line"},
        std::pair{"music", "a folder, expected a file"},
        std::pair{"no-such.txt", "the file cannot be opened"}}) {
    const std::string list = (scratch / name).string();
    const ProgramResult result = tag({"--list", list, "-o", (scratch / "out").string()});
    EXPECT_EQ(result.exit_code, 2) << name;
    EXPECT_NE(result.err.find("--list " + list + ": " + fault), std::string::npos) << result.err;
  }
  EXPECT_FALSE(fs::exists(scratch / "out"));
  const std::string empty = (scratch / "empty.txt").string();
  EXPECT_EQ(tag({"--list", empty, music().string(), "-o", (scratch / "out").string()}).exit_code, 0)
      << "there is something else to do";
}

TEST_F(TagCommand, ReadsAListAndRefusesWrongUse) {
  add_song("a.wav");
  std::ofstream(scratch / "list.txt") << "# songs\n\n" << (music() / "a.wav").string() << "\r\n";
  const std::string out = (scratch / "out").string();
  EXPECT_EQ(tag({"--list", (scratch / "list.txt").string(), "-o", out, "-q"}).exit_code, 0);
  EXPECT_TRUE(fs::exists(scratch / "out/a.jams"));
  EXPECT_EQ(tag({}).exit_code, 2);
  fs::create_directories(scratch / "nothing");
  EXPECT_EQ(tag({(scratch / "nothing").string()}).exit_code, 2);
  EXPECT_EQ(tag({music().string(), "--format", "mp4"}).exit_code, 2);
  EXPECT_EQ(tag({music().string(), "--device", "cuda:99"}).exit_code, 2);
  EXPECT_EQ(tag({music().string(), "--no-such-option"}).exit_code, 2);
}

}  // namespace
}  // namespace tactus::test
