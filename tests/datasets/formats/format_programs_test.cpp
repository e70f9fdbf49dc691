// Formats of other programs: Audacity, Sonic Visualiser, RWC.
#include <gtest/gtest.h>

#include "datasets/formats/format.h"
#include "tests/datasets/support/format_helpers.h"
#include "tests/support/test_support.h"

namespace tactus {
namespace {

using test::error_of;
using test::positions;

Annotation program_song() {
  Annotation song;
  song.beats = {{0.5, 3}, {1.0, 1}, {1.6, 2}, {2.25, 3}, {2.75, 1}};
  song.chords = {{0.0, 1.0, "N"}, {1.0, 2.75, "C:maj/3"}, {3.0, 4.0, "G:7"}};
  return song;
}

TEST(AudacityFormat, WritesALabelTrackOfBeatsAndOneOfChords) {
  EXPECT_EQ(serialise_annotation(program_song(), Format::kAudacityBeats),
            "0.500000\t0.500000\t3\n1.000000\t1.000000\t1\n1.600000\t1.600000\t2\n"
            "2.250000\t2.250000\t3\n2.750000\t2.750000\t1\n");
  EXPECT_EQ(serialise_annotation(program_song(), Format::kAudacityChords),
            "0.000000\t1.000000\tN\n1.000000\t2.750000\tC:maj/3\n3.000000\t4.000000\tG:7\n");
}

TEST(AudacityFormat, ReadsFrequencyLinesAndPointLabels) {
  const Annotation read =
      parse_annotation("0.5\t0.5\t1\n\\\t100.0\t2000.0\n1.0\t1.0\t\n2\t3\tverse\n\\\t1\t2\n",
                       Format::kAudacityBeats, "x");
  EXPECT_EQ(positions(read.beats), (std::vector<int>{1, 0}));
  EXPECT_EQ(read.sections, (std::vector<LabelledSegment>{{2, 3, "verse"}}));
  const Annotation points =
      parse_annotation("0\t0\tC\n1\t1\tG\n2\t2\tend\n", Format::kAudacityBeats, "x");
  EXPECT_EQ(points.chords, (std::vector<LabelledSegment>{{0, 1, "C"}, {1, 2, "G"}}));
  EXPECT_EQ(error_of("1\t0\tC\n2\t1\tG\n", Format::kAudacityBeats).substr(0, 31),
            "x:1:3: an end before the start,");
}

TEST(AudacityFormat, ReadsAsap) {
  const Annotation read = parse_annotation(
      "0.5\t0.5\tb,,0\n1\t1\tb\n2\t2\tdb,4/4\n3\t3\tb\n4\t4\tbR\n5\t5\tb\n6\t6\tdb\n7\t7\tb\n",
      Format::kAudacityBeats, "x");
  EXPECT_EQ(positions(read.beats), (std::vector<int>{3, 4, 1, 2, 3, 4, 1, 2}));
  TACTUS_SHARED_OR_SKIP(data);
  const Annotation asap = read_annotation(data / "layouts/asap_annotations.txt");
  EXPECT_EQ(positions(asap.beats), (std::vector<int>{2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4, 1}));
}

TEST(SvlFormat, ReadsRegionsInstantsAndEntities) {
  const std::string head = "<?xml version='1.0'?>\n<!DOCTYPE sonic-visualiser>\n<sv><data>\n";
  const Annotation regions =
      parse_annotation(head +
                           "<model sampleRate=\"1000\" type=\"sparse\" dimensions=\"3\" "
                           "subtype=\"region\" dataset=\"7\"/>"
                           "<dataset id=\"7\"><point frame=\"500\" value=\"1\" duration=\"250\" "
                           "label=\"Verse &amp; &#x41;&quot;\"/></dataset></data></sv>",
                       Format::kSvlBeats, "x");
  EXPECT_EQ(regions.sections, (std::vector<LabelledSegment>{{0.5, 0.75, "Verse & A\""}}));
  const Annotation instants = parse_annotation(
      head +
          "<model sampleRate='1000' type='sparse' dimensions='1' dataset='1'/><dataset id='1'>"
          "<!-- <point frame='1'/> --><point frame='500' label='1.2'/><point frame='900' "
          "label='2.1'/></dataset></data></sv>",
      Format::kSvlBeats, "x");
  EXPECT_EQ(instants.beats, (std::vector<Beat>{{0.5, 2}, {0.9, 1}}));
}

TEST(SvlFormat, ChordsAreASegmentationWithAColourForEach) {
  Annotation annotation = program_song();
  annotation.chords.push_back({4.0, 5.0, "N"});
  const std::string chords = serialise_annotation(annotation, Format::kSvlChords);
  EXPECT_NE(chords.find("type=\"regions\" name=\"Chords\" presentationName=\"Chords\" model=\"1\" "
                        "plotStyle=\"1\""),
            std::string::npos)
      << chords;
  EXPECT_NE(chords.find("value=\"0\" duration=\"44100\" label=\"N\""), std::string::npos);
  EXPECT_NE(chords.find("frame=\"176400\" value=\"0\""), std::string::npos);
  EXPECT_NE(chords.find("frame=\"132300\" value=\"2\""), std::string::npos);
  EXPECT_NE(serialise_annotation(annotation, Format::kSvlBeats).find("name=\"Beats\""),
            std::string::npos);
}

TEST(SvlFormat, ErrorsNameFileLineAndColumn) {
  EXPECT_EQ(error_of("<x/>", Format::kSvlBeats),
            "x:1:1: no <sv>, expected a Sonic Visualiser layer");
  EXPECT_EQ(error_of("<sv>\n <point frame=\"1\"", Format::kSvlBeats).substr(0, 6), "x:2:2:");
  EXPECT_EQ(error_of("<sv>\n<model sampleRate=\"x\" type=\"sparse\"/>", Format::kSvlBeats),
            "x:2:1: <model sampleRate=\"x\">, expected a number");
  EXPECT_EQ(error_of("<sv>\n  <point frame=\"1\"/>", Format::kSvlBeats).substr(0, 6), "x:2:3:");
}

TEST(SvlFormat, RefusesWhatIsNoXmlAtItsPlace) {
  EXPECT_EQ(error_of("<sv>\n <data>\n  </point></data></sv>", Format::kSvlBeats).substr(0, 6),
            "x:3:3:");
  EXPECT_EQ(error_of("<sv>\n<point frame=1/></sv>", Format::kSvlBeats).substr(0, 6), "x:2:1:");
  EXPECT_EQ(error_of(std::string("<sv>\n \0</sv>", 13), Format::kSvlBeats),
            "x:2:2: a zero byte, expected text");
}

TEST(SvlFormat, StandsDeepNestingAndExpandsNothing) {
  constexpr int kDeep = 200'000;
  std::string deep = "<sv>";
  for (int i = 0; i < kDeep; ++i) deep += "<a>";
  EXPECT_TRUE(parse_annotation(deep, Format::kSvlBeats, "x").beats.empty());
  const Annotation read = parse_annotation(
      "<!DOCTYPE sv [<!ENTITY a \"b\"><!ENTITY c SYSTEM \"file:///etc/passwd\">]>\n<sv>"
      "<model sampleRate='1' type='sparse' dataset='1'/><dataset id='1'>"
      "<point frame='1' duration='1' label='&a;&c;'/></dataset></sv>",
      Format::kSvlBeats, "x");
  EXPECT_EQ(read.sections, (std::vector<LabelledSegment>{{1, 2, "&a;&c;"}}));
}

TEST(SvlFormat, ReadsTheExample) {
  TACTUS_SHARED_OR_SKIP(data);
  const Annotation read = parse_annotation(
      "<sv><data><model sampleRate=\"44100\" type=\"sparse\" dataset=\"4\"/><dataset id=\"4\">"
      "<point frame=\"0\" label=\"N\"/><point frame=\"44100\" label=\"B:min\"/></dataset>",
      Format::kSvlChords, "x");
  EXPECT_EQ(read.chords, (std::vector<LabelledSegment>{{0, 1, "N"}}));
  const Annotation uspop = read_annotation(data / "layouts/sonic_visualiser_chord.svl");
  ASSERT_GT(uspop.chords.size(), 5u);
  EXPECT_EQ(uspop.chords[1].label, "B:min");
  EXPECT_NEAR(uspop.chords[1].start, 21351 / 44100.0, 1e-9);
}

TEST(RwcFormat, ReadsAndWritesCodes) {
  const std::string text = "4\t4\t384\n49\t49\t48\n93\t93\t96\n137\t137\t144\n182\t182\t384\n";
  const Annotation read = parse_annotation(text, Format::kRwc, "x");
  EXPECT_EQ(positions(read.beats), (std::vector<int>{1, 2, 3, 4, 1}));
  EXPECT_DOUBLE_EQ(read.beats.at(1).time, 0.49);
  EXPECT_EQ(serialise_annotation(read, Format::kRwc), text);
  EXPECT_EQ(error_of("4\t4\t100\n", Format::kRwc),
            "x:1:5: code 100, expected 384 or a multiple of 48");
}

TEST(ProgramFormats, AreDetected) {
  EXPECT_EQ(detect_format("a.txt", "0.5\t0.5\t1\n1.0\t1.0\t2\n"), Format::kAudacityBeats);
  EXPECT_EQ(detect_format("a.txt", "1.09\t1.09\tb,,0\n"), Format::kAudacityBeats);
  EXPECT_EQ(detect_format("a.audacity.txt", ""), Format::kAudacityBeats);
  EXPECT_EQ(detect_format("RM-P001.BEAT.TXT", "4\t4\t384\n"), Format::kRwc);
  EXPECT_EQ(detect_format("a.svl", "<sv>"), Format::kSvlBeats);
  EXPECT_EQ(detect_format("a.xyz", "MThd"), Format::kMidi);
  EXPECT_EQ(detect_format("a.chords.mid", "MThd"), Format::kMidiChords);
  EXPECT_EQ(detect_format("a.xml", "<?xml?><score-partwise>"), Format::kMusicXml);
  EXPECT_EQ(formats_by_name("svl"), (std::vector<Format>{Format::kSvlBeats, Format::kSvlChords}));
}

}  // namespace
}  // namespace tactus
