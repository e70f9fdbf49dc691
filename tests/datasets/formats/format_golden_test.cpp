// Expected files for other programs, written by hand after imports into these programs: attributes
// and structure of Sonic Visualiser, the CSV headers it recognises and its quoting, TAB in .lab
// (with blanks it misreads a file whose first chord has a '/'), six decimals, points and frequency
// lines of Audacity. song.audacity.txt is of Tactus 0.1, with beats and chords in one file.
#include <gtest/gtest.h>

#include "datasets/formats/format.h"
#include "tests/datasets/support/format_helpers.h"

namespace tactus {
namespace {

using test::golden;

Annotation golden_song() {
  Annotation song;
  song.beats = {{0.5, 4}, {1.0, 1}, {4.0 / 3.0, 2}, {2.0, 0}};
  song.chords = {{0.0, 1.0, "C:maj/3"}, {1.0, 2.0, "D:maj(9,11)"}, {2.25, 3.0, "<A> & \"b\""}};
  song.duration = 3.2;
  return song;
}

TEST(GoldenFiles, AreWrittenByteForByte) {
  int compared = 0;
  for (const FormatInfo& info : all_formats()) {
    const std::string name = "song" + std::string(info.suffix);
    if (!std::filesystem::exists(std::string(TACTUS_SOURCE_DIR) + "/tests/datasets/golden/" + name))
      continue;
    EXPECT_EQ(serialise_annotation(golden_song(), info.format), golden(name)) << name;
    ++compared;
  }
  EXPECT_EQ(compared, 10);
}

TEST(GoldenFiles, AreReadBack) {
  const std::filesystem::path folder =
      std::filesystem::path(TACTUS_SOURCE_DIR) / "tests/datasets/golden";
  for (const char* name : {"song.beats", "song.beats.csv", "song.beats.svl", "song.audacity.txt",
                           "song.beats.audacity.txt"}) {
    const Annotation read = read_annotation(folder / name);
    ASSERT_EQ(read.beats.size(), 4u) << name;
    for (std::size_t i = 0; i < 4; ++i) {
      EXPECT_NEAR(read.beats[i].time, golden_song().beats[i].time, 1.2e-5) << name;
      EXPECT_EQ(read.beats[i].position, golden_song().beats[i].position) << name;
    }
  }
  for (const char* name : {"song.lab", "song.chords.csv", "song.chords.svl", "song.audacity.txt",
                           "song.chords.audacity.txt"})
    EXPECT_EQ(read_annotation(folder / name).chords, golden_song().chords) << name;
}

TEST(GoldenFiles, FrequencyLinesOfAudacityAreSteppedOver) {
  const Annotation read =
      parse_annotation(golden("spectral_selection.audacity.txt"), Format::kAudacityBeats, "x");
  EXPECT_EQ(read.beats, (std::vector<Beat>{{0.5, 4}, {1.0, 1}}));
  EXPECT_EQ(read.chords, (std::vector<LabelledSegment>{{1.0, 2.0, "D:maj(9,11)"}}));
}

}  // namespace
}  // namespace tactus
