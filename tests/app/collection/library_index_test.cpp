#include "app/collection/library_index.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <fstream>
#include <thread>
#include <vector>

#include "app/collection/harmony.h"
#include "app/engine/file_tags/file_tag_texts.h"
#include "app/engine/tagging/batch_tagger.h"
#include "audio/error.h"
#include "datasets/formats/format.h"
#include "tests/support/test_support.h"
#include "tests/support/unreadable_folder.h"

namespace tactus::test {
namespace {

namespace fs = std::filesystem;
using Mode = Database::Mode;

Annotation song_in(const char* key, double bpm, std::initializer_list<const char*> chords) {
  Annotation annotation;
  annotation.title = key;
  annotation.duration = 8.0;
  annotation.keys = {{0.0, 8.0, key}};
  annotation.tempi = {{bpm, 1.0}};
  for (const char* label : chords) {
    const double start = annotation.chords.empty() ? 0.0 : annotation.chords.back().end;
    annotation.chords.push_back({start, start + 2.0, label, 0.5});
  }
  return annotation;
}

class LibraryIndexTest : public testing::Test {
 protected:
  static void put(LibraryIndex& index, const std::string& path, const Annotation& annotation,
                  const std::string& hash = "h") {
    IndexedSong song = indexed_song(annotation);
    song.audio = path;
    song.hash = hash + path;
    index.put({{song, annotation}});
  }
  static std::string paths(const std::vector<IndexedSong>& songs) {
    std::string text;
    for (const IndexedSong& song : songs) text += song.audio.string();
    return text;
  }
  ScratchFolder scratch;
  fs::path file = scratch / "data" / "library.sqlite";
};

TEST_F(LibraryIndexTest, KeepsWhatWasPut) {
  LibraryIndex index(file, Mode::kWrite);
  Annotation annotation = song_in("A:minor", 120.5, {"A:min", "F:maj", "C:maj", "G:maj"});
  annotation.artist = "Nina";
  annotation.album = "Live";
  annotation.tags = {.track = 3, .date = "1965-05-01", .bpm = 0.0, .key = ""};
  annotation.beats = {{0.5, 1, 0.9}, {1.0, 2, 0.7}};
  annotation.sections = {{0.0, 4.0, "verse"}, {4.0, 6.0, "A"}, {6.0, 8.0, "verse"}};
  annotation.grid.kind = GridKind::kFree;
  annotation.review = Review::kChecked;
  annotation.annotator = "tactus 1.0";
  put(index, "/a.wav", annotation);
  const LibraryIndex reader(file, Mode::kRead);
  const auto song = reader.at("/a.wav");
  ASSERT_TRUE(song);
  EXPECT_EQ(song->artist, "Nina");
  EXPECT_EQ(song->year, 1965);
  EXPECT_EQ(song->track, 3);
  EXPECT_EQ(song->bpm, 120.5);
  EXPECT_EQ(song->key, 21);
  EXPECT_EQ(key_name(21), "Am");
  EXPECT_EQ(song->beats, 2);
  EXPECT_EQ(song->chords, 4);
  EXPECT_EQ(song->sections, "verse A");
  EXPECT_EQ(song->grid, "free");
  EXPECT_EQ(song->review, "checked");
  EXPECT_EQ(song->model, "tactus 1.0");
  EXPECT_NEAR(song->confidence, (0.8 + 0.5) / 2, 1e-12);
  EXPECT_EQ(reader.at("/b.wav"), std::nullopt);
}

TEST(MainKey, IsTheSameInTablesTheLibraryTagsAndFiles) {
  Annotation song = song_in("Bb:major", 120, {"C:min", "F:min", "G:7", "C:min"});
  song.keys = {{0, 3, "Bb:major"}, {3, 8, "C:minor"}};
  EXPECT_EQ(summarise(song).key, "C:minor") << "tactus tag and the page Batch";
  EXPECT_EQ(indexed_song(song).key, key_number("C:minor"));
  EXPECT_EQ(key_text(song, KeyNotation::kMusical), "Cm");
  EXPECT_NE(serialise_annotation(song, Format::kRekordbox).find("Tonality=\"Cm\""),
            std::string::npos);
  EXPECT_EQ(serialise_annotation(song, Format::kKey), "C\tminor\n");
}

TEST_F(LibraryIndexTest, ASongThatIsPutAgainIsReplaced) {
  LibraryIndex index(file, Mode::kWrite);
  put(index, "/a.wav", song_in("A:minor", 120, {"A:min", "F:maj", "C:maj", "G:maj"}));
  put(index, "/a.wav", song_in("C:major", 90, {"C:maj", "G:maj"}));
  EXPECT_EQ(index.songs(), 1);
  EXPECT_EQ(index.at("/a.wav")->bpm, 90);
  EXPECT_TRUE(index.find({.steps = progression_steps("vi IV I V")}).empty());
  EXPECT_EQ(paths(index.find({.steps = progression_steps("I V")})), "/a.wav");
  index.remove({"/a.wav"});
  EXPECT_EQ(index.songs(), 0);
  EXPECT_TRUE(index.find({.steps = progression_steps("I V")}).empty());
  EXPECT_TRUE(index.similar({}, {}, 5).empty());
}

TEST_F(LibraryIndexTest, FindsProgressionsOfAnyLength) {
  LibraryIndex index(file, Mode::kWrite);
  put(index, "/a", song_in("C:major", 90, {"C:maj", "A:min", "F:maj", "C:maj", "G:maj"}));
  put(index, "/b", song_in("D:major", 90, {"D:maj", "B:min", "G:maj", "A:maj"}));
  const std::pair<const char*, const char*> wanted[] = {{"I vi", "/a/b"},      {"I vi IV", "/a/b"},
                                                        {"I vi IV V", "/b"},   {"vi IV I V", "/a"},
                                                        {"I vi IV I V", "/a"}, {"I bII", ""}};
  for (const auto& [progression, songs] : wanted)
    EXPECT_EQ(paths(index.find({.steps = progression_steps(progression)})), songs) << progression;
}

TEST_F(LibraryIndexTest, TheNearestSongsComeFirst) {
  LibraryIndex index(file, Mode::kWrite);
  put(index, "/far", song_in("F#:major", 70, {"C:dim", "Eb:min"}));
  put(index, "/near", song_in("G:major", 122, {"G:maj", "C:maj", "D:maj"}));
  put(index, "/same", song_in("C:major", 120, {"C:maj", "F:maj", "G:maj"}));
  const auto found = index.similar(*index.harmony_of("/same"), {}, 2);
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].first.audio, "/same");
  EXPECT_EQ(found[0].second, 0.0);
  EXPECT_EQ(found[1].first.audio, "/near");
  EXPECT_EQ(index.similar(*index.harmony_of("/same"), parse_query("bpm < 100"), 9).size(), 1u);
}

