#include "datasets/corpora/corpus_loaders.h"

#include <gtest/gtest.h>

#include <fstream>
#include <map>

#include "tests/support/test_support.h"
#include "tests/support/unreadable_folder.h"

namespace tactus {
namespace {

using test::ScratchFolder;

void put(const std::filesystem::path& path, const std::string& content) {
  std::filesystem::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary) << content;
}

const char* const kBeats = "0.5\t1\n1.0\t2\n";
const char* const kChords = "0\t1\tC:maj\n1\t2\tN\n";

std::map<std::string, CorpusItem> by_id(const Corpus& corpus) {
  std::map<std::string, CorpusItem> items;
  for (const CorpusItem& item : corpus.items) items[item.id] = item;
  EXPECT_EQ(items.size(), corpus.items.size()) << "ids are not unique";
  return items;
}

TEST(CorpusLoaders, Pop909GoesByItsQualityFlags) {
  const ScratchFolder root;
  put(root / "quality.csv",
      "id,beats_ok,downbeats_ok,chords_ok\n001,1,1,1\n002,1,0,1\n003,1,1,0\n004,0,0,0\n");
  for (const char* id : {"001", "002", "003", "004"}) {
    put(root.path() / "orig" / id / (std::string(id) + ".mid"), "MThd");
    put(root.path() / "derived" / (std::string(id) + ".beats"), kBeats);
    put(root.path() / "derived" / (std::string(id) + ".lab"), kChords);
  }
  Notes notes;
  std::map<std::string, CorpusItem> items = by_id(load_corpus_folder(root.path(), &notes));
  EXPECT_EQ(items.size(), 3u);
  EXPECT_FALSE(items["001"].beats.empty());
  EXPECT_FALSE(items["001"].chords.empty());
  EXPECT_TRUE(items["002"].beats.empty());
  EXPECT_TRUE(items["003"].chords.empty());
  EXPECT_EQ(items["001"].split, "train");
  EXPECT_EQ(items["003"].split, "validation");
  EXPECT_EQ(notes, (Notes{"pop909: 3 songs without beats or chords, according to quality.csv",
                          "pop909: 1 audio files have no annotations"}));
}

TEST(CorpusLoaders, Pop909AsPublishedHasKeysAndSplit) {
  const ScratchFolder root;
  for (const char* id : {"001", "003"}) {
    put(root.path() / "POP909" / id / (std::string(id) + ".mid"), "MThd");
    put(root.path() / "POP909" / id / "beat_midi.txt", kBeats);
    put(root.path() / "POP909" / id / "chord_midi.txt", kChords);
    put(root.path() / "POP909" / id / "key_audio.txt", "0.5\t9.0\tGb:maj\n");
  }
  std::map<std::string, CorpusItem> items = by_id(load_corpus_folder(root.path()));
  EXPECT_EQ(items.size(), 2u);
  EXPECT_EQ(items["001"].keys.filename(), "key_audio.txt");
  EXPECT_EQ(items["001"].chords.filename(), "chord_midi.txt");
  EXPECT_EQ(items["001"].split, "train");
  EXPECT_EQ(items["003"].split, "validation");
  EXPECT_EQ(load_corpus_folder(root / "POP909").items.size(), 2u);
}

TEST(CorpusLoaders, ASecondSongOfOneIdIsLeftOut) {
  const ScratchFolder root;
  put(root / "index.csv", "id,title,artist\n0001,A,First\n0002,B,Z\n0001,C,Second\n");
  for (const char* id : {"0001", "0002"}) {
    put(root.path() / "chroma" / (std::string(id) + ".npy"), "");
    put(root.path() / "lab" / (std::string(id) + ".lab"), kChords);
  }
  Notes notes;
  std::map<std::string, CorpusItem> items = by_id(load_corpus_folder(root.path(), &notes));
  EXPECT_EQ(items["0001"].artist, "first");
  EXPECT_EQ(notes, Notes{"billboard: 1 song with the id of another song; the first song is used"});
}

TEST(CorpusLoaders, BillboardLeavesOutWhatCannotBeRead) {
  const ScratchFolder root;
  put(root / "index.csv", "id,title,artist\n0001,A,\"X,Y\"\n0002,B,Z\n");
  put(root / "chroma/0001.npy", "");
  put(root / "chroma/0002.npy", "");
  put(root / "lab/0001.lab", kChords);
  put(root / "lab/0002.lab", "5\t1\tC:maj\n");
  Notes notes;
  const Corpus corpus = load_corpus_folder(root.path(), &notes);
  ASSERT_EQ(corpus.items.size(), 1u);
  EXPECT_EQ(corpus.items[0].artist, "x");  // first performer
  EXPECT_EQ(corpus.items[0].audio, root / "chroma/0001.npy");
  ASSERT_EQ(notes.size(), 1u);
  EXPECT_NE(notes[0].find("0002.lab:1:3"), std::string::npos);
}

TEST(CorpusLoaders, BillboardKeepsSongsAndArtistsInOneSplit) {
  const ScratchFolder root;
  std::string index = "id,title,artist\n";
  const auto add = [&](const std::string& id, const std::string& title, const std::string& artist) {
    index += id + "," + title + ",\"" + artist + "\"\n";
    put(root / ("chroma/" + id + ".npy"), "");
    put(root / ("lab/" + id + ".lab"), kChords);
  };
  for (int artist = 0; artist < 20; ++artist) {
    const std::string name = "Singer " + std::string(1, static_cast<char>('A' + artist));
    const std::string id = std::to_string(100 + artist);
    add(id + "0", "Song " + id, name);
    add(id + "1", "Other " + id, name + ",A Guest");
    add(id + "2", "Third " + id, name + " & The Band");
    add(id + "9", "SONG " + id + "!", "Cover " + id);  // comes later: follows the song
  }
  put(root / "index.csv", index);
  std::map<std::string, std::string> split;
  std::map<std::string, int> sizes;
  for (const CorpusItem& item : load_corpus_folder(root.path()).items) {
    split[item.id] = item.split;
    ++sizes[item.split];
  }
  ASSERT_EQ(split.size(), 80u);
  for (const auto& [id, of] : split) EXPECT_EQ(of, split[id.substr(0, 3) + "0"]) << id;
  EXPECT_EQ(sizes.size(), 3u) << "with 20 artists every split has one";
}

TEST(CorpusLoaders, ASongIsNotItsMix) {
  const ScratchFolder root;
  for (const char* song : {"Song", "Song Mix", "Tune", "Tune_mix"}) {
    put(root / (std::string(song) + ".wav"), "");
    put(root / (std::string(song) + ".beats"), "0.5\n1.0\n");
  }
  put(root / "Song Mix.lab", kChords);
  const Corpus corpus = load_corpus_folder(root.path(), nullptr);
  ASSERT_EQ(corpus.items.size(), 4u);
  for (const CorpusItem& item : corpus.items) {
    EXPECT_EQ(item.beats.stem(), item.audio.stem());
    EXPECT_EQ(item.chords.empty(), item.audio.stem() != "Song Mix");
  }
}

TEST(CorpusLoaders, MatchesByNameWhatOtherCorporaHave) {
  const ScratchFolder root;
  const std::vector<std::array<std::string, 2>> pairs = {
      {"Ballroom/BallroomData/Waltz/Media-105901.wav",
       "Ballroom/BallroomAnnotations/ballroom_Media-105901.beats"},
      {"gtzan/genres/blues/blues.00000.wav", "gtzan/annotations/gtzan_blues_00000.beats"},
      {"SMC/SMC_MIREX_Audio/SMC_001.wav", "SMC/SMC_MIREX_Annotations/SMC_001_2_1_1_a.txt"},
      {"guitarset/audio_mono-mic/00_BN1-129-Eb_comp_mic.wav",
       "guitarset/annotation/00_BN1-129-Eb_comp.csv"},
      {"rwc/audio/RM-P001.wav", "rwc/AIST.RWC-MDB-P-2001.BEAT/RM-P001.BEAT.TXT"},
      {"harmonix/audio/0001_12step.mp3", "harmonix/beats_and_downbeats/0001_12step.txt"},
      {"POP909/001/001.mid", "POP909/001/beat_midi.txt"},
      {"The Beatles/audio/Help/01 A.wav", "The Beatles/beat/The Beatles/Help/01_A.txt"}};
  for (const auto& [audio, beats] : pairs) {
    put(root / audio, "");
    put(root / beats, beats.ends_with("TXT") ? "50\t50\t384\n100\t100\t48\n" : "0.5\n1.0\n");
  }
  put(root / "The Beatles/chordlab/The Beatles/Help/01 A.lab", kChords);
  put(root / "The Beatles/seglab/The Beatles/Help/01 A.lab", "0\t1\t\tverse\n");
  put(root / "The Beatles/keylab/The Beatles/Help/01 A.lab", "0\t1\tKey\tE\n");
  put(root / "rwc/RWC_Pop_Chords/N001-M01-T01.lab", kChords);
  put(root / "alone.wav", "");
  Notes notes;
  const Corpus corpus = load_corpus_folder(root.path(), &notes);
  EXPECT_EQ(corpus.items.size(), pairs.size());
  std::map<std::filesystem::path, CorpusItem> by_audio;
  for (const CorpusItem& item : corpus.items) by_audio[item.audio] = item;
  for (const auto& [audio, beats] : pairs) EXPECT_EQ(by_audio[root / audio].beats, root / beats);
  const CorpusItem& beatles = by_audio[root / "The Beatles/audio/Help/01 A.wav"];
  EXPECT_EQ(beatles.chords, root / "The Beatles/chordlab/The Beatles/Help/01 A.lab");
  EXPECT_EQ(beatles.keys, root / "The Beatles/keylab/The Beatles/Help/01 A.lab");
  EXPECT_EQ(by_audio[root / "rwc/audio/RM-P001.wav"].chords,
            root / "rwc/RWC_Pop_Chords/N001-M01-T01.lab");
  ASSERT_EQ(notes.size(), 1u);
  EXPECT_NE(notes[0].find("1 audio files have no annotations"), std::string::npos);
}

TEST(CorpusLoaders, TheNearestOfEqualNamesCounts) {
  const ScratchFolder root;
  for (const char* album : {"a", "b"}) {
    put(root.path() / "audio" / album / "01.wav", "");
    put(root.path() / "lab" / album / "01.lab", kChords);
  }
  put(root / "audio/b/01.beats", kBeats);
  std::map<std::string, CorpusItem> items = by_id(load_corpus_folder(root.path()));
  EXPECT_EQ(items["audio/a/01"].chords, root / "lab/a/01.lab");
  EXPECT_EQ(items["audio/b/01"].chords, root / "lab/b/01.lab");
  EXPECT_EQ(items["audio/b/01"].beats, root / "audio/b/01.beats");
}

TEST(CorpusLoaders, GoRoundLinksToThemselvesAndHiddenFiles) {
  const ScratchFolder root;
  for (const char* name : {"song.wav", "._song.wav", ".hidden/other.wav", "._song.lab"})
    put(root / name, "RIFF");
  put(root / "song.beats", kBeats);
  put(root / ".hidden/other.beats", kBeats);
  std::filesystem::create_symlink("self.beats", root / "self.beats");
  std::filesystem::create_symlink("0001", root / "0001");  // a name as a slot of Billboard has
  Notes notes;
  const Corpus corpus = load_corpus_folder(root.path(), &notes);
  ASSERT_EQ(corpus.items.size(), 1u);
  EXPECT_EQ(corpus.items[0].id, "song");
  EXPECT_EQ(notes, Notes{});
}

TEST(CorpusLoaders, NameTheFoldersThatCannotBeRead) {
  const ScratchFolder root;
  for (const char* stem : {"song", "shut/other"}) {
    put(root / (std::string(stem) + ".wav"), "RIFF");
    put(root / (std::string(stem) + ".beats"), kBeats);
  }
  const test::UnreadableFolder shut(root / "shut");
  const CorpusSurvey survey = survey_corpus_folder(root.path());
  EXPECT_EQ(survey.corpus.items.size(), 1u);
  ASSERT_EQ(survey.notes.size(), 1u);
  EXPECT_NE(survey.notes[0].find("shut: folder cannot be read: "), std::string::npos);
}

TEST(CorpusLoaders, RefusesFoldersWithoutACorpus) {
  const ScratchFolder root;
  put(root / "readme.txt", "hello");
  EXPECT_THROW(load_corpus_folder(root.path()), FormatError);
  EXPECT_THROW(load_corpus_folder(root / "absent"), FormatError);
}

TEST(CorpusLoaders, ReadsTheReferenceCorpora) {
  TACTUS_SHARED_OR_SKIP(data);
  const Corpus pop909 = load_corpus_folder(data / "pop909");
  const auto complete = [](const CorpusItem& item) {
    return !item.beats.empty() && !item.chords.empty();
  };
  EXPECT_EQ(std::count_if(pop909.items.begin(), pop909.items.end(), complete), 615);
  EXPECT_EQ(load_corpus_folder(data / "asap").items.size(), 210u);
  EXPECT_EQ(load_corpus_folder(data / "openewld").items.size(), 502u);
  EXPECT_EQ(load_corpus_folder(data / "billboard").items.size(),
            683u);  // the chords of one run backwards: it has beats alone
  EXPECT_GT(load_corpus_folder(data / "gm-midi").items.size(), 60u);
  const Corpus real = load_corpus_folder(data / "real-audio");
  EXPECT_EQ(real.items.size(), 27u);
  for (const CorpusItem& item : real.items) EXPECT_EQ(item.split, "test");
}

}  // namespace
}  // namespace tactus
