// datasets/recipes/grooves: songs composed there and played by MMA. Skipped without mma.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <vector>

#include "datasets/format.h"
#include "datasets/midi_file.h"
#include "tests/test_support.h"

namespace tactus {
namespace {

namespace fs = std::filesystem;

bool compose(const fs::path& folder, int seed) {
  const std::string command = std::string(TACTUS_SOURCE_DIR "/datasets/recipes/grooves '") +
                              folder.string() + "' --songs 5 --seed " + std::to_string(seed);
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

class Grooves : public testing::Test {
 protected:
  void SetUp() override {
    if (std::system("command -v mma >/dev/null") != 0) GTEST_SKIP() << "mma is not installed";
    ASSERT_TRUE(compose(scratch_.path() / "one", 3));
  }
  test::ScratchFolder scratch_;
};

TEST_F(Grooves, BarsBeginWhereTheAnnotationSaysAndChordsCoverThem) {
  int songs = 0;
  for (const auto& entry : fs::directory_iterator(scratch_ / "one")) {
    if (entry.path().extension() != ".mid") continue;
    ++songs;
    fs::path path = entry.path();
    SCOPED_TRACE(path.filename().string());
    const std::vector<double> notes = note_times(path);
    const std::vector<Beat> beats = read_annotation(path.replace_extension(".beats")).beats;
    const auto chords = read_annotation(path.replace_extension(".lab")).chords;
    ASSERT_GT(beats.size(), 60u);
    ASSERT_GT(notes.size(), 100u);
    int bars = 0, played = 0;
    for (const Beat& beat : beats) {
      if (beat.position != 1) continue;
      ++bars;
      played += distance_to_nearest(notes, beat.time) < 0.05;
    }
    EXPECT_GT(played, 0.8 * bars);
    EXPECT_LT(std::abs(notes.back() - beats.back().time), 5.0);
    ASSERT_FALSE(chords.empty());
    EXPECT_EQ(chords.front().start, 0.0);
    EXPECT_GT(chords.back().end, beats.back().time);
    for (std::size_t i = 1; i < chords.size(); ++i) {
      EXPECT_EQ(chords[i].start, chords[i - 1].end);
      EXPECT_LT(distance_to_nearest(notes, chords[i].start), 1.5) << chords[i].label;
    }
  }
  EXPECT_EQ(songs, 5);
}

TEST_F(Grooves, TheSeedDecidesEverything) {
  ASSERT_TRUE(compose(scratch_ / "again", 3));
  ASSERT_TRUE(compose(scratch_ / "other", 4));
  const auto first = contents_of_all(scratch_ / "one");
  EXPECT_EQ(first.size(), 16u);
  EXPECT_EQ(contents_of_all(scratch_ / "again"), first);
  EXPECT_NE(contents_of_all(scratch_ / "other"), first);
}

}  // namespace
}  // namespace tactus