TEST_F(LibraryIndexTest, WritersWaitForEachOther) {
  constexpr int kEach = 40;
  std::vector<std::jthread> writers;
  for (const char* name : {"/a", "/b", "/c"}) {
    writers.emplace_back([&, name] {
      LibraryIndex index(file, Mode::kWrite);
      for (int i = 0; i < kEach; ++i)
        put(index, name + std::to_string(i), song_in("C:major", 90, {"C:maj"}));
    });
  }
  writers.clear();
  EXPECT_EQ(LibraryIndex(file, Mode::kRead).songs(), 3 * kEach);
}

TEST_F(LibraryIndexTest, AKilledProcessLosesNothingThatWasPut) {
  for (int round = 0; round < 5; ++round) {
    int ends[2];
    ASSERT_EQ(pipe(ends), 0);
    const pid_t child = fork();
    if (child == 0) {
      LibraryIndex index(file, Mode::kWrite);
      for (int i = 0;; ++i) {
        put(index, fmt::format("/{}-{}", round, i), song_in("C:major", 90, {"C:maj", "F:maj"}));
        if (write(ends[1], "x", 1) != 1) _exit(1);
      }
    }
    close(ends[1]);
    char said = 0;
    const int puts = 3 + 2 * round;
    for (int i = 0; i < puts; ++i) ASSERT_EQ(read(ends[0], &said, 1), 1);
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
    close(ends[0]);
    const LibraryIndex index(file, Mode::kWrite);
    EXPECT_TRUE(index.is_whole());
    for (int i = 0; i < puts; ++i) EXPECT_TRUE(index.at(fmt::format("/{}-{}", round, i)));
  }
}

