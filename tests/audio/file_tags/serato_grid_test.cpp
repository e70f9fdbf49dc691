#include "audio/file_tags/serato_grid.h"

#include <gtest/gtest.h>

#include "audio/file_tags/serato_text.h"

namespace tactus {
namespace {

using namespace std::string_literals;

// 0.5 = 3F000000, 120 = 42F00000, 1.5 = 3FC00000, 60 = 42700000 as floats.
const std::string kOne = "\1\0\0\0\0\1\x3F\0\0\0\x42\xF0\0\0\0"s;
const std::string kTwo =
    "\1\0\0\0\0\2"
    "\x3F\0\0\0\0\0\1\2"
    "\x3F\xC0\0\0\x42\x70\0\0\0"s;

TEST(SeratoGrid, BytesWorkedOutByHand) {
  EXPECT_EQ(serato_bytes({{{0.5, 0}}, 120.0}), kOne);
  EXPECT_EQ(serato_bytes({{{0.5, 258}, {1.5, 0}}, 60.0}), kTwo);
  EXPECT_EQ(serato_bytes({{{0.25, 258}, {1.25, 0}}, 60.0}, 0.25), kTwo);
  EXPECT_EQ(serato_bytes({{{0.5, 0}}, 120.0}, -1.0), "\1\0\0\0\0\1\x3A\x83\x12\x6F\x42\xF0\0\0\0"s)
      << "not at the start";
  EXPECT_EQ(serato_bytes({}), "");
}

TEST(SeratoGrid, ReadsThemBack) {
  EXPECT_EQ(serato_grid(kTwo), (SeratoGrid{{{0.5, 258}, {1.5, 0}}, 60.0}));
  EXPECT_EQ(serato_grid(kTwo.substr(0, kTwo.size() - 1)), serato_grid(kTwo)) << "the last byte";
  EXPECT_EQ(serato_grid("\1\0\0\0\0\0\x37"s), SeratoGrid());
  EXPECT_EQ(serato_grid(kTwo.substr(0, kTwo.size() - 2)), std::nullopt);
  EXPECT_EQ(serato_grid("\2\0\0\0\0\0\0"s), std::nullopt) << "another version";
  EXPECT_EQ(serato_grid("\1\0\xFF\xFF\xFF\xFF"s), std::nullopt) << "more markers than bytes";
  EXPECT_EQ(serato_grid(""), std::nullopt);
}

// 42 bytes before the grid are 56 characters, so the first line has 12 bytes of it. Bytes 01 00 00
// are AQAA, 00 00 01 AAAB, 3F 00 00 PwAA, 00 42 F0 AELw; for two markers 00 00 02 AAAC, 00 00 00
// AAAA, then 01 02 3F AQI/, C0 00 00 wAAA, 42 70 00 QnAA, 00 00 AAA.
TEST(SeratoGrid, TextWorkedOutByHand) {
  const std::string head = "YXBwbGljYXRpb24vb2N0ZXQtc3RyZWFtAABTZXJhdG8gQmVhdEdyaWQA";
  const std::string one = head + "AQAAAAABPwAAAELw\nAAAAA";
  const std::string two = head + "AQAAAAACPwAAAAAA\nAQI/wAAAQnAAAAAA";
  EXPECT_EQ(serato_text(kOne), one);
  EXPECT_EQ(serato_text(kTwo), two);
  EXPECT_EQ(serato_bytes_in(one), kOne);
  EXPECT_EQ(serato_bytes_in(two), kTwo);
  EXPECT_EQ(serato_bytes_in("AAAA"), "");
  EXPECT_EQ(serato_bytes_in(""), "");
  EXPECT_EQ(serato_bytes_in("\xC3\xA4 no base64 at all"), "");
}

TEST(SeratoGrid, PeopleReadTheMeanTempo) {
  EXPECT_EQ(describe_serato(kOne), "120 BPM from 0.500 s, 1 marker");
  EXPECT_EQ(describe_serato(serato_bytes({{{0.5, 2}, {1.5, 3}, {3.5, 0}}, 90.0})),
            "100 BPM from 0.500 s, 3 markers");
  EXPECT_EQ(describe_serato("x"), "an unknown form");
}

}  // namespace
}  // namespace tactus
