// Labels that say that points are beats, in every text format.
#include <fmt/core.h>
#include <gtest/gtest.h>

#include "datasets/formats/format.h"
#include "tests/datasets/support/format_helpers.h"

namespace tactus {
namespace {

using test::positions;

using Labels = std::vector<std::string>;

std::string text_of(const Labels& labels, Format format) {
  std::string text;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const double time = 0.5 * static_cast<double>(i + 1);
    if (format == Format::kSvlBeats)
      text += fmt::format("<point frame=\"{}\" label=\"{}\"/>", 1000 * time, labels[i]);
    else if (format == Format::kCsv)
      text += fmt::format("{},\"{}\"\n", time, labels[i]);
    else if (format == Format::kAudacityBeats)
      text += fmt::format("{0}\t{0}\t{1}\n", time, labels[i]);
    else
      text += fmt::format("{}\t{}\n", time, labels[i]);
  }
  if (format != Format::kSvlBeats) return text;
  return "<sv><data><model sampleRate=\"1000\" type=\"sparse\" dimensions=\"1\" dataset=\"7\"/>"
         "<dataset id=\"7\">" +
         text + "</dataset></data></sv>";
}

void expect_beats(const Labels& labels, const std::vector<int>& expected, std::size_t notes) {
  for (const Format format :
       {Format::kBeats, Format::kLab, Format::kCsv, Format::kAudacityBeats, Format::kSvlBeats}) {
    Notes said;
    const Annotation read = parse_annotation(text_of(labels, format), format, "x", &said);
    EXPECT_EQ(positions(read.beats), expected) << format_info(format).name;
    EXPECT_TRUE(read.chords.empty() && read.sections.empty()) << format_info(format).name;
    EXPECT_EQ(said.size(), notes) << format_info(format).name;
  }
  EXPECT_EQ(detect_format("x.txt", text_of(labels, Format::kLab)), Format::kBeats);
}

TEST(BeatLabels, TempiOfVampAreNoPositions) {
  expect_beats({"117.45 bpm", "120 bpm", "119.1 bpm", ""}, {0, 0, 0, 0}, 1);
  Notes notes;
  parse_annotation("0.5\t117.45 bpm\n1\n", Format::kBeats, "x", &notes);
  EXPECT_EQ(notes, Notes{"x: the labels of the beats are tempi; left out"});
}

TEST(BeatLabels, AFileOfManyTempiIsDetectedThoughItsHeadIsCut) {
  const std::string text = text_of(Labels(500, "117.45 bpm"), Format::kLab);
  EXPECT_EQ(detect_format("x.txt", text), Format::kBeats);
}

TEST(BeatLabels, AnEmptyLabelAtTheEndClosesTheSong) {
  EXPECT_EQ(parse_annotation("0\tverse\n20\tchorus\n40\n", Format::kLab, "x").sections,
            (std::vector<LabelledSegment>{{0, 20, "verse"}, {20, 40, "chorus"}}));
  EXPECT_EQ(parse_annotation("0 1 C\n1 2 G7\n2\n", Format::kLab, "x").chords.size(), 2u);
}

TEST(BeatLabels, WordsOfBeatsCountFromEachDownbeat) {
  expect_beats({"beat", "downbeat", "beat", "beat", "downbeat"}, {0, 1, 2, 3, 1}, 0);
  expect_beats({"Beat", "Beat", "Beat"}, {0, 0, 0}, 0);
  expect_beats({"1", "beat", "1", "beat"}, {1, 2, 1, 2}, 0);
  expect_beats({"bar", "", "bar", ""}, {1, 2, 1, 2}, 0);
}

TEST(BeatLabels, LettersOfAudacitysBeatFinderAreBeatsInPointsOnly) {
  const auto read = [](const Labels& labels, Format format) {
    return parse_annotation(text_of(labels, format), format, "x");
  };
  EXPECT_EQ(positions(read({"B", "B", "B"}, Format::kAudacityBeats).beats),
            (std::vector<int>{0, 0, 0}));
  EXPECT_EQ(positions(read({"D", "B", "B", "D"}, Format::kAudacityBeats).beats),
            (std::vector<int>{1, 2, 3, 1}));
  EXPECT_TRUE(read({"D", "A", "B", "D"}, Format::kAudacityBeats).beats.empty());
  EXPECT_TRUE(read({"D", "D", "D"}, Format::kAudacityBeats).beats.empty());
  EXPECT_EQ(read({"D", "B", "B", "D"}, Format::kLab).chords.size(), 3u);
  EXPECT_TRUE(parse_annotation("0\t1\tD\n1\t2\tB\n", Format::kAudacityBeats, "x").beats.empty());
}

TEST(BeatLabels, NumbersOfTheBeatsAreNoPositions) {
  Labels labels;
  for (int i = 1; i <= 70; ++i) labels.push_back(fmt::format("{}", i));
  expect_beats(labels, std::vector<int>(70, 0), 1);
  expect_beats({"1", "2", "3", "4", "1", "2"}, {1, 2, 3, 4, 1, 2}, 0);
  Notes notes;
  std::string table = "beat,time\n";
  for (int i = 1; i <= 70; ++i) table += fmt::format("{},{}\n", i, 0.5 * i);
  const Annotation read = parse_annotation(table, Format::kCsv, "x", &notes);
  EXPECT_EQ(positions(read.beats), std::vector<int>(70, 0));
  EXPECT_EQ(read.beats.at(1).time, 1.0);
  EXPECT_EQ(notes, Notes{"x: 1 to 70 are the numbers of the beats, no positions in the bar; left "
                         "out"});
}

TEST(BeatLabels, ChordsAreNoBeatsHoweverShort) {
  for (const Format format : {Format::kLab, Format::kCsv, Format::kAudacityBeats}) {
    const Annotation read =
        parse_annotation(text_of({"Db", "B7", "Db", "B4"}, format), format, "x");
    EXPECT_TRUE(read.beats.empty()) << format_info(format).name;
  }
  EXPECT_TRUE(parse_annotation("time,chord\n0,Db\n4,B7\n8,Db\n", Format::kCsv, "x").beats.empty());
}

TEST(BeatLabels, WordsWithNumbersHavePositionsOrBars) {
  expect_beats({"Beat 1", "Beat 2", "Beat 3", "Beat 1"}, {1, 2, 3, 1}, 0);
  expect_beats({"1|1", "1|2", "1|3", "2|1"}, {1, 2, 3, 1}, 0);
  expect_beats({"Bar 1", "Bar 2", "Takt 3"}, {1, 1, 1}, 0);
  expect_beats({"Tap", "Tap", "Click", "tick"}, {0, 0, 0, 0}, 0);
}

}  // namespace
}  // namespace tactus
