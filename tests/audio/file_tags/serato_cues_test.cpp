#include "audio/file_tags/serato_cues.h"

#include <gtest/gtest.h>

#include "audio/file_tags/serato_text.h"

namespace tactus {
namespace {

using namespace std::string_literals;

// 0x0001E240 = 123456 ms, 0x0002BF20 = 180000 ms.
const std::string kColourEntry = "COLOR\0\0\0\0\4\0\xFF\xFF\xFF"s;
const std::string kCueEntry = "CUE\0\0\0\0\x12\0\2\0\1\xE2\x40\0\xCC\x88\0\0\0Intro\0"s;
const std::string kLoopEntry =
    "LOOP\0\0\0\0\x15\0\0\0\1\xE2\x40\0\2\xBF\x20\xFF\xFF\xFF\xFF\0\x27\xAA\xE1\0\0\0"s;
const std::string kLockEntry = "BPMLOCK\0\0\0\0\1\0"s;

const std::vector<SongCue> kCues = {{123.456, 123.456, 3, 0xCC8800, "Intro"},
                                    {123.456, 180.0, 1, kNoCueColour, ""}};

std::string wrapped(const std::string& entries, std::size_t size = 470) {
  std::string bytes = "\1\1" + base64_lines("\1\1" + entries + '\0');
  if ((entries.size() + 3) % 3 > 0) bytes.pop_back();
  bytes.resize(size);
  return bytes;
}

TEST(SeratoCues, BytesWorkedOutByHand) {
  const std::string bytes = serato_cue_bytes(kCues, "");
  EXPECT_EQ(bytes, wrapped(kColourEntry + kCueEntry + kLoopEntry + kLockEntry));
  EXPECT_EQ(serato_cues(bytes), kCues);
  EXPECT_EQ(serato_cue_bytes(std::vector<SongCue>{{123.2, 123.2, 3, 0xCC8800, "Intro"}}, "", 0.256),
            wrapped(kColourEntry + kCueEntry + kLockEntry))
      << "later";
}

TEST(SeratoCues, OtherEntriesAndLocksStay) {
  const std::string flip = "FLIP\0\0\0\0\3abc"s;
  std::string locked = kLoopEntry;
  locked[locked.size() - 2] = '\1';
  const std::string before = wrapped(kColourEntry + kCueEntry + locked + kLockEntry + flip, 600);
  const std::vector<SongCue> cues = {kCues[1], {1.0, 1.0, 8, 0xFF, "End"}};
  const std::string end = "CUE\0\0\0\0\x10\0\7\0\0\3\xE8\0\0\0\xFF\0\0End\0"s;
  EXPECT_EQ(serato_cue_bytes(cues, before),
            wrapped(kColourEntry + end + locked + kLockEntry + flip, 600));
}

TEST(SeratoCues, ReadsWhatSeratoWrites) {
  EXPECT_EQ(serato_cues("\1\1"s + std::string(468, '\0')), std::vector<SongCue>()) << "empty";
  for (const std::string& entries : {kCueEntry, kCueEntry + "XY\0\0\0\0\0"s,
                                     kCueEntry + "X\0\0\0\0\1x"s, kCueEntry + kLoopEntry})
    EXPECT_EQ(serato_cues(wrapped(entries)).value().front(), kCues[0]) << entries.size() % 3;
  const std::string whole = "\1\1" + base64_lines("\1\1" + kCueEntry + "X\0\0\0\0\1x\0"s);
  EXPECT_EQ(serato_cues(whole), std::vector<SongCue>{kCues[0]}) << "with the last character";
  EXPECT_EQ(serato_cues("\2\1"), std::nullopt) << "another version";
  EXPECT_EQ(serato_cues(wrapped("CUE\0\0\0\xFF\xFF"s)), std::nullopt) << "longer than its bytes";
  EXPECT_EQ(serato_cues(wrapped("CUE\0\0\0\0\2\0\0"s)), std::vector<SongCue>()) << "too short";
  EXPECT_EQ(serato_cues(""), std::nullopt);
}

// 123456 ms have the groups of seven bits 0, 7, 68, 64; CC8800 has 6, 50, 16, 0.
TEST(SeratoCues, OldValueWorkedOutByHand) {
  const std::string none = "\x7F\x7F\x7F\x7F\x7F\x7F\x7F\x7F\x7F\x7F\0\x7F\x7F\x7F\x7F\x7F"s;
  const std::string no_cue = none + "\0\0\0\0\0\0"s, no_loop = none + "\0\0\0\0\3\0"s;
  const std::string cue =
      "\0\0\7\x44\x40\x7F\x7F\x7F\x7F\x7F\0\x7F\x7F\x7F\x7F\x7F\6\x32\x10\0\1\0"s;
  const std::string loop = "\0\0\7\x44\x40\0\0\xA\x7E\x20\0\x7F\x7F\x7F\x7F\x7F\1\x1E\x55\x61\3\0"s;
  std::string wanted = "\2\5\0\0\0\16"s + no_cue + no_cue + cue + no_cue + no_cue + loop;
  for (int i = 0; i < 8; ++i) wanted += no_loop;
  EXPECT_EQ(old_cue_bytes(kCues, "", SeratoOldForm::kId3), wanted + "\x07\x7F\x7F\x7F");
  const std::string green = wanted + "\0\0\x7E\0"s;
  EXPECT_EQ(old_cue_bytes({}, green, SeratoOldForm::kId3).substr(wanted.size()), "\0\0\x7E\0"s);
}

TEST(SeratoCues, TheOldValueDecides) {
  for (const SeratoOldForm form : {SeratoOldForm::kId3, SeratoOldForm::kMp4}) {
    const std::vector<SongCue> old = {{2.0, 2.0, 1, 0xCC, ""}, {4.0, 6.5, 9, kNoCueColour, ""}};
    const std::string bytes = old_cue_bytes(old, "", form);
    const std::vector<SongCue> known = {{1.0, 1.0, 1, 0xFF, "named"},
                                        {3.0, 3.0, 2, 0xFF, "not set there"},
                                        {5.0, 5.0, 6, 0xFF, "the old value has five"}};
    const std::vector<SongCue> expected = {
        {2.0, 2.0, 1, 0xCC, "named"}, known[2], {4.0, 6.5, 9, kNoCueColour, ""}};
    EXPECT_EQ(with_old_cues(known, bytes, form), expected);
    EXPECT_EQ(with_old_cues(known, bytes.substr(0, 100), form), known) << "cut";
  }
}

TEST(SeratoCues, PeopleReadTheirNumber) {
  EXPECT_EQ(describe_serato_cues(serato_cue_bytes(kCues, "")),
            "1 cue point, 1 loop from 123.456 s");
  EXPECT_EQ(describe_serato_cues(serato_cue_bytes({}, "")), "none");
  EXPECT_EQ(describe_serato_cues("x"), "an unknown form");
}

}  // namespace
}  // namespace tactus
