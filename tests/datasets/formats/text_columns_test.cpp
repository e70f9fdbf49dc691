// Numbers and columns as people and programs write them.
#include <fmt/core.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <tuple>

#include "datasets/formats/format.h"
#include "datasets/formats/text/text_encoding.h"
#include "datasets/formats/text/text_rows.h"
#include "tests/datasets/support/format_helpers.h"

namespace tactus {
namespace {

using test::error_of;

std::vector<Beat> beats_of(std::string_view text, Notes* notes = nullptr,
                           Format format = Format::kBeats) {
  return parse_annotation(text, format, "x", notes).beats;
}

const std::vector<LabelledSegment> kTwoChords = {{0, 1.5, "C"}, {1.5, 3, "G7"}};

TEST(TextColumns, NumbersAsPeopleWriteThem) {
  for (const auto& [text, seconds] :
       std::vector<std::pair<const char*, double>>{{"0.5", 0.5},
                                                   {"0,5", 0.5},
                                                   {"+1e1", 10},
                                                   {"0:02.5", 2.5},
                                                   {"1:02:03,5", 3723.5},
                                                   {"-0:01", -1},
                                                   {"2.5s", 2.5},
                                                   {"500ms", 0.5},
                                                   {"0,5s", 0.5},
                                                   {"500,5ms", 0.5005},
                                                   {"\"0,5\"", 0.5}})
    EXPECT_EQ(number_of(text), seconds) << text;
  for (const char* text : {"", ":", "1:", "1:60", "1:2:3:4", "1,2,3", "1.5:00", "s", "C", "4/4"})
    EXPECT_EQ(number_of(text), std::nullopt) << text;
}

TEST(TextColumns, ClockTimes) {
  EXPECT_EQ(beats_of("0:00.5 1\n0:01.0 2\n1:02:03.5 3\n"),
            (std::vector<Beat>{{0.5, 1}, {1, 2}, {3723.5, 3}}));
  EXPECT_EQ(parse_annotation("0:00\t0:01.5\tC\n0:01.5\t0:03\tG7\n", Format::kLab, "x").chords,
            kTwoChords);
  EXPECT_EQ(parse_annotation("start;end;label\n0:00;0:01,5;C\n0:01,5;0:03;G7\n", Format::kCsv, "x")
                .chords,
            kTwoChords);
}

TEST(TextColumns, HeadersCommentsAndQuotesAreTakenAway) {
  Notes notes;
  const std::vector<Beat> expected = {{0.5, 1}, {1, 2}};
  for (const char* text :
       {"time\tposition\n0.5\t1\n1\t2\n", "Time (s), Beat\n0.5,1\n1,2\n",
        "; a\n// b\n# c\n% d\n0.5 1 ; e\n1 2 // f\n", "\"0.5\" \"1\"\n\"1\" \"2\"\n"})
    EXPECT_EQ(beats_of(text, &notes), expected) << text;
  for (const char* text :
       {"start end label\n0 1.5 C\n1.5 3 G7\n", "\"0.0\" \"1.5\" \"C\"\n\"1.5\" \"3\" \"G7\"\n"})
    EXPECT_EQ(parse_annotation(text, Format::kLab, "x", &notes).chords, kTwoChords) << text;
  EXPECT_TRUE(notes.empty());
  EXPECT_EQ(error_of("hello world\n0.5 1\n", Format::kBeats).substr(0, 6), "x:1:1:");
}

TEST(TextColumns, AColumnThatCountsTheLinesIsLeftOutWithANote) {
  Notes notes;
  const std::vector<Beat> expected = {{0.52, 1}, {1.04, 2}, {1.57, 3}, {2.08, 4}};
  const char* counted = "1 0.52 1\n2 1.04 2\n3 1.57 3\n4 2.08 4\n";
  EXPECT_EQ(beats_of(counted, &notes), expected);
  EXPECT_EQ(notes, (Notes{"x: read as columns of the number of the line and a time"}));
  EXPECT_EQ(beats_of("1,0.52,1\n2,1.04,2\n3,1.57,3\n4,2.08,4\n", &notes, Format::kCsv), expected);
  EXPECT_EQ(parse_annotation("1 0 1.5 C\n2 1.5 3 G7\n3 3 4 Am\n", Format::kLab, "x").chords.at(1),
            (LabelledSegment{1.5, 3, "G7"}));
}

TEST(TextColumns, AColumnThatCountsTheLinesMayStandBeforeRoundTimes) {
  const std::vector<Beat> expected = {{0.5, 0}, {1, 0}, {1.5, 0}};
  const std::vector<Beat> placed = {{0.5, 1}, {1, 2}};
  const Notes said = {"x: read as columns of the number of the line and a time"};
  for (const Format format : {Format::kBeats, Format::kCsv}) {
    Notes notes;
    EXPECT_EQ(beats_of("1,0.5\n2,1.0\n3,1.5\n", &notes, format), expected);
    EXPECT_EQ(notes, said);
    notes.clear();
    EXPECT_EQ(beats_of("0\t0.5\t1\n1\t1.0\t2\n", &notes, format), placed);
    EXPECT_EQ(notes, said);
  }
  EXPECT_EQ(beats_of("0 1\n1 2\n2 3\n").at(2), (Beat{2, 3})) << "times and positions";
}

TEST(TextColumns, FrequenciesOfAudacityAreSkippedInEveryFormat) {
  const char* text = "0\t1.5\tC\n\\\t100.0\t2000.0\n1.5\t3\tG7\n\\\t100.0\t2000.0\n";
  EXPECT_EQ(detect_format("a.txt", text), Format::kLab);
  for (const Format format : {Format::kLab, Format::kCsv, Format::kAudacityChords})
    EXPECT_EQ(parse_annotation(text, format, "x").chords, kTwoChords) << format_info(format).name;
  EXPECT_EQ(beats_of("0.5\t1\n\\\t1.0\t2.0\n1\t2\n"), (std::vector<Beat>{{0.5, 1}, {1, 2}}));
}

TEST(TextColumns, TablesOfOtherProgramsHaveTheirOwnHeaders) {
  for (const char* text :
       {"Start;Ende;Akkord\n0;1,5;C\n1,5;3;G7\n", "start_ms,end_ms,label\n0,1500,C\n1500,3000,G7\n",
        "start (ms),end (ms),label\n0,1500,C\n1500,3000,G7\n",
        "#,Name,Start,End,Length\nR1,C,0:00.000,0:01.500,0:01.500\n"
        "R2,G7,0:01.500,0:03.000,0:01.500\n",
        "Name\tStart\tDuration\tTime Format\tType\tDescription\n"
        "C\t0:00.000\t0:01.500\tdecimal\tCue\t\nG7\t0:01.500\t0:01.500\tdecimal\tCue\t\n",
        "\"/a/b.wav\",0.0,1.5,\"C\"\n,1.5,3.0,\"G7\"\n"}) {
    Notes notes;
    EXPECT_EQ(parse_annotation(text, Format::kCsv, "x", &notes).chords, kTwoChords) << text;
    EXPECT_TRUE(notes.empty()) << text << notes[0];
  }
  EXPECT_EQ(beats_of("\"/a/b.wav\",0.5,\"1\"\n,1,\"2\"\n", nullptr, Format::kCsv),
            (std::vector<Beat>{{0.5, 1}, {1, 2}}));
  EXPECT_NE(error_of("\"a.wav\",0.5,1\n\"b.wav\",1,2\n", Format::kCsv).find("a second song"),
            std::string::npos);
}

TEST(TextColumns, MarkersOfAuditionAndReaperLastUntilTheNext) {
  const std::vector<LabelledSegment> expected = {{0, 20, "Intro"}, {20, 50, "Verse"}};
  for (const char* text :
       {"#,Name,Start,End,Length\nM1,Intro,0:00.000,,\nM2,Verse,0:20.000,,\nM3,end,0:50.000,,\n",
        "Name\tStart\tDuration\tTime Format\tType\tDescription\n"
        "Intro\t0:00.000\t0:00.000\tdecimal\tCue\t\nVerse\t0:20.000\t0:00.000\tdecimal\tCue\t\n"
        "end\t0:50.000\t0:00.000\tdecimal\tCue\t\n"})
    EXPECT_EQ(parse_annotation(text, Format::kCsv, "x").sections, expected) << text;
}

TEST(TextColumns, RegionsOfSonicVisualiserHaveDurations) {
  const std::vector<LabelledSegment> expected = {
      {0.25, 20.75, "Theme"}, {20.75, 52, "Solo, tp"}, {52, 72, "Theme"}};
  Notes notes;
  const char* text = "0.25\t5\t20.5\tTheme\n20.75\t6\t31.25\tSolo, tp\n52.0\t5\t20.0\tTheme\n";
  EXPECT_EQ(detect_format("regions.txt", text), Format::kLab);
  EXPECT_EQ(parse_annotation(text, Format::kLab, "x", &notes).sections, expected);
  const std::string rows = "0.25,5,20.5,Theme\n20.75,6,31.25,\"Solo, tp\"\n52.0,5,20.0,Theme\n";
  EXPECT_EQ(parse_annotation(rows, Format::kCsv, "x", &notes).sections, expected);
  EXPECT_EQ(
      parse_annotation("TIME,VALUE,DURATION,LABEL\n" + rows, Format::kCsv, "x", &notes).sections,
      expected);
  EXPECT_TRUE(notes.empty());
  EXPECT_EQ(
      parse_annotation("0\t2\tC\n2\t2\tG\n4\t2\tAm\n", Format::kLab, "x", &notes).chords.at(2),
      (LabelledSegment{4, 6, "Am"}));
  EXPECT_EQ(notes, (Notes{"x: read as columns of start and duration"}));
  EXPECT_EQ(parse_annotation("0 1 0.9 C:maj\n1 2 0.8 A:min\n", Format::kLab, "x").chords.at(1).end,
            2.0);
}

TEST(TextColumns, ManyEndsBeforeTheirStartsAreOneNote) {
  std::string lines;
  for (int i = 0; i < 60; ++i)
    lines += fmt::format("{} {} {}\n", i, i % 20 == 7 ? i - 0.5 : i + 1.0, i % 2 ? "Am" : "C:7");
  Notes notes;
  EXPECT_EQ(parse_annotation(lines, Format::kLab, "x", &notes).chords.size(), 57u);
  EXPECT_EQ(notes, Notes{"x:8: 3 segments end before they start, the first: 'Am' ends 0.500 s "
                         "before it starts; left out"});
}

TEST(TextColumns, OfManyColumnsNotUsedFiveAreNamed) {
  const auto notes_of = [](int columns) {
    std::string header = "time", row = "0.5";
    for (int i = 1; i <= columns; ++i) {
      header += fmt::format(",odd{}", i);
      row += ",1";
    }
    Notes notes;
    parse_annotation(header + "\n" + row + "\n", Format::kCsv, "x", &notes);
    return notes;
  };
  const std::string five = "x: columns not used: 'odd1', 'odd2', 'odd3', 'odd4', 'odd5'";
  EXPECT_EQ(notes_of(5), Notes{five});
  EXPECT_EQ(notes_of(900), Notes{five + " and 895 more"});
}

TEST(TextColumns, AnEndBeforeTheStartCostsItsLine) {
  const std::string lines = "0,1,silence\n1,20.5,intro\n20.5,60.02,verse\n60.02,60.005,silence\n";
  std::string tabs = lines;
  std::ranges::replace(tabs, ',', '\t');
  for (const auto& [text, format] : {std::pair{tabs, Format::kLab},
                                     {tabs, Format::kAudacityBeats},
                                     {lines, Format::kCsv},
                                     {"start,end,label\n" + lines, Format::kCsv}}) {
    Notes notes;
    EXPECT_EQ(parse_annotation(text, format, "x", &notes).sections.size(), 3u);
    ASSERT_EQ(notes.size(), 1u);
    EXPECT_NE(notes[0].find("'silence' ends 0.015 s before it starts; left out"), std::string::npos)
        << notes[0];
  }
}

TEST(TextColumns, PointsOfSonicVisualiserWithoutALabelAreBeats) {
  const std::vector<Beat> expected = {{0.43, 0}, {0.87, 1}, {1.31, 2}};
  for (const auto& [text, format] :
       {std::pair{"0.43\tNew Point\n0.87\t1\n1.31\t2\n", Format::kBeats},
        {"0.43\tNew Point\n0.87\t1\n1.31\t2\n", Format::kLab},
        {"0.43,New Point\n0.87,1\n1.31,2\n", Format::kCsv},
        {"0.43\t0.43\tNew Point\n0.87\t0.87\t1\n1.31\t1.31\t2\n", Format::kAudacityBeats}})
    EXPECT_EQ(parse_annotation(text, format, "x").beats, expected) << text;
  EXPECT_EQ(detect_format("a.txt", "0.43\tNew Point\n"), Format::kBeats);
}

TEST(TextColumns, MillisecondsAndSamplesAreDividedWithAWarning) {
  std::string milliseconds, samples, slow;
  for (int i = 0; i < 64; ++i) {
    milliseconds += fmt::format("{} {}\n", 500 * i, i % 4 + 1);
    samples += fmt::format("{} {}\n", 22050 * i, i % 4 + 1);
    slow += fmt::format("{} {}\n", 3 * i, i % 4 + 1);
  }
  for (const std::string& text : {milliseconds, samples}) {
    Notes notes;
    EXPECT_EQ(beats_of(text, &notes).at(3), (Beat{1.5, 4}));
    ASSERT_EQ(notes.size(), 1u);
    EXPECT_TRUE(notes[0].starts_with("warning: x: beats that lie ")) << notes[0];
  }
  Notes notes;
  EXPECT_EQ(beats_of(slow, &notes).at(3).time, 9.0);
  EXPECT_TRUE(notes.empty());
  EXPECT_EQ(parse_annotation("0 2000 C:maj\n2000 4000 G:7\n4000 40000 A:min\n", Format::kLab, "x")
                .chords.at(1),
            (LabelledSegment{2, 4, "G:7"}));
  EXPECT_EQ(
      parse_annotation("0 88200 C:maj\n88200 176400 G:7\n176400 2646000 A:min\n", Format::kLab, "x")
          .chords.at(1),
      (LabelledSegment{2, 4, "G:7"}));
}

TEST(TextColumns, TheUnitOfBeatsIsThatOfUsualBeatsHoweverFew) {
  for (const auto& [text, unit, times] :
       std::vector<std::tuple<const char*, const char*, std::vector<double>>>{
           {"500\n1000\n1500\n", "milliseconds", {0.5, 1, 1.5}},
           {"312 1\n812 2\n1312 3\n", "milliseconds", {0.312, 0.812, 1.312}},
           {"312.5\n812.5\n", "milliseconds", {0.3125, 0.8125}},
           {"2400\n4800\n", "milliseconds", {2.4, 4.8}},
           {"50\n100\n", "hundredths of a second", {0.5, 1}},
           {"22050\n44100\n", "samples at 44100 Hz", {0.5, 1}},
           {"0\n88200\n", "samples at 44100 Hz", {0, 2}}}) {
    Notes notes;
    std::vector<double> read;
    for (const Beat& beat : beats_of(text, &notes)) read.push_back(beat.time);
    EXPECT_EQ(read, times) << text;
    ASSERT_EQ(notes.size(), 1u) << text;
    EXPECT_TRUE(notes[0].ends_with(fmt::format("read as {}", unit))) << notes[0];
  }
}

TEST(TextColumns, WordsInAFileOfBeatsAreMentioned) {
  Notes notes;
  EXPECT_EQ(beats_of("0.25 5 20.5 Theme\n20.75 6 31.25 Solo\n52 5 20 Theme # x\n", &notes).size(),
            3u);
  EXPECT_EQ(notes.at(0),
            "x: 2 lines with words behind the numbers, which beats do not have; left out");
}

TEST(TextColumns, ABeatAtZeroMakesNoLabelTrack) {
  EXPECT_EQ(detect_format("a.txt", "0.0 0.0 0.0\n0.5 1.0 0.0\n1.1 0.0 0.0\n"), Format::kBeats);
  EXPECT_EQ(detect_format("a.txt", "0.0\t0.0\t1\n0.5\t0.5\t2\n"), Format::kAudacityBeats);
}

TEST(TextColumns, TheKeyOfALongSongIsNoOddChord) {
  Notes notes;
  parse_annotation("0 150 Gb:maj\n150 301 Ab:maj\n", Format::kLab, "key_audio.txt", &notes);
  EXPECT_TRUE(notes.empty());
}

TEST(TextColumns, OtherFilesAboutMusicAreNamed) {
  for (const auto& [file, content, kind] :
       std::vector<std::tuple<const char*, const char*, const char*>>{
           {"a.pls", "[playlist]\n", "a playlist"},
           {"a.srt", "1\n00:00:01,000 --> 00:00:04,000\n", "subtitles"}}) {
    try {
      detect_format(file, content);
      ADD_FAILURE() << file << " was taken for an annotation";
    } catch (const FormatError& error) {
      EXPECT_EQ(std::string(error.what()).find(fmt::format("{}: {}: no beats", file, kind)), 0u)
          << error.what();
    }
  }
}

TEST(TextColumns, LyricsAreToldWhereTheyAreRead) {
  for (const auto& [file, content] : std::vector<std::pair<const char*, const char*>>{
           {"a.lrc", ""},
           {"a.txt", "[ar:X]\n[00:12.00]Line\n"},
           {"a.txt", "#TITLE:X\n#GAP:100\n: 0 4 57 Hel\n"}}) {
    try {
      detect_format(file, content);
      ADD_FAILURE() << file << " was taken for an annotation";
    } catch (const FormatError& error) {
      EXPECT_NE(std::string(error.what()).find("the window shows"), std::string::npos)
          << error.what();
    }
  }
}

TEST(TextColumns, Utf16AndWindows1252AreText) {
  for (const std::string_view text : {std::string_view("\xFF\xFE"
                                                       "1\0 \0"
                                                       "1\0",
                                                       8),
                                      std::string_view("\xFE\xFF\0"
                                                       "1\0 \0"
                                                       "1",
                                                       8),
                                      std::string_view("1\0 \0"
                                                       "1\0",
                                                       6)})
    EXPECT_EQ(beats_of(text), (std::vector<Beat>{{1, 1}}));
  EXPECT_EQ(utf8_of_utf16(std::string_view("\xFF\xFE\x3D\xD8\x00\xDE", 6)), "😀");
  EXPECT_EQ(utf8_of_utf16("0 1 C\n"), std::nullopt);
  Notes notes;
  EXPECT_EQ(parse_annotation("0 9 Refr\xE3o\n", Format::kLab, "x", &notes).sections.at(0).label,
            "Refrão");
  EXPECT_EQ(notes, Notes{"x: text that is not UTF-8, read as Windows-1252"});
}

TEST(TextColumns, ADamagedRowDoesNotTakeTheEndsOfTheOthers) {
  Notes notes;
  const Annotation read =
      parse_annotation("0.0\t1.0\tC:maj\n1.0\tx\tD:min\n", Format::kLab, "x", &notes);
  EXPECT_EQ(read.chords, (std::vector<LabelledSegment>{{0, 1, "C:maj"}}));
  EXPECT_EQ(notes, Notes{"x: the last label 'x D:min' has no end; dropped"});
}

TEST(TextColumns, RangesHaveDashesOrWords) {
  for (const char* text :
       {"0:00 - 0:21 Intro\n0:21 - 0:42 Verse\n", "0:00-0:21 Intro\n0:21-0:42 Verse\n",
        "0:00 to 0:21 Intro\n0:21 to 0:42 Verse\n", "0.0 - 21.0 Intro\n21.0 – 42.0 Verse\n",
        "0:00 - Intro\n0:21 - Verse\n0:42 - end\n"})
    EXPECT_EQ(parse_annotation(text, Format::kLab, "x").sections,
              (std::vector<LabelledSegment>{{0, 21, "Intro"}, {21, 42, "Verse"}}))
        << text;
}

TEST(TextColumns, NumbersBehindLabelsAreConfidences) {
  Notes notes;
  const std::vector<LabelledSegment> chords =
      parse_annotation("0 2 Am 0.91\n2 4 F 0.84\n", Format::kLab, "x", &notes).chords;
  ASSERT_EQ(chords.size(), 2u);
  EXPECT_EQ(chords[0], (LabelledSegment{0, 2, "Am", 0.91}));
  EXPECT_EQ(notes, Notes{"x: the numbers behind the labels are read as confidences"});
  const Annotation parts =
      parse_annotation("0 10 Part 1.1\n10 20 Part 1.2\n20 30 Part 2.1\n", Format::kLab, "x");
  EXPECT_EQ(parts.sections.at(2).label, "Part 2.1");
  const Annotation verses = parse_annotation("0 20 verse 1\n20 40 verse 2\n", Format::kLab, "x");
  EXPECT_EQ(verses.sections.at(1).label, "verse 2");
}

TEST(TextColumns, ATableMayHaveSeveralColumnsOfLabels) {
  const auto read = [](const char* text) { return parse_annotation(text, Format::kCsv, "x"); };
  const Annotation both = read("Section,Start,End,Chord\nVerse,0,2,Am\nVerse,2,4,F\n");
  EXPECT_EQ(both.chords, (std::vector<LabelledSegment>{{0, 2, "Am"}, {2, 4, "F"}}));
  EXPECT_EQ(both.sections.size(), 2u);
  EXPECT_EQ(read("start,end,label,key\n0,2,Am,C major\n2,4,F,C major\n").chords.size(), 2u);
  EXPECT_EQ(read("start,end,key,mode\n0,30,A,minor\n30,60,C,major\n").keys,
            (std::vector<LabelledSegment>{{0, 30, "A:minor"}, {30, 60, "C:major"}}));
  EXPECT_EQ(read("start,end,chord_majmin,chord_pop\n0,2,A:min,Am\n2,4,F:maj,F\n").chords.size(),
            2u);
  const Annotation sheet =
      read("time,chord,section\n0,C,Intro\n4,G,\n8,Am,Verse\n12,F,\n16,N,end\n");
  EXPECT_EQ(sheet.chords.size(), 4u);
  EXPECT_EQ(sheet.sections, (std::vector<LabelledSegment>{{0, 8, "Intro"}, {8, 16, "Verse"}}));
  std::string wide = "time";
  for (int i = 0; i < 1500; ++i) wide += ",chord";
  EXPECT_EQ(test::error_of(wide + "\n0,C\n", Format::kCsv),
            "x:1:1: 1501 columns, expected at most 1000");
  EXPECT_EQ(read("Type,Start,End\nintro,0,10\nverse,10,20\n").sections.size(), 2u);
  EXPECT_EQ(read("sep=;\nZeit;Akkord\n0,0;Am\n2,0;F\n4,0;N\n").chords.size(), 2u);
  EXPECT_EQ(read("My song;\nZeit;Akkord\n0,0;Am\n2,0;F\n4,0;N\n").chords.size(), 2u);
}

TEST(TextColumns, StartDurationAndValueAreToldByWhatFitsTogether) {
  const Annotation read = parse_annotation(
      "0.0,15.2,1,Intro\n15.2,20.0,2,Verse\n35.2,15.0,3,Chorus\n", Format::kCsv, "x");
  EXPECT_EQ(read.sections, (std::vector<LabelledSegment>{
                               {0, 15.2, "Intro"}, {15.2, 35.2, "Verse"}, {35.2, 50.2, "Chorus"}}));
  EXPECT_EQ(parse_annotation("0.0,22,A minor\n30.5,1,C major\n60.5,22,A minor\n", Format::kCsv, "x")
                .keys.at(0)
                .end,
            30.5);
}

TEST(TextColumns, AudacityExportsItsTracksOneBehindTheOther) {
  const std::string chords = "0\t2\tAm\n2\t4\tF\n4\t6\tC\n6\t8\tG\n",
                    form = "0\t4\tVerse\n4\t8\tChorus\n";
  const std::string beats = "0.5\t0.5\t1\n1\t1\t2\n1.5\t1.5\t1\n2\t2\t2\n";
  Notes notes;
  const Annotation read =
      parse_annotation(beats + chords + form, Format::kAudacityBeats, "x", &notes);
  EXPECT_EQ(read.beats.size(), 4u);
  EXPECT_EQ(read.chords.size(), 4u);
  EXPECT_EQ(read.sections.size(), 2u);
  EXPECT_EQ(notes, Notes{"x: the times begin again: read as 3 tracks"});
  notes.clear();
  EXPECT_EQ(parse_annotation("2\t4\tF\n0\t2\tAm\n4\t6\tC\n", Format::kAudacityBeats, "x", &notes)
                .chords.size(),
            3u)
      << "only unsorted";
}

}  // namespace
}  // namespace tactus
