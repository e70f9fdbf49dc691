#include <gtest/gtest.h>

#include "datasets/formats/format.h"
#include "datasets/formats/text/csv_records.h"
#include "tests/datasets/support/format_helpers.h"
#include "tests/support/test_support.h"

namespace tactus {
namespace {

using test::positions;

Annotation read_csv(std::string_view text, Notes* notes = nullptr) {
  return parse_annotation(text, Format::kCsv, "x.csv", notes);
}

std::string csv_error(std::string_view text) {
  try {
    read_csv(text);
  } catch (const FormatError& error) {
    return error.what();
  }
  return "no error";
}

TEST(CsvFormat, WholeAnnotationComesBack) {
  Annotation song;
  song.title = "A, \"b\" # c; d";
  song.artist = " e ";
  song.annotator = "line\nbreak";
  song.duration = 9.5;
  song.beats = {{0.5, 1, 0.123456789012345}, {1.0, 0}};
  song.chords = {{0, 1.5, "D:maj(9,11)/3", 0.5}, {1.5, 9.5, "N"}};
  song.keys = {{0, 9.5, "D:major"}};
  song.sections = {{0, 9.5, "verse, \"quiet\""}};
  song.tempi = {{120.12345678901234, 0.7}};
  EXPECT_EQ(read_csv(serialise_annotation(song, Format::kCsv)), song);
}

TEST(CsvFormat, TheWholeTableHasAColumnForEachValue) {
  Annotation song;
  song.title = "A";
  song.duration = 9.5;
  song.beats = {{0.5, 1, 0.25}, {1.0, 0}};
  song.chords = {{0, 1.5, "C:maj"}};
  song.tempi = {{120.5, 0.75}};
  EXPECT_EQ(serialise_annotation(song, Format::kCsv),
            "LAYER,TIME,ENDTIME,LABEL,POSITION,BPM,CONFIDENCE\n"
            "title,,,A,,,\n"
            "duration,0.000000,9.500000,,,,\n"
            "tempo,,,,,120.5,0.75\n"
            "chord,0.000000,1.500000,C:maj,,,\n"
            "beat,0.500000,,,1,,0.25\n"
            "beat,1.000000,,,,,\n");
  EXPECT_EQ(read_csv("LAYER,TIME,ENDTIME,LABEL,CONFIDENCE\ntitle,,,A,\nduration,,,9.500000,\n"
                     "tempo,,,120.5,0.75\nchord,0,1.5,C:maj,\nbeat,0.5,,1,0.25\nbeat,1,,,\n"),
            song)
      << "as Tactus 0.1 wrote it";
  EXPECT_EQ(csv_error("LAYER,TIME,POSITION\nbeat,1,1.5\n"),
            "x.csv:2:8: position 1.5 in the bar, expected 1 to 64");
  EXPECT_EQ(csv_error("LAYER,BPM,TIME\ntempo,fast,\n"),
            "x.csv:2:7: 'fast', expected beats per minute");
}

TEST(CsvFormat, WritesWhatSonicVisualiserRecognises) {
  Annotation song;
  song.beats = {{0.5, 1}, {1.25, 0}};
  song.chords = {{0, 1.5, "D:maj(9,11)/3"}};
  EXPECT_EQ(serialise_annotation(song, Format::kCsvBeats), "TIME,LABEL\n0.500000,1\n1.250000,\n");
  EXPECT_EQ(serialise_annotation(song, Format::kCsvChords),
            "TIME,ENDTIME,LABEL\n0.000000,1.500000,\"D:maj(9,11)/3\"\n");
  EXPECT_EQ(read_csv(serialise_annotation(song, Format::kCsvBeats)).beats, song.beats);
  EXPECT_EQ(read_csv(serialise_annotation(song, Format::kCsvChords)).chords, song.chords);
}

TEST(CsvFormat, ReadsTheHeadersInUse) {
  EXPECT_EQ(
      positions(
          read_csv("start;beat\n0.326;0.75\n0.83;1\n1.1;1.25\n1.5;1.5\n1.9;1.75\n2.3;2\n").beats),
      (std::vector<int>{4, 1, 2, 3, 4, 1}));
  EXPECT_EQ(positions(read_csv("start;measure\n1.25;1\n3.3;2\n5.3;3\n").beats),
            (std::vector<int>{1, 1, 1}));
  EXPECT_EQ(positions(read_csv("0.5,1.1\n0.9,1.2\n1.4,2.1\n").beats), (std::vector<int>{1, 2, 1}));
  EXPECT_EQ(read_csv("\"start\";\"end\";\"chord\"\r\n0,0;1,5;\"C:maj\"\r\n").chords,
            (std::vector<LabelledSegment>{{0, 1.5, "C:maj"}}));
  EXPECT_EQ(read_csv("onset,duration,label\n0.5,1,verse\n").sections,
            (std::vector<LabelledSegment>{{0.5, 1.5, "verse"}}));
  EXPECT_EQ(read_csv("0.5,C\n1.5,G\n2.5,end\n").chords,
            (std::vector<LabelledSegment>{{0.5, 1.5, "C"}, {1.5, 2.5, "G"}}));
  EXPECT_TRUE(read_csv("").beats.empty());
}

TEST(CsvFormat, CommasBetweenOtherSeparatorsAreDecimalPoints) {
  for (const char* text :
       {"0,50;1\n1,02;2\n", "0,50\t1\n1,02\t2\n", "TIME\tLABEL\n0,50\t1\n1,02\t2\n"}) {
    EXPECT_EQ(read_csv(text).beats, (std::vector<Beat>{{0.5, 1}, {1.02, 2}})) << text;
  }
  EXPECT_EQ(read_csv("0,0;1,5;C\n1,5;2,5;G\n").chords,
            (std::vector<LabelledSegment>{{0, 1.5, "C"}, {1.5, 2.5, "G"}}));
  EXPECT_EQ(read_csv("0,1,verse; loud\n1,2,chorus\n").sections.size(), 2u);
}

TEST(CsvFormat, TextsThatAreNoUtf8AreReplaced) {
  EXPECT_EQ(csv_text("Caf\xE9"), "Caf\xEF\xBF\xBD");
  EXPECT_EQ(csv_text("Caf\xC3\xA9"), "Caf\xC3\xA9");
  for (const char* bad : {"\xC0\xAF", "\xED\xA0"}) {
    EXPECT_EQ(csv_text(bad), "\xEF\xBF\xBD\xEF\xBF\xBD");  // overlong, half a surrogate
  }
}

TEST(CsvFormat, ASpreadsheetDoesNotComputeATextAndTheTextComesBack) {
  EXPECT_EQ(csv_text("=cmd|' /C calc'!A0"), "'=cmd|' /C calc'!A0");
  for (const char* plain : {"-3.5", "+", "A:maj", "C#-7"})
    EXPECT_EQ(csv_text(plain).find('\''), std::string::npos) << plain;
  for (const char* text : {"=1+1", "@SUM(A1)", "+a", "-a", "'=1+1", "''=x", "'tis"}) {
    const std::string cell = csv_text(text) + ",x\n";
    Notes notes;
    EXPECT_EQ(parse_csv_table({cell, "a.csv", &notes}).records.at(0).fields.at(0).text, text);
  }
}

TEST(CsvFormat, ErrorsNameFileLineAndColumn) {
  EXPECT_EQ(csv_error("TIME,LABEL\n0.5,1\nx,2\n"),
            "x.csv:3:1: 'x', expected the time of a beat in seconds");
  EXPECT_EQ(csv_error("LAYER,TIME\nfoo,1\n").substr(0, 23), "x.csv:2:1: layer 'foo',");
  EXPECT_EQ(csv_error("A,B\nC,D\n").substr(0, 10), "x.csv:1:1:");
  EXPECT_EQ(csv_error("0.5,\"C\n1,2\n"), "x.csv:1:5: an unterminated quote, expected '\"'");
  EXPECT_EQ(
      csv_error("TIME,ENDTIME,LABEL\n1,0,\"a\nb\"\n"),
      "x.csv:2:3: an end before the start, as in 1 of 1 lines; expected start, end and label");
  EXPECT_EQ(csv_error("LAYER,TIME,ENDTIME,LABEL\nchord,0,1,\"a\nb\"\nchord,3,2,c\n"),
            "x.csv:4:9: an end before the start");
}

TEST(CsvFormat, ReadsTheExamples) {
  TACTUS_SHARED_OR_SKIP(data);
  const auto read_layout = [&](const char* name) {
    return read_annotation(data / "layouts" / name);
  };
  EXPECT_EQ(positions(read_layout("candombe.csv").beats),
            (std::vector<int>{1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4}));
  EXPECT_EQ(positions(read_layout("dagstuhl_choirset_beat.csv").beats),
            (std::vector<int>{1, 2, 3, 4, 1}));
  EXPECT_EQ(positions(read_layout("swd_beat.csv").beats), (std::vector<int>{6, 1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(positions(read_layout("swd_measure.csv").beats),
            (std::vector<int>{1, 1, 1, 1, 1, 1, 1}));
}

}  // namespace
}  // namespace tactus
