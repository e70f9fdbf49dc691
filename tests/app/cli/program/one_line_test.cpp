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

TEST(OneLine, LeavesTextAsItIs) {
  for (const char* text : {"Für Elise – 愛.mp3", "", "\xC2\xA0", "\xFF"})
    EXPECT_EQ(one_line(text), text);
}

}  // namespace
}  // namespace tactus
