// Behaviour that all commands share.
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>

#include "tests/app/support/tiny_models.h"
#include "tests/support/test_support.h"

namespace tactus {
namespace {

// Runs `tactus ARGUMENTS` in a shell, with text before and after it; returns the exit code.
int shell(const test::ScratchFolder& folder, const std::string& before,
          const std::string& arguments, const std::string& after) {
  const std::string program = (std::filesystem::path(TACTUS_BINARY_DIR) / "tactus").string();
  const std::string command = "cd '" + (folder / "").string() + "' && " + before + " '" + program +
                              "' " + arguments + " " + after;
  const int status = std::system(command.c_str());
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST(CommandLine, ResultsThatCannotBeWrittenAreAFailure) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "no /dev/full here";
  const test::ScratchFolder folder;
  test::write_text(folder / "a.beats", "5.5\t1\n6\t2\n6.5\t1\n");
  EXPECT_EQ(shell(folder, "", "eval --ref a.beats --est a.beats", ">out 2>err"), 0);
  EXPECT_EQ(shell(folder, "", "eval --ref a.beats --est a.beats", ">/dev/full 2>err"), 1);
  const std::string said = test::slurp(folder / "err");
  EXPECT_NE(said.find("tactus: standard output: cannot be written: No space left"),
            std::string::npos)
      << said;
}

TEST(CommandLine, AReaderThatHasGoneIsNoFailure) {
  const test::ScratchFolder folder;
  test::write_text(folder / "a.beats", "5.5\t1\n6\t2\n6.5\t1\n");
  shell(folder, "trap '' PIPE; (sleep 0.3;", "eval --ref a.beats --est a.beats",
        "2>err; echo $? >code) | true");
  EXPECT_EQ(test::slurp(folder / "code"), "0\n");
  EXPECT_EQ(test::slurp(folder / "err"), "");
}

}  // namespace
}  // namespace tactus
