// The manual pages: what the macros of man(7) need, and that nothing of the table is missing.
#include "app/cli/commands/man_pages.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "tests/app/support/program.h"
#include "tests/support/test_support.h"

namespace tactus {
namespace {

CommandEntry entry(std::vector<std::string> words, std::string help, std::string footer = "") {
  CommandEntry command;
  command.words = std::move(words);
  command.help = std::move(help);
  command.footer = std::move(footer);
  return command;
}

bool holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(ManPage, ShowsEveryOptionWithItsLimits) {
  CommandEntry command = entry({"tag"}, "Write down beats");
  command.options = {{.names = {"-j", "--jobs"},
                      .value = "INT",
                      .choices = {},
                      .range = "0 - 1024",
                      .fallback = "1",
                      .endings = "",
                      .help = "Songs at a time"},
                     {.names = {"--grid"},
                      .value = "TEXT",
                      .choices = {"auto", "free"},
                      .range = "",
                      .fallback = "",
                      .endings = "",
                      .help = "Tempo grid"}};
  const std::string page = man_page(command, {});
  EXPECT_TRUE(holds(page,
                    ".TP\n\\fB\\-j\\fR, \\fB\\-\\-jobs\\fR \\fIINT\\fR\nSongs at a time.\n"
                    "Range: 0 \\- 1024.\nDefault: 1.\n"))
      << page;
  EXPECT_TRUE(holds(page, "Tempo grid.\nOne of: auto, free.\n")) << page;
}

TEST(ManPage, KeepsExamplesAndEscapesWhatGroffReads) {
  const std::string page = man_page(
      entry({"eval"}, "Score", "\nText of\n.two lines.\n\nExamples:\n  a 'b' \\\n    -c ~\n"), {});
  EXPECT_TRUE(holds(page, "Text of\n\\&.two lines.\n")) << page;
  EXPECT_TRUE(
      holds(page, ".SH EXAMPLES\n.in +2n\n.EX\na \\(aqb\\(aq \\e\n  \\-c \\(ti\n.EE\n.in\n"))
      << page;
}

TEST(ManPage, OfAProgramNamesThePagesBelow) {
  const std::vector<CommandEntry> table = {entry({"dataset"}, "Corpora"),
                                           entry({"dataset", "check"}, "Errors")};
  const std::string page = man_page(table[0], table);
  EXPECT_TRUE(holds(page, ".BR tactus\\-dataset\\-check (1)\nErrors.\n")) << page;
  EXPECT_TRUE(holds(page, "\\fBtactus dataset\\fR [\\fIOPTIONS\\fR] \\fICOMMAND\\fR\n")) << page;
}

TEST(ManPage, IsWrittenForEveryCommand) {
  const test::ScratchFolder folder;
  const auto said = test::Program(folder.path(), {"help", "--man", (folder / "pages").string()},
                                  {"TACTUS_CONFIG="})
                        .wait();
  ASSERT_EQ(said.exit_code, 0) << said.err;
  for (const char* page : {"tactus.1", "tactus-tag.1", "tactus-dataset-check.1", "tactus-gui.1"})
    EXPECT_TRUE(std::filesystem::exists(folder / "pages" / page)) << page;
  EXPECT_TRUE(holds(test::slurp(folder / "pages/tactus-gui.1"), "\\fBtactus\\-gui\\fR"));
  EXPECT_TRUE(holds(test::slurp(folder / "pages/tactus.1"), ".SH ENVIRONMENT\n"));
}

TEST(ManPages, ReplaceOnlyWhatTactusWroteAndNobodyChanged) {
  namespace fs = std::filesystem;
  const test::ScratchFolder folder;
  const fs::path pages = folder / "pages", linked = folder / "linked";
  const auto write = [&](std::vector<std::string> more) {
    std::vector<std::string> words = {"help", "--man", pages.string()};
    words.insert(words.end(), more.begin(), more.end());
    return test::Program(folder.path(), words, {"TACTUS_CONFIG="}).wait();
  };
  ASSERT_EQ(write({}).exit_code, 0);
  EXPECT_EQ(write({}).exit_code, 0) << "its own";
  const std::string page = test::slurp(pages / "tactus-tag.1");
  test::write_text(pages / "tactus-tag.1", page + "my notes");
  test::write_text(linked, "mine");
  fs::remove(pages / "tactus-eval.1");
  fs::create_symlink(linked, pages / "tactus-eval.1");
  fs::remove(pages / "tactus.1");
  const auto kept = write({});
  EXPECT_EQ(kept.exit_code, 1);
  EXPECT_TRUE(holds(kept.err, "tactus-tag.1: kept: changed since Tactus wrote it")) << kept.err;
  EXPECT_TRUE(holds(kept.err, "tactus-eval.1: kept: a link")) << kept.err;
  EXPECT_EQ(test::slurp(pages / "tactus-tag.1"), page + "my notes");
  EXPECT_EQ(test::slurp(linked), "mine");
  EXPECT_TRUE(fs::exists(pages / "tactus.1")) << "the other pages are written";
  const auto replaced = write({"--overwrite"});
  EXPECT_TRUE(holds(replaced.err, "tactus-tag.1: kept as")) << replaced.err;
  EXPECT_EQ(test::slurp(pages / "tactus-tag.1"), page);
  EXPECT_EQ(test::slurp(pages / "tactus-tag.1.orig"), page + "my notes");
  EXPECT_EQ(test::slurp(linked), "mine");
}

}  // namespace
}  // namespace tactus
