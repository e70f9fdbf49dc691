// `tactus dataset list`, `split`, `consensus` and `cache`.
#include <gtest/gtest.h>

#include <map>

#include "app/config/config_manifest.h"
#include "datasets/cache/cache_folder.h"
#include "datasets/cache/content_hash.h"
#include "datasets/formats/format.h"
#include "tests/app/support/program.h"
#include "tests/app/support/synthetic_corpus.h"
#include "tests/support/test_support.h"

namespace tactus {
namespace {

namespace fs = std::filesystem;
using test::put_file;

test::ProgramResult dataset(std::vector<std::string> arguments) {
  const test::ScratchFolder scratch;
  arguments.insert(arguments.begin(), "dataset");
  return test::Program(scratch.path(), arguments).wait();
}

// GuitarSet's layout: six players, five songs, two microphones each.
void put_guitarset(const fs::path& folder, int players = 6) {
  for (int player = 0; player < players; ++player) {
    for (int song = 1; song <= 5; ++song) {
      const std::string stem =
          "0" + std::to_string(player) + "_BN" + std::to_string(song) + "-120-C_comp";
      put_file(folder / "audio_mono-mic" / (stem + "_mic.wav"), test::wav_bytes({0.0f, 0.5f}));
      put_file(folder / "audio_mix" / (stem + "_mix.wav"), test::wav_bytes({0.0f, 0.5f}));
      put_file(folder / "annotation" / (stem + ".lab"), "0\t1\tC:maj\n");
    }
  }
}

TEST(DatasetList, ShowsWhatTheLoaderFound) {
  const test::ScratchFolder folder;
  for (unsigned seed = 0; seed < 3; ++seed)
    test::put_song(folder / ("s" + std::to_string(seed)), test::synthetic_song(seed));
  fs::remove(folder / "s1.lab");
  fs::remove(folder / "s2.wav");
  const test::ProgramResult result = dataset({"list", folder.path().string()});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  for (const char* part : {"layout    matched by name\n", "songs     3, audio 2, none 1\n",
                           "layers    beats 3, chords 2, key 0\n",
                           "hours     0.02 by the headers of 2 of 2 recordings\n",
                           "(none)            3      3       2        0\n"}) {
    EXPECT_NE(result.out.find(part), std::string::npos) << part << "in\n" << result.out;
  }
}

TEST(DatasetList, GoesRoundLinksToThemselvesAndHiddenFiles) {
  const test::ScratchFolder folder;
  test::put_song(folder / "s", test::synthetic_song(0));
  put_file(folder / "._s.wav", "AppleDouble");
  put_file(folder / ".hidden/t.beats", "0.5\t1\n1.0\t2\n");
  fs::create_symlink("self.beats", folder / "self.beats");
  const test::ProgramResult result = dataset({"list", folder.path().string()});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_NE(result.out.find("songs     1, audio 1\n"), std::string::npos) << result.out;
}

TEST(DatasetSplit, WritesAManifestThatKeepsSongsTogether) {
  const test::ScratchFolder folder;
  put_guitarset(folder / "corpus");
  const fs::path manifest = folder / "corpus/split.yaml";
  const test::ProgramResult result = dataset({"split", (folder / "corpus").string(), "--by", "song",
                                              "--shares", "60,20,20", "-o", manifest.string()});
  ASSERT_EQ(result.exit_code, 0) << result.err;
  const Corpus corpus = load_manifest(manifest);
  ASSERT_EQ(corpus.items.size(), 60u);
  std::map<std::string, std::string> of_song;
  std::map<std::string, int> sizes;
  for (const CorpusItem& item : corpus.items) {
    EXPECT_TRUE(fs::exists(item.audio)) << item.audio;
    EXPECT_TRUE(fs::exists(item.chords)) << item.chords;
    EXPECT_EQ(of_song.emplace(item.song, item.split).first->second, item.split);
    ++sizes[item.split];
  }
  EXPECT_EQ(of_song.size(), 30u);
  EXPECT_EQ(sizes.size(), 3u);
  EXPECT_EQ(test::slurp(manifest).find(folder.path().string()), std::string::npos)
      << "paths below the manifest are relative";
  EXPECT_EQ(result.err, "") << "nothing is left out";
  const std::string before = test::slurp(manifest);
  const test::ProgramResult again = dataset({"split", (folder / "corpus").string(), "--by", "song",
                                             "--shares", "60,20,20", "-o", manifest.string()});
  EXPECT_EQ(again.exit_code, 0) << again.err;
  EXPECT_EQ(test::slurp(manifest), before);
}

TEST(DatasetSplit, SaysWhichPartIsEmpty) {
  const test::ScratchFolder folder;
  put_guitarset(folder / "corpus", 1);
  const auto split = [&](const char* output, std::vector<std::string> more) {
    more.insert(more.begin(), {"split", (folder / "corpus").string(), "--shares", "60,40,0", "-o",
                               (folder / output).string()});
    const test::ProgramResult result = dataset(more);
    EXPECT_EQ(result.exit_code, 0) << result.err;
    return result.err;
  };
  const std::string one_artist = split("a.yaml", {});
  EXPECT_TRUE(one_artist.starts_with("warning: no songs in ")) << one_artist;
  EXPECT_TRUE(one_artist.ends_with(
      "; the songs of an artist stay together; try --by song or other --shares\n"))
      << one_artist;
  EXPECT_EQ(one_artist.find("in test"), std::string::npos) << one_artist;
  EXPECT_EQ(split("b.yaml", {"--by", "song"}), "");
}

TEST(DatasetSplit, NamesWhatIsNotThere) {
  const test::ScratchFolder folder;
  Corpus corpus{.name = "mine", .licence = {}, .source = {}, .items = {}};
  for (const char* id : {"a", "b", "c", "d", "e", "f"}) {
    const std::string stem = (folder / id).string();
    put_file(stem + ".wav", test::wav_bytes({0.0f, 0.5f}));
    put_file(stem + ".beats", "0.5\t1\n");
    put_file(stem + ".lab", "0\t1\tC:maj\n");
    corpus.items.push_back(
        {.id = id, .audio = stem + ".wav", .beats = stem + ".beats", .chords = stem + ".lab"});
  }
  put_file(folder / "all.yaml", manifest_text(corpus, folder.path()));
  for (const char* name : {"a.wav", "b.wav", "c.wav", "d.beats", "d.lab", "e.lab"})
    fs::remove(folder / name);
  const std::vector<std::string> arguments = {"split", (folder / "all.yaml").string(), "-o",
                                              (folder / "split.yaml").string()};
  test::ProgramResult result = dataset(arguments);
  ASSERT_EQ(result.exit_code, 0) << result.err;
  EXPECT_NE(result.err.find("warning: mine: 6 files missing: " + (folder / "a.wav").string()),
            std::string::npos)
      << result.err;
  EXPECT_NE(result.err.find("warning: mine: 4 songs left out, without audio or without beats and "
                            "chords: a, b, c, ...\n"),
            std::string::npos)
      << result.err;
  const Corpus made = load_manifest(folder / "split.yaml");
  ASSERT_EQ(made.items.size(), 2u);
  EXPECT_EQ(made.items.front().id, "e");
  EXPECT_EQ(made.items.front().chords, "");

  for (const char* name : {"e.wav", "f.wav"}) fs::remove(folder / name);
  result = dataset(arguments);
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_NE(result.err.find("these are missing: " + (folder / "a.wav").string()), std::string::npos)
      << result.err;
}

TEST(DatasetSplit, ReplacesAnotherFileOnlyWhenAsked) {
  const test::ScratchFolder folder;
  put_guitarset(folder / "corpus", 3);
  const auto split = [&](const char* output, std::vector<std::string> more) {
    more.insert(more.begin(),
                {"split", (folder / "corpus").string(), "-o", (folder / output).string()});
    return dataset(more);
  };
  put_file(folder / "all.yaml", "name: mine\nitems: []\n");
  const test::ProgramResult refused = split("all.yaml", {});
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_NE(refused.err.find("all.yaml: already exists"), std::string::npos) << refused.err;
  EXPECT_NE(refused.err.find("--overwrite"), std::string::npos) << refused.err;
  EXPECT_EQ(test::slurp(folder / "all.yaml"), "name: mine\nitems: []\n");
  EXPECT_EQ(split("all.yaml", {"--overwrite"}).exit_code, 0);
  EXPECT_EQ(load_manifest(folder / "all.yaml").items.size(), 30u);

  put_file(folder / "fold-2.yaml", "notes of mine");
  EXPECT_EQ(split("fold.yaml", {"--folds", "3"}).exit_code, 2);
  EXPECT_EQ(test::slurp(folder / "fold-2.yaml"), "notes of mine");
  EXPECT_FALSE(fs::exists(folder / "fold-1.yaml")) << "a part of the folds is of no use";
  EXPECT_EQ(split("fold.yaml", {"--folds", "3", "--overwrite"}).exit_code, 0);
  EXPECT_EQ(load_manifest(folder / "fold-2.yaml").items.size(), 30u);
  fs::remove(folder / "fold-3.yaml");  // as after an interrupted run
  EXPECT_EQ(split("fold.yaml", {"--folds", "3"}).exit_code, 0);
  EXPECT_TRUE(fs::exists(folder / "fold-3.yaml"));
}

TEST(DatasetSplit, FoldsAreManifestsOfTheirOwn) {
  const test::ScratchFolder folder;
  put_guitarset(folder / "corpus");
  const test::ProgramResult result =
      dataset({"split", (folder / "corpus").string(), "--by", "song", "--folds", "3", "-o",
               (folder / "corpus/fold.yaml").string()});
  ASSERT_EQ(result.exit_code, 0) << result.err;
  std::map<std::string, int> tested;
  for (const char* name : {"corpus/fold-1.yaml", "corpus/fold-2.yaml", "corpus/fold-3.yaml"})
    for (const CorpusItem& item : load_manifest(folder / name).items)
      tested[item.id] += item.split == "test";
  EXPECT_EQ(tested.size(), 60u);
  for (const auto& [id, times] : tested) EXPECT_EQ(times, 1) << id;
  EXPECT_FALSE(fs::exists(folder / "corpus/fold.yaml"));
}

TEST(DatasetSplit, NoMoreFoldsThanThereAreArtists) {
  const test::ScratchFolder folder;
  put_guitarset(folder / "corpus");
  const test::ProgramResult result = dataset(
      {"split", (folder / "corpus").string(), "--folds", "7", "-o", (folder / "x.yaml").string()});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_NE(result.err.find("7 folds, expected at most 6, one for each artist"), std::string::npos)
      << result.err;
  EXPECT_FALSE(fs::exists(folder / "x-1.yaml"));
}

TEST(DatasetSplit, SaysWhichFoldHasNoSongToTestWith) {
  const test::ScratchFolder folder;
  put_guitarset(folder / "corpus");
  const test::ProgramResult result = dataset(
      {"split", (folder / "corpus").string(), "--folds", "6", "-o", (folder / "x.yaml").string()});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  for (int fold = 1; fold <= 6; ++fold) {
    const std::string name = std::to_string(fold);
    bool tested = false;
    for (const CorpusItem& item : load_manifest(folder / ("x-" + name + ".yaml")).items)
      tested = tested || item.split == "test";
    EXPECT_EQ(result.err.find("fold " + name + ": no song to test with") == std::string::npos,
              tested)
        << result.err;
  }
}

TEST(DatasetSplit, ByArtistAndKeepingWhatIsThere) {
  const test::ScratchFolder folder;
  put_guitarset(folder / "corpus", 5);
  const std::string first = (folder / "first.yaml").string();
  ASSERT_EQ(dataset({"split", (folder / "corpus").string(), "-o", first}).exit_code, 0);
  std::map<std::string, std::string> of_artist;
  Corpus corpus = load_manifest(first);
  for (const CorpusItem& item : corpus.items)
    EXPECT_EQ(of_artist.emplace(item.artist, item.split).first->second, item.split);
  EXPECT_EQ(of_artist.size(), 5u);

  // One artist is moved by hand and loses the split of one song; then --keep with another seed.
  const std::string moved = of_artist.begin()->second == "test" ? "train" : "test";
  for (CorpusItem& item : corpus.items)
    if (item.artist == of_artist.begin()->first) item.split = moved;
  corpus.items.front().split.clear();
  ASSERT_EQ(corpus.items.front().artist, of_artist.begin()->first);
  put_file(folder / "second.yaml", manifest_text(corpus, folder.path()));
  const std::string third = (folder / "third.yaml").string();
  ASSERT_EQ(
      dataset({"split", (folder / "second.yaml").string(), "--keep", "--seed", "5", "-o", third})
          .exit_code,
      0);
  corpus.items.front().split = moved;
  EXPECT_EQ(load_manifest(third).items, corpus.items);
}

TEST(DatasetSplit, RefusesSharesThatMakeNoSense) {
  const test::ScratchFolder folder;
  put_guitarset(folder / "corpus", 1);
  const std::string output = (folder / "x.yaml").string();
  EXPECT_NE(
      dataset({"split", (folder / "corpus").string(), "--shares", "0,0,0", "-o", output}).exit_code,
      0);
  EXPECT_EQ(
      dataset({"split", (folder / "corpus").string(), "--shares", "1,2", "-o", output}).exit_code,
      2);
  EXPECT_FALSE(fs::exists(output));
}

// Beats every half second from `start` on. A JAMS file names the audio.
void put_beats(const fs::path& file, double start, const fs::path& audio = {}) {
  Annotation annotation;
  annotation.duration = 40.0;
  annotation.audio = audio.string();
  for (int b = 0; b < 60; ++b) annotation.beats.push_back({start + 0.5 * b, b % 4 + 1});
  put_file(file, serialise_annotation(annotation, audio.empty() ? Format::kBeats : Format::kJams));
}

TEST(DatasetConsensus, WritesACorpusOfWhatTrackersAgreeOn) {
  const test::ScratchFolder folder;
  for (const char* song : {"a/one", "two", "three", "four"}) {
    const std::string name = song;
    put_beats(folder / ("tags/" + name + ".jams"), 6.0, folder / ("audio/" + name + ".ogg"));
    put_beats(folder / ("other/" + name + ".beats"), name == "two" ? 6.2 : 6.01);
    if (name != "three")
      put_beats(folder / ("third/" + name + ".beats"), name == "two" ? 6.4 : 6.0);
  }
  put_file(folder / "third/four.beats", "no\tnumber\n");
  const auto name_of = [&](const char* part) { return (folder / part).string(); };
  const test::ProgramResult result = dataset(
      {"consensus", name_of("tags"), name_of("other"), name_of("third"), "-o", name_of("corpus")});
  ASSERT_EQ(result.exit_code, 0) << result.err;
  EXPECT_NE(result.err.find("three: left out: not in every folder"), std::string::npos)
      << result.err;
  EXPECT_NE(result.err.find("third/four.beats:1:1: "), std::string::npos) << result.err;
  EXPECT_NE(result.err.find("four: left out: "), std::string::npos) << result.err;
  EXPECT_NE(result.out.find("manifest.yaml: 1 song with at least 20 s"), std::string::npos)
      << result.out;
  const Corpus corpus = load_manifest(folder / "corpus/manifest.yaml");
  ASSERT_EQ(corpus.items.size(), 1u);
  EXPECT_EQ(corpus.items[0].id, "a/one");
  EXPECT_EQ(corpus.items[0].audio, folder / "audio/a/one.ogg");
  const Annotation found = read_annotation(corpus.items[0].beats);
  ASSERT_EQ(found.beats.size(), 60u);
  EXPECT_EQ(found.beats[4].confidence, 1.0);
  EXPECT_EQ(found.beats[4].position, 1);
}

TEST(DatasetConsensus, RefusesTwoTrackersAndSongsWithoutAudio) {
  const test::ScratchFolder folder;
  const auto run = [&](std::vector<std::string> folders) {
    folders.insert(folders.begin(), "consensus");
    folders.insert(folders.end(), {"-o", (folder / "corpus").string()});
    return dataset(folders);
  };
  for (const char* tracker : {"x", "y", "z"}) put_beats(folder / tracker / "song.beats", 6.0);
  const std::string x = (folder / "x").string(), y = (folder / "y").string();
  const test::ProgramResult two = run({x, y});
  EXPECT_EQ(two.exit_code, 2);
  EXPECT_NE(two.err.find("at least three folders"), std::string::npos) << two.err;
  const test::ProgramResult silent = run({x, y, (folder / "z").string()});
  EXPECT_EQ(silent.exit_code, 2);
  EXPECT_NE(silent.err.find("no song occurs in all 3 folders and has the path of its audio file"),
            std::string::npos)
      << silent.err;
  EXPECT_FALSE(fs::exists(folder / "corpus/manifest.yaml"));
  const test::ProgramResult absent = run({x, y, (folder / "absent").string()});
  EXPECT_EQ(absent.exit_code, 2);
  EXPECT_NE(absent.err.find("absent"), std::string::npos) << absent.err;
  EXPECT_EQ(absent.err.find("--est"), std::string::npos) << "of another command: " << absent.err;
}

TEST(DatasetCache, ShowsLimitsAndEmpties) {
  const test::ScratchFolder folder;
  const std::string cache = folder.path().string();
  const auto put_features = [&](int first, int last) {
    for (int i = first; i < last; ++i)
      put_file(CacheFolder(folder.path()).file_of(hash_text(std::to_string(i)), "features"),
               std::string(1000, 'x'));
  };
  put_features(0, 4);
  test::ProgramResult result = dataset({"cache", "--folder", cache});
  EXPECT_NE(result.out.find("features of 4 songs, 3.9 KiB of at most 20.0 GiB; 0 removed"),
            std::string::npos)
      << result.out;
  result = dataset({"cache", "--folder", cache, "--limit", "3K"});
  EXPECT_NE(result.out.find("features of 2 songs, 2.0 KiB of at most 3.0 KiB; 2 removed"),
            std::string::npos)
      << result.out;
  EXPECT_EQ(CacheFolder(folder.path()).limit(), 3072u);
  put_features(4, 6);
  result = dataset({"cache", "--folder", cache});
  EXPECT_NE(result.out.find("features of 4 songs, 3.9 KiB of at most 3.0 KiB; 0 removed"),
            std::string::npos)
      << "showing removes nothing: " << result.out;
  result = dataset({"cache", "--folder", cache, "--clear"});
  EXPECT_NE(result.out.find("features of 0 songs"), std::string::npos) << result.out;
  EXPECT_EQ(CacheFolder(folder.path()).limit(), 3072u);
  EXPECT_EQ(dataset({"cache", "--folder", cache, "--limit", "much"}).exit_code, 2);
  EXPECT_EQ(dataset({"cache", "--folder", cache + "/absent"}).exit_code, 2);
}

TEST(DatasetCache, LeavesACorpusAlone) {
  const test::ScratchFolder folder;
  const std::string corpus = (folder / "corpus").string();
  put_file(folder / "corpus/audio/001.flac", "fLaC\nand no path\n");
  put_file(folder / "corpus/chroma.npy", "features of mine");
  const auto before = test::tree_of(corpus);
  EXPECT_EQ(dataset({"cache", "--folder", corpus}).exit_code, 0);
  EXPECT_EQ(test::tree_of(corpus), before);
  EXPECT_EQ(dataset({"cache", "--folder", corpus, "--limit", "0"}).exit_code, 0);
  EXPECT_EQ(dataset({"cache", "--folder", corpus, "--clear"}).exit_code, 0);
  const auto after = test::tree_of(corpus);
  for (const auto& [name, bytes] : before) EXPECT_TRUE(after.contains(name)) << name;
}

}  // namespace
}  // namespace tactus
