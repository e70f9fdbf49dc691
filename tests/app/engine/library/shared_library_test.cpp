// The shared library as a program in C sees it, which has nothing but the library and its header.
#include <gtest/gtest.h>

#include <cstdlib>
#include <set>
#include <sstream>

#include "tests/app/support/program.h"
#include "tests/app/support/tiny_models.h"
#include "tests/support/test_support.h"

namespace tactus::test {
namespace {

namespace fs = std::filesystem;

class SharedLibrary : public testing::Test {
 protected:
  SharedLibrary() {
    save_tiny_models(models());
    write_wav(song(), made_up_music(6.0, 22050), 22050);
  }

  std::string models() const { return scratch_ / "models"; }
  std::string song() const { return scratch_ / "song.wav"; }

  ProgramResult run(const char* program, std::vector<std::string> arguments) const {
    return Program(program, scratch_.path(), std::move(arguments)).wait();
  }
  ProgramResult tag_song(const std::string& file, const std::string& format,
                         std::vector<std::string> more = {}) const {
    more.insert(more.begin(), {models(), file, format});
    return run(TACTUS_TAG_SONG, more);
  }
  // tag_song.c computes on "cpu", the examples on what is usual.
  std::string from_command_line(const std::string& format,
                                const std::string& device = "cpu") const {
    const ProgramResult tagged = Program(scratch_.path(),
                                         {"tag", song(), "-o", scratch_ / "tags", "--device",
                                          device, "--format", format, "--overwrite"},
                                         {"TACTUS_MODELS=" + models()})
                                     .wait();
    EXPECT_EQ(tagged.exit_code, 0) << tagged.err;
    return slurp(scratch_ / ("tags/song." + format));
  }

  ScratchFolder scratch_;
};

TEST_F(SharedLibrary, GivesACProgramTheBytesOfTheCommandLine) {
  const std::string decoder = fs::path(TACTUS_BINARY_DIR) / "tactus-decode";
  for (const std::string format : {"jams", "lab", "beats"}) {
    const std::string expected = from_command_line(format);
    EXPECT_FALSE(expected.empty()) << format;
    const ProgramResult here = tag_song(song(), format),
                        child = tag_song(song(), format, {decoder});
    EXPECT_EQ(here.exit_code, 0) << here.err;
    EXPECT_EQ(here.out, expected) << format;
    EXPECT_EQ(child.exit_code, 0) << child.err;
    EXPECT_EQ(child.out, expected) << format;
    EXPECT_NE(child.err.find("log 0: files are decoded by " + decoder), std::string::npos);
  }
}

TEST_F(SharedLibrary, SaysWhatIsWrong) {
  write_text(scratch_ / "text.wav", "no sound");
  const auto fails = [&](const ProgramResult& run, const std::string& expected) {
    EXPECT_EQ(run.exit_code, 1);
    EXPECT_EQ(run.out, "");
    EXPECT_NE(run.err.find(expected), std::string::npos) << run.err;
  };
  fails(tag_song(scratch_ / "text.wav", "beats"), "6: " + (scratch_ / "text.wav").string());
  fails(tag_song(song(), "score"), "1: score: no such format");
  fails(tag_song(song(), "beats", {"0.3"}), "5: interrupted");
  fails(tag_song(song(), "beats", {"/no/such/program"}), "2: /no/such/program: no such program");
}

TEST_F(SharedLibrary, TheExampleThatTagsAFilePrintsItsBeats) {
  const ProgramResult example = run(TACTUS_EXAMPLE_TAG_FILE, {song(), models()});
  EXPECT_EQ(example.exit_code, 0) << example.err;
  std::istringstream ours(example.out), expected(from_command_line("beats", "auto"));
  int beats = 0;
  double time, wanted_time, confidence;
  int position, wanted_position;
  while (expected >> wanted_time >> wanted_position) {
    ASSERT_TRUE(ours >> time >> position >> confidence);
    EXPECT_NEAR(time, wanted_time, 0.0006);
    EXPECT_EQ(position, wanted_position);
    ++beats;
  }
  EXPECT_GT(beats, 0);
  const ProgramResult none = run(TACTUS_EXAMPLE_TAG_FILE, {scratch_ / "no.wav", models()});
  EXPECT_EQ(none.exit_code, 1);
  EXPECT_NE(none.err.find("no.wav"), std::string::npos);
}

TEST_F(SharedLibrary, TheExampleWithTwoThreadsStopsOneOfThem) {
  const ProgramResult example = run(TACTUS_EXAMPLE_TAG_SAMPLES, {models()});
  EXPECT_EQ(example.exit_code, 0) << example.err;
  EXPECT_NE(example.out.find("\"chord\""), std::string::npos) << example.out;
  EXPECT_NE(example.out.find("\"beat\""), std::string::npos) << example.out;
  EXPECT_NE(example.err.find("second thread: interrupted"), std::string::npos) << example.err;
}

TEST_F(SharedLibrary, ExportsTheFunctionsOfTheListAndNothingElse) {
  const fs::path found = scratch_ / "symbols.txt";
  const std::string command =
      "nm -D --defined-only '" TACTUS_SHARED_LIBRARY "' > '" + found.string() + "'";
  ASSERT_EQ(std::system(command.c_str()), 0) << command;
  std::istringstream lines(slurp(found));
  std::set<std::string> exported, listed;
  for (std::string line; std::getline(lines, line);)
    exported.insert(line.substr(line.rfind(' ') + 1));
  std::istringstream list(
      slurp(fs::path(TACTUS_SOURCE_DIR) / "tests/app/engine/library/symbols.txt"));
  for (std::string name; std::getline(list, name);) listed.insert(name);
  EXPECT_EQ(exported, listed);
}

TEST_F(SharedLibrary, HasTheNameOfItsMajorVersion) {
  const fs::path found = scratch_ / "dynamic.txt";
  const std::string command = "readelf -d '" TACTUS_SHARED_LIBRARY "' > '" + found.string() + "'";
  ASSERT_EQ(std::system(command.c_str()), 0) << command;
  EXPECT_NE(slurp(found).find("Library soname: [libtactus.so.0]"), std::string::npos);
}

}  // namespace
}  // namespace tactus::test
