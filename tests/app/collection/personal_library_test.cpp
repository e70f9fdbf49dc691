// Stars, colours and playlists: edits and their undoing, what happens to songs that move and go,
// and collections of rekordbox and Mixxx.
#include "app/collection/personal_library.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <fstream>

#include "app/collection/collection_import.h"
#include "app/collection/mixxx_collection.h"
#include "app/collection/song_list_text.h"
#include "app/collection/song_search.h"
#include "datasets/formats/format.h"
#include "tests/support/test_support.h"

namespace tactus::test {
namespace {

namespace fs = std::filesystem;
using Mode = Database::Mode;

class PersonalLibraryTest : public testing::Test {
 protected:
  void SetUp() override { index = std::make_unique<LibraryIndex>(file, Mode::kWrite); }

  fs::path put(const std::string& name, const std::string& hash, const std::string& title = "") {
    Annotation annotation;
    annotation.title = title.empty() ? name : title;
    annotation.duration = 8.0;
    annotation.beats = {{0.5, 1}, {1.0, 2}};
    const fs::path jams = (scratch / name).replace_extension(".jams");
    write_annotation(annotation, Format::kJams, jams);
    IndexedSong song = indexed_song(annotation);
    song.audio = scratch / name;
    song.annotation = jams;
    song.hash = hash;
    index->put({{song, annotation}});
    return song.audio;
  }
  Playlist make(const std::string& name, const std::vector<fs::path>& songs,
                std::int64_t parent = 0) {
    std::vector<PlaylistSong> entries;
    for (const fs::path& song : songs) entries.push_back({song, song.stem().string()});
    const Playlist made = new_playlist(index->personal().playlists(), name, parent);
    index->personal().apply({.lists = {{.playlist = made, .songs = entries}}});
    return made;
  }
  Playlist make_folder(const std::string& name, std::int64_t parent = 0) {
    const Playlist made = new_playlist(index->personal().playlists(), name, parent, true);
    index->personal().apply({.lists = {{.playlist = made}}});
    return made;
  }
  void mark(const fs::path& song, int stars, const std::string& colour = "") {
    index->personal().apply({.marks = {{song, {stars, colour}}}});
  }
  std::string names() const {
    const std::vector<Playlist> all = index->personal().playlists();
    std::string text;
    for (const Playlist& playlist : all) {
      text += full_name(playlist, all) + ":";
      for (const PlaylistSong& song : index->personal().songs_of(playlist.id))
        text += song.audio.filename().string() + " ";
      text += "; ";
    }
    return text;
  }
  std::string found(const std::string& query) const {
    std::string text;
    for (const FoundSong& song : find_songs(*index, {.query = query}))
      text += song.song.audio.filename().string() + " ";
    return text;
  }

