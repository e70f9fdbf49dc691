// datasets/synth/grooves: songs composed there and played by MMA. Skipped without mma.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "datasets/formats/format.h"
#include "datasets/midi/midi_file.h"
#include "model/chords/chord_label.h"
#include "tests/support/test_support.h"

namespace tactus {
namespace {

namespace fs = std::filesystem;

bool compose(const fs::path& folder, const std::string& options) {
  const std::string command =
      std::string(TACTUS_SOURCE_DIR "/datasets/synth/grooves '") + folder.string() + "' " + options;
  return std::system(command.c_str()) == 0;
}

std::string contents(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::map<std::string, std::string> contents_of_all(const fs::path& folder) {
  std::map<std::string, std::string> files;
  for (const auto& entry : fs::directory_iterator(folder)) {
    files[entry.path().filename().string()] = contents(entry.path());
  }
  return files;
}

std::vector<double> note_times(const fs::path& midi) {
  std::vector<double> times;
  for (const TimedMessage& message : timed_messages(read_midi(midi))) {
    if ((message.status & 0xF0) == 0x90 && message.data2 > 0) times.push_back(message.time);
  }
  return times;
}

double distance_to_nearest(const std::vector<double>& sorted, double time) {
  const auto after = std::lower_bound(sorted.begin(), sorted.end(), time);
  double distance = after == sorted.end() ? 1e9 : *after - time;
  if (after != sorted.begin()) distance = std::min(distance, time - *(after - 1));
  return distance;
}

// The share of time in which the notes except drums belong to the chord.
double share_of_chord_tones(const fs::path& midi, const std::vector<LabelledSegment>& chords) {
  std::map<std::pair<int, int>, double> started;  // of channel and pitch
  double belonging = 0.0, total = 0.0;
  for (const TimedMessage& message : timed_messages(read_midi(midi))) {
    const int channel = message.status & 0x0F, kind = message.status & 0xF0;
    if (channel == 9 || (kind != 0x80 && kind != 0x90)) continue;
    const auto note = std::pair(channel, static_cast<int>(message.data1));
    if (const auto found = started.find(note); found != started.end()) {
      for (const LabelledSegment& segment : chords) {
        const double seconds =
            std::min(message.time, segment.end) - std::max(found->second, segment.start);
        if (seconds <= 0.0 || segment.label == "N") continue;
        const Chord chord = parse_chord(segment.label);
        const auto interval = static_cast<std::size_t>((message.data1 + 12 - chord.root) % 12);
        total += seconds;
        if (chord.notes[interval]) belonging += seconds;
      }
      started.erase(found);
    }
    if (kind == 0x90 && message.data2 > 0) started[note] = message.time;
  }
  return belonging / total;
}

class Grooves : public testing::Test {
 protected:
  void SetUp() override {
    if (std::system("command -v mma >/dev/null") != 0) GTEST_SKIP() << "mma is not installed";
  }
  // Makes a folder of `songs` songs.
  fs::path composed(const std::string& name, int songs, const std::string& options) const {
    EXPECT_TRUE(compose(scratch_ / name, "--songs " + std::to_string(songs) + " " + options));
    return scratch_ / name;
  }
  test::ScratchFolder scratch_;
};

// Every song of the folder is annotated as it is played, in bars of this many beats.
void expect_true_annotations(const fs::path& folder, int beats_per_bar) {
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() != ".mid") continue;
    fs::path path = entry.path();
    SCOPED_TRACE(path.filename().string());
    const std::vector<double> notes = note_times(path);
    const std::vector<Beat> beats =
        read_annotation(fs::path(path).replace_extension(".beats")).beats;
    const auto chords = read_annotation(fs::path(path).replace_extension(".lab")).chords;
    ASSERT_GT(beats.size(), 60u);
    ASSERT_GT(notes.size(), 100u);
    int bars = 0, played = 0, longest = 0;
    for (const Beat& beat : beats) {
      longest = std::max(longest, beat.position);
      if (beat.position != 1) continue;
      ++bars;
      played += distance_to_nearest(notes, beat.time) < 0.05;
    }
    EXPECT_EQ(longest, beats_per_bar);
    EXPECT_GT(played, 0.8 * bars);
    EXPECT_LT(std::abs(notes.back() - beats.back().time), 5.0);
    ASSERT_FALSE(chords.empty());
    EXPECT_EQ(chords.front().start, 0.0);
    EXPECT_GT(chords.back().end, beats.back().time);
    for (std::size_t i = 1; i < chords.size(); ++i) {
      EXPECT_EQ(chords[i].start, chords[i - 1].end);
    }
    EXPECT_GT(share_of_chord_tones(path, chords), 0.7);
  }
}

TEST_F(Grooves, AreAnnotatedAsTheyArePlayed) {
  const fs::path folder = composed("four", 3, "--seed 3 --only 'casio/(8beat|pop)'");
  EXPECT_EQ(contents_of_all(folder).size(), 10u) << "three files of a song, and a manifest";
  expect_true_annotations(folder, 4);
}

TEST_F(Grooves, BarsOfTwoAndThreeBeatsAreOfTheLengthThatTheySoundLike) {
  expect_true_annotations(composed("two", 1, "--only stdlib/polka"), 2);
  expect_true_annotations(composed("six", 1, "--only stdlib/68swing"), 2);
  expect_true_annotations(composed("three", 1, "--only 'stdlib/waltz'"), 3);
}

TEST_F(Grooves, TheSeedDecidesEverything) {
  const auto first = contents_of_all(composed("one", 2, "--seed 3"));
  EXPECT_EQ(contents_of_all(composed("again", 2, "--seed 3")), first);
  EXPECT_NE(contents_of_all(composed("other", 2, "--seed 4")), first);
}

TEST_F(Grooves, WithoutAGrooveThatMatchesNothingIsWritten) {
  EXPECT_FALSE(compose(scratch_ / "none", "--only of-no-file 2>/dev/null"));
  EXPECT_FALSE(compose(scratch_ / "none", "--songs 0 2>/dev/null"));
}

}  // namespace
}  // namespace tactus
