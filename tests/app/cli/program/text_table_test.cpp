// Tables and progress as a terminal of any width shows them.
#include "app/cli/program/text_table.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <string>
#include <thread>

#include "app/cli/program/progress_line.h"
#include "app/cli/program/terminal.h"
#include "tests/support/test_support.h"

namespace tactus::test {
namespace {

using Align = TableColumn::Align;

TEST(Terminal, WidthIsThatOfTheScreen) {
  EXPECT_EQ(display_width("Zoë"), 3u);
  EXPECT_EQ(display_width("日本"), 4u) << "two columns each";
  EXPECT_EQ(display_width("e\u0301"), 1u) << "an accent of its own";
  EXPECT_EQ(display_width("\xFFx"), 2u) << "no UTF-8";
}

TEST(Terminal, CutsWholeCharacters) {
  EXPECT_EQ(without_end("abc", 5), "abc  ");
  EXPECT_EQ(without_end("Zoë sings", 4), "Zoë…");
  EXPECT_EQ(without_beginning("a/Zoë", 4), "…Zoë");
  EXPECT_EQ(without_end("日本語", 4), "日… ") << "half a character has no place";
  EXPECT_EQ(without_beginning("日本語", 4), "…語 ");
}

TEST(Terminal, NoColorIsObeyed) {
  EXPECT_EQ(coloured("x", Colour::kRed, STDOUT_FILENO).find("\033") == std::string::npos,
            !has_colours(STDOUT_FILENO));
  const Variable refused("NO_COLOR", "1");
  EXPECT_EQ(coloured("x", Colour::kRed, STDOUT_FILENO), "x");
}

const std::vector<TableColumn> kColumns = {{"file", Align::kLeft, 6, true, 0},
                                           {"beats", Align::kRight, 0, false, 1},
                                           {"chords", Align::kRight, 0, false, 2},
                                           {"status", Align::kLeft, 0, false, 0}};
const std::vector<TableRow> kRows = {{"a/very/long/name.wav", "120", "7", "ok"},
                                     {"b.wav", "-", "-", "failed"}};

TEST(TextTable, HasItsOwnWidthWithoutATerminal) {
  EXPECT_EQ(table_lines(kColumns, kRows, 0),
            (std::vector<std::string>{"file                  beats  chords  status",
                                      "a/very/long/name.wav    120       7  ok",
                                      "b.wav                     -       -  failed"}));
}

TEST(TextTable, ShrinksThenDropsColumns) {
  for (std::size_t width = 14; width < 50; ++width) {
    for (const std::string& line : table_lines(kColumns, kRows, width))
      EXPECT_LE(display_width(line), width) << line;
  }
  EXPECT_EQ(table_lines(kColumns, kRows, 30)[1], "…me.wav    120       7  ok");
  EXPECT_EQ(table_lines(kColumns, kRows, 24)[0], "file       beats  status") << "chords go first";
}

TEST(TextTable, OneLongNameDoesNotWidenAllRows) {
  const std::vector<TableColumn> columns = {{"file", Align::kLeft, 12, true, 0},
                                            {"status", Align::kLeft, 0, false, 0}};
  const auto lines = table_lines(columns, {{std::string(250, 'n') + ".wav", "ok"}, {"a", "ok"}}, 0);
  for (const std::string& line : lines) EXPECT_LE(display_width(line), kWidestColumn + 8) << line;
  EXPECT_TRUE(lines[1].starts_with("…nnn")) << lines[1];
  EXPECT_TRUE(lines[1].ends_with("n.wav  ok")) << lines[1];
}

TEST(TextTable, LeavesOutAColumnThatIsEmpty) {
  EXPECT_EQ(table_lines({{"a"}, {"b"}}, {{"1", ""}, {"2", ""}}, 0),
            (std::vector<std::string>{"a", "1", "2"}));
}

// stderr of a test is a file here.
std::string printed(std::chrono::milliseconds interval, bool wanted = true) {
  testing::internal::CaptureStderr();
  {
    ProgressLine progress(wanted, interval);
    for (std::size_t done = 0; done <= 4; ++done) {
      progress.show(done, 4, "song");
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
  }
  return testing::internal::GetCapturedStderr();
}

TEST(ProgressLine, PrintsPlainLinesWhereNoTerminalIs) {
  const std::string lines = printed(std::chrono::milliseconds(0));
  EXPECT_TRUE(lines.starts_with("tactus: 1/4  0:00 left\n")) << lines;
  EXPECT_EQ(std::count(lines.begin(), lines.end(), '\n'), 3) << lines;
  EXPECT_EQ(lines.find('\r'), std::string::npos);
  EXPECT_EQ(printed(std::chrono::hours(1)), "") << "a short work needs no line";
  EXPECT_EQ(printed(std::chrono::milliseconds(0), false), "");
}

}  // namespace
}  // namespace tactus::test
