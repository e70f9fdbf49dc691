// `tactus convert` as its user runs it: messages, exit codes, Ctrl-C.
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "app/cli/program/exit_code.h"
#include "tests/app/support/program.h"
#include "tests/support/test_support.h"

namespace tactus::test {
namespace {

namespace fs = std::filesystem;

class ConvertCommand : public testing::Test {
 protected:
  Program start(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), "convert");
    return Program(scratch_.path(), std::move(arguments), {"TACTUS_CONFIG="});
  }
  ProgramResult convert(std::vector<std::string> arguments) const {
    return start(std::move(arguments)).wait();
  }
  std::string at(const std::string& name) const { return (scratch_ / name).string(); }
  ScratchFolder scratch_;
};

TEST_F(ConvertCommand, NamesTheOptionOfTheSideThatIsUnclear) {
  write_text(scratch_ / "a.lab", "0 1 C\n");
  write_text(scratch_ / "a.foo", "nobody knows\n");
  const ProgramResult out = convert({at("a.lab"), at("b.foo")});
  EXPECT_EQ(out.exit_code, 2);
  EXPECT_NE(out.err.find("b.foo: no format has this extension"), std::string::npos) << out.err;
  EXPECT_NE(out.err.find("--to"), std::string::npos) << out.err;
  EXPECT_EQ(out.err.find("--from"), std::string::npos) << out.err;
  EXPECT_FALSE(fs::exists(scratch_ / "b.foo"));
  const ProgramResult in = convert({at("a.foo"), at("b.csv")});
  EXPECT_NE(in.err.find("--from"), std::string::npos) << in.err;
}

TEST_F(ConvertCommand, AnEndingThatNamesAFormatIsEnough) {
  write_text(scratch_ / "a.lab", "0\t1\tC:maj\n");
  EXPECT_EQ(convert({at("a.lab"), at("a.json"), "-q"}).exit_code, 0);
  EXPECT_TRUE(slurp(scratch_ / "a.json").starts_with("{")) << slurp(scratch_ / "a.json");
  EXPECT_EQ(convert({at("a.json"), at("a.txt"), "-q"}).exit_code, 0);
  EXPECT_TRUE(slurp(scratch_ / "a.txt").ends_with("\tC:maj\n")) << slurp(scratch_ / "a.txt");
}

TEST_F(ConvertCommand, CountsOneFileAsOne) {
  write_text(scratch_ / "a.beats", "0.5\t1\n1.0\t2\n");
  const ProgramResult result = convert({at("a.beats"), at("a.csv")});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_NE(result.err.find("1 file read, 1 written, 0 failed"), std::string::npos) << result.err;
}

TEST_F(ConvertCommand, CtrlCKeepsWhatIsWrittenAndSaysWhatWasNotBegun) {
  std::string beats;
  for (int i = 0; i < 2000; ++i) beats += std::to_string(0.5 * i) + "\t" + "1\n";
  fs::create_directories(scratch_ / "in");
  constexpr int kSongs = 3000;
  for (int i = 0; i < kSongs; ++i)
    write_text(scratch_ / "in" / (std::to_string(i) + ".beats"), beats);
  Program run = start({at("in"), at("out"), "--to", "jams,csv", "-q"});
  while (!fs::exists(scratch_ / "out") || fs::is_empty(scratch_ / "out")) usleep(1000);
  run.send(SIGINT);
  const ProgramResult result = run.wait();
  EXPECT_EQ(result.exit_code, 130) << result.err;
  std::size_t written = 0;
  for (const auto& [name, bytes] : tree_of(scratch_ / "out")) {
    EXPECT_EQ(bytes.back(), '\n') << name;
    EXPECT_FALSE(name.ends_with(".partial")) << name;
    ++written;
  }
  EXPECT_EQ(result.err, "tactus: interrupted: " + std::to_string(kSongs - written / 2) +
                            " of 3000 songs were not begun\n");
  EXPECT_GT(written, 0u);
}

TEST_F(ConvertCommand, CtrlCEndsTheWaitForStandardInput) {
  ASSERT_EQ(mkfifo((scratch_ / "pipe").c_str(), 0600), 0);
  const std::string command = "exec 9<>'" + at("pipe") + "'; TACTUS_CONFIG= '" +
                              (fs::path(TACTUS_BINARY_DIR) / "tactus").string() +
                              "' convert - - --from lab --to csv <&9 >'" + at("out") + "' 2>'" +
                              at("err") + "' & pid=$!; sleep 0.5; kill -INT $pid; wait $pid";
  const int status = std::system(command.c_str());
  EXPECT_EQ(WEXITSTATUS(status), 130) << slurp(scratch_ / "err");
}

TEST_F(ConvertCommand, AnOpenPipeIsReadAndOneWithANameIsNot) {
  test::write_text(scratch_ / "a.beats", "0.5\t1\n1\t2\n");
  const std::string tactus = "TACTUS_CONFIG= '" + (fs::path(TACTUS_BINARY_DIR) / "tactus").string();
  const std::string open = "bash -c \"" + tactus + "' convert <(cat '" + at("a.beats") + "') '" +
                           at("a.csv") + "'\" 2>'" + at("err") + "'";
  EXPECT_EQ(std::system(open.c_str()), 0) << slurp(scratch_ / "err");
  EXPECT_NE(slurp(scratch_ / "a.csv").find("0.5"), std::string::npos);
  ASSERT_EQ(mkfifo((scratch_ / "pipe.beats").c_str(), 0600), 0);
  const std::string named = "timeout 20 env " + tactus + "' convert '" + at("pipe.beats") + "' '" +
                            at("b.csv") + "' 2>'" + at("err") + "'";
  EXPECT_EQ(WEXITSTATUS(std::system(named.c_str())), kSomeInputsFailed);
  EXPECT_NE(slurp(scratch_ / "err").find("is not a regular file"), std::string::npos)
      << slurp(scratch_ / "err");
}

}  // namespace
}  // namespace tactus::test