  ScratchFolder scratch;
  fs::path file = scratch / "library.sqlite";
  std::unique_ptr<LibraryIndex> index;
};

TEST_F(PersonalLibraryTest, MarksAndPlaylistsAreFoundByQueries) {
  const fs::path a = put("a.wav", "1"), b = put("b.wav", "2"), c = put("c.wav", "3");
  mark(a, 5, "red");
  mark(b, 3);
  make("Set 1", {a, c});
  make("set 10", {c});
  EXPECT_EQ(found("rating:>=4"), "a.wav ");
  EXPECT_EQ(found("rating 3"), "b.wav ");
  EXPECT_EQ(found("rating 0"), "c.wav ");
  EXPECT_EQ(found("colour:red"), "a.wav ");
  EXPECT_EQ(found("color = \"\""), "b.wav c.wav ");
  EXPECT_EQ(found("playlist:\"Set 1\""), "a.wav c.wav ");
  EXPECT_EQ(found("playlist = \"set 1\" and not rating 5"), "c.wav ");
  EXPECT_EQ(found("playlist != \"Set 1\""), "b.wav ");
  EXPECT_EQ(found("bpm:0"), "a.wav b.wav c.wav ");
  EXPECT_EQ(find_songs(*index, {.order = "-rating"}).front().song.audio, a);
  EXPECT_EQ(find_songs(*index, {.order = "-rating"}).front().song.mark, (SongMark{5, "red"}));
  EXPECT_THROW(parse_query("rating red"), ArgumentError);
  EXPECT_THROW(parse_query("playlist a..b"), ArgumentError);
}

TEST_F(PersonalLibraryTest, APlaylistKeepsItsOrderAndSongsThatAreTwice) {
  const fs::path a = put("a.wav", "1"), b = put("b.wav", "2");
  const Playlist set = make("Set", {b, a, b, scratch / "unknown.wav"});
  const auto songs = find_songs(*index, {.order = kPlaylistOrder, .playlist = set.id});
  ASSERT_EQ(songs.size(), 4u);
  EXPECT_EQ(songs[0].song.audio, b);
  EXPECT_EQ(songs[1].song.audio, a);
  EXPECT_EQ(songs[2].place, 3u);
  EXPECT_FALSE(songs[3].indexed);
  EXPECT_EQ(songs[3].song.title, "unknown");
  EXPECT_EQ(find_songs(*index, {.order = "-place", .playlist = set.id}).front().place, 4u);
  const auto by_title = find_songs(*index, {.order = "title", .playlist = set.id});
  ASSERT_EQ(by_title.size(), 4u);
  EXPECT_EQ(by_title[0].song.audio, a);
  EXPECT_EQ(by_title[1].place, 1u);
  EXPECT_EQ(by_title[2].place, 3u);
  EXPECT_EQ(
      find_songs(*index, {.query = "title b", .order = kPlaylistOrder, .playlist = set.id}).size(),
      2u);
}

TEST_F(PersonalLibraryTest, EveryEditIsUndoneAndDoneAgain) {
  const fs::path a = put("a.wav", "1"), b = put("b.wav", "2");
  const Playlist folder = make_folder("Sets");
  const Playlist friday = make("Friday", {a, b}, folder.id);
  make("Other", {b});
  const std::string before = names();
  EXPECT_EQ(before, "Sets:; Sets/Friday:a.wav b.wav ; Other:b.wav ; ");
  PersonalLibrary personal = index->personal();
  const LibraryEdit edits[] = {
      removal_of(folder, personal.playlists()),
      {.lists = {{.playlist = {friday.id, 0, 7, false, "Saturday"}, .songs = {{{b, "b"}}}}}},
      {.lists = {{.playlist = new_playlist(personal.playlists(), "Friday", folder.id)}}}};
  for (const LibraryEdit& edit : edits) {
    const LibraryEdit undo = personal.apply(edit);
    const std::string after = names();
    EXPECT_NE(after, before);
    const LibraryEdit redo = personal.apply(undo);
    EXPECT_EQ(names(), before);
    personal.apply(personal.apply(redo));
    EXPECT_EQ(names(), before);
  }
  const LibraryEdit undo = personal.apply({.marks = {{a, {4, "Blue"}}, {b, {1, ""}}}});
  EXPECT_EQ(personal.mark_of(a), (SongMark{4, "blue"}));
  personal.apply(undo);
  EXPECT_EQ(personal.mark_of(a), SongMark());
}

TEST_F(PersonalLibraryTest, RefusesWhatNobodyCouldFindAgain) {
  const Playlist folder = make_folder("Sets");
  const Playlist inner = make_folder("Inner", folder.id);
  const Playlist set = make("Set", {});
  PersonalLibrary personal = index->personal();
  const std::string before = names();
  const auto refuses = [&](const Playlist& playlist) {
    EXPECT_THROW(personal.apply({.lists = {{.playlist = playlist}}}), ArgumentError);
    EXPECT_EQ(names(), before);
  };
  refuses({set.id, 0, 0, false, "Sets"});
  refuses({set.id, 0, 0, false, " "});
  refuses({folder.id, inner.id, 0, true, "Sets"});
  refuses({set.id, 12345, 0, false, "Set"});
  refuses({new_playlist_id(), set.id, 0, false, "in a playlist"});
  EXPECT_THROW(personal.apply({.marks = {{"/a", {6, ""}}}}), ArgumentError);
  EXPECT_THROW(personal.apply({.marks = {{"/a", {1, "mauve"}}}}), ArgumentError);
  EXPECT_EQ(new_playlist(personal.playlists(), "Set").name, "Set (2)");
  EXPECT_THROW(personal.playlist_named("None"), ArgumentError);
  EXPECT_EQ(personal.playlist_named("Sets/Inner").id, inner.id);
}

TEST_F(PersonalLibraryTest, TheyStayWithSongsThatMoveChangeAndGo) {
  const fs::path a = put("a.wav", "1");
  mark(a, 4, "green");
  make("Set", {a});
  IndexedSong moved = *index->at(a);
  moved.audio = scratch / "moved.wav";
  index->move(a, moved);
  EXPECT_EQ(index->at(moved.audio)->mark, (SongMark{4, "green"}));
  EXPECT_EQ(found("playlist Set"), "moved.wav ");
  put("moved.wav", "other bytes");
  EXPECT_EQ(found("rating 4 and playlist Set"), "moved.wav ");
  index->remove({moved.audio});
  EXPECT_EQ(names(), "Set:moved.wav ; ");
  put("far.wav", "other bytes");
  EXPECT_EQ(found("rating 4 and playlist Set"), "far.wav ") << "the same bytes, elsewhere";
  put("copy.wav", "other bytes");
  EXPECT_EQ(found("rating 4"), "far.wav ") << "a copy has its own";
  index->remove({scratch / "far.wav"});
  EXPECT_EQ(found("rating 4 and playlist Set"), "copy.wav ") << "the copy inherits";
}

TEST_F(PersonalLibraryTest, AnIndexOfBeforeIsReadAndGetsTheTables) {
  put("a.wav", "1");
  index.reset();
  { Database(file, Mode::kWrite).run("DROP TABLE mark; DROP TABLE playlist; DROP TABLE entry"); }
  {
    const LibraryIndex reader(file, Mode::kRead);
    EXPECT_EQ(find_songs(reader, {.query = "rating 0 and playlist \"\""}).size(), 1u);
    EXPECT_TRUE(reader.personal().playlists().empty());
  }
  index = std::make_unique<LibraryIndex>(file, Mode::kWrite);
  make("Set", {scratch / "a.wav"});
  EXPECT_EQ(found("playlist Set"), "a.wav ");
}

TEST_F(PersonalLibraryTest, ADamagedIndexHandsThemOn) {
  for (int i = 0; i < 60; ++i) put(std::to_string(i) + ".wav", std::to_string(i));
  mark(scratch / "7.wav", 2, "aqua");
  make("Set", {scratch / "7.wav", scratch / "9.wav"});
  index.reset();
  {  // only pages of songs
    Database database(file, Mode::kWrite);
    database.run("PRAGMA wal_checkpoint(TRUNCATE)");
  }
  const auto page = static_cast<std::streamoff>(
      Database(file, Mode::kWrite)
          .number("SELECT max(pageno) FROM (SELECT rootpage AS pageno FROM sqlite_master WHERE "
                  "name = 'song')"));
  std::fstream(file, std::ios::in | std::ios::out | std::ios::binary).seekp((page - 1) * 4096)
      << std::string(4096, '\x55');
  bool whole = false;
  index = index_to_add(file, [&](const fs::path&, bool personal_whole) { whole = personal_whole; });
  EXPECT_TRUE(whole);
  EXPECT_EQ(index->songs(), 0);
  EXPECT_EQ(names(), "Set:7.wav 9.wav ; ");
  put("7.wav", "7");
  EXPECT_EQ(found("rating 2 and colour aqua"), "7.wav ");
}

constexpr const char* kRekordbox = R"(<?xml version="1.0" encoding="UTF-8"?>
<DJ_PLAYLISTS Version="1.0.0"><PRODUCT Name="rekordbox" Version="7.0.5" Company="AlphaTheta"/>
<COLLECTION Entries="3">
<TRACK TrackID="71" Name="One" Artist="Ann" TotalTime="8" Rating="204" Colour="0xFF0000"
 Location="file://localhost@/a.wav"><TEMPO Inizio="0.5" Bpm="120.00" Metro="4/4" Battito="1"/>
<POSITION_MARK Name="in" Type="0" Start="1.5" Num="0"/></TRACK>
<TRACK TrackID="72" Name="Two" TotalTime="8" Rating="999" Colour="red"
 Location="file://localhost@/b.wav"/>
<TRACK TrackID="73" Name="Far" TotalTime="9" Rating="51" Location="file://localhost/C:/Music/c.wav"/>
</COLLECTION><PLAYLISTS><NODE Type="0" Name="ROOT" Count="2">
<NODE Name="Sets" Type="0" Count="1"><NODE Name="Friday" Type="1" KeyType="0" Entries="3">
<TRACK Key="73"/><TRACK Key="71"/><TRACK Key="99"/></NODE></NODE>
<NODE Name="By place" Type="1" KeyType="1" Entries="1">
<TRACK Key="file://localhost@/b.wav"/></NODE></NODE></PLAYLISTS></DJ_PLAYLISTS>
)";

class ImportTest : public PersonalLibraryTest {
 protected:
  fs::path rekordbox(std::string text = kRekordbox) {
    for (std::size_t at = text.find('@'); at != std::string::npos; at = text.find('@'))
      text.replace(at, 1, scratch.path().string());
    write_text(scratch / "collection.xml", text);
    return scratch / "collection.xml";
  }
  CollectionImport import(const fs::path& from, const ImportOptions& options = {}) {
    std::vector<std::string> notes;
    CollectionImport made = plan_import(*index, read_collection(from, notes), options);
    index->personal().apply(made.edit);
    made.notes = notes;
    return made;
  }
  // As Mixxx 2.4 makes it, with the columns of this reader.
  fs::path mixxx(const std::string& more = "") {
    const fs::path made = scratch / "mixxxdb.sqlite";
    fs::remove(made);
    Database database(made, Mode::kWrite);
    database.run(
        "CREATE TABLE track_locations (id INTEGER PRIMARY KEY, location varchar(512) UNIQUE, "
        "filename, directory, filesize INTEGER, fs_deleted INTEGER, needs_verification INTEGER);"
        "CREATE TABLE library (id INTEGER PRIMARY KEY, artist, title, location INTEGER, duration "
        "FLOAT, bpm FLOAT, mixxx_deleted INTEGER, rating INTEGER DEFAULT 0, color INTEGER);"
        "CREATE TABLE Playlists (id INTEGER PRIMARY KEY, name, position INTEGER, hidden INTEGER "
        "DEFAULT 0 NOT NULL);"
        "CREATE TABLE PlaylistTracks (id INTEGER PRIMARY KEY, playlist_id INTEGER, track_id "
        "INTEGER, position INTEGER);"
        "CREATE TABLE crates (id INTEGER PRIMARY KEY, name varchar(48) UNIQUE NOT NULL);"
        "CREATE TABLE crate_tracks (crate_id INTEGER NOT NULL, track_id INTEGER NOT NULL);");
    const std::string here = scratch.path().string();
    database.run("INSERT INTO track_locations (id, location) VALUES (1, '" + here +
                 "/a.wav'), (2, '" + here + "/b.wav'), (3, '" + here + "/deleted.wav')");
    database.run(
        "INSERT INTO library (id, artist, title, location, duration, rating, color, mixxx_deleted) "
        "VALUES (11, 'Ann', 'One', 1, 8.0, 5, 12913160, 0), (12, NULL, 'Two', 2, 8.0, 0, NULL, 0), "
        "(13, '', 'Gone', 3, 8.0, 4, 1, 1);"
        "INSERT INTO Playlists VALUES (1, 'Friday', 1, 0), (2, 'Auto DJ', 2, 1), (3, '2026-11-01', "
        "3, 2); INSERT INTO PlaylistTracks VALUES (1, 1, 12, 1), (2, 1, 11, 0), (3, 2, 11, 0);"
        "INSERT INTO crates VALUES (1, 'Warm'); INSERT INTO crate_tracks VALUES (1, 12);" +
        more);
    return made;
  }
};

TEST_F(ImportTest, TakesACollectionOfRekordbox) {
  put("a.wav", "1");
  put("b.wav", "2");
  fs::create_directories(scratch / "here");
  put("here/c.wav", "3");
  const CollectionImport done = import(rekordbox());
  EXPECT_EQ(done.tracks, 3u);
  EXPECT_EQ(done.marked, 2u);
  EXPECT_EQ(done.by_name, 1u) << "C:/Music/c.wav";
  EXPECT_EQ(done.playlists, 2u);
  EXPECT_EQ(names(), "Sets:; Sets/Friday:c.wav a.wav ; By place:b.wav ; ");
  EXPECT_EQ(found("rating 4 and colour red"), "a.wav ");
  EXPECT_EQ(found("rating 1"), "c.wav ");
  ASSERT_EQ(done.notes.size(), 3u);
  EXPECT_NE(done.notes[0].find("Rating \"999\" not used"), std::string::npos) << done.notes[0];
  const CollectionImport again = import(rekordbox());
  EXPECT_TRUE(again.edit.empty()) << "nothing new";
  EXPECT_EQ(again.same, 2u);
}

TEST_F(ImportTest, WhatAPersonHasGivenHereStays) {
  const fs::path a = put("a.wav", "1");
  put("b.wav", "2");
  mark(a, 2);
  make("By place", {a});
  const CollectionImport done = import(rekordbox());
  EXPECT_EQ(done.kept, 1u);
  EXPECT_EQ(index->personal().mark_of(a), (SongMark{2, "red"})) << "the colour is new";
  EXPECT_NE(names().find("By place:a.wav ; "), std::string::npos) << names();
  EXPECT_NE(names().find("By place (2):b.wav ; "), std::string::npos) << names();
  import(rekordbox(), {.overwrite = true});
  EXPECT_EQ(index->personal().mark_of(a), (SongMark{4, "red"}));
}

TEST_F(ImportTest, SongsThatComeLaterHaveWhatWasImported) {
  import(rekordbox(), {.moved = { { "C:/Music", scratch.path().string() } }});
  EXPECT_EQ(found(""), "");
  put("a.wav", "1");
  put("c.wav", "3");
  EXPECT_EQ(found("playlist Friday and rating >= 1"), "a.wav c.wav ");
}

TEST_F(ImportTest, WhatTactusWritesItReads) {
  const fs::path a = put("a.wav", "1", "A & <B>"), b = put("b.wav", "2");
  mark(a, 5, "purple");
  const Playlist folder = make_folder("My \"sets\"");
  make("Friday", {b, a, b, scratch / "later.wav"}, folder.id);
  make("Part", {a});
  const std::string before = names();
  std::vector<IndexedSong> all = index->find({});
  std::vector<std::string> faults;
  write_text(scratch / "all.xml", song_list_text(all, *index, scratch / "all.xml", faults));
  EXPECT_TRUE(faults.empty());
  EXPECT_EQ(read_annotations(scratch / "all.xml").size(), 3u) << "later.wav, too";
  EXPECT_FALSE(read_annotations(scratch / "all.xml").front().beats.empty());
  all.erase(all.begin());
  const std::string part = song_list_text(all, *index, "part.xml", faults);
  EXPECT_EQ(part.find("Part"), std::string::npos) << "a playlist that is not whole";
  index.reset();
  fs::remove(file);
  SetUp();
  import(scratch / "all.xml");
  EXPECT_EQ(names(), before);
  EXPECT_EQ(index->personal().mark_of(a), (SongMark{5, "purple"}));
}

TEST_F(ImportTest, TakesTheLibraryOfMixxx) {
  put("a.wav", "1");
  put("b.wav", "2");
  const fs::path from = mixxx();
  const std::string bytes = slurp(from);
  const CollectionImport done = import(from);
  EXPECT_EQ(done.tracks, 2u) << "without those that Mixxx has deleted";
  EXPECT_EQ(names(), "Friday:a.wav b.wav ; Crates:; Crates/Warm:b.wav ; ");
  EXPECT_EQ(found("rating 5 and colour red"), "a.wav ");
  EXPECT_EQ(slurp(from), bytes);
  EXPECT_FALSE(fs::exists(from.string() + "-wal"));
  EXPECT_FALSE(fs::exists(from.string() + "-shm"));
}

TEST_F(ImportTest, ALibraryThatMixxxHasLockedIsRefused) {
  const fs::path locked = mixxx();
  int ready[2], done[2];
  ASSERT_EQ(pipe(ready), 0);
  ASSERT_EQ(pipe(done), 0);
  const pid_t child = fork();
  if (child == 0) {
    Database mixxx_itself(locked, Mode::kWrite);
    mixxx_itself.run("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE");
    char byte = 0;
    if (write(ready[1], &byte, 1) == 1 && read(done[0], &byte, 1) == 1) _exit(0);
    _exit(1);
  }
  char byte = 0;
  ASSERT_EQ(read(ready[0], &byte, 1), 1);
  EXPECT_THROW(import(locked), DatabaseError);
  ASSERT_EQ(write(done[1], &byte, 1), 1);
  ASSERT_EQ(waitpid(child, nullptr, 0), child);
  for (const int end : {ready[0], ready[1], done[0], done[1]}) close(end);
  EXPECT_NO_THROW(import(locked));
}

TEST_F(ImportTest, ThousandsOfPlaylistsTakeSecondsAtMost) {
  SongCollection many;
  for (int i = 0; i < 3000; ++i) many.lists.push_back({"Same", CollectionList::kTop, false});
  for (int i = 0; i < 3000; ++i)
    many.lists.push_back({"List " + std::to_string(i), CollectionList::kTop, false});
  const auto start = std::chrono::steady_clock::now();
  index->personal().apply(plan_import(*index, many).edit);
  EXPECT_TRUE(plan_import(*index, many).edit.empty());
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(10));
  EXPECT_EQ(index->personal().playlists().size(), 6000u);
}

