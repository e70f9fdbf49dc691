#include <gtest/gtest.h>

#include "datasets/formats/format.h"
#include "tests/datasets/support/format_helpers.h"
#include "tests/support/test_support.h"

namespace tactus {
namespace {

TEST(GridFormat, SpreadsBarsOverTheirLine) {
  Notes notes;
  const Annotation read = parse_annotation(
      "# title: T\n# artist: A\n# metre: 4/4\n# tonic: C\n\n0.0\tsilence\n1.0\tA', intro, | C:maj "
      "| F:maj . G:7 . |, (guitar\n"
      "9.0\t| N | (2/4) G:7 | x2, guitar)\n21.0\tB, verse, | A:min(4,9) &pause |\n23.0\tend\n",
      Format::kGrid, "x", &notes);
  EXPECT_EQ(read.title, "T");
  EXPECT_EQ(read.artist, "A");
  EXPECT_EQ(read.duration, 23.0);
  EXPECT_EQ(read.chords, (std::vector<LabelledSegment>{{0, 1, "N"},
                                                       {1, 5, "C:maj"},
                                                       {5, 7, "F:maj"},
                                                       {7, 9, "G:7"},
                                                       {9, 13, "N"},
                                                       {13, 15, "G:7"},
                                                       {15, 19, "N"},
                                                       {19, 21, "G:7"},
                                                       {21, 22, "A:min(4,9)"},
                                                       {22, 23, "N"}}));
  EXPECT_EQ(read.sections,
            (std::vector<LabelledSegment>{{0, 1, "silence"}, {1, 21, "intro"}, {21, 23, "verse"}}));
  EXPECT_EQ(read.keys, (std::vector<LabelledSegment>{{0, 23, "C:major"}}));
  EXPECT_TRUE(notes.empty());
}

TEST(GridFormat, AKeyHasTheModeOfItsTonicsChords) {
  Notes notes;
  const Annotation read = parse_annotation(
      "# tonic: A\n1.0\t| A:min | A:7 | A:min7 | C:maj |\n"
      "# tonic: Bb\n9.0\t| Bb:7 | F:min |\n# tonic: E\n13.0\t| F:maj |\n15.0\tend\n",
      Format::kGrid, "x", &notes);
  EXPECT_EQ(read.keys, (std::vector<LabelledSegment>{{1, 9, "A:minor"}, {9, 13, "Bb:major"}}));
  ASSERT_EQ(notes.size(), 1u);
  EXPECT_NE(notes[0].find("tonic 'E': no chord on it"), std::string::npos) << notes[0];
  // What is no note gives no key, and a key begins with the song.
  for (const char* tonic : {"C:lydian", "C minor", "H", "?"}) {
    const std::string text = std::string("# tonic: ") + tonic + "\n0\t| C:maj |\n4\tend\n";
    EXPECT_TRUE(parse_annotation(text, Format::kGrid, "x").keys.empty()) << tonic;
  }
  for (const LabelledSegment& key :
       parse_annotation("# tonic: C\n-3\t| C:maj |\n4\tend\n", Format::kGrid, "x").keys)
    EXPECT_GE(key.start, 0.0);
}

TEST(GridFormat, BeatsShareTheirBars) {
  const Annotation read = parse_annotation(
      "# metre: 4/4\n0.5\t| (2/4) C | F . G . | (6/8) D |\n9.5\tend\n", Format::kGrid, "x");
  std::vector<Beat> expected = {{0.5, 3}, {1.5, 4}};  // the first bar is a pickup
  for (int k = 0; k < 4; ++k) expected.push_back({2.5 + k, k + 1});
  expected.push_back({6.5, 1, kUnknownConfidence, kCompound});
  expected.push_back({8.0, 2, kUnknownConfidence, kCompound});
  EXPECT_EQ(read.beats, expected);
}

TEST(GridFormat, MovesChordsToBeatsAndShortensUnevenLines) {
  Annotation song;
  double time = 0.0;
  for (int k = 0; k < 32; ++k, time += k <= 16 ? 0.5 : 0.4) song.beats.push_back({time, k % 4 + 1});
  song.chords = {
      {0, 1.05, "C"}, {1.05, 2.9, "G:7"}, {2.9, 4.9, "not | one"}, {4.9, time, "C minor"}};
  const std::string text = serialise_annotation(song, Format::kGrid);
  EXPECT_EQ(text.substr(text.find('\n') + 2),
            "0.000000\t| C . G:7 . | G:7 . X . | X . C:min . | C:min |\n"
            "8.000000\t| C:min | C:min | C:min | C:min |\n14.400000\tend\n");
}

TEST(GridFormat, WritesFourBarsPerLine) {
  Annotation song;
  song.title = "T";
  for (int i = 0; i < 18; ++i) song.beats.push_back({1.0 + 0.5 * i, i % 4 + 1});
  song.chords = {{0, 1, "N"}, {1, 4, "C:maj"}, {4, 7, "G:7"}, {7, 10, "F"}};
  EXPECT_EQ(
      serialise_annotation(song, Format::kGrid),
      "# title: T\n# metre: 4/4\n\n0.000000\tsilence\n"
      "1.000000\t| C:maj | C:maj . G:7 . | G:7 | F |\n9.000000\t| (2/4) F |\n10.000000\tend\n");
  EXPECT_EQ(detect_format("song.txt", serialise_annotation(song, Format::kGrid)), Format::kGrid);
  const Annotation read =
      parse_annotation(serialise_annotation(song, Format::kGrid), Format::kGrid, "x");
  EXPECT_EQ(read.chords, song.chords);
  song.beats.clear();
  EXPECT_THROW(serialise_annotation(song, Format::kGrid), std::invalid_argument);
}

TEST(GridFormat, ErrorsNameFileLineAndColumn) {
  try {
    parse_annotation("0.0\tsilence\nx\t| C |\n", Format::kGrid, "x");
    FAIL();
  } catch (const FormatError& error) {
    EXPECT_STREQ(error.what(), "x:2:1: 'x', expected the time of a line in seconds");
  }
}

TEST(GridFormat, AgreesWithTheLabFilesOfTheExample) {
  TACTUS_SHARED_OR_SKIP(data);
  const Annotation grid = read_annotation(data / "layouts/billboard_salami_chords.txt");
  const Annotation lab = read_annotation(data / "layouts/billboard_full.lab");
  const auto label_at = [](const Annotation& annotation, double time) {
    for (const LabelledSegment& chord : annotation.chords) {
      if (chord.start <= time && time < chord.end) return chord.label;
    }
    return std::string("none");
  };
  int compared = 0;
  for (const LabelledSegment& chord : lab.chords) {
    const double middle = (chord.start + chord.end) / 2;
    EXPECT_EQ(label_at(grid, middle), chord.label) << middle;
    ++compared;
  }
  EXPECT_EQ(compared, 20);
}

TEST(GridFormat, AFirstPositionThatIsNoneIsNamed) {
  Annotation song;
  song.beats = test::bars(0.5, 0.5, {4, 7, 7});
  for (const Format format : {Format::kGrid, Format::kChordpro}) {
    std::string text = serialise_annotation(song, format);
    const std::size_t mark = text.find("position: 1");
    ASSERT_NE(mark, std::string::npos);
    for (const char* wrong : {"position: 2.7", "position: x", "position: 64", "position: 0"}) {
      Notes notes;
      std::string changed = text;
      changed.replace(mark, 11, wrong);
      const Annotation read = parse_annotation(changed, format, "x", &notes);
      EXPECT_EQ(std::ranges::count_if(notes,
                                      [](const std::string& note) {
                                        return note.find("is ignored") != std::string::npos;
                                      }),
                1)
          << wrong;
      EXPECT_EQ(read.beats.front().position, 4) << wrong;  // as of a pickup
    }
  }
}

TEST(GridFormat, AShortFirstBarIsAPickupOnlyIfItIs) {
  const std::vector<Beat> whole = test::bars(0.5, 0.5, {4, 7, 7, 7});
  const std::vector<Beat> all = test::bars(0.5, 0.5, {4, 3, 4, 4});
  const std::vector<Beat> plain = test::bars(0.5, 0.5, {4, 4, 4});
  Annotation song;
  for (const Format format : {Format::kGrid, Format::kChordpro}) {
    const auto back = [&] {
      return parse_annotation(serialise_annotation(song, format), format, "x");
    };
    for (const auto& [beats, first] :
         {std::pair(whole, 0), {whole, 1}, {all, 2}, {plain, 0}, {plain, 3}}) {
      song.beats = {beats.begin() + first, beats.end()};
      EXPECT_EQ(test::positions(back().beats), test::positions(song.beats)) << first;
      const bool marked = serialise_annotation(song, format).find("first") != std::string::npos;
      EXPECT_EQ(marked, beats.size() != plain.size()) << first;  // where readers would guess wrong
    }
  }
}

}  // namespace
}  // namespace tactus
