// tactus decode, run as the command line runs it.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>

#include "app/cli/commands/command_line.h"
#include "app/cli/commands/commands.h"
#include "app/cli/commands/help_text.h"
#include "app/cli/commands/option_parser.h"
#include "app/cli/program/exit_code.h"
#include "features/files/npy_file.h"
#include "tests/app/support/part_task.h"
#include "tests/app/support/tiny_models.h"
#include "tests/support/test_support.h"

namespace tactus {
namespace {

struct Decoding {
  int code;
  std::string out;
  std::string err;
};

Decoding run(std::vector<std::string> words) {
  words.insert(words.begin(), {"tactus", "decode"});
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  const int code = run_command_line(static_cast<int>(argv.size()), argv.data());
  const std::string out = testing::internal::GetCapturedStdout();
  return {code, out, testing::internal::GetCapturedStderr()};
}

class CommandDecode : public testing::Test {
 protected:
  std::string save(const std::string& name, const FrameMatrix& matrix) {
    write_npy(matrix, folder_ / name);
    return (folder_ / name).string();
  }
  void write(const std::string& name, const std::string& text) {
    std::ofstream(folder_ / name) << text;
  }

  // A pulse of 0.9 every half second from 0.5 s, 10 seconds at 100 fps; every third in column 1.
  static FrameMatrix waltz() {
    FrameMatrix activations(1000, 2, 100);
    for (std::size_t k = 0; k < 19; ++k) activations.row(50 + 50 * k)[k % 3 == 0 ? 1 : 0] = 0.9f;
    return activations;
  }

