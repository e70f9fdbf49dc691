// Cues and loops in JAMS and in rekordbox XML.
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>

#include "datasets/formats/format.h"
#include "datasets/formats/format_losses.h"
#include "tests/support/test_support.h"

namespace tactus {
namespace {

Annotation cue_song() {
  Annotation annotation;
  annotation.title = "Song";
  annotation.duration = 60;
  annotation.audio = "/music/song.mp3";
  annotation.cues = {{0.5, 0.5, 1, kNoColour, "Intro & \"more\""},
                     {10.25, 18.25, 2, 0x12AB34, "Loop"},
                     {30, 30, 0, kNoColour, ""},
                     {40.125, 44, 0, 0x0000FF, "memory loop"}};
  return annotation;
}

TEST(Cues, ComeBackFromBothFormats) {
  for (const Format format : {Format::kJams, Format::kRekordbox}) {
    SCOPED_TRACE(format_info(format).name);
    const std::string text = serialise_annotation(cue_song(), format);
    Notes notes;
    EXPECT_EQ(parse_annotation(text, format, "x", &notes).cues, cue_song().cues);
    EXPECT_TRUE(notes.empty()) << notes.front();
    EXPECT_TRUE(losses_in(cue_song(), format).empty());
  }
  EXPECT_TRUE(format_info(Format::kRekordbox).can_hold(Layer::kCues));
  EXPECT_FALSE(format_info(Format::kLab).can_hold(Layer::kCues));
}

TEST(Cues, RekordboxReadsPositionMarks) {
  const std::string text = serialise_annotation(cue_song(), Format::kRekordbox);
  for (const char* line :
       {"<POSITION_MARK Name=\"Intro &amp; &quot;more&quot;\" Type=\"0\" Start=\"0.500000\" "
        "Num=\"0\" Red=\"204\" Green=\"0\" Blue=\"0\"/>\n",
        "<POSITION_MARK Name=\"Loop\" Type=\"4\" Start=\"10.250000\" End=\"18.250000\" Num=\"1\" "
        "Red=\"18\" Green=\"171\" Blue=\"52\"/>\n",
        "<POSITION_MARK Name=\"\" Type=\"0\" Start=\"30.000000\" Num=\"-1\"/>\n",
        "<POSITION_MARK Name=\"memory loop\" Type=\"4\" Start=\"40.125000\" End=\"44.000000\" "
        "Num=\"-1\" Red=\"0\" Green=\"0\" Blue=\"255\"/>\n"})
    EXPECT_NE(text.find(line), std::string::npos) << line << text;
}

std::string marked_track(const std::string& marks) {
  return "<DJ_PLAYLISTS Version=\"1.0.0\"><COLLECTION Entries=\"1\"><TRACK TotalTime=\"60\">" +
         marks + "</TRACK></COLLECTION></DJ_PLAYLISTS>";
}

TEST(Cues, MarksOfOtherProgramsAreRead) {
  Notes notes;
  const Annotation read = parse_annotation(
      marked_track(
          "<POSITION_MARK Name=\"A\" Type=\"0\" Start=\"5\" Num=\"0\" Red=\"40\" Green=\"226\" "
          "Blue=\"20\"/><POSITION_MARK Type=\"1\" Start=\"2\" Num=\"-1\"/>"
          "<POSITION_MARK Type=\"4\" Start=\"9\" End=\"8\" Num=\"77\" Red=\"x\"/>"
          "<POSITION_MARK Type=\"0\" Start=\"soon\" Num=\"1\"/>"
          "<POSITION_MARK Type=\"0\" Start=\"nan\" Num=\"1\"/>"
          "<POSITION_MARK Type=\"0\" Start=\"20\" Num=\"0\"/>"),
      Format::kRekordbox, "x.xml", &notes);
  const std::vector<Cue> expected = {{2, 2, 0, kNoColour, ""},
                                     {5, 5, 1, 0x28E214, "A"},
                                     {9, 9, 0, kNoColour, ""},
                                     {20, 20, 2, kNoColour, ""}};
  EXPECT_EQ(read.cues, expected);
  std::string said;
  for (const std::string& note : notes) said += note + '\n';
  for (const char* why :
       {"2 POSITION_MARKs without a Start", "1 POSITION_MARK with Type \"1\": a cue point",
        "1 POSITION_MARK with a loop without a later End: a cue point",
        "with Num 77: without a key, expected 0 to 7", "with a Red beyond 0 to 255: no colour",
        "with Num 0 once more: another key"})
    EXPECT_NE(said.find(why), std::string::npos) << why << '\n' << said;
}

nlohmann::json cue_annotation(const nlohmann::json& file) {
  for (const auto& each : file["annotations"])
    if (each["namespace"] == "tag_open" && each["sandbox"].contains("tactus_cues")) return each;
  return {};
}

TEST(Cues, JamsHoldsThemAsTagsWithKeysInTheSandbox) {
  Annotation with_notes = cue_song();
  with_notes.notes = {{1, 2, "a note"}};
  const std::string text = serialise_annotation(with_notes, Format::kJams);
  const auto cues = cue_annotation(nlohmann::json::parse(text));
  EXPECT_EQ(cues["data"][1]["value"], "Loop");
  EXPECT_EQ(cues["data"][1]["duration"], 8.0);
  EXPECT_EQ(cues["sandbox"]["tactus_cues"][1], (nlohmann::json{{"key", 2}, {"colour", "#12AB34"}}));
  EXPECT_EQ(parse_annotation(text, Format::kJams, "x").notes, with_notes.notes);
}

TEST(Cues, AJamsFileThatSomebodyChangedKeepsTheTimes) {
  auto file = nlohmann::json::parse(serialise_annotation(cue_song(), Format::kJams));
  for (auto& each : file["annotations"])
    if (each["namespace"] == "tag_open") each["sandbox"]["tactus_cues"].erase(0);
  Notes notes;
  const Annotation read = parse_annotation(file.dump(), Format::kJams, "x", &notes);
  ASSERT_EQ(read.cues.size(), 4u);
  EXPECT_EQ(read.cues[1], (Cue{10.25, 18.25, 0, kNoColour, "Loop"}));
  ASSERT_EQ(notes.size(), 1u);
  EXPECT_NE(notes[0].find("not one entry for each cue"), std::string::npos);
}

TEST(Cues, TwoListsOfAJamsFileAreOne) {
  auto file = nlohmann::json::parse(serialise_annotation(cue_song(), Format::kJams));
  auto more = cue_annotation(file);
  for (auto& each : more["data"]) each["time"] = each["time"].get<double>() + 1.0;
  file["annotations"].push_back(more);
  const Annotation read = parse_annotation(file.dump(), Format::kJams, "x");
  EXPECT_EQ(read.cues.size(), 8u);
  EXPECT_TRUE(read.notes.empty());
}

// TACTUS_PYTHON may name another python3.
TEST(Cues, PyrekordboxReadsThem) {
  const char* named = std::getenv("TACTUS_PYTHON");
  const std::string python = named ? named : "python3";
  if (std::system((python + " -c 'import pyrekordbox' 2>/dev/null").c_str()) != 0)
    GTEST_SKIP() << "pyrekordbox is not installed";
  const test::ScratchFolder scratch;
  std::ofstream(scratch / "song.xml") << serialise_annotation(cue_song(), Format::kRekordbox);
  const std::string script =
      "import pyrekordbox, sys\n"
      "for m in pyrekordbox.RekordboxXml(sys.argv[1]).get_track(0).marks:\n"
      "  print(m.Name, m.Type, m.Start, m.End, m.Num, m._element.get(\"Green\"))\n";
  std::ofstream(scratch / "read.py") << script;
  const std::string command = python + " '" + (scratch / "read.py").string() + "' '" +
                              (scratch / "song.xml").string() + "'";
  FILE* pipe = ::popen(command.c_str(), "r");
  std::string out;
  for (int c; (c = std::fgetc(pipe)) != EOF;) out += static_cast<char>(c);
  ::pclose(pipe);
  EXPECT_EQ(out,
            "Intro & \"more\" cue 0.5 None 0 0\nLoop loop 10.25 18.25 1 171\n"
            " cue 30.0 None -1 None\nmemory loop loop 40.125 44.0 -1 0\n");
}

}  // namespace
}  // namespace tactus
