#include <fmt/core.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <sstream>

#include "datasets/formats/columns/bar_positions.h"
#include "datasets/formats/format.h"
#include "datasets/formats/format_losses.h"
#include "datasets/formats/labels/key_label.h"
#include "datasets/formats/text/text_lines.h"
#include "tests/datasets/support/format_helpers.h"
#include "tests/support/test_support.h"

namespace tactus {
namespace {

using test::bars;
using test::error_of;
using test::positions;

using test::ScratchFolder;

TEST(BeatsFormat, ReadsWhatFilesHave) {
  const Annotation plain = parse_annotation(
      "\xEF\xBB\xBF# c\r\n0.5\t1\r\n1e0  2 7\r\n\r\n% c\r\n1.5;3\r\n2.25,4", Format::kBeats, "x");
  const std::vector<Beat> expected = {{0.5, 1}, {1.0, 2}, {1.5, 3}, {2.25, 4}};
  EXPECT_EQ(plain.beats, expected);
  const Annotation bare = parse_annotation("0.5\n+1.25\n", Format::kBeats, "x");
  EXPECT_EQ(bare.beats, (std::vector<Beat>{{0.5, 0}, {1.25, 0}}));
  EXPECT_TRUE(parse_annotation("", Format::kBeats, "x").beats.empty());
}

TEST(BeatsFormat, UnderstandsTheSecondColumnsInUse) {
  const auto read = [](const char* text) {
    return positions(parse_annotation(text, Format::kBeats, "x").beats);
  };
  EXPECT_EQ(read("0 1.3\n1 1.4\n2 2.1\n3 2.2\n"), (std::vector<int>{3, 4, 1, 2}));
  EXPECT_EQ(read("0 1.0\n1 2.0\n2 1.0\n"), (std::vector<int>{1, 2, 1}));
  EXPECT_EQ(read("0 1\n1 1.25\n2 1.5\n3 1.75\n4 2\n"), (std::vector<int>{1, 2, 3, 4, 1}));
  EXPECT_EQ(read("0 0.833\n1 1\n2 1.167\n3 1.333\n4 1.5\n5 1.667\n6 1.833\n7 2\n"),
            (std::vector<int>{6, 1, 2, 3, 4, 5, 6, 1}));
  EXPECT_EQ(read("0 1.0 1.0\n1 0.0 0.0\n2 1.0 0.0\n"), (std::vector<int>{0, 0, 0}));
}

TEST(BeatsFormat, FractionsOfMeasuresAreCountedInEachMeasure) {
  const std::vector<std::vector<int>> songs = {{4, 4, 7, 7, 3, 4, 4}, {7, 7, 7}, {3, 3, 5, 3, 3}};
  for (const std::vector<int>& meters : songs) {
    const std::vector<Beat> song = bars(0.0, 1.0, meters);
    std::vector<std::string> lines;
    int measure = 0;
    for (const Beat& beat : song) {
      if (beat.position == 1) ++measure;
      const int beats = meters[static_cast<std::size_t>(measure) - 1];
      lines.push_back(
          fmt::format("{}\t{:.5g}\n", beat.time, measure + (beat.position - 1.0) / beats));
    }
    const auto read = [&](std::size_t begin, std::size_t end) {
      std::string text;
      for (std::size_t i = begin; i < end; ++i) text += lines[i];
      return positions(parse_annotation(text, Format::kBeats, "x").beats);
    };
    std::vector<int> expected = positions(song);
    EXPECT_EQ(read(0, lines.size()), expected);
    expected = {expected.begin() + 2, expected.end() - 1};  // a pickup, and a last bar cut short
    EXPECT_EQ(read(2, lines.size() - 1), expected);
  }
}

TEST(BeatsFormat, ACommaIsBlamedOnlyWhereOneStands) {
  EXPECT_EQ(error_of("0.5 1\n1 700\n", Format::kBeats),
            "x:2:3: position 700 in the bar, expected at most 64");
  EXPECT_EQ(error_of("0.5,1\n1.0,700\n", Format::kBeats),
            "x:2:5: position 700 in the bar, expected at most 64 (is the comma meant as a decimal "
            "point?)");
}

TEST(BeatsFormat, ErrorsNameFileLineAndColumn) {
  EXPECT_EQ(error_of("0.5 1\n0,5x 2\n", Format::kBeats).substr(0, 6), "x:2:3:");
  EXPECT_EQ(error_of("nan\n", Format::kBeats),
            "x:1:1: 'nan', expected the time of a beat in seconds");
  EXPECT_EQ(error_of("1\ninf\n", Format::kBeats).substr(0, 6), "x:2:1:");
  EXPECT_NE(error_of("0,243\n", Format::kBeats).find("decimal"), std::string::npos);
}

TEST(BeatsFormat, DecimalCommasAreNotTakenForSeparators) {
  const std::vector<Beat> expected = {{0.5, 1}, {1.02, 2}, {1.5, 3}};
  for (const char* text :
       {"0,50\t1\n1,02\t2\n1,5\t3\n", "0,50;1\n1,02;2\n1,5;3\n", "0,5 1\n1,02 2\n1,5 3\n",
        "0,5, 1\n1,02, 2\n1,5, 3\n", "time;beat\n0,5;1\n1,02;2\n1,5;3\n"})
    EXPECT_EQ(parse_annotation(text, Format::kBeats, "x").beats, expected) << text;
  EXPECT_EQ(parse_annotation("0,0\t1,5\tC\n1,5\t2\tG\n", Format::kLab, "x").chords,
            (std::vector<LabelledSegment>{{0, 1.5, "C"}, {1.5, 2, "G"}}));
  EXPECT_EQ(parse_annotation("0,52\n1,04\n1,56\n", Format::kBeats, "x").beats,
            (std::vector<Beat>{{0.52, 0}, {1.04, 0}, {1.56, 0}}));
  EXPECT_EQ(
      error_of("0,50\t1\n1.02\t2\n", Format::kBeats),
      "x:1:1: '0,50', expected the time of a beat in seconds (is the comma meant as a decimal "
      "point?)");
  // Fields that are not decimal commas, or lines without another separator.
  EXPECT_EQ(parse_annotation("0.5,1\tcomment\n1.5,\t2\n2,3 x\n", Format::kBeats, "x").beats,
            (std::vector<Beat>{{0.5, 1}, {1.5, 2}, {2, 3}}));
  EXPECT_EQ(parse_annotation("0\t1\tC:maj(9,11)\n1,2,G\n", Format::kLab, "x").chords,
            (std::vector<LabelledSegment>{{0, 1, "C:maj(9,11)"}, {1, 2, "G"}}));
  EXPECT_EQ(parse_annotation("0,1\n1,2\n2,3\n3,1\n", Format::kBeats, "x").beats,
            (std::vector<Beat>{{0, 1}, {1, 2}, {2, 3}, {3, 1}}));
  EXPECT_EQ(parse_annotation("0,2 C\n2,4 G\n", Format::kLab, "x").chords,
            (std::vector<LabelledSegment>{{0, 2, "C"}, {2, 4, "G"}}));
}

TEST(BeatsFormat, RepairsAreNoted) {
  Notes notes;
  const Annotation read = parse_annotation("2 2\n1 1\n1 1\n-0.5 4\n", Format::kBeats, "x", &notes);
  EXPECT_EQ(read.beats, (std::vector<Beat>{{1, 1}, {2, 2}}));
  ASSERT_EQ(notes.size(), 3u);
  EXPECT_EQ(notes[0], "x: the beats were not in time order; sorted them");
}

TEST(LabFormat, ReadsWhatFilesHave) {
  const std::vector<LabelledSegment> expected = {{0, 0.5, "N"}, {0.5, 2, "F#:maj/3"}, {2, 4, "G"}};
  for (const char* text : {"0\t0.5\tN\n0.5\t2\tF#:maj/3\n2\t4\tG\n",
                           "# c\r\n0 0.5 N \r\n0.5 2e0 F#:maj/3\r\n2 4 G\r\n",
                           "0;0.5;N\r0.5;2;F#:maj/3\r2;4;G", "0 N\n0.5 F#:maj/3\n2 G\n4 end\n"}) {
    EXPECT_EQ(parse_annotation(text, Format::kLab, "x").chords, expected) << text;
  }
}

TEST(LabFormat, TellsChordsKeysAndSectionsApart) {
  const Annotation keys =
      parse_annotation("0.0\t9.3\tKey\tE\n9.3\t9.9\tSilence\n", Format::kLab, "x");
  EXPECT_EQ(keys.keys, (std::vector<LabelledSegment>{{0, 9.3, "E:major"}}));
  EXPECT_TRUE(keys.chords.empty());
  const Annotation sections =
      parse_annotation("0\t0.4\t\tsilence\n0.4\t14\t\tVerse (Guitar Solo)\n", Format::kLab, "x");
  EXPECT_EQ(sections.sections,
            (std::vector<LabelledSegment>{{0, 0.4, "silence"}, {0.4, 14, "Verse (Guitar Solo)"}}));
  // Only a whole word of the name counts.
  EXPECT_EQ(parse_annotation("0 6 C:maj\n6 9 G\n", Format::kLab, "Monkey.lab").chords.size(), 2u);
  EXPECT_EQ(parse_annotation("0 6 C:maj\n6 9 G\n", Format::kLab, "Segovia.lab").chords.size(), 2u);
  EXPECT_EQ(parse_annotation("0 6 A\n6 9 B\n", Format::kLab, "song_segments.lab").sections.size(),
            2u);
  EXPECT_EQ(parse_annotation("0 2 A\n2 4 E\n", Format::kLab, "song.lab").chords.size(), 2u);
  // Titles of songs contain such words.
  for (const char* title : {"Key Largo.lab", "Low_Key.lab", "Love Section.lab", "The-Function.lab"})
    EXPECT_EQ(parse_annotation("0 6 C:maj\n6 9 G:7\n", Format::kLab, title).chords.size(), 2u);
  for (const char* keys : {"song-key.lab", "song key.lab", "key.lab"})
    EXPECT_EQ(parse_annotation("0 6 C\n6 7 X\n7 9 A:min\n", Format::kLab, keys).keys.size(), 2u);
}

TEST(LabFormat, RepairsAreNoted) {
  Notes notes;
  const Annotation read =
      parse_annotation("2 3 C\n0 2.5 G\n3 3 D\n-1 -0.5 F\n-0.25 0 E\n", Format::kLab, "x", &notes);
  EXPECT_EQ(read.chords, (std::vector<LabelledSegment>{{0, 2, "G"}, {2, 3, "C"}}));
  EXPECT_EQ(notes.size(), 4u);
}

TEST(LabFormat, KeepsAndNotesLabelsThatAreNoChords) {
  Notes notes;
  const Annotation read = parse_annotation("0 1 G:9(113)\n1 2 Fm\n", Format::kLab, "x", &notes);
  EXPECT_EQ(read.chords.at(0).label, "G:9(113)");
  EXPECT_EQ(read.chords.at(1).label, "Fm");
  ASSERT_EQ(notes.size(), 1u);
  EXPECT_TRUE(notes[0].starts_with("x: 1 label that is not a chord, the first")) << notes[0];
  EXPECT_THROW(parse_annotation("0 1e8 C\n", Format::kLab, "x"), FormatError);
}

TEST(LabFormat, ErrorsNameFileLineAndColumn) {
  EXPECT_EQ(error_of("3 2 C\n4 3 G\n5 4 A\n", Format::kLab),
            "x:1:3: an end before the start, as in 3 of 3 lines; expected start, end and label");
  EXPECT_EQ(error_of("0 1\n", Format::kLab).substr(0, 6), "x:1:4:");
  EXPECT_EQ(error_of("zero 1 C\n", Format::kLab),
            "x:1:1: 'zero', expected the start of a segment in seconds");
}

TEST(KeyFormat, ReadsTheSpellingsInUse) {
  EXPECT_EQ(key_label("Gb:maj"), "Gb:major");
  EXPECT_EQ(key_label("F# minor"), "F#:minor");
  EXPECT_EQ(key_label("Am"), "A:minor");
  EXPECT_EQ(key_label("Key\tE"), "E:major");
  EXPECT_EQ(key_label("D:dorian"), "D:dorian");
  EXPECT_EQ(key_label("Silence"), std::nullopt);
  EXPECT_EQ(key_label("Drums"), std::nullopt);
  EXPECT_EQ(parse_annotation("C\tmajor\r\n", Format::kKey, "x").keys.at(0).label, "C:major");
  EXPECT_EQ(error_of("Hello\n", Format::kKey), "x:1:1: 'Hello', expected a key such as 'C:major'");
}

TEST(KeyFormat, ReadsFilesWithTimesUnderBothNames) {
  const std::vector<LabelledSegment> expected = {{0, 9.5, "E:major"}, {9.5, 20, "C#:minor"}};
  for (const Format format : {Format::kKey, Format::kLabKeys, Format::kMirexKey}) {
    for (const char* text : {"0\t9.5\tE:major\n9.5\t20\tC#:minor\n",
                             "0 9.5 Key E\n9.5 20 Key C#m\n", "0 E\n9.5 C# minor\n20 end\n"}) {
      EXPECT_EQ(parse_annotation(text, format, "x").keys, expected) << text;
    }
  }
  EXPECT_EQ(error_of("0 1\n", Format::kKey).substr(0, 6), "x:1:4:");
}

TEST(KeyLabel, TheMainKeyIsTheLongestInTotal) {
  EXPECT_EQ(main_key({{0, 12, "Bb:major"}, {12, 22, "C:minor"}, {22, 30, "C:minor"}}), "C:minor");
  EXPECT_EQ(main_key({{0, 10, "C:major"}, {10, 40, "silence"}, {40, 55, "G:major"}, {55, 61, "C"}}),
            "C:major");
  EXPECT_EQ(main_key({{0, 6, "C#:minor"}, {6, 14, "E:major"}, {14, 20, "Db:minor"}}), "C#:minor");
  EXPECT_EQ(main_key({{0, 6, "D:dorian"}, {6, 13, "E:major"}, {13, 15, "D:minor"}}), "E:major");
  EXPECT_EQ(main_key({{0, 6, "G:major"}, {6, 12, "D:major"}}), "G:major") << "the first of equals";
  EXPECT_EQ(main_key({{0, 60, "N"}, {60, 61, "Ab:minor"}}), "Ab:minor");
  EXPECT_EQ(main_key({{0, 60, "N"}, {60, 61, "?"}}), "");
  EXPECT_EQ(main_key({}), "");
}

TEST(KeyFormat, WritesTheKeyThatSoundsLongestAndSaysSo) {
  Annotation song;
  song.duration = 40.0;
  song.keys = {{0, 12, "Cb:major"}, {12, 25, "A:minor"}, {25, 37, "Cb:major"}, {37, 40, "N"}};
  EXPECT_EQ(serialise_annotation(song, Format::kKey), "B\tmajor\n");
  EXPECT_EQ(losses_in(song, Format::kKey),
            (std::vector<std::string>{"3 keys become one, Cb:major", "Cb:major becomes B:major"}));
  EXPECT_TRUE(losses_in(song, Format::kLabKeys).empty());
  song.keys = {{0, 40, "A:minor"}};
  EXPECT_TRUE(losses_in(song, Format::kMirexKey).empty());
  song.keys = {{4, 40, "D:dorian"}};
  EXPECT_EQ(serialise_annotation(song, Format::kMirexKey), "D\tother\n");
  EXPECT_EQ(losses_in(song, Format::kMirexKey),
            (std::vector<std::string>{"the start and end of the key", "D:dorian becomes D:other"}));
  song.keys = {{0, 40, "N"}};
  EXPECT_EQ(serialise_annotation(song, Format::kKey), "");
  for (const auto& [label, tonic] : {std::pair{"Fb:major", "E"},
                                     {"B#:minor", "C"},
                                     {"Ebb:major", "D"},
                                     {"F##:minor", "G"},
                                     {"Gb:major", "Gb"},
                                     {"D#:minor", "D#"},
                                     {"?", "?"}}) {
    EXPECT_EQ(mirex_key(label).tonic, tonic) << label;
  }
}

TEST(MirexDownbeats, AreTimesAloneAndOtherBeatsALoss) {
  Annotation song;
  song.beats = {{0.5, 4}, {1.0, 1}, {1.5, 2}, {2.0, 1}};
  EXPECT_EQ(serialise_annotation(song, Format::kMirexDownbeats), "1.000000\n2.000000\n");
  EXPECT_EQ(losses_in(song, Format::kMirexDownbeats),
            (std::vector<std::string>{"2 beats besides the downbeats"}));
  EXPECT_EQ(parse_annotation("1.0\n2.0\n", Format::kMirexDownbeats, "x").beats,
            (std::vector<Beat>{{1.0, 1}, {2.0, 1}}));
  EXPECT_EQ(error_of("one\n", Format::kMirexDownbeats),
            "x:1:1: 'one', expected the time of a downbeat in seconds");
}

TEST(TempoFormat, WritesThePairThatListenersTapSlowerFirst) {
  Annotation song;
  const auto written = [&] { return serialise_annotation(song, Format::kTempo); };
  song.tempi = {{120, 0.6}, {60, 0.2}};
  EXPECT_EQ(written(), "60\t120\t0.25\n");
  song.tempi = {{90, 0.5}, {67, 0.2}, {30, 0.1}, {180, 0.125}};  // 67 is no level of 90
  EXPECT_EQ(written(), "90\t180\t0.8\n");
  EXPECT_EQ(losses_in(song, Format::kTempo), (std::vector<std::string>{"4 tempi become 2"}));
  song.tempi = {{120, 1.0}};
  EXPECT_EQ(written(), "120\t120\t1\n");
  EXPECT_TRUE(losses_in(song, Format::kTempo).empty());
  song.tempi = {};
  EXPECT_EQ(written(), "");
}

TEST(TempoFormat, AZeroBesideOtherNumbersIsNoTempo) {
  const auto read = [](const char* text) {
    return parse_annotation(text, Format::kTempo, "x").tempi;
  };
  EXPECT_TRUE(read("0.0\t0.0\t0.0\n").empty());
  EXPECT_EQ(read("0 138 1"), (std::vector<TempoCandidate>{{138, 1}}));
  EXPECT_EQ(read("138 0 1"), (std::vector<TempoCandidate>{{138, 1}}));
  EXPECT_EQ(read("128 BPM"), (std::vector<TempoCandidate>{{128, 1}}));
  EXPECT_EQ(read("128bpm"), (std::vector<TempoCandidate>{{128, 1}}));
  EXPECT_NE(error_of("0 BPM", Format::kTempo), "");
}

TEST(TempoFormat, ReadsTheStrongerFirst) {
  const auto read = [](const char* text) {
    return parse_annotation(text, Format::kTempo, "x").tempi;
  };
  EXPECT_EQ(read("60\t120\t0.25\n"), (std::vector<TempoCandidate>{{120, 0.75}, {60, 0.25}}));
  EXPECT_EQ(read("120\t60\t0.75\n"), (std::vector<TempoCandidate>{{120, 0.75}, {60, 0.25}}));
  EXPECT_EQ(read("60 120\n"), (std::vector<TempoCandidate>{{60, 0.5}, {120, 0.5}}));
  EXPECT_EQ(read("120\n"), (std::vector<TempoCandidate>{{120, 1.0}}));
  EXPECT_EQ(read("120 120 1\n"), (std::vector<TempoCandidate>{{120, 1.0}}));
}

TEST(TempoFormat, ReadsCommasAndAWeightAndRefusesWhatIsNoTempo) {
  const auto read = [](const char* text) {
    return parse_annotation(text, Format::kTempo, "x").tempi;
  };
  EXPECT_EQ(read("128,5\n"), (std::vector<TempoCandidate>{{128.5, 1.0}}));
  EXPECT_EQ(read("120,5\t60,25\t0,75\n"),
            (std::vector<TempoCandidate>{{120.5, 0.75}, {60.25, 0.25}}));
  EXPECT_EQ(read("60,120\n"), (std::vector<TempoCandidate>{{60, 0.5}, {120, 0.5}}));
  EXPECT_EQ(read("120 0.9\n"), (std::vector<TempoCandidate>{{120, 0.9}}));
  EXPECT_EQ(read("120 1.0\n"), (std::vector<TempoCandidate>{{120, 1.0}}));
  EXPECT_EQ(error_of("0\n", Format::kTempo), "x:1:1: 0, expected a tempo from 1 to 10000");
  EXPECT_EQ(error_of("0.8\n", Format::kTempo), "x:1:1: 0.8, expected a tempo from 1 to 10000");
  EXPECT_EQ(error_of("120 -1\n", Format::kTempo), "x:1:5: -1, expected a tempo from 1 to 10000");
  EXPECT_EQ(error_of("120 60 60\n", Format::kTempo), "x:1:8: a strength above 1, expected 0 to 1");
  EXPECT_NE(error_of("120 0.5 0.5\n", Format::kTempo).find("two strengths"), std::string::npos);
}

TEST(RwcFormat, SectionsCountHundredths) {
  const std::string text = "28\t1480\t\"intro\"\n1480\t5000\t\"verse A\"\n5000\t8200\t\"end\"\n";
  for (const char* name : {"RM-P001.CHORUS.TXT", "renamed.txt"}) {
    Notes notes;
    const Annotation song = parse_annotation(text, Format::kLab, name, &notes);
    EXPECT_EQ(song.sections.at(0), (LabelledSegment{0.28, 14.8, "intro"}));
    EXPECT_EQ(notes, Notes{std::string(name) +
                           ": the times are read as hundredths of a second, as in RWC"});
  }
  const std::string seconds = "0\t15\t\"intro\"\n15\t45\t\"verse\"\n45\t80\t\"chorus\"\n";
  EXPECT_EQ(parse_annotation(seconds, Format::kLab, "x.txt").sections.at(1).end, 45.0);
  EXPECT_EQ(parse_annotation(seconds, Format::kLab, "x.chorus.txt").sections.at(1).end, 45.0);
  EXPECT_THROW(detect_format("RM-P001.MELODY.TXT", "28\t29\tm\t0\n"), FormatError);
}

TEST(TextFormats, WriteTabsAndSixDecimals) {
  Annotation song;
  song.duration = 4.0;
  song.beats = {{0.5, 1}, {1.0 / 3 + 1, 2}};
  song.chords = {{0.25, 1.5, "C:maj/3"}, {2.0, 3.0, "N"}};
  song.keys = {{0, 4, "C:major"}};
  EXPECT_EQ(serialise_annotation(song, Format::kBeats), "0.500000\t1\n1.333333\t2\n");
  EXPECT_EQ(serialise_annotation(song, Format::kMirexBeats), "0.500000\n1.333333\n");
  EXPECT_EQ(serialise_annotation(song, Format::kLab),
            "0.250000\t1.500000\tC:maj/3\n2.000000\t3.000000\tN\n");
  EXPECT_EQ(serialise_annotation(song, Format::kMirexChords),
            "0.000000\t0.250000\tN\n0.250000\t1.500000\tC:maj/3\n1.500000\t2.000000\tN\n"
            "2.000000\t3.000000\tN\n3.000000\t4.000000\tN\n");
  EXPECT_EQ(serialise_annotation(song, Format::kMirexDownbeats), "0.500000\n");
  EXPECT_EQ(serialise_annotation(song, Format::kKey), "C\tmajor\n");
  EXPECT_EQ(serialise_annotation(song, Format::kMirexKey), "C\tmajor\n");
  EXPECT_EQ(serialise_annotation(song, Format::kLabKeys), "0.000000\t4.000000\tC:major\n");
  song.beats[1].time = std::nan("");
  EXPECT_THROW(serialise_annotation(song, Format::kBeats), std::invalid_argument);
}

TEST(MirexSections, AreSectionsWhateverTheirLabels) {
  Annotation song;
  song.sections = {{0.5, 10, "A"}, {10, 20, "verse 1"}, {20, 30, "A"}};
  const std::string text = serialise_annotation(song, Format::kMirexSections);
  EXPECT_EQ(text,
            "0.500000\t10.000000\tA\n10.000000\t20.000000\tverse 1\n20.000000\t30.000000\tA\n");
  EXPECT_EQ(parse_annotation(text, Format::kMirexSections, "x").sections, song.sections);
  EXPECT_TRUE(parse_annotation(text, Format::kMirexSections, "x").chords.empty());
}

TEST(FormatSeam, NamesAndDroppedLayers) {
  for (const FormatInfo& info : all_formats()) {
    EXPECT_EQ(&format_info(info.format), &info);
    EXPECT_EQ(formats_by_name(info.name), std::vector<Format>{info.format});
    EXPECT_EQ(detect_format("a b" + std::string(info.suffix), ""), info.format);
  }
  EXPECT_EQ(formats_by_name("mirex"),
            (std::vector<Format>{Format::kMirexBeats, Format::kMirexDownbeats, Format::kMirexChords,
                                 Format::kMirexKey, Format::kMirexSections}));
  EXPECT_EQ(formats_by_name("audacity"),
            (std::vector<Format>{Format::kAudacityBeats, Format::kAudacityChords}));
  EXPECT_TRUE(formats_by_name("midi2").empty());
  Annotation song;
  song.beats = {{0.5, 1, 0.9}};
  song.chords = {{0, 1, "C"}};
  EXPECT_EQ(dropped_layers(song, Format::kBeats),
            (std::vector<std::string>{"chords", "confidences"}));
  EXPECT_EQ(dropped_layers(song, Format::kMirexBeats),
            (std::vector<std::string>{"positions in the bar", "chords", "confidences"}));
}

TEST(FormatSeam, ANameThatIsNoUtf8LeavesATextUtf8) {
  Annotation song;
  song.title = song.artist = song.album = song.annotator = song.tags.date = "caf\xE9";
  song.audio = "/caf\xE9.wav";
  song.duration = 4.0;
  for (int k = 0; k < 8; ++k) song.beats.push_back({0.5 * k, k % 4 + 1});
  song.chords = {{0, 2, "C:maj"}, {2, 4, "G:maj"}};
  song.keys = {{0, 4, "C:major"}};
  for (const FormatInfo& info : all_formats()) {
    if (info.suffix.ends_with(".mid")) continue;  // bytes
    const std::string text = serialise_annotation(song, info.format);
    EXPECT_EQ(utf8_text(text), text) << info.name;
  }
}

TEST(FormatSeam, DetectsByContent) {
  EXPECT_EQ(detect_format("a.txt", "0.5\n"), Format::kBeats);
  EXPECT_EQ(detect_format("a.txt", "0.5 1 1\n"), Format::kBeats);
  EXPECT_EQ(detect_format("a.txt", "0.5 1 C:maj\n"), Format::kLab);
  EXPECT_EQ(detect_format("a.txt", "0.0 silence\n"), Format::kLab);
  EXPECT_EQ(detect_format("a.txt", "F# minor\n"), Format::kKey);
  EXPECT_THROW(detect_format("a.txt", "Once upon a time\n"), FormatError);
}

TEST(FormatSeam, WritesWholeFilesOnly) {
  const ScratchFolder scratch;
  Annotation song;
  song.chords = {{0, 1, "C"}};
  const std::filesystem::path path = scratch / "new folder" / "a.lab";
  write_annotation(song, Format::kLab, path);
  write_annotation(song, Format::kLab, path);
  EXPECT_EQ(read_annotation(path).chords, song.chords);
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(path.parent_path()), {}), 1);
  song.chords[0].end = INFINITY;
  EXPECT_THROW(write_annotation(song, Format::kLab, path), std::invalid_argument);
  EXPECT_EQ(read_annotation(path).chords.size(), 1u);
  EXPECT_THROW(read_annotation(scratch / "absent.lab"), FormatError);
}

}  // namespace
}  // namespace tactus