  test::ScratchFolder folder_;
};

TEST_F(CommandDecode, RefusesOptionsOfTheOtherTask) {
  const std::string file = save("a.npy", waltz());
  const auto refused = [&](const char* task, const std::vector<std::string>& more) {
    std::vector<std::string> words = {file, "--task", task, "--fps", "100"};
    words.insert(words.end(), more.begin(), more.end());
    const Decoding outcome = run(words);
    EXPECT_EQ(outcome.code, kUsageError) << more[0];
    return outcome.err.find(more[0] + ": has no effect on --task " + task) != std::string::npos;
  };
  EXPECT_TRUE(refused("downbeats", {"--snap-to", "song.beats"}));
}

TEST_F(CommandDecode, RefusesWhatIsNoProbability) {
  const auto refused = [&](FrameMatrix activations, float odd, const char* task) {
    activations.row(2)[1] = odd;
    const std::string file = save("a.npy", activations);
    const Decoding outcome = run({file, "--task", task, "--fps", "100"});
    EXPECT_EQ(outcome.code, kSomeInputsFailed) << task << odd;
    EXPECT_NE(outcome.err.find(file + ": row 3, column 2: "), std::string::npos) << outcome.err;
  };
  for (const float odd : {std::nanf(""), -1.0f, 5.0f}) {
    refused(waltz(), odd, "beats");
    refused(waltz(), odd, "downbeats");
    refused(FrameMatrix(40, 25, 100), odd, "chords");
  }
}

TEST_F(CommandDecode, ParametersAreSetByNameAndFaultsSayWhatIsKnown) {
  const std::string file = save("a.npy", waltz());
  const auto error_of = [&](const char* task, const char* assignment) {
    const Decoding outcome = run({file, "--task", task, "--fps", "100", "--set", assignment});
    EXPECT_EQ(outcome.code, kUsageError) << assignment;
    return outcome.err;
  };
  const auto says = [](const std::string& text, const char* part) {
    return text.find(part) != std::string::npos;
  };
  const std::string misspelt = error_of("downbeats", "min_bmp=60");
  EXPECT_TRUE(says(misspelt, "did you mean \"min_bpm\"?")) << misspelt;
  EXPECT_TRUE(says(misspelt, "beats_per_bar")) << misspelt;
  EXPECT_TRUE(says(error_of("chords", "min_bpm=60"), "stay_bonus")) << "another task's parameter";
  EXPECT_TRUE(says(error_of("beats", "beats_per_bar=3,4"), "unknown")) << "beats have no bars";
  EXPECT_TRUE(says(error_of("beats", "min_bpm=0.5"), "1 to 1000"));
  EXPECT_TRUE(says(error_of("beats", "min_bpm=fast"), "a number"));
  EXPECT_TRUE(says(error_of("downbeats", "beats_per_bar=3,400"), "1 to 64"));
  EXPECT_TRUE(says(error_of("beats", "calibration=0,1"), "unknown")) << "it is learned";
  EXPECT_TRUE(says(error_of("beats", "min_bpm"), "NAME=VALUE"));
  const std::string help = run({"--help"}).out;
  for (const char* name : {"level_bonus", "snap_to_peak", "repeat_scale", "bass_certainty"})
    EXPECT_TRUE(says(help, name)) << help;
  EXPECT_FALSE(says(help, "calibration")) << help;
}

TEST_F(CommandDecode, RefusesARateThatIsNoPositiveNumber) {
  const std::string file = save("a.npy", waltz());
  for (const char* fps : {"0", "-50", "nan", "inf", "many"}) {
    const Decoding outcome = run({file, "--task", "beats", "--fps", fps});
    EXPECT_EQ(outcome.code, kUsageError) << fps;
    EXPECT_NE(outcome.err.find("--fps: "), std::string::npos) << outcome.err;
  }
}

TEST_F(CommandDecode, WritesBeatsOnePerLine) {
  const Decoding both = run({save("a.npy", waltz()), "--task", "beats", "--fps", "100"});
  EXPECT_EQ(both.code, kSuccess);
  EXPECT_EQ(both.err, "");
  EXPECT_EQ(both.out.substr(0, both.out.find("1.500")), "0.500000\n1.000000\n");
  FrameMatrix one(1000, 1, 100);
  for (std::size_t t = 0; t < 1000; ++t) one.data[t] = waltz().row(t)[0] + waltz().row(t)[1];
  EXPECT_EQ(run({save("b.npy", one), "--task", "beats", "--fps", "100"}).out, both.out);
}

TEST_F(CommandDecode, WritesDownbeatsWithTheirPositions) {
  const std::string file = save("a.npy", waltz());
  const Decoding result = run({file, "--task", "downbeats", "--fps", "100"});
  EXPECT_EQ(result.code, kSuccess);
  EXPECT_EQ(result.out.substr(0, 44), "0.500000\t1\n1.000000\t2\n1.500000\t3\n2.000000\t1\n");
  const Decoding four =
      run({file, "--task", "downbeats", "--fps", "100", "--set", "beats_per_bar=4,5"});
  EXPECT_NE(four.out.find("\t4\n"), std::string::npos);
  const Decoding slow = run({file, "--task", "downbeats", "--fps", "100", "--set", "max_bpm=80"});
  EXPECT_LT(slow.out.size(), 0.6 * static_cast<double>(result.out.size()));
}

TEST_F(CommandDecode, FramesPerSecondScaleTheTimes) {
  const Decoding result = run({save("a.npy", waltz()), "--task", "beats", "--fps", "80"});
  EXPECT_EQ(result.out.substr(0, 9), "0.625000\n");
}

TEST_F(CommandDecode, SilenceIsEmpty) {
  const Decoding result =
      run({save("a.npy", FrameMatrix(500, 2, 100)), "--task", "downbeats", "--fps", "100"});
  EXPECT_EQ(result.code, kSuccess);
  EXPECT_EQ(result.out, "");
}

TEST_F(CommandDecode, WritesChordsOfTheUsualVocabularies) {
  FrameMatrix majmin(40, 25, 10);
  FrameMatrix full(40, 169, 10);
  for (std::size_t t = 0; t < 40; ++t) {
    majmin.row(t)[t < 20 ? 0 : 12 + 9] = 1;
    full.row(t)[t < 20 ? 0 : 9 * 14 + 1] = 1;
  }
  const std::string expected = "0.000000\t1.950000\tC:maj\n1.950000\t4.000000\tA:min\n";
  EXPECT_EQ(run({save("a.npy", majmin), "--task", "chords", "--fps", "10"}).out, expected);
  EXPECT_EQ(run({save("b.npy", full), "--task", "chords", "--fps", "10"}).out, expected);
}

TEST_F(CommandDecode, TakesLabelsFromAFileOrBesideTheActivations) {
  FrameMatrix activations(40, 2, 10);
  for (std::size_t t = 0; t < 40; ++t) activations.row(t)[t < 20 ? 0 : 1] = 1;
  const std::string file = save("song.npy", activations);
  EXPECT_EQ(run({file, "--task", "chords", "--fps", "10"}).code, kSomeInputsFailed);
  write("song.labels.txt", "G:7\r\nC:maj/3\r\n");
  EXPECT_EQ(run({file, "--task", "chords", "--fps", "10"}).out,
            "0.000000\t1.950000\tG:7\n1.950000\t4.000000\tC:maj/3\n");
  write("other.txt", "F:maj\nN\n");
  write("song.beats", "0.5\t1\n2.0\t2\n3.0\t3\n");
  EXPECT_EQ(run({file, "--task", "chords", "--fps", "10", "--labels",
                 (folder_ / "other.txt").string(), "--snap-to", (folder_ / "song.beats").string()})
                .out,
            "0.000000\t2.000000\tF:maj\n2.000000\t4.000000\tN\n");
  write("other.txt", "F:maj\n");
  const Decoding few =
      run({file, "--task", "chords", "--fps", "10", "--labels", (folder_ / "other.txt").string()});
  EXPECT_EQ(few.code, kSomeInputsFailed);
  EXPECT_NE(few.err.find("1 labels, expected 2"), std::string::npos) << few.err;
}

TEST_F(CommandDecode, OtherFormatsOnRequest) {
  const std::string file = save("a.npy", waltz());
  const Decoding jams = run({file, "--task", "downbeats", "--fps", "100", "--format", "jams"});
  EXPECT_EQ(jams.code, kSuccess);
  EXPECT_EQ(jams.out.front(), '{');
  EXPECT_EQ(run({file, "--task", "downbeats", "--fps", "100", "--format", "lab"}).code,
            kUsageError);
  EXPECT_EQ(run({file, "--task", "downbeats", "--fps", "100", "--format", "x"}).code, kUsageError);
}

TEST_F(CommandDecode, FaultsHaveTheirCodesAndSayWhere) {
  const std::string file = save("a.npy", waltz());
  EXPECT_EQ(run({file, "--task", "beats"}).code, kUsageError);
  EXPECT_EQ(run({file, "--task", "melody", "--fps", "100"}).code, kUsageError);
  EXPECT_EQ(run({file, "--task", "beats", "--fps", "0"}).code, kUsageError);
  const Decoding tempo = run(
      {file, "--task", "beats", "--fps", "100", "--set", "min_bpm=200", "--set", "max_bpm=100"});
  EXPECT_EQ(tempo.code, kUsageError);
  EXPECT_NE(tempo.err.find("200 to 100"), std::string::npos) << tempo.err;
  const Decoding absent = run({(folder_ / "none.npy").string(), "--task", "beats", "--fps", "100"});
  EXPECT_EQ(absent.code, kSomeInputsFailed);
  EXPECT_NE(absent.err.find("none.npy"), std::string::npos);
  const Decoding wide =
      run({save("w.npy", FrameMatrix(9, 3, 100)), "--task", "downbeats", "--fps", "100"});
  EXPECT_EQ(wide.code, kSomeInputsFailed);
  EXPECT_NE(wide.err.find("3 columns"), std::string::npos) << wide.err;
}

TEST_F(CommandDecode, KnowsATaskByItsDescriptionAlone) {
  FrameMatrix activations(100, 1, 10);
  activations.row(40)[0] = 0.9f;
  const std::string file = save("a.npy", activations);
  const CommandRow decode = decode_command(test::tasks_with_parts);
  const ParsedWords parsed = parse_words(decode, {file, "--task", "parts", "--fps", "10", "--set",
                                                  "least_length=2", "--format", "jams"});
  ASSERT_EQ(parsed.outcome, ParsedWords::Outcome::kCommand) << parsed.message;
  testing::internal::CaptureStdout();
  EXPECT_EQ(parsed.command().run(), kSuccess);
  const std::string jams = testing::internal::GetCapturedStdout();
  const Annotation annotation = parse_annotation(jams, Format::kJams, "out");
  ASSERT_EQ(annotation.sections.size(), 2u) << jams;
  EXPECT_EQ(annotation.sections[1].start, 4.0);
  EXPECT_EQ(annotation.sections[1].label, "from 2 s");
  const std::vector<CommandEntry> table = command_table(decode);
  const std::string help = help_text(table.front(), table, 0);
  for (const char* word : {"beats, downbeats, chords, parts", "of a boundary", "least_length"})
    EXPECT_NE(help.find(word), std::string::npos) << help;
}

TEST_F(CommandDecode, AModelOfAnotherTaskIsNamed) {
  test::save_tiny_models(folder_ / "models");
  const std::string file = save("a.npy", waltz());
  for (const auto& [task, model] : {std::pair("beats", "chords"), {"chords", "beats"}}) {
    const std::string path = (folder_ / "models" / (std::string(model) + ".safetensors")).string();
    write("a.labels.txt", "A\nB\n");
    const Decoding refused = run({file, "--task", task, "--fps", "100", "--model", path});
    EXPECT_EQ(refused.code, kUsageError);
    EXPECT_NE(refused.err.find(std::string("a model for ") + model), std::string::npos)
        << refused.err;
  }
}

}  // namespace
}  // namespace tactus
