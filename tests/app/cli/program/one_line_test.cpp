#include "app/cli/program/one_line.h"

#include <gtest/gtest.h>

namespace tactus {
namespace {

TEST(OneLine, ShowsControlCharacters) {
  EXPECT_EQ(one_line("a\nb\tc\r.wav"), "a\\nb\\tc\\x0d.wav");
  EXPECT_EQ(one_line("\x1b[31mred\x7f"), "\\x1b[31mred\\x7f");
  EXPECT_EQ(one_line("\xC2\x9B"
                     "31m"),
            "\\x9b31m")
      << "another spelling of that command";
}

TEST(OneLine, ShowsMarksThatTurnTheDirectionOrEndALine) {
  EXPECT_EQ(one_line("song\u202E3pm.exe"), "song\\u202e3pm.exe");
  EXPECT_EQ(one_line("\u2066a\u2069\u200Fb\u061Cc\u2028d"),
            "\\u2066a\\u2069\\u200fb\\u061cc\\u2028d");
}

TEST(OneLine, LeavesTextAsItIs) {
  for (const char* text :
       {"Für Elise – 愛.mp3", "", "\xC2\xA0", "\xFF", "\xE2", "\u2026 \u2014 \u0627"})
    EXPECT_EQ(one_line(text), text);
}

}  // namespace
}  // namespace tactus