TEST_F(LibraryIndexTest, RefusesOtherFilesByName) {
  const auto refusal = [&](Mode mode) -> std::string {
    try {
      LibraryIndex index(file, mode);
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_NE(refusal(Mode::kRead).find("no such index"), std::string::npos);
  { Database(file, Mode::kWrite).run("CREATE TABLE theirs (a)"); }
  EXPECT_NE(refusal(Mode::kRead).find("from another program"), std::string::npos);
  EXPECT_NE(refusal(Mode::kWrite).find("from another program"), std::string::npos);
  EXPECT_THROW(set_aside_index(file), DatabaseError) << "it may be anything";
  fs::remove(file);
  { LibraryIndex made(file, Mode::kWrite); }
  { Database(file, Mode::kWrite).run("PRAGMA user_version = 2"); }
  EXPECT_NE(refusal(Mode::kWrite).find("from a newer Tactus"), std::string::npos);
  write_text(file, "my notes");
  EXPECT_NE(refusal(Mode::kRead).find("is not an index"), std::string::npos)
      << refusal(Mode::kRead);
  EXPECT_THROW(set_aside_index(file), DatabaseError);
  EXPECT_EQ(slurp(file), "my notes");
}

TEST_F(LibraryIndexTest, RefusesAnIndexThatComputesItsRows) {
  for (const char* change :
       {"ALTER TABLE song RENAME TO songs; CREATE VIEW song AS WITH RECURSIVE endless(id) AS "
        "(SELECT 1 UNION ALL SELECT id + 1 FROM endless) SELECT * FROM endless, songs",
        "ALTER TABLE song ADD COLUMN slow AS (length(hex(zeroblob(100000000))))",
        "CREATE TRIGGER more AFTER INSERT ON print BEGIN DELETE FROM song; END",
        "CREATE VIRTUAL TABLE other USING fts5(text)"}) {
    const test::ScratchFolder folder;
    const std::filesystem::path file = folder / "index.db";
    { const LibraryIndex index(file, Database::Mode::kWrite); }
    Database(file, Database::Mode::kWrite).run(change);
    for (const Database::Mode mode : {Database::Mode::kRead, Database::Mode::kWrite})
      EXPECT_THROW(LibraryIndex(file, mode), NoIndexError) << change;
  }
}

TEST_F(LibraryIndexTest, ADamagedIndexIsFoundAndSetAside) {
  {
    LibraryIndex index(file, Mode::kWrite);
    for (int i = 0; i < 300; ++i)
      put(index, "/" + std::to_string(i), song_in("C:major", 90, {"C:maj", "F:maj"}));
  }
  EXPECT_TRUE(LibraryIndex(file, Mode::kWrite).is_whole());
  std::fstream(file, std::ios::in | std::ios::out | std::ios::binary).seekp(3 * 4096)
      << std::string(8 * 4096, '\x55');
  EXPECT_FALSE(LibraryIndex(file, Mode::kWrite).is_whole());
  EXPECT_EQ(set_aside_index(file), file.string() + ".damaged");
  EXPECT_FALSE(fs::exists(file));
  EXPECT_EQ(LibraryIndex(file, Mode::kWrite).songs(), 0);
}

TEST_F(LibraryIndexTest, TwoProcessesMakeADamagedIndexOnce) {
  { LibraryIndex index(file, Mode::kWrite); }
  std::fstream(file, std::ios::in | std::ios::out | std::ios::binary).seekp(2000)
      << std::string(4096, '\x55');
  std::atomic<int> told = 0;
  {
    std::vector<std::jthread> both;
    for (int i = 0; i < 2; ++i) {
      both.emplace_back([&] {
        const auto index = index_to_add(file, [&](const fs::path&, bool) { ++told; });
        put(*index, "/song", song_in("C:major", 90, {"C:maj", "F:maj"}));
      });
    }
  }
  EXPECT_EQ(told, 1);
  EXPECT_FALSE(fs::exists(file.string() + ".damaged2"));
  EXPECT_EQ(LibraryIndex(file, Mode::kRead).songs(), 1);
}

TEST_F(LibraryIndexTest, CanBeReadWhereNobodyMayWrite) {
  const fs::path odd = scratch / "50% #1?" / "library.sqlite";
  {
    LibraryIndex index(odd, Mode::kWrite);
    put(index, "/song", song_in("C:major", 90, {"C:maj", "F:maj"}));
  }
  constexpr fs::perms kReadAll =
      fs::perms::owner_read | fs::perms::group_read | fs::perms::others_read;
  constexpr fs::perms kEnterAll =
      fs::perms::owner_exec | fs::perms::group_exec | fs::perms::others_exec;
  fs::permissions(odd, kReadAll);
  fs::permissions(odd.parent_path(), kReadAll | kEnterAll);
  fs::permissions(scratch.path(), kReadAll | kEnterAll, fs::perm_options::add);
  {
    const NobodysRights nobody;
    EXPECT_EQ(paths(LibraryIndex(odd, Mode::kRead).find({})), "/song");
    EXPECT_THROW(LibraryIndex(odd, Mode::kWrite), DatabaseError);
  }
  fs::permissions(odd.parent_path(), fs::perms::owner_all);
}

}  // namespace
}  // namespace tactus::test
