#include "datasets/synth/synth.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>

#include "datasets/formats/format.h"
#include "datasets/synth/sound/midi_renderer.h"
#include "datasets/synth/synth_corpus.h"
#include "tests/datasets/support/song_fixture.h"
#include "tests/support/test_support.h"

namespace tactus {
namespace {

namespace fs = std::filesystem;

using test::write_text;

std::string read_text(const fs::path& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

std::map<std::string, std::string> contents(const fs::path& folder) {
  std::map<std::string, std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (entry.is_regular_file())
      files[fs::relative(entry.path(), folder).string()] = read_text(entry.path());
  return files;
}

// The small song as a MIDI file at 120 BPM, 100 ticks per quarter.
void write_midi_song(const fs::path& path, const Song& song) {
  MidiFile file;
  file.ticks_per_quarter = 100;
  for (const Part& part : song.performance.parts) {
    Performance alone;
    alone.parts = {part};
    MidiTrack track;
    track.events.push_back(text_event(0, kMetaTrackName, part.name));
    for (const TimedMessage& m : timed_messages(alone))
      track.events.push_back(
          {static_cast<std::uint32_t>(m.time * 200 + 0.5), m.status, m.data1, m.data2, ""});
    file.tracks.push_back(track);
  }
  const std::vector<std::uint8_t> bytes = encode_midi(file);
  write_text(path, std::string(bytes.begin(), bytes.end()));
}

// Like POP909: songs 001, 002 and 013; 002 fails the quality flags.
void make_corpus(const fs::path& folder) {
  write_text(folder / "quality.csv",
             "id,beats_ok,downbeats_ok,chords_ok\n001,1,1,1\n002,1,0,1\n013,1,1,1\n");
  for (const char* id : {"001", "002", "013"}) {
    const Song song = test::small_song(2, id);
    write_midi_song(folder / "orig" / id / (std::string(id) + ".mid"), song);
    const fs::path stem = folder / "derived" / id;
    fs::create_directories(folder / "derived");
    write_annotation(song.annotation, Format::kBeats, stem.string() + ".beats");
    write_annotation(song.annotation, Format::kLab, stem.string() + ".lab");
    write_annotation(song.annotation, Format::kLabKeys, stem.string() + ".key");
  }
}

std::string manifest_of_paths(const Corpus& corpus) {
  std::string text = corpus.name + "\n";
  for (const CorpusItem& item : corpus.items)
    text += item.id + " " + item.audio.filename().string() + " " + item.beats.filename().string() +
            " " + item.chords.filename().string() + " " + item.keys.filename().string() + " " +
            item.split + "\n";
  return text;
}

SynthReport run(const fs::path& corpus, SynthOptions options, std::stop_token stop = {}) {
  return synthesise(read_midi_corpus(corpus), options, nullptr, stop);
}

TEST(SynthCorpus, ReadsPop909WithItsSplits) {
  const test::ScratchFolder scratch;
  make_corpus(scratch.path());
  const Corpus corpus = read_midi_corpus(scratch.path());
  ASSERT_EQ(corpus.items.size(), 2u);
  EXPECT_EQ(corpus.items[0].id, "001");
  EXPECT_EQ(corpus.items[0].split, "train");
  EXPECT_EQ(corpus.items[1].split, "validation");
  const Song song = read_song(corpus.items[0]);
  const Song expected = test::small_song(2, "001");
  EXPECT_EQ(song.annotation.chords, expected.annotation.chords);
  EXPECT_EQ(song.annotation.beats, expected.annotation.beats);
  ASSERT_EQ(song.performance.parts.size(), 3u);
  EXPECT_EQ(song.performance.parts[2].name, "PIANO");
  EXPECT_EQ(song.performance.parts[2].notes.size(), 6u);
}

TEST(SynthCorpus, TakesTheMidiFilesOfAnyFolder) {
  const test::ScratchFolder scratch;
  for (const char* name : {"a/one", "b/two", "b/three"}) {
    write_midi_song(scratch / (std::string(name) + ".mid"), test::small_song(1));
    write_text(scratch / (std::string(name) + ".beats"), "0.5\t1\n1.0\t2\n");
  }
  write_text(scratch / "b/four.wav", "no MIDI");
  write_text(scratch / "b/four.beats", "0.5\t1\n");
  const Corpus corpus = read_midi_corpus(scratch.path());
  ASSERT_EQ(corpus.items.size(), 3u);
  for (const CorpusItem& item : corpus.items) {
    EXPECT_EQ(item.audio.extension(), ".mid");
    EXPECT_EQ(item.id.find('/'), std::string::npos);
    EXPECT_TRUE(item.split == "train" || item.split == "validation") << item.split;
  }
}

TEST(SynthCorpus, TakesTheMidiFilesOfAManifestWithTheirSplits) {
  Corpus listed{"mine", "CC0", "made here", {}};
  listed.items.push_back(
      {.id = "a/one", .audio = "one.mid", .split = "validation", .beats = "one.beats"});
  listed.items.push_back({.id = "two", .audio = "two.wav", .beats = "two.beats"});
  listed.items.push_back({.id = "three", .audio = "three.mid"});
  Notes notes;
  const Corpus corpus = songs_to_render(listed, "m.yaml", &notes);
  ASSERT_EQ(corpus.items.size(), 1u);
  EXPECT_EQ(corpus.items[0].id, "a-one");
  EXPECT_EQ(corpus.items[0].split, "validation");
  EXPECT_EQ(corpus.name, "mine-rendered");
  EXPECT_EQ(corpus.licence, "CC0");
  EXPECT_EQ(notes, Notes{"1 song without beats or chords left out"});
  listed.items = {listed.items[1]};
  EXPECT_THROW(songs_to_render(listed, "m.yaml"), SynthCorpusError);
}

TEST(SynthCorpus, RefusesAFolderWithNothingToRender) {
  const test::ScratchFolder scratch;
  EXPECT_THROW(read_midi_corpus(scratch.path()), std::runtime_error);
  EXPECT_THROW(read_midi_corpus(scratch / "absent"), FormatError);
  write_text(scratch / "a.wav", "no MIDI");
  write_text(scratch / "a.beats", "0.5\t1\n");
  EXPECT_THROW(read_midi_corpus(scratch.path()), SynthCorpusError);
}

class Synth : public testing::Test {
 protected:
  void SetUp() override {
    try {
      options_.soundfonts = {find_soundfont("TimGM6mb")};
    } catch (const RenderError&) {
      GTEST_SKIP() << "no soundfont is installed (Debian: timgm6mb-soundfont)";
    }
    options_.sample_rate = 8000;
    options_.manifest = manifest_of_paths;
    make_corpus(corpus_);
  }
  SynthOptions to(const std::string& folder) const {
    SynthOptions options = options_;
    options.out = scratch_ / folder;
    return options;
  }
  test::ScratchFolder scratch_;
  fs::path corpus_ = scratch_ / "corpus";
  SynthOptions options_;
};

TEST_F(Synth, WritesAudioAnnotationsAndManifest) {
  const SynthReport report = run(corpus_, to("out"));
  EXPECT_EQ(report.rendered, 2u);
  EXPECT_TRUE(report.failures.empty());
  const std::string manifest = read_text(scratch_ / "out/manifest.yaml");
  EXPECT_EQ(manifest,
            "pop909-rendered\n001 001.flac 001.beats 001.lab 001.key train\n"
            "013 013.flac 013.beats 013.lab 013.key validation\n");
  const Annotation truth = read_annotation(scratch_ / "out/annotations/013.beats");
  EXPECT_EQ(truth.beats.size(), 11u);
}

TEST_F(Synth, PercussionHasBeatsAlone) {
  SynthOptions options = to("out");
  options.arrange = ArrangeMode::kPercussion;
  const SynthReport report = run(corpus_, options);
  EXPECT_TRUE(report.failures.empty());
  EXPECT_EQ(read_text(scratch_ / "out/manifest.yaml"),
            "pop909-rendered\n001 001.flac 001.beats   train\n"
            "013 013.flac 013.beats   validation\n");
  EXPECT_FALSE(fs::exists(scratch_ / "out/annotations/013.lab"));
}

TEST_F(Synth, InterruptedRunEndsLikeAnUnbrokenOne) {
  run(corpus_, to("whole"));
  SynthOptions options = to("broken");
  options.skip_existing = true;
  options.limit = 1;
  run(corpus_, options);
  fs::remove(scratch_ / "broken/annotations/001.lab");  // a song that is not complete
  options.limit = 0;
  options.jobs = 2;
  EXPECT_EQ(run(corpus_, options).rendered, 2u);
  auto whole = contents(scratch_ / "whole"), broken = contents(scratch_ / "broken");
  // Manifest and log are written after each song, in the order in which the songs end: the index
  // holds this history.
  EXPECT_EQ(whole.erase(".tactus-outputs") + broken.erase(".tactus-outputs"), 2u);
  EXPECT_EQ(whole, broken);
  EXPECT_EQ(run(corpus_, options).skipped, 2u);
}

TEST_F(Synth, StopsOnRequestWithoutHalfFiles) {
  std::stop_source source;
  source.request_stop();
  const SynthReport report = run(corpus_, to("out"), source.get_token());
  EXPECT_TRUE(report.stopped);
  EXPECT_EQ(report.rendered, 0u);
  EXPECT_FALSE(fs::exists(scratch_ / "out/audio"));
}

TEST_F(Synth, ABrokenSongCostsOnlyItself) {
  write_text(corpus_ / "orig/001/001.mid", "MThd, but no more");
  const SynthReport report = run(corpus_, to("out"));
  EXPECT_EQ(report.rendered, 1u);
  ASSERT_EQ(report.failures.size(), 1u);
  EXPECT_NE(report.failures[0].find("001.mid: byte "), std::string::npos) << report.failures[0];
}

TEST_F(Synth, TheListsNameNoSongThatIsNotThere) {
  run(corpus_, to("out"));
  fs::remove(scratch_ / "out/audio/001.flac");
  write_text(corpus_ / "orig/001/001.mid", "MThd, but no more");
  run(corpus_, to("out"));
  EXPECT_EQ(read_text(scratch_ / "out/manifest.yaml"),
            "pop909-rendered\n013 013.flac 013.beats 013.lab 013.key validation\n");
  fs::remove(scratch_ / "out/audio/013.flac");
  write_text(corpus_ / "orig/013/013.mid", "MThd, but no more");
  EXPECT_EQ(run(corpus_, to("out")).failures.size(), 2u);
  EXPECT_FALSE(fs::exists(scratch_ / "out/manifest.yaml"));
  EXPECT_FALSE(fs::exists(scratch_ / "out/synth-log.csv"));
}

TEST_F(Synth, RenditionsDifferAndStayInTheSplitOfTheirSong) {
  SynthOptions options = to("out");
  options.renditions = 3;
  options.limit = 1;
  EXPECT_EQ(run(corpus_, options).rendered, 3u);
  EXPECT_EQ(read_text(scratch_ / "out/manifest.yaml"),
            "pop909-rendered\n001 001.flac 001.beats 001.lab 001.key train\n"
            "001-r2 001-r2.flac 001-r2.beats 001-r2.lab 001-r2.key train\n"
            "001-r3 001-r3.flac 001-r3.beats 001-r3.lab 001-r3.key train\n");
  EXPECT_NE(read_text(scratch_ / "out/audio/001.flac"),
            read_text(scratch_ / "out/audio/001-r2.flac"));
  const std::string log = read_text(scratch_ / "out/synth-log.csv");
  EXPECT_EQ(std::count(log.begin(), log.end(), '\n'), 4);
  EXPECT_NE(log.find("\n001-r3,001.mid,train,"), std::string::npos);
  options.renditions = 0;
  EXPECT_THROW(run(corpus_, options), std::invalid_argument);
}

// Only melodies of arrangements are sung, only on request, and only in the strongest variation.
TEST_F(Synth, SomebodySingsInTheShareThatIsAskedFor) {
  SynthOptions options = to("full");
  options.renditions = 12;
  options.limit = 1;
  options.sung = 0.5;
  run(corpus_, options);
  EXPECT_NE(read_text(scratch_ / "full/synth-settings.txt").find("\nsung: 0.5\n"),
            std::string::npos);
  const std::string log = read_text(scratch_ / "full/synth-log.csv");
  std::size_t sung = 0;
  for (std::size_t at = 0; (at = log.find(", a voice at ", at)) != std::string::npos; ++at) ++sung;
  EXPECT_GE(sung, 2u);
  EXPECT_LE(sung, 10u);
  for (const auto& [folder, variation, arrange, sung] :
       {std::tuple{"light", Variation::kLight, ArrangeMode::kAuto, 1.0},
        std::tuple{"percussion", Variation::kFull, ArrangeMode::kPercussion, 1.0},
        std::tuple{"played", Variation::kFull, ArrangeMode::kAuto, 0.0}}) {
    SynthOptions without = to(folder);
    without.sung = sung;
    without.renditions = 12;
    without.limit = 1;
    without.variation = variation;
    without.arrange = arrange;
    run(corpus_, without);
    EXPECT_EQ(read_text(scratch_ / folder / "synth-log.csv").find("voice"), std::string::npos)
        << folder;
  }
}

TEST(SynthCorpus, RefusesARenditionWhoseNameIsTaken) {
  Corpus corpus;
  corpus.items.resize(2);
  corpus.items[0].id = "a";
  corpus.items[1].id = "a-r2";
  EXPECT_THROW(add_renditions(corpus, 2), SynthCorpusError);
}

// Without variation the song is rendered unchanged, with the annotations of the corpus.
TEST_F(Synth, WithoutVariationTheSongStays) {
  SynthOptions options = to("out");
  options.variation = Variation::kNone;
  run(corpus_, options);
  const Song song = test::small_song(2, "001");
  EXPECT_EQ(read_annotation(scratch_ / "out/annotations/001.beats").beats, song.annotation.beats);
  const auto chords = read_annotation(scratch_ / "out/annotations/001.lab").chords;
  ASSERT_FALSE(chords.empty());
  EXPECT_EQ(chords.back().end, song.annotation.chords.back().end);
  options.variation = Variation::kFull;
  EXPECT_THROW(run(corpus_, options), SynthError);
}

TEST_F(Synth, SettingsSayEverything) {
  SynthOptions options = to("out");
  options.variation = Variation::kLight;
  run(corpus_, options);
  EXPECT_EQ(read_text(scratch_ / "out/synth-settings.txt"),
            "recipe: 2\ncorpus: pop909-rendered\nseed: 1\nrate: 8000\nchannels: 1\n"
            "arrange: auto\nvariation: light\nrenditions: 1\nsoundfont: " +
                options.soundfonts[0].filename().string() + "\n");
}

// A record is a function of song and settings: any number of jobs gives the same bytes.
TEST_F(Synth, RecordsAreTheSameWithAnyNumberOfJobs) {
  SynthOptions options = to("one");
  options.sound = SoundStyle::kRecord;
  options.renditions = 2;
  run(corpus_, options);
  options.out = scratch_ / "three";
  options.jobs = 3;
  run(corpus_, options);
  auto one = contents(scratch_ / "one"), three = contents(scratch_ / "three");
  for (auto* files : {&one, &three})  // these lists have the songs as they came
    std::erase_if(*files, [](const auto& file) { return file.first.ends_with(".tactus-outputs"); });
  EXPECT_EQ(one, three);
  EXPECT_NE(one["synth-settings.txt"].find("\nsound: record\n"), std::string::npos);
  options.out = scratch_ / "usual";
  options.sound = SoundStyle::kUsual;
  run(corpus_, options);
  const auto usual = contents(scratch_ / "usual");
  EXPECT_NE(usual.at("audio/001.flac"), one.at("audio/001.flac"));
  EXPECT_EQ(usual.at("annotations/001.lab"), one.at("annotations/001.lab"));
  options.out = scratch_ / "one";
  EXPECT_THROW(run(corpus_, options), SynthError);
}

TEST_F(Synth, ListsThatCannotBeWrittenEndTheRunWithAnyNumberOfJobs) {
  SynthOptions options = to("out");
  options.renditions = 2;
  options.manifest = [](const Corpus&) -> std::string { throw SynthError("the disk is full"); };
  for (const int jobs : {1, 2}) {
    options.jobs = jobs;
    EXPECT_THROW(run(corpus_, options), SynthError) << jobs;
  }
}

// Needs no soundfont: nothing is rendered.
TEST(SynthFolder, RefusesACorpusThatSynthDidNotMake) {
  const test::ScratchFolder scratch;
  make_corpus(scratch / "corpus");
  write_text(scratch / "out/manifest.yaml", "name: mine\n");
  write_text(scratch / "out/audio/x.flac", "a recording");
  const auto before = contents(scratch / "out");
  SynthOptions options;
  options.out = scratch / "out";
  options.soundfonts = {"absent.sf2"};
  options.manifest = manifest_of_paths;
  try {
    run(scratch / "corpus", options);
    ADD_FAILURE() << "rendered into " << options.out;
  } catch (const SynthError& error) {
    const std::string message = error.what();
    EXPECT_NE(message.find(options.out.string() + ": contains files that synth did not make"),
              std::string::npos)
        << message;
    EXPECT_NE(message.find("choose another"), std::string::npos) << message;
  }
  EXPECT_EQ(contents(scratch / "out"), before);
  fs::remove(scratch / "out/manifest.yaml");
  EXPECT_THROW(run(scratch / "corpus", options), SynthError) << "of the recording alone";
  fs::remove(scratch / "out/audio/x.flac");
  std::stop_source stop;
  stop.request_stop();
  EXPECT_TRUE(run(scratch / "corpus", options, stop.get_token()).stopped) << "an empty folder";
}

TEST_F(Synth, RefusesToMixSettingsInOneFolder) {
  run(corpus_, to("out"));
  SynthOptions options = to("out");
  options.seed = 2;
  EXPECT_THROW(run(corpus_, options), SynthError);
}

}  // namespace
}  // namespace tactus
