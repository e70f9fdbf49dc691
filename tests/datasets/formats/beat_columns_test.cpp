// What stands behind the times of beats: positions, and what people and programs write in their
// place.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "datasets/formats/format.h"
#include "tests/datasets/support/format_helpers.h"

namespace tactus {
namespace {

using test::error_of;
using test::positions;

// The same rows as text of beats and as a table.
void expect_positions(const std::vector<std::string>& rows, const std::vector<int>& expected,
                      const std::string& said) {
  std::string blanks, commas;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    std::string row = fmt::format("{} {}", 0.5 * static_cast<double>(i + 1), rows[i]);
    blanks += row + '\n';
    std::ranges::replace(row, ' ', ',');
    commas += row + '\n';
  }
  for (const auto& [text, format] : {std::pair(blanks, Format::kBeats),
                                     {blanks, detect_format("x.txt", blanks)},
                                     {commas, Format::kCsv}}) {
    Notes notes;
    const Annotation read = parse_annotation(text, format, "x", &notes);
    EXPECT_EQ(positions(read.beats), expected) << text << format_info(format).name;
    const std::string all = fmt::format("{}", fmt::join(notes, "\n"));
    EXPECT_NE(all.find(said), std::string::npos) << all;
    EXPECT_EQ(said.empty(), all.empty()) << all;
  }
}

TEST(BeatColumns, PositionsAreReadInSilence) {
  expect_positions({"1", "2", "3", "4", "1", "2"}, {1, 2, 3, 4, 1, 2}, "");
  expect_positions({"1", "2", "1", "2", "2", "1", "2"}, {1, 2, 1, 2, 2, 1, 2}, "");
  expect_positions({"1", "1", "2", "3"}, {1, 1, 2, 3}, "");
  expect_positions({"1.1", "2.1", "3.1", "4.1"}, {1, 1, 1, 1}, "");
  expect_positions({"0", "0", "1", "2", "3", "1"}, {0, 0, 1, 2, 3, 1}, "");
  expect_positions({"1", "2", "1", "2", "1", "2"}, {1, 2, 1, 2, 1, 2}, "");
  expect_positions({"1.1", "1.2", "1.3", "2.1", "2.2"}, {1, 2, 3, 1, 2}, "");
  expect_positions({"1", "1.25", "1.5", "1.75", "2"}, {1, 2, 3, 4, 1}, "");
}

TEST(BeatColumns, OtherWaysToCountAreTranslated) {
  expect_positions({"0", "1", "2", "3", "0", "1"}, {1, 2, 3, 4, 1, 2}, "count from 0");
  expect_positions({"1", "0", "0", "1", "0", "0"}, {1, 2, 3, 1, 2, 3}, "1 marks downbeats");
  expect_positions({"1", "2", "2", "1", "2", "2"}, {1, 2, 3, 1, 2, 3}, "1 marks downbeats");
  expect_positions({"1", "1", "2", "2", "2", "3"}, {2, 3, 1, 2, 3, 1}, "number of the bar");
}

TEST(BeatColumns, ValuesAreNoPositions) {
  const std::string said = "no positions in the bar";
  expect_positions({"0.9", "0.8", "0.95", "0.7"}, {0, 0, 0, 0}, said);
  expect_positions({"127.83", "127.83", "127.83"}, {0, 0, 0}, said);
  expect_positions({"119.93", "120.12", "120.5"}, {0, 0, 0}, said);
  expect_positions({"120", "121", "119"}, {0, 0, 0}, said);
  expect_positions({"1", "4", "2", "1", "3", "2", "4", "1", "3"}, {1, 4, 2, 1, 3, 2, 4, 1, 3},
                   "do not count up in 6 of 9 lines");
}

TEST(BeatColumns, EndsAndNumbersOfBarsAreLeftOut) {
  const std::string end = "the end of the beat", bar = "the number of the bar";
  expect_positions({"1.0 1", "1.5 2", "2.0 3", "2.5 1"}, {1, 2, 3, 1}, end);
  expect_positions({"0.55", "1.05", "1.55", "2.05"}, {0, 0, 0, 0}, end);
  Notes notes;
  const Annotation read =
      parse_annotation("0.5 1 1\n1 1 2\n1.5 2 1\n2 2 2\n", Format::kBeats, "x", &notes);
  EXPECT_EQ(positions(read.beats), (std::vector<int>{1, 2, 1, 2}));
  EXPECT_EQ(notes, Notes{"x: the second column is " + bar + "; left out"});
  EXPECT_EQ(detect_format("x.txt", "0 5.2 1\n5.2 15.1 2\n15.1 30 1\n"), Format::kLab)
      << "sections with numbers";
}

TEST(BeatColumns, ALineOfTimesIsManyBeats) {
  for (const char* text : {"0.46 0.93 1.4 1.86", "0.46,0.93,1.4,1.86", "0.46\t0.93\t1.4\t1.86"}) {
    EXPECT_EQ(parse_annotation(text, detect_format("x.txt", text), "x").beats.size(), 4u) << text;
  }
}

TEST(BeatColumns, ALineOfATableIsManyBeatsToo) {
  EXPECT_EQ(parse_annotation("0.46,0.93,1.4,1.86", Format::kCsv, "x").beats.size(), 4u);
}

TEST(BeatColumns, TheNameMayTellThatTheyAreDownbeats) {
  const auto first = [](const char* name, const char* text) {
    return parse_annotation(text, Format::kBeats, name).beats.at(0).position;
  };
  EXPECT_EQ(first("song.downbeats.txt", "1\n3\n5\n"), 1);
  EXPECT_EQ(first("song_downbeats.txt", "1 2\n3 1\n5 2\n"), 2);
  EXPECT_EQ(first("song.beats_and_downbeats.txt", "1\n3\n5\n"), 0);
  EXPECT_EQ(first("song.txt", "1\n3\n5\n"), 0);
}

TEST(BeatColumns, TablesHaveBeatsWithEndsBarsAndTempi) {
  const auto read = [](const char* text) {
    return positions(parse_annotation(text, Format::kCsv, "x").beats);
  };
  EXPECT_EQ(read("start,end,beat\n0.5,1,1\n1,1.5,2\n1.5,2,3\n"), (std::vector<int>{1, 2, 3}));
  EXPECT_EQ(read("0.5,0.5,1\n1,1,2\n1.5,1.5,3\n"), (std::vector<int>{1, 2, 3}));
  EXPECT_EQ(read("time,bar\n0.5,1\n1,1\n1.5,2\n2,2\n2.5,3\n"), (std::vector<int>{1, 2, 1, 2, 1}));
  EXPECT_EQ(read("Zeit;Schlag\n0,5;1\n1,0;2\n"), (std::vector<int>{1, 2}));
  for (const char* curve :
       {"time,tempo\n0,120.5\n30,121\n", "0,117.4,\"117.4 bpm\"\n30,118,\"118 bpm\"\n"})
    EXPECT_NE(error_of(curve, Format::kCsv).find("tempi over time"), std::string::npos) << curve;
}

}  // namespace
}  // namespace tactus
