// `tactus dataset check` on corpora with planted faults must report exactly these faults.
#include "app/workshop/corpora/dataset_check.h"

#include <gtest/gtest.h>

#include <functional>
#include <nlohmann/json.hpp>
#include <set>

#include "tests/app/support/program.h"
#include "tests/app/support/synthetic_corpus.h"
#include "tests/support/test_support.h"

namespace tactus {
namespace {

namespace fs = std::filesystem;
using test::put_file;
using test::put_song;
using test::synthetic_song;
using test::SyntheticSong;

using Faults = std::multiset<std::pair<std::string, std::string>>;  // (kind, song)

struct CheckRun {
  int exit_code;
  nlohmann::json report;
  Faults faults;
  std::string message(const std::string& song) const {
    for (const auto& finding : report["findings"])
      if (finding["song"] == song) return finding["message"];
    return "";
  }
};

CheckRun check(const fs::path& path, std::vector<std::string> options = {}) {
  const test::ScratchFolder scratch;
  std::vector<std::string> arguments = {"dataset", "check", path.string(), "--json"};
  arguments.insert(arguments.end(), options.begin(), options.end());
  const test::ProgramResult result = test::Program(scratch.path(), arguments).wait();
  CheckRun run{result.exit_code, nlohmann::json::parse(result.out, nullptr, false), {}};
  EXPECT_FALSE(run.report.is_discarded()) << result.out << result.err;
  if (run.report.is_discarded()) run.report = {{"findings", nlohmann::json::array()}};
  for (const auto& finding : run.report["findings"])
    run.faults.emplace(finding["kind"].get<std::string>(), finding["song"].get<std::string>());
  return run;
}

// Moves the annotation by `seconds` against the sound.
void move(SyntheticSong& song, double beats, double chords) {
  for (Beat& beat : song.annotation.beats) beat.time += beats;
  for (LabelledSegment& chord : song.annotation.chords) {
    if (chord.start > 0.0) chord.start += chords;
    chord.end += chords;
  }
}

std::string text_of(const Annotation& annotation, Format format) {
  return serialise_annotation(annotation, format);
}

// A fault inside one song that is correct otherwise.
struct PlantedFault {
  std::string name;
  std::vector<std::string> kinds;                   // the kinds that must be reported
  std::function<void(SyntheticSong& song)> change;  // changes the song before it is written
  std::function<void(const fs::path& stem)> spoil = nullptr;  // changes the written files
};

std::vector<PlantedFault> annotation_faults() {
  return {
      {"bad-line",
       {"unreadable-annotation"},
       nullptr,
       [](const fs::path& stem) {
         put_file(stem.string() + ".beats", "0.4\t1\n0.9\t2\nabc\t3\n");
       }},
      {"no-beats",
       {"empty-annotation"},
       nullptr,
       [](const fs::path& stem) { put_file(stem.string() + ".beats", "# nothing yet\n"); }},
      {"no-chord",
       {"chord-label"},
       [](SyntheticSong& song) { song.annotation.chords[5].label = "H:maj"; }},
      {"typed",
       {"chord-spelling"},
       [](SyntheticSong& song) { song.annotation.chords[5].label = "Cm7"; }},
      {"overlap",
       {"repaired"},
       nullptr,
       [](const fs::path& stem) {
         Annotation annotation = read_annotation(stem.string() + ".lab");
         annotation.chords[4].end += 0.7;
         put_file(stem.string() + ".lab", text_of(annotation, Format::kLab));
       }},
      {"unsorted",
       {"repaired"},
       nullptr,
       [](const fs::path& stem) {
         Annotation annotation = read_annotation(stem.string() + ".beats");
         std::swap(annotation.beats[10], annotation.beats[20]);
         put_file(stem.string() + ".beats", text_of(annotation, Format::kBeats));
       }},
      {"gap", {"segment-gap"}, [](SyntheticSong& song) { song.annotation.chords[6].end -= 0.5; }},
      {"half", {"length"}, [](SyntheticSong& song) { song.annotation.chords.resize(7); }},
      {"half-beats", {"length"}, [](SyntheticSong& song) { song.annotation.beats.resize(28); }},
      {"position",
       {"bar-position"},
       [](SyntheticSong& song) { song.annotation.beats[11].position = 3; }},
      {"missing",
       {"missing-beat"},
       [](SyntheticSong& song) {
         for (Beat& beat : song.annotation.beats) beat.position = 0;
         song.annotation.beats.erase(song.annotation.beats.begin() + 30);
       }},
      {"doubled",
       {"doubled-beat"},
       [](SyntheticSong& song) {
         for (Beat& beat : song.annotation.beats) beat.position = 0;
         song.annotation.beats.insert(song.annotation.beats.begin() + 30,
                                      {song.annotation.beats[29].time + 0.2, 0});
       }},
      {"jump",
       {"tempo-jump"},
       [](SyntheticSong& song) {
         for (std::size_t i = 30; i < song.annotation.beats.size(); ++i)
           song.annotation.beats[i].time += 0.24;
       }},
      {"fast",
       {"tempo"},
       [](SyntheticSong& song) {
         std::vector<Beat> beats;
         for (int i = 0; i < 320; ++i) beats.push_back({0.4 + 0.1 * i, i % 4 + 1});
         song.annotation.beats = beats;
       }},
      {"shifted", {"shifted-beats"}, [](SyntheticSong& song) { move(song, 0.1, 0.0); }},
      {"off-beat", {"shifted-beats"}, [](SyntheticSong& song) { move(song, 0.25, 0.0); }},
      {"early", {"shifted-beats"}, [](SyntheticSong& song) { move(song, -0.06, 0.0); }},
      {"late-chords", {"shifted-chords"}, [](SyntheticSong& song) { move(song, 0.0, 0.2); }},
  };
}

std::vector<PlantedFault> audio_faults() {
  return {
      {"no-sound",
       {"unreadable-audio"},
       nullptr,
       [](const fs::path& stem) { put_file(stem.string() + ".wav", "this is no sound"); }},
      {"cut",
       {"damaged-audio", "beat-outside"},
       nullptr,
       [](const fs::path& stem) {
         const fs::path audio = stem.string() + ".wav";
         fs::resize_file(audio, 44 + 2 * static_cast<std::uintmax_t>(test::kSongRate * 31.5));
       }},
      {"silent",
       {"silent-audio"},
       [](SyntheticSong& song) { std::fill(song.samples.begin(), song.samples.end(), 0.0f); }},
      {"short",
       {"beat-outside", "length"},
       [](SyntheticSong& song) { song.samples.resize(static_cast<std::size_t>(22050 * 25)); }},
      {"alone",
       {"no-annotation"},
       nullptr,
       [](const fs::path& stem) {
         fs::remove(stem.string() + ".beats");
         fs::remove(stem.string() + ".lab");
       }},
      {"lost",
       {"no-audio"},
       nullptr,
       [](const fs::path& stem) { fs::remove(stem.string() + ".wav"); }},
  };
}

// Makes a folder in which every fault has a song of its own, among songs without a fault.
void expect_exactly(const std::vector<PlantedFault>& planted) {
  const test::ScratchFolder folder;
  Faults expected;
  unsigned seed = 100;
  for (const PlantedFault& fault : planted) {
    SyntheticSong song = synthetic_song(seed++);
    if (fault.change) fault.change(song);
    put_song(folder / fault.name, song);
    if (fault.spoil) fault.spoil(folder / fault.name);
    for (const std::string& kind : fault.kinds) expected.emplace(kind, fault.name);
  }
  for (const char* name : {"good 1", "good 2"}) put_song(folder / name, synthetic_song(seed++));
  const CheckRun run = check(folder.path());
  EXPECT_EQ(run.faults, expected);
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_EQ(run.report["songs"], planted.size() + 2);
}

TEST(DatasetCheck, FindsNothingInACleanCorpus) {
  const test::ScratchFolder folder;
  for (unsigned seed = 0; seed < 12; ++seed)
    put_song(folder / ("song " + std::to_string(seed)), synthetic_song(seed));
  const CheckRun run = check(folder.path(), {"--strict"});
  EXPECT_EQ(run.faults, Faults{});
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_EQ(run.report["songs"], 12);
  EXPECT_NEAR(run.report["hours"], 12 * test::kSongLength / 3600, 1e-6);
}

TEST(DatasetCheck, FindsWhatIsWrongWithAnnotations) {
  expect_exactly(annotation_faults());
}

TEST(DatasetCheck, FindsWhatIsWrongWithAudio) {
  expect_exactly(audio_faults());
}

TEST(DatasetCheck, SaysWhereAndHowMuch) {
  const test::ScratchFolder folder;
  SyntheticSong shifted = synthetic_song(1);
  move(shifted, 0.1, 0.0);
  put_song(folder / "shifted", shifted);
  put_song(folder / "bad", synthetic_song(2));
  put_file(folder / "bad.beats", "0.4\t1\n  x\t2\n");
  const CheckRun run = check(folder.path());
  for (const auto& finding : run.report["findings"]) {
    if (finding["kind"] == "shifted-beats") {
      EXPECT_NEAR(finding["shift"], -0.1, 0.012);
    } else {
      EXPECT_EQ(finding["line"], 2);
      EXPECT_EQ(finding["column"], 3);
      EXPECT_EQ(finding["file"], (folder / "bad.beats").string());
    }
  }
  EXPECT_EQ(run.report["findings"].size(), 2u);
  EXPECT_NE(run.message("bad").find("bad.beats:2:3"), std::string::npos);
}

TEST(DatasetCheck, FindsCopiesAndOtherEncodings) {
  const test::ScratchFolder folder;
  SyntheticSong song = synthetic_song(1);
  put_song(folder / "a", song);
  put_song(folder / "b copy", song);
  std::mt19937 random(9);
  for (float& sample : song.samples)  // quieter, noisy, and 10 ms of the start are missing
    sample = 0.5f * sample + static_cast<float>(static_cast<double>(random() % 1000) * 1e-6);
  song.samples.erase(song.samples.begin(), song.samples.begin() + test::kSongRate / 100);
  put_song(folder / "c other", song);
  put_song(folder / "d", synthetic_song(2));
  const CheckRun run = check(folder.path());
  EXPECT_TRUE(run.faults.contains({"duplicate-audio", "b copy"}));
  EXPECT_TRUE(run.faults.contains({"similar-audio", "c other"}));
  for (const auto& [kind, name] : run.faults) EXPECT_TRUE(name == "b copy" || name == "c other");
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_EQ(check(folder.path(), {"--strict"}).exit_code, 3);
}

TEST(DatasetCheck, FindsFaultsOfAManifest) {
  const test::ScratchFolder folder;
  for (unsigned seed = 0; seed < 7; ++seed)
    put_song(folder / ("s" + std::to_string(seed)), synthetic_song(seed));
  fs::copy_file(folder / "s0.wav", folder / "copy.wav");
  const auto item = [](const std::string& id, const std::string& stem, const std::string& more) {
    return "  - {id: " + id + ", audio: " + stem + ".wav, beats: s" + stem.substr(stem.size() - 1) +
           ".beats" + more + "}\n";
  };
  put_file(folder / "m.yaml",
           "name: planted\nitems:\n" + item("clean", "s0", ", split: train") +
               item("wrong", "s1", ", split: training") + item("absent", "s2", "") +
               item("gone", "s3", ", chords: nowhere.lab, split: test") +
               item("take1", "s4", ", split: train, song: waltz") +
               item("take2", "s5", ", split: test, song: waltz") +
               "  - {id: leak, audio: copy.wav, beats: s0.beats, split: validation}\n" +
               item("clean", "s6", ", split: train"));
  const CheckRun run = check(folder / "m.yaml");
  EXPECT_EQ(run.faults, (Faults{{"split-name", "wrong"},
                                {"split-name", "absent"},
                                {"split-name", "clean"},  // the id a second time
                                {"missing-file", "gone"},
                                {"split-leak", "take2"},
                                {"split-leak", "leak"}}));
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_NE(run.message("wrong").find("m.yaml:4:"), std::string::npos);
}

// A search for a name of more than 255 characters fails.
TEST(DatasetCheck, APathThatCannotBeLookedForCostsOnlyItsSong) {
  const test::ScratchFolder folder;
  put_song(folder / "good", synthetic_song(1));
  const std::string endless(300, 'a');
  put_file(folder / "m.yaml",
           "name: planted\nitems:\n"
           "  - {id: good, audio: good.wav, beats: good.beats, chords: good.lab}\n"
           "  - {id: long, audio: " +
               endless + ".wav, beats: " + endless + ".beats}\n");
  const CheckRun run = check(folder / "m.yaml");
  EXPECT_EQ(run.faults, (Faults{{"unreadable-audio", "long"}, {"unreadable-annotation", "long"}}));
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_NE(run.message("long").find(endless + ".wav: audio: "), std::string::npos);
}

TEST(DatasetCheck, ReportDoesNotDependOnJobs) {
  const test::ScratchFolder folder;
  for (unsigned seed = 0; seed < 6; ++seed) {
    SyntheticSong song = synthetic_song(seed / 2);
    if (seed == 3) song.annotation.chords[5].label = "H";
    put_song(folder / ("song " + std::to_string(seed)), song);
  }
  EXPECT_EQ(check(folder.path(), {"--jobs", "1"}).report,
            check(folder.path(), {"--jobs", "4"}).report);
}

TEST(DatasetCheck, AShiftOfTheWholeCorpusIsToldOnce) {
  Corpus corpus;
  std::vector<CheckedSong> songs(20);
  for (std::size_t i = 0; i < songs.size(); ++i) {
    corpus.items.emplace_back().id = std::to_string(i);
    songs[i].chord_shift = -0.11 + 0.001 * static_cast<double>(i);
    songs[i].beat_shift = 0.005;
  }
  songs[4].chord_shift = 0.3;
  const std::vector<Finding> findings = compare_songs(corpus, songs);
  ASSERT_EQ(findings.size(), 2u);
  EXPECT_EQ(findings[0].kind, FindingKind::kShiftedChords);
  EXPECT_EQ(findings[0].song, "");
  EXPECT_NEAR(findings[0].time.value(), -0.1, 0.005);
  EXPECT_EQ(findings[1].song, "4");
  for (std::size_t i = 0; i < songs.size(); ++i) songs[i].chord_shift = i % 2 ? -0.1 : 0.1;
  EXPECT_TRUE(compare_songs(corpus, songs).empty()) << "a median of what differs says nothing";
}

}  // namespace
}  // namespace tactus
