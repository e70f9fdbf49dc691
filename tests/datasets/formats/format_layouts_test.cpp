// Real files in common layouts: each is read correctly, or rejected with a reason.
#include <gtest/gtest.h>

#include <cstdio>
#include <map>
#include <set>

#include "datasets/formats/format.h"
#include "tests/support/test_support.h"

namespace tactus {
namespace {

// "beats 12 in bars, chords 20": summary of a file.
std::string summary(const Annotation& read) {
  std::string text;
  const auto add = [&](const char* what, std::size_t count) {
    if (count == 0) return;
    text += (text.empty() ? "" : ", ") + std::string(what) + " " + std::to_string(count);
  };
  add("beats", read.beats.size());
  for (const Beat& beat : read.beats) {
    if (beat.position == 0) continue;
    text += " in bars";
    break;
  }
  add("chords", read.chords.size());
  add("keys", read.keys.size());
  add("sections", read.sections.size());
  add("tempi", read.tempi.size());
  return text;
}

const std::map<std::string, std::string>& expected() {
  static const std::map<std::string, std::string> files = {
      {"asap_annotations.txt", "beats 12 in bars"},
      {"ballroom.beats", "beats 30 in bars"},
      {"billboard_full.lab", "chords 20"},
      {"billboard_salami_chords.txt", "beats 192 in bars, chords 35, keys 1, sections 8"},
      {"brid.beats", "beats 3 in bars"},
      {"candombe.csv", "beats 12 in bars"},
      {"casd_chordify.jams", "chords 209"},
      {"filosax_backing.jams", "beats 4 in bars, chords 3, sections 4"},
      {"giantsteps_tempo.bpm", "tempi 1"},
      {"giantsteps_tempo.mirex", ""},
      {"gtzan_rhythm.beats", "beats 30 in bars"},
      {"gtzan_rhythm.bpm", "tempi 1"},
      {"guitarset.jams", "beats 3 in bars, chords 1, keys 1, tempi 1"},
      {"hainsworth.beats", "beats 3 in bars"},
      {"harmonix.jams", "beats 174 in bars, sections 6"},
      {"harmonix_beats_and_downbeats.txt", "beats 12 in bars"},
      {"harmonix_segments.txt", "sections 10"},
      {"isophonics_beatles_beat.txt", "beats 7 in bars"},
      {"isophonics_beatles_chord.lab", "chords 3"},
      {"isophonics_beatles_key.lab", "keys 1"},
      {"isophonics_beatles_seg.lab", "sections 2"},
      {"jamsdata_rockcorpus.jams", "beats 62 in bars, chords 1"},
      {"jamsdata_smc_mirex.jams", "beats 21"},
      {"madmom_dummy.chords", "chords 4"},
      {"madmom_dummy.key", "keys 1"},
      {"madmom_sample.dbn_beat_tracker.txt", "beats 8"},
      {"madmom_sample.dbn_downbeat_tracker.txt", "beats 8 in bars"},
      {"madmom_sample.key_recognition.txt", "keys 1"},
      {"madmom_sample.tempo", "tempi 2"},
      {"madmom_sample.tempo_detector.txt", "tempi 2"},
      {"mireval_key_ref00.txt", "keys 1"},
      {"mireval_segment_ref00.lab", "sections 8"},
      {"pop909_beat_audio.txt", "beats 8 in bars"},
      {"pop909_beat_midi.txt", "beats 8"},
      {"pop909_chord_midi.txt", "chords 8"},
      {"pop909_key_audio.txt", "keys 1"},
      {"rwc_pop_BEAT.TXT", "beats 8 in bars"},
      {"rwc_pop_CHORUS.TXT", "sections 4"},
      {"rwc_pop_chord.lab", "chords 5"},
      {"salami_functions.txt", "sections 6"},
      {"simac_time_only.beats", "beats 3"},
      {"sonic_visualiser_chord.svl", "chords 13"},
      {"swd_beat.csv", "beats 7 in bars"},
      {"swd_measure.csv", "beats 7 in bars"},
      {"uspop_chord.lab", "chords 12"},
  };
  return files;
}

// Indexes, scores, charts of games and other files that do not annotate a recording.
const std::set<std::string>& refused() {
  static const std::set<std::string> files = {"SOURCE.tsv",
                                              "asap_metadata.csv",
                                              "beatthis_8-folds.split",
                                              "beatthis_info.json",
                                              "dcml_harmonies.tsv",
                                              "groove_midi_info.csv",
                                              "jaah_excerpt.json",
                                              "nottingham.abc",
                                              "osu_timing.osu",
                                              "romantext_analysis.txt",
                                              "stepmania_simfile_head.ssc",
                                              "ultrastar_song_head.txt",
                                              "vienna4x22.match"};
  return files;
}

TEST(FormatLayouts, EveryExampleIsReadOrRefusedWithAReason) {
  TACTUS_SHARED_OR_SKIP(data);
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(data / "layouts")) {
    const std::string name = entry.path().filename().string();
    ++files;
    Notes notes;
    try {
      const std::string found = summary(read_annotation(entry.path(), {}, &notes));
      std::printf("%-40s %s\n", name.c_str(), found.empty() ? "nothing" : found.c_str());
      EXPECT_FALSE(refused().contains(name)) << name << " read as " << found;
      const auto wanted = expected().find(name);
      if (wanted != expected().end()) {
        EXPECT_EQ(found, wanted->second) << name;
      }
      const bool explained = !notes.empty() || name == "giantsteps_tempo.jams";  // an empty tempo
      EXPECT_TRUE(!found.empty() || explained) << name << ": nothing read and nothing said";
    } catch (const FormatError& error) {
      const std::string message = error.what();
      std::printf("%-40s refused: %s\n", name.c_str(), message.substr(message.find(name)).c_str());
      EXPECT_TRUE(refused().contains(name)) << message;
      EXPECT_NE(message.find("expected") == std::string::npos &&
                    message.find("unknown annotation format") == std::string::npos,
                true)
          << message;
    }
  }
  EXPECT_GE(files, 90u);
}

}  // namespace
}  // namespace tactus
