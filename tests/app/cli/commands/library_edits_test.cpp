// `tactus library playlist`, `rate`, `import` and `find` over songs that nobody has tagged.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "app/collection/library_index.h"
#include "app/collection/personal_library.h"
#include "datasets/formats/format.h"
#include "tests/app/support/tag_command.h"

namespace tactus::test {
namespace {

namespace fs = std::filesystem;

class LibraryEdits : public TagCommand {
 protected:
  void SetUp() override {
    fs::create_directories(scratch / "music");
    LibraryIndex made(index(), Database::Mode::kWrite);
    for (const char* name : {"a", "b", "c", "d", "e", "f"}) put(made, name);
  }
  void put(LibraryIndex& made, const std::string& name) const {
    Annotation annotation;
    annotation.title = name;
    annotation.duration = 8.0;
    annotation.beats = {{0.5, 1}, {1.0, 2}};
    IndexedSong song = indexed_song(annotation);
    song.audio = music() / (name + ".wav");
    song.annotation = music() / (name + ".jams");
    song.hash = name;
    write_text(song.audio, name);
    write_annotation(annotation, Format::kJams, song.annotation);
    made.put({{song, annotation}});
  }
  fs::path index() const { return scratch / "data/tactus/library.sqlite"; }
  // Several commands: "A & tactus library B".
  int library(const std::string& arguments, const std::string& behind = "") const {
    return shell("export XDG_DATA_HOME=\"$PWD/data\";", "library " + arguments,
                 behind + " >out 2>err");
  }
  std::string out() const { return slurp(scratch / "out"); }
  std::string err() const { return slurp(scratch / "err"); }
  void expect_refused(const std::string& arguments, const std::string& why, int code = 2) const {
    EXPECT_EQ(library(arguments), code) << arguments << "\n" << out();
    EXPECT_NE(err().find(why), std::string::npos) << arguments << "\n" << err();
  }
  void expect_done(const std::string& arguments, const std::string& what) const {
    EXPECT_EQ(library(arguments), 0) << arguments << "\n" << err();
    EXPECT_NE((out() + err()).find(what), std::string::npos) << arguments << "\n" << out() << err();
  }
  // The command six times at a time, with $i from a to f.
  void at_once(const std::string& arguments) const {
    const std::string program = (fs::path(TACTUS_BINARY_DIR) / "tactus").string();
    std::ofstream(scratch / "many.sh")
        << "exec >>many.out 2>&1\nexport XDG_DATA_HOME=\"$PWD/data\" TACTUS_CONFIG=\nfor i in a b "
           "c d e f; do '"
        << program << "' library " << arguments << " & done; wait\n";
    EXPECT_EQ(std::system(("cd '" + scratch.path().string() + "' && sh many.sh").c_str()), 0);
  }
};

TEST_F(LibraryEdits, CommandsAtOnceLoseNothing) {
  library("playlist create Conc");
  at_once("playlist add Conc music/$i.wav");
  expect_done("playlist list", "Conc: 6 songs");
  at_once("rate music/a.wav --stars 4 & '" + (fs::path(TACTUS_BINARY_DIR) / "tactus").string() +
          "' library rate music/a.wav --colour blue");
  expect_done("find 'rating 4 and colour blue'", "1 song");
}

constexpr const char* kRekordbox = R"(<?xml version="1.0" encoding="UTF-8"?>
<DJ_PLAYLISTS Version="1.0.0"><COLLECTION Entries="3">
<TRACK TrackID="1" Name="a" Location="file://localhost/C:/Users/me/Music/a.wav"/>
<TRACK TrackID="2" Name="stream" Location="tidal:tracks:1"/>
<TRACK TrackID="1" Name="b" Location="file://localhost/C:/Users/me/Music/b.wav"/>
</COLLECTION><PLAYLISTS><NODE Type="0" Name="ROOT" Count="3">
<NODE Name="House/Deep" Type="1" KeyType="0" Entries="2"><TRACK Key="1"/><TRACK Key="2"/></NODE>
<NODE Name="Empty" Type="1" KeyType="0" Entries="0"/>
<NODE Name="Empty" Type="1" KeyType="0" Entries="0"/>
</NODE></PLAYLISTS></DJ_PLAYLISTS>
)";

TEST_F(LibraryEdits, ImportTakesMovedFoldersAndSaysWhatIsNotAsInTheFile) {
  write_text(scratch / "r.xml", kRekordbox);
  expect_refused("import r.xml --moved C:/Users/me/Music", "expected FROM=TO");
  expect_done("import r.xml --dry-run --index new.sqlite", "3 playlists new");
  EXPECT_FALSE(fs::exists(scratch / "new.sqlite"));
  const std::string moved = "--moved \"C:/Users/me/Music=$PWD/elsewhere/\"";
  expect_done("import r.xml --index other.sqlite --moved C:/Users/me/Mus=/x", "2 songs not here");
  expect_done("import r.xml " + moved, "3 playlists new");
  EXPECT_NE(err().find("warning: 1 track without a file"), std::string::npos) << err();
  EXPECT_NE(err().find("1 track with the TrackID of another one"), std::string::npos) << err();
  EXPECT_NE(err().find("1 name of playlists with \"/\""), std::string::npos) << err();
  expect_done("import r.xml " + moved, "3 there already");
  expect_done("playlist list", "House-Deep: 1 song\nEmpty: 0 songs\nEmpty (2): 0 songs\n");
  fs::remove(index());
  at_once("import r.xml");
  expect_done("playlist list", "Empty (2)");
  EXPECT_EQ(slurp(scratch / "many.out").find("already a playlist"), std::string::npos);
}

TEST_F(LibraryEdits, APlaylistIsFoundByItsWholeName) {
  library("playlist create Sets --folder");
  library("playlist create Friday music/a.wav --in Sets");
  library("playlist create 'Good Friday' music/a.wav music/b.wav");
  expect_done("find 'playlist \"friday\"'", "\n1 song\n");
  expect_done("find 'playlist \"Sets/Friday\"'", "\n1 song\n");
  expect_done("find 'playlist ~ friday'", "\n2 songs\n");
  expect_done("find 'playlist \"\"'", "\n4 songs\n");
  expect_done("find 'not playlist = \"\"'", "\n2 songs\n");
  expect_refused("find 'playlist \"no such\"'", "there are Sets/Friday, Good Friday");
}

TEST_F(LibraryEdits, ValuesThatNoSongCanHaveAreRefused) {
  for (const auto& [query, expected] : {std::pair{"rating 6", "expected 0 to 5"},
                                        {"rating 4..6", "expected 0 to 5"},
                                        {"confidence > 8", "expected 0 to 1"},
                                        {"colour violet", "expected one of pink, red"},
                                        {"grid nosuch", "expected one of constant"},
                                        {"review maybe", "expected one of edited"},
                                        {"length 3:99", "expected a number or 3:35"}})
    expect_refused(std::string("find '") + query + "'", expected);
  library("rate music/a.wav --colour red");
  expect_done("find 'colour \"\"'", "\n5 songs\n");
  expect_done("find 'colour RED'", "\n1 song\n");
}

TEST_F(LibraryEdits, RemovesOneOrAllPlacesAndSaysSo) {
  library("playlist create P music/a.wav music/b.wav music/a.wav music/a.wav");
  expect_done("playlist remove P --at 2", "playlist \"P\": 3 songs (was 4)");
  expect_refused("playlist remove P --at 4", "--at 4, but the playlist has 3 songs");
  expect_refused("playlist remove P", "songs or --at");
  expect_done("playlist remove P music/a.wav", "music/a.wav: removed at 3 places");
  EXPECT_NE(out().find("0 songs (was 3)"), std::string::npos);
}

TEST_F(LibraryEdits, NamesAndPlacesThatCannotBeAreRefused) {
  library("playlist create Friday music/a.wav music/b.wav");
  library("playlist create Sets --folder");
  library("playlist create In music/c.wav --in Sets");
  for (const std::string command : {"playlist create ", "playlist rename Friday "}) {
    expect_refused(command + "'a/b'", "cannot contain \"/\"");
    expect_refused(command + "' a'", "begins or ends with a blank");
    expect_refused(command + "\"$(printf 'a\\nb')\"", "cannot contain line ends");
    expect_refused(command + "\"$(printf 'caf\\351')\"", "is not UTF-8");
  }
  expect_refused("playlist create X --in Friday", "\"Friday\" is a playlist, not a folder");
  expect_refused("playlist create Sets", "there is already a folder \"Sets\"");
  expect_refused("playlist show Sets", "\"Sets\" is a folder");
  expect_refused("playlist add Friday music/c.wav --at 99",
                 "--at 99, but the playlist has 2 songs");
  expect_done("rate music/a.wav music/a.wav --stars 1", "1 song marked");
  expect_done("playlist rename Friday Saturday", "\"Friday\" is now \"Saturday\"");
  expect_done("playlist delete Sets --all", "\"Sets\" and 1 playlist in it, with 1 song deleted");
}

TEST_F(LibraryEdits, OneUnusableSongStopsNoOther) {
  library("playlist create P music/a.wav");
  EXPECT_EQ(library("playlist add P gone.wav music/b.wav"), 1);
  EXPECT_NE(err().find("failed: gone.wav: no such file"), std::string::npos) << err();
  expect_done("playlist list", "P: 2 songs");
  EXPECT_EQ(library("playlist remove P music/c.wav music/b.wav"), 1);
  EXPECT_NE(err().find("failed: music/c.wav: is not in the playlist"), std::string::npos) << err();
  EXPECT_EQ(library("rate gone.wav music/a.wav --stars 3"), 1);
  expect_done("find 'rating 3'", "\n1 song\n");
  EXPECT_EQ(library("forget gone.wav music/f.wav"), 1);
  expect_done("find", "\n5 songs\n");
  fs::remove(music() / "b.jams");
  write_text(music() / "c.jams", "{");
  EXPECT_EQ(library("find -o all.xml"), 1);
  EXPECT_NE(err().find("warning: " + (music() / "b.wav").string() + ": without beats"),
            std::string::npos)
      << err();
  EXPECT_EQ(read_annotations(scratch / "all.xml").size(), 5u);
}

TEST_F(LibraryEdits, ShowWritesItsPlaylistAlone) {
  library("playlist create P music/a.wav music/b.wav");
  library("playlist create Q music/a.wav");
  expect_done("playlist show P -o p.xml", "2 songs in p.xml");
  EXPECT_NE(slurp(scratch / "p.xml").find("Name=\"P\""), std::string::npos);
  EXPECT_EQ(slurp(scratch / "p.xml").find("Name=\"Q\""), std::string::npos);
}

constexpr const char* kEverywhere[] = {
    "find",         "playlist list",    "rate music/a.wav --stars 1",
    "import r.xml", "forget --missing", "playlist create X music/a.wav"};

TEST_F(LibraryEdits, EveryCommandNamesReasonAndRemedyForAnIndexThatCannotBeUsed) {
  write_text(scratch / "r.xml", kRekordbox);
  library("rate music/a.wav --stars 5");
  { Database(index(), Database::Mode::kWrite).run("DROP TABLE song"); }
  for (const char* command : kEverywhere)
    expect_refused(command,
                   "rebuild the index from the JAMS files with `tactus library add FOLDER`");
  {
    bool whole = false;
    const auto again = index_to_add(index(), [&](const fs::path&, bool all) { whole = all; });
    EXPECT_TRUE(whole);
    EXPECT_EQ(again->personal().mark_of(music() / "a.wav").rating, 5);
  }
  fs::remove_all(scratch / "data");
  write_text(index(), std::string(4096, 'x'));
  for (const char* command : kEverywhere)
    expect_refused(command, "move the file away and rebuild the index from the JAMS files");
  fs::remove(index());
  fs::create_directories(index());
  for (const char* command : kEverywhere)
    expect_refused(command, "is a folder, expected a file", 1);
}

}  // namespace
}  // namespace tactus::test
