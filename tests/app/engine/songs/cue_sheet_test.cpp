// Cue sheets as programs write them, and malformed ones.
#include "app/engine/songs/cue_sheet.h"

#include <gtest/gtest.h>

#include "datasets/formats/text/text_encoding.h"

namespace tactus::test {
namespace {

constexpr const char* kSheet = R"(REM GENRE Pop
REM DATE 1999
PERFORMER "The Band"
TITLE "The Record"
FILE "record.wav" WAVE
  TRACK 01 AUDIO
    TITLE "First"
    FLAGS DCP
    ISRC GBAAA0000001
    INDEX 01 00:00:00
  TRACK 02 AUDIO
    TITLE "Second"
    PERFORMER "A Guest"
    INDEX 00 03:00:00
    INDEX 01 03:02:37
  TRACK 03 MODE1/2352
    INDEX 01 06:00:00
FILE "bonus.flac" WAVE
  TRACK 04 AUDIO
    INDEX 01 00:00:30
)";

std::string fault_of(std::string_view text) {
  try {
    parse_cue_sheet(text, "a.cue");
    return "";
  } catch (const FormatError& error) {
    return error.what();
  }
}

TEST(CueSheet, HasTracksWithTheirTimes) {
  const CueSheet sheet = parse_cue_sheet(kSheet, "a.cue");
  EXPECT_EQ(sheet.title, "The Record");
  EXPECT_EQ(sheet.date, "1999");
  ASSERT_EQ(sheet.tracks.size(), 3u) << "the track of data holds no sound";
  const CueTrack &first = sheet.tracks[0], &second = sheet.tracks[1], &last = sheet.tracks[2];
  EXPECT_EQ(first.title, "First");
  EXPECT_EQ(first.performer, "The Band");
  EXPECT_EQ(first.file, "record.wav");
  EXPECT_EQ(first.start, 0.0);
  EXPECT_DOUBLE_EQ(first.end.value(), 182.0 + 37.0 / 75.0) << "the gap belongs to the track before";
  EXPECT_EQ(second.performer, "A Guest");
  EXPECT_DOUBLE_EQ(second.start, 182.0 + 37.0 / 75.0);
  EXPECT_EQ(second.end, 360.0) << "where the data begin";
  EXPECT_EQ(last.number, 4);
  EXPECT_EQ(last.file, "bonus.flac");
  EXPECT_EQ(last.end, std::nullopt);
}

TEST(CueSheet, ReadsWhatOtherProgramsWrite) {
  const CueSheet bare = parse_cue_sheet(
      "\xEF\xBB\xBF"
      "file my record.ape WAVE\r\ntrack 1 audio\r\ntitle Caf\xC3\xA9 del Mar\r\nindex 1 0:0:0\r\n",
      "a.cue");
  EXPECT_EQ(bare.tracks.at(0).file, "my record.ape");
  EXPECT_EQ(bare.tracks.at(0).title, "Café del Mar");
  const CueSheet latin = parse_cue_sheet(
      "FILE \"a.wav\" WAVE\rTRACK 01 AUDIO\rTITLE \"Caf\xE9 \x80\"\rINDEX 01 00:00:00", "a.cue");
  EXPECT_EQ(latin.tracks.at(0).title, "Café €") << "Windows-1252, lines of old Macs";
}

TEST(CueSheet, NamesTheFault) {
  EXPECT_EQ(fault_of("TITLE \"x\"\n"), "a.cue: no track, expected a cue sheet");
  EXPECT_EQ(fault_of("TRACK 01 AUDIO\n"),
            "a.cue:1: TRACK before FILE: the sound of the track is unknown");
  const std::string file = "FILE \"a.wav\" WAVE\n";
  EXPECT_EQ(fault_of(file + "TRACK x AUDIO"),
            "a.cue:2: TRACK without a number, expected TRACK 01 AUDIO");
  EXPECT_EQ(fault_of(file + "TRACK 01 AUDIO\nINDEX 01 00:60:00\n"),
            "a.cue:3: 00:60:00, expected INDEX 01 MM:SS:FF with up to 59 seconds and 74 frames");
  EXPECT_EQ(fault_of(file + "TRACK 01 AUDIO\nTRACK 02 AUDIO\n"),
            "a.cue:2: TRACK 01 without INDEX 01");
  EXPECT_EQ(
      fault_of(file + "TRACK 01 AUDIO\nINDEX 01 01:00:00\nTRACK 02 AUDIO\nINDEX 01 00:30:00\n"),
      "a.cue:4: TRACK 02 begins before the previous track ends");
  EXPECT_NE(fault_of("\xFF\xFE"), "");
  EXPECT_NE(fault_of(std::string_view("a\0b", 3)), "");
}

TEST(TextEncoding, TellsUtf8FromWindows) {
  EXPECT_TRUE(is_utf8("日本 é"));
  EXPECT_FALSE(is_utf8("\xE9"));
  EXPECT_EQ(utf8_from_unknown("\x81x\x96"), "?x–");
}

}  // namespace
}  // namespace tactus::test