TEST_F(ImportTest, RefusesWhatIsNoCollection) {
  write_text(scratch / "notes.xml", "<p>hello</p>");
  EXPECT_THROW(import(scratch / "notes.xml"), FormatError);
  EXPECT_THROW(import(scratch / "missing.xml"), FormatError);
  { Database(scratch / "other.db", Mode::kWrite).run("CREATE TABLE library (id)"); }
  EXPECT_THROW(import(scratch / "other.db"), InputError) << "a database of another program";
  const fs::path busy = mixxx();
  write_text(busy.string() + "-journal", "written");
  EXPECT_THROW(import(busy), DatabaseError);
  fs::remove(busy.string() + "-journal");
  for (const char* change :
       {"ALTER TABLE crates RENAME TO real; CREATE VIEW crates AS WITH RECURSIVE endless(id) AS "
        "(SELECT 1 UNION ALL SELECT id + 1 FROM endless) SELECT id, 'x' AS name FROM endless",
        "ALTER TABLE library ADD COLUMN slow AS (length(hex(zeroblob(100000000))))",
        "DROP TABLE PlaylistTracks"})
    EXPECT_THROW(import(mixxx(change)), InputError) << change;
  const fs::path damaged = mixxx();
  std::fstream(damaged, std::ios::in | std::ios::out | std::ios::binary).seekp(4096)
      << std::string(4096, '\x55');
  EXPECT_THROW(import(damaged), InputError);
  std::string deep = "<DJ_PLAYLISTS><COLLECTION/><PLAYLISTS><NODE Type=\"0\" Name=\"ROOT\">";
  for (int i = 0; i < 30; ++i) deep += "<NODE Type=\"0\" Name=\"x\">";
  EXPECT_THROW(import(rekordbox(deep)), FormatError);
  EXPECT_EQ(names(), "");
}

}  // namespace
}  // namespace tactus::test
