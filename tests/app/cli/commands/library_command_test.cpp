// `tactus library` as its user runs it.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>

#include "app/collection/fingerprint.h"
#include "app/collection/song_query.h"
#include "datasets/formats/format.h"
#include "datasets/outputs/audio_writer.h"
#include "tests/app/support/tag_command.h"

namespace tactus::test {
namespace {

namespace fs = std::filesystem;

class LibraryCommand : public TagCommand {
 protected:
  void SetUp() override {
    TagCommand::SetUp();
    for (int i = 0; i < 3; ++i) add_song(name(i), 4.0, 200.0 + 40 * i);
  }
  static std::string name(int i) { return "song " + std::to_string(i) + ".wav"; }

  int library(const std::string& arguments) const {
    return shell("XDG_DATA_HOME=\"$PWD/data\"", "library " + arguments, ">out 2>err");
  }
  std::string out() const { return slurp(scratch / "out"); }
  std::string err() const { return slurp(scratch / "err"); }
  std::string add(const std::string& more = "") const {
    library("add music -o tags " + more);
    return out().substr(0, out().find(';'));
  }
  fs::path index() const { return scratch / "data/tactus/library.sqlite"; }
};

TEST_F(LibraryCommand, TagsWhatIsNewReadsWhatIsThereAndKnowsTheRest) {
  EXPECT_EQ(add(), "3 tagged, 0 read, 0 moved, 0 unchanged, 0 failed") << err();
  EXPECT_EQ(add(), "0 tagged, 0 read, 0 moved, 3 unchanged, 0 failed") << err();
  fs::last_write_time(music() / name(0), fs::file_time_type::clock::now());
  EXPECT_EQ(add(), "0 tagged, 1 read, 0 moved, 2 unchanged, 0 failed") << "touched\n" << err();
  fs::rename(music() / name(1), music() / "other.wav");
  EXPECT_EQ(add(), "0 tagged, 0 read, 1 moved, 2 unchanged, 0 failed") << err();
  EXPECT_FALSE(fs::exists(scratch / "tags/other.jams"));
  add_song(name(2), 4.0, 500.0);
  EXPECT_EQ(add(), "1 tagged, 0 read, 0 moved, 2 unchanged, 0 failed") << "changed\n" << err();
  write_text(music() / "broken.wav", "RIFF");
  EXPECT_EQ(add(), "0 tagged, 0 read, 0 moved, 3 unchanged, 1 failed");
  EXPECT_NE(err().find("broken.wav"), std::string::npos);
}

TEST_F(LibraryCommand, TheWarningOfATaggedSongBeginsWithThatWord) {
  write_wav(music() / "silent.wav", std::vector<float>(22050, 0.0f), 22050);
  EXPECT_EQ(add(), "4 tagged, 0 read, 0 moved, 0 unchanged, 0 failed");
  EXPECT_NE(err().find("warning: "), std::string::npos) << err();
  EXPECT_EQ(err().find("tagged: "), std::string::npos) << err();
}

TEST_F(LibraryCommand, AFolderThatMovesWithItsJamsFilesHasOneRowForEachSong) {
  fs::create_directories(music() / "old");
  add_song("old/a.wav", 4.0, 600.0);
  library("add music");
  fs::rename(music() / "old", music() / "new");
  EXPECT_EQ(library("add music"), 0) << err();
  EXPECT_EQ(out().substr(0, out().find(';')), "0 tagged, 1 read, 0 moved, 3 unchanged, 0 failed");
  library("find --json");
  EXPECT_EQ(std::ranges::count(out(), '\n'), 4) << out();
  EXPECT_EQ(out().find("old/a.wav"), std::string::npos);
}

TEST_F(LibraryCommand, OutputsThatAreMissingAreMade) {
  add();
  EXPECT_EQ(library("add music -o elsewhere"), 0) << err();
  EXPECT_TRUE(fs::exists(scratch / "elsewhere/song 0.jams"));
}

TEST_F(LibraryCommand, ANameThatIsNotUtf8HasItsUrlInJson) {
  add_song("caf\xe9.wav", 4.0, 220.0);
  library("add music -o tags --json");
  EXPECT_NE(out().find("music/caf%E9.wav\""), std::string::npos) << out();
  EXPECT_NE(out().find("\"file_url\":\"file://localhost/"), std::string::npos) << out();
}

TEST_F(LibraryCommand, OneOddFileEndsNothing) {
  ASSERT_EQ(mkfifo((music() / "pipe.wav").c_str(), 0600), 0);
  fs::create_symlink("loop.wav", music() / "loop.wav");
  EXPECT_EQ(add(), "3 tagged, 0 read, 0 moved, 0 unchanged, 2 failed") << err();
  EXPECT_NE(err().find("pipe.wav: is not a regular file"), std::string::npos) << err();
}

TEST_F(LibraryCommand, AnAnnotationOfAPersonIsReadAndNeverLost) {
  add();
  const fs::path jams = scratch / "tags/song 0.jams";
  Annotation mine = read_annotation(jams);
  mine.tempi = {{77.0, 1.0}};
  mine.review = Review::kChecked;
  write_text(jams, serialise_annotation(mine, Format::kJams));
  const std::string bytes = slurp(jams);
  EXPECT_EQ(add(), "0 tagged, 1 read, 0 moved, 2 unchanged, 0 failed") << err();
  EXPECT_EQ(library("find 'bpm 77 and checked' --json"), 0);
  EXPECT_NE(out().find("song 0.wav"), std::string::npos) << out() << err();
  add_song(name(0), 4.0, 700.0);  // other sound under the checked annotation
  add();
  EXPECT_EQ(slurp(jams), bytes);
}

TEST_F(LibraryCommand, ADamagedIndexIsMadeAgainFromTheJamsFiles) {
  add();
  library("find --json");
  const std::string before = out();
  std::fstream(index(), std::ios::in | std::ios::out | std::ios::binary).seekp(4096)
      << std::string(20 * 4096, '\x55');
  EXPECT_EQ(library("find --json"), 2);
  EXPECT_NE(err().find("rebuild the index from the JAMS files with"), std::string::npos) << err();
  EXPECT_EQ(add(), "0 tagged, 3 read, 0 moved, 0 unchanged, 0 failed") << err();
  EXPECT_NE(err().find("library.sqlite.damaged; building a new index"), std::string::npos);
  EXPECT_EQ(library("find --json"), 0);
  EXPECT_EQ(out(), before);
}

TEST_F(LibraryCommand, WritesPlaylistsAndCollectionsAndNoOthers) {
  add();
  EXPECT_EQ(library("find 'path \"song 1\"' -o list.m3u8"), 0) << err();
  EXPECT_NE(slurp(scratch / "list.m3u8").find("#EXTINF:4,song 1\n" + (music() / name(1)).string()),
            std::string::npos)
      << slurp(scratch / "list.m3u8");
  EXPECT_EQ(library("find -o all.xml"), 0) << err();
  EXPECT_EQ(read_annotations(scratch / "all.xml").size(), 3u);
  EXPECT_EQ(library("find -o all.txt"), 2);
  EXPECT_NE(err().find("expected a playlist (.m3u8) or a rekordbox collection"), std::string::npos);
  std::filesystem::copy_file(music() / name(1), music() / "two\nlines.wav");
  add();
  EXPECT_EQ(library("find 'path lines' -o lines.m3u8"), 0) << err();
  EXPECT_NE(slurp(scratch / "lines.m3u8").find("/two%0Alines.wav\n"), std::string::npos)
      << slurp(scratch / "lines.m3u8");
  write_text(scratch / "mine.m3u8", "mine");
  EXPECT_NE(library("find -o mine.m3u8"), 0);
  EXPECT_EQ(slurp(scratch / "mine.m3u8"), "mine");
  EXPECT_NE(
      err().find("kept: not marked as made by Tactus; move it away or write to another place"),
      std::string::npos)
      << err();
}

TEST_F(LibraryCommand, FindsDuplicatesTheWorstAndTheSimilar) {
  fs::copy_file(music() / name(0), music() / "copy.wav");
  const std::vector<float> sound = made_up_music(15.0, 22050, 330.0);
  write_audio(music() / "coded.ogg", sound, 1, 22050);
  write_audio(music() / "coded.flac", sound, 1, 22050);
  add();
  EXPECT_EQ(library("find --duplicates --json"), 0);
  EXPECT_NE(out().find("copy.wav"), std::string::npos);
  EXPECT_NE(out().find("song 0.wav"), std::string::npos);
  EXPECT_EQ(out().find("song 1.wav"), std::string::npos);
  if (why_no_fingerprints().empty()) {
    EXPECT_NE(out().find("coded.ogg"), std::string::npos) << out();
    EXPECT_NE(out().find("coded.flac"), std::string::npos) << out();
    EXPECT_EQ(std::ranges::count(out(), '\n'), 4);
  }
  EXPECT_EQ(library("find --worst 2 --json"), 0);
  EXPECT_EQ(std::ranges::count(out(), '\n'), 2);
  EXPECT_EQ(library("find --similar 'music/song 0.wav' --json"), 0) << err();
  EXPECT_EQ(out().find("song 0.wav"), std::string::npos) << "not the song itself";
  EXPECT_NE(out().substr(0, out().find('\n')).find("copy.wav"), std::string::npos) << out();
  EXPECT_EQ(library("find --similar absent.wav"), 2);
  EXPECT_NE(err().find("absent.wav: is not in the index"), std::string::npos);
}

TEST_F(LibraryCommand, AForeignFileInThePlaceOfAJamsFileStays) {
  write_text(scratch / "tags/song 0.jams", "by hand");
  library("add music -o tags");
  EXPECT_EQ(slurp(scratch / "tags/song 0.jams"), "by hand");
  EXPECT_NE(err().find("song 0.jams: kept: not marked as made by Tactus; move it away or write to"),
            std::string::npos)
      << err();
}

TEST_F(LibraryCommand, HelpNamesAllFields) {
  EXPECT_EQ(library("find --help"), 0);
  const auto words = [](std::string text) {
    std::erase_if(text, [](char c) { return c == ' ' || c == '\n'; });
    return text;
  };
  EXPECT_NE(words(out()).find(words(query_fields())), std::string::npos) << out();
}

TEST_F(LibraryCommand, OrdersByNoFieldWhereTheOrderIsSet) {
  for (const char* order : {"--worst 3", "--similar 'music/song 0.wav'", "--duplicates"}) {
    EXPECT_EQ(library(std::string("find --sort bpm ") + order), 2) << order;
    EXPECT_NE(err().find(" excludes --sort"), std::string::npos) << err();
  }
}

TEST_F(LibraryCommand, ForgetsOnRequestOnly) {
  add();
  fs::remove(music() / name(0));
  EXPECT_EQ(add(), "0 tagged, 0 read, 0 moved, 2 unchanged, 0 failed");
  EXPECT_EQ(library("find --json"), 0);
  EXPECT_EQ(std::ranges::count(out(), '\n'), 3);
  EXPECT_EQ(library("forget --missing"), 0);
  EXPECT_NE(out().find("1 song forgotten"), std::string::npos) << out();
  EXPECT_EQ(library("forget 'music/song 1.wav'"), 0);
  EXPECT_TRUE(fs::exists(music() / name(1)));
  EXPECT_EQ(library("forget absent.wav"), 2);
  EXPECT_EQ(library("forget"), 2);
  EXPECT_EQ(library("forget --missing --index typo/x.sqlite"), 2);
  EXPECT_FALSE(fs::exists(scratch / "typo"));
  EXPECT_EQ(library("find --json"), 0);
  EXPECT_EQ(std::ranges::count(out(), '\n'), 1);
}

TEST_F(LibraryCommand, AnotherProgramsDatabaseIsNoIndex) {
  write_text(scratch / "notes.txt", "my notes");
  EXPECT_NE(library("add music -o tags --index notes.txt"), 0);
  EXPECT_NE(err().find("notes.txt: is not an index"), std::string::npos) << err();
  EXPECT_EQ(slurp(scratch / "notes.txt"), "my notes");
  EXPECT_EQ(library("find --index notes.txt"), 2);
  EXPECT_NE(
      err().find("notes.txt: is not an index, or its beginning is damaged; move the file away"),
      std::string::npos)
      << err();
  EXPECT_EQ(library("find --index absent.sqlite"), 2);
  EXPECT_NE(err().find("absent.sqlite: no such index"), std::string::npos) << err();
}

TEST_F(LibraryCommand, PlaylistsAndStarsAreMadeShownWrittenAndReadAgain) {
  add();
  EXPECT_EQ(library("playlist create Sets --folder"), 0) << err();
  EXPECT_EQ(
      library("playlist create Friday 'music/song 2.wav' --query 'path \"song 0\"' --in Sets"), 0)
      << err();
  EXPECT_EQ(library("playlist move Friday 2 1"), 0) << err();
  EXPECT_EQ(library("rate 'music/song 2.wav' --stars 4 --colour Red"), 0) << err();
  EXPECT_EQ(library("find 'rating:>=4 and playlist:Friday' --json"), 0) << err();
  EXPECT_NE(out().find("\"colour\":\"red\""), std::string::npos) << out();
  EXPECT_EQ(std::ranges::count(out(), '\n'), 1);
  EXPECT_EQ(library("playlist show Sets/Friday -o friday.m3u8"), 0) << err();
  const std::string list = slurp(scratch / "friday.m3u8");
  EXPECT_LT(list.find("song 0.wav"), list.find("song 2.wav"));
  EXPECT_EQ(library("find -o all.xml"), 0) << err();
  fs::remove_all(scratch / "data");
  EXPECT_EQ(library("import all.xml --dry-run"), 0) << err();
  EXPECT_NE(out().find("1 would get stars or a colour, 1 playlist new"), std::string::npos)
      << out();
  EXPECT_EQ(library("import all.xml"), 0) << err();
  EXPECT_NE(err().find("3 songs not in the index yet"), std::string::npos) << err();
  add();
  EXPECT_EQ(library("find 'rating 4 and colour red and playlist Friday' --json"), 0);
  EXPECT_EQ(std::ranges::count(out(), '\n'), 1) << out();
  EXPECT_EQ(library("playlist list"), 0);
  EXPECT_EQ(out(), "Sets/\nSets/Friday: 2 songs\n");
  EXPECT_EQ(library("playlist delete Sets"), 2);
  EXPECT_NE(err().find("--all"), std::string::npos) << err();
  EXPECT_EQ(library("playlist delete Sets --all"), 0) << err();
  EXPECT_EQ(library("playlist show Friday"), 2);
  EXPECT_EQ(library("rate missing.wav --stars 2"), 2) << err();
  EXPECT_EQ(library("rate 'tags/song 2.jams' --stars 2"), 2) << err();
  EXPECT_EQ(library("rate 'music/song 2.wav' --stars 6"), 2);
}

}  // namespace
}  // namespace tactus::test
