// The demo songs in the repository: their annotations match their MIDI files and audio.
#include <gtest/gtest.h>
#include <sndfile.h>

#include <array>
#include <cmath>
#include <filesystem>

#include "datasets/formats/format.h"
#include "datasets/synth/score/midi_song.h"
#include "datasets/synth/synth_corpus.h"

namespace tactus {
namespace {

namespace fs = std::filesystem;

const fs::path kDemo = fs::path(TACTUS_SOURCE_DIR) / "datasets" / "demo";

std::vector<CorpusItem> demo_items() {
  return read_midi_corpus(kDemo).items;
}

TEST(Demo, HasAHandfulOfShortPiecesUnderThreeMegabytes) {
  EXPECT_EQ(demo_items().size(), 6u);
  std::uintmax_t bytes = 0;
  for (const auto& entry : fs::recursive_directory_iterator(kDemo))
    if (entry.is_regular_file()) bytes += entry.file_size();
  EXPECT_LT(bytes, 3'000'000u);
}

// The tempo map has a beat every quarter note; every song begins on a downbeat.
TEST(Demo, BeatsAreTheQuartersOfTheMidiFile) {
  for (const CorpusItem& item : demo_items()) {
    const MidiFile file = read_midi(item.audio);
    const TempoMap tempo(file);
    const Song song = read_song(item);
    ASSERT_GT(song.annotation.beats.size(), 30u) << item.id;
    EXPECT_EQ(song.annotation.beats[0].position, 1);
    for (std::size_t i = 0; i < song.annotation.beats.size(); ++i)
      EXPECT_NEAR(song.annotation.beats[i].time,
                  tempo.seconds(static_cast<double>(i) * file.ticks_per_quarter), 1e-5)
          << item.id << " beat " << i;
  }
}

// In every chord the accompaniment plays exactly its notes; the lowest is its bass.
TEST(Demo, ChordsAreWhatTheAccompanimentPlays) {
  for (const CorpusItem& item : demo_items()) {
    const Song song = read_song(item);
    for (const ChordSpan& span : chord_spans(song.annotation.chords)) {
      if (span.chord.root < 0) continue;
      std::array<bool, 12> heard{};
      int lowest = 127;
      for (std::size_t p = 1; p < song.performance.parts.size(); ++p) {  // 0 is the melody
        const Part& part = song.performance.parts[p];
        for (const PlayedNote& note : part.notes) {
          if (part.drums || note.start < span.start - 0.01 || note.start > span.end - 0.01)
            continue;
          if (note.start < span.start + 0.01) lowest = std::min(lowest, note.pitch);
          if (part.name != "Bass") heard[static_cast<std::size_t>(note.pitch % 12)] = true;
        }
      }
      EXPECT_EQ(lowest % 12, span.bass_class()) << item.id << " at " << span.start;
      for (int pitch_class = 0; pitch_class < 12; ++pitch_class)
        EXPECT_EQ(heard[static_cast<std::size_t>(pitch_class)], span.has(pitch_class))
            << item.id << " at " << span.start << " pitch class " << pitch_class;
    }
  }
}

TEST(Demo, AudioLastsAsLongAsItsChordsAndIsNotClipped) {
  for (const CorpusItem& item : demo_items()) {
    fs::path audio = item.audio;
    SF_INFO info{};
    SNDFILE* file = sf_open(audio.replace_extension(".ogg").c_str(), SFM_READ, &info);
    ASSERT_NE(file, nullptr) << audio;
    std::vector<float> samples(static_cast<std::size_t>(info.frames * info.channels));
    EXPECT_EQ(sf_readf_float(file, samples.data(), info.frames), info.frames);
    sf_close(file);
    float peak = 0;
    for (const float x : samples) peak = std::max(peak, std::abs(x));
    EXPECT_GT(peak, 0.6f) << audio;
    EXPECT_LT(peak, 0.99f) << audio;
    const Annotation truth = read_annotation(item.chords);
    EXPECT_NEAR(static_cast<double>(info.frames) / info.samplerate, truth.chords.back().end, 0.01);
  }
}

}  // namespace
}  // namespace tactus
