// Behaviour that all commands share.
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "app/cli/program/exit_code.h"
#include "tests/app/support/program.h"
#include "tests/app/support/tiny_models.h"
#include "tests/support/test_support.h"

namespace tactus {
namespace {

using namespace std::string_literals;

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

struct Said {
  int code;
  std::string out;
  std::string err;
};

// Without the user's configuration, unless `config` names one.
Said said_by(const std::vector<std::string>& words, const std::string& config = "") {
  const test::ScratchFolder folder;
  const test::ProgramResult result =
      test::Program(folder.path(), words, {"TACTUS_CONFIG=" + config}).wait();
  return {result.exit_code, result.out, result.err};
}

TEST(CommandLine, AWordThatCannotBeMeantGetsASuggestion) {
  const auto first_line = [](const std::vector<std::string>& words) {
    const Said said = said_by(words);
    EXPECT_EQ(said.code, 2) << said.err;
    return said.err.substr(0, said.err.find('\n'));
  };
  EXPECT_EQ(first_line({"tagg", "song.ogg"}), "tactus: tagg: no such command. Did you mean tag?");
  EXPECT_EQ(first_line({"tag", "song.ogg", "--formt", "lab"}),
            "tactus tag: --formt: no such option. Did you mean --format?");
  EXPECT_EQ(first_line({"tag", "song.ogg", "--formt=lab"}),
            "tactus tag: --formt: no such option. Did you mean --format?");
  EXPECT_EQ(first_line({"--versoin"}),
            "tactus: --versoin: no such option. Did you mean --version?");
  EXPECT_EQ(first_line({"dataset", "chek", "x"}),
            "tactus dataset: chek: no such command. Did you mean check?");
  EXPECT_EQ(first_line({"synth", "x", "--outptu", "y"}),
            "tactus synth: --outptu: no such option. Did you mean --output?")
      << "not that --output is missing";
  EXPECT_EQ(first_line({"tag", "song.ogg", "--format", "lbb"}),
            "tactus: --format lbb: no such format. Did you mean lab?");
  EXPECT_EQ(first_line({"tag", "song.ogg", "--grid", "constnt"}),
            "tactus tag: --grid: constnt: expected auto, constant, free. Did you mean constant?");
  EXPECT_EQ(first_line({"tag", "song.ogg", "--beats-per-bar", "16"}),
            "tactus tag: --beats-per-bar: 16: expected a whole number from 2 to 12");
  EXPECT_EQ(first_line({"synth", "x", "-o", "y", "--limit", "0"}),
            "tactus synth: --limit: 0: expected a whole number from 1 to 1000000");
  EXPECT_EQ(first_line({"convert", "a.lab", "b.jams", "--to", "jsm"}),
            "tactus: convert: a.lab: no such file or folder");
  EXPECT_EQ(first_line({"features", "x", "--out", "y"}),
            "tactus features: --out: no such option. Did you mean --output?");
  EXPECT_EQ(first_line({"tag", "x", "-o", "y", "-o", "z"}),
            "tactus tag: --output: given 2 times, expected once");
  EXPECT_EQ(first_line({"tag", "x", "--device"}),
            "tactus tag: --device: expected a value behind it: DEVICE");
  EXPECT_EQ(first_line({"ensemble", "beats", "-o", "y"}),
            "tactus ensemble: models: expected 2 or more, not 1");
  EXPECT_EQ(first_line({"write-tags", "x", "--annotations", "/no/such"}),
            "tactus write-tags: --annotations: /no/such: no such folder");
  EXPECT_EQ(
      first_line({"bench", "cpu", "--batch", "1", "4"}),
      "tactus bench cpu: 4: unexpected, the command takes no more arguments; several values of "
      "--batch are separated by commas");
  EXPECT_EQ(first_line({"bench", "cpu", "gpu"}),
            "tactus bench cpu: gpu: unexpected, the command takes no more arguments");
  EXPECT_EQ(first_line({"library"}),
            "tactus library: give a command: add, find, playlist, rate, import or forget");
  EXPECT_EQ(first_line({"library", "show"}),
            "tactus library: show: no such command; expected add, find, playlist, rate, import or "
            "forget");
  EXPECT_EQ(first_line({"train", "quik"}).substr(0, 54),
            "tactus: quik: no such file, and no recipe of that name");
  EXPECT_TRUE(first_line({"train", "quik"}).ends_with("Did you mean quick?"));
  EXPECT_EQ(first_line({"train", "./quik"}), "tactus: ./quik: no such file");
  EXPECT_EQ(first_line({"train", "/"}), "tactus: /: this is a folder, expected a YAML file");
  EXPECT_EQ(first_line({"help", "tga"}), "tactus: help tga: no such command. Did you mean tag?");
  EXPECT_EQ(first_line({"xyzzy-plugh"}), "tactus: xyzzy-plugh: no such command.");
  EXPECT_EQ(said_by({}).out, said_by({"--help"}).out) << "the list of commands";
  const std::string model = first_line({"tag", "song.ogg", "--model", "chord"});
  EXPECT_TRUE(model.ends_with("Did you mean chords?")) << model;
}

TEST(CommandLine, OutputsOfAnotherKindThanTheirEndingAreRefused) {
  const test::ScratchFolder folder;
  const std::string song = (folder / "a.wav").string();
  test::write_text(folder / "a.wav", "x");
  for (const std::vector<std::string>& words : {std::vector<std::string>{"train", "quick"},
                                                {"pack", "beats"},
                                                {"export", "beats"},
                                                {"ensemble", "beats", "beats"},
                                                {"dataset", "split", "x"},
                                                {"features", song},
                                                {"click", song},
                                                {"tag", song}}) {
    std::vector<std::string> all = words;
    all.insert(all.end(), {"-o", (folder / "x.foo").string()});
    const Said said = said_by(all);
    EXPECT_EQ(said.code, kUsageError) << words[0] << said.err;
    EXPECT_NE(said.err.find(".foo"), std::string::npos) << words[0] << said.err;
    EXPECT_NE(said.err.find("write "), std::string::npos) << words[0] << said.err;
    EXPECT_FALSE(std::filesystem::exists(folder / "x.foo")) << words[0];
  }
}

TEST(CommandLine, ACommandThatReadsNoStandardInputSaysSo) {
  for (const std::vector<std::string>& words : {std::vector<std::string>{"features", "-"},
                                                {"info", "-"},
                                                {"click", "-"},
                                                {"check", "-"},
                                                {"train", "-"},
                                                {"library", "add", "-"},
                                                {"write-tags", "-"},
                                                {"dataset", "check", "-"}}) {
    const Said said = said_by(words);
    EXPECT_EQ(said.code, kUsageError) << words[0];
    EXPECT_NE(said.err.find("-: this command does not read standard input"), std::string::npos)
        << words[0] << said.err;
  }
  const test::ScratchFolder folder;
  test::write_text(folder / "a.beats", "5.5\t1\n6\t2\n6.5\t1\n");
  EXPECT_EQ(shell(folder, "", "eval - a.beats --task beats", "<a.beats >out 2>err"), 0)
      << test::slurp(folder / "err");
}

TEST(CommandLine, WhatIsNoAnnotationAndNoFileIsCalledWhatItIs) {
  const test::ScratchFolder folder;
  test::write_text(folder / "song.ogg", "OggS");
  const std::string song = (folder / "song.ogg").string();
  const std::string sound = said_by({"convert", song, (folder / "a.lab").string()}).err;
  EXPECT_NE(sound.find("sound, expected an annotation; `tactus tag`"), std::string::npos) << sound;
  const std::string address = said_by({"tag", "https://a.org/b.mp3"}).err;
  EXPECT_NE(address.find("an address, expected a file: download it"), std::string::npos) << address;
  const Said absent = said_by({"tag", (folder / "none/").string()});
  EXPECT_NE(absent.out.find("none/"), std::string::npos) << "its row has a name: " << absent.out;
}

TEST(CommandLine, FaultsOfFilesNameFileAndReasonInWordsForPeople) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "no /dev/full here";
  const test::ScratchFolder folder;
  test::write_text(folder / "a.lab", "0 1 C\n");
  EXPECT_EQ(shell(folder, "", "convert a.lab /dev/full --to lab", "2>err"), 1);
  EXPECT_NE(test::slurp(folder / "err").find("/dev/full: cannot be written: No space left"),
            std::string::npos)
      << test::slurp(folder / "err");
  EXPECT_EQ(shell(folder, "", "help --man /proc/nothing", "2>err"), 1);
  EXPECT_EQ(test::slurp(folder / "err").substr(0, 23), "tactus: /proc/nothing: ");
  EXPECT_EQ(test::slurp(folder / "err").find("filesystem error"), std::string::npos);
  EXPECT_EQ(shell(folder, "", "convert a.lab - --to lab", ">/dev/full 2>err"), 1);
  EXPECT_EQ(test::slurp(folder / "err"),
            "tactus: standard output: cannot be written: No space left on device\n")
      << "and not that a file was written";
}

TEST(CommandLine, HelpOfACommandHasItsOwnExamplesAlone) {
  const std::string help = said_by({"library", "forget", "--help"}).out;
  EXPECT_EQ(help.find("library find"), std::string::npos) << help;
  const std::string split = said_by({"dataset", "split", "--help"}).out;
  EXPECT_NE(split.find("  tactus dataset split"), std::string::npos) << split;
  EXPECT_EQ(split.find("tactus dataset check"), std::string::npos) << split;
}

TEST(CommandLine, HelpHasAtMostAHundredColumnsWhereThereIsNoTerminal) {
  std::istringstream help(said_by({"tag", "--help"}).out);
  for (std::string line; std::getline(help, line);) EXPECT_LE(line.size(), 102u) << line;
}

TEST(CommandLine, EvalAndConvertTakeTheirFilesWithAndWithoutOptions) {
  const test::ScratchFolder folder;
  const std::string beats = (folder / "a.beats").string(), out = (folder / "a.jams").string();
  test::write_text(folder / "a.beats", "5.5\t1\n6\t2\n6.5\t1\n");
  EXPECT_EQ(said_by({"eval", beats, beats}).out,
            said_by({"eval", "--ref", beats, "--est", beats}).out);
  EXPECT_EQ(said_by({"eval", beats, "--est", beats}).code, 0);
  EXPECT_EQ(said_by({"eval", beats}).code, kUsageError);
  EXPECT_EQ(said_by({"eval", beats, beats, "--ref", beats}).code, kUsageError);
  EXPECT_EQ(said_by({"convert", beats, "-o", out}).code, 0);
  EXPECT_EQ(said_by({"convert", "file://" + beats, out, "--overwrite"}).code, 0);
  const auto far = said_by({"convert", "file://elsewhere" + beats, out, "--overwrite"});
  EXPECT_EQ(far.code, kUsageError);
  EXPECT_NE(far.err.find("a file of another computer"), std::string::npos) << far.err;
  EXPECT_EQ(said_by({"convert", beats}).code, kUsageError);
  EXPECT_EQ(said_by({"convert", beats, out, "-o", out}).code, kUsageError);
}

TEST(CommandLine, AFileInThePlaceOfACommandIsProbablyToBeTagged) {
  const test::ScratchFolder folder;
  test::write_text(folder / "song.ogg", "x");
  const Said said = said_by({(folder / "song.ogg").string()});
  EXPECT_NE(said.err.find("Did you mean tactus tag "), std::string::npos) << said.err;
}

TEST(CommandLine, ChoicesAreReadInAnyCase) {
  const Said said =
      said_by({"eval", "--ref", "/none", "--est", "/none", "--task", " Beats, CHORDS"});
  EXPECT_NE(said.err.find("/none: no such file"), std::string::npos) << said.err;
}

TEST(CommandLine, ListsMayHaveABlankBehindAComma) {
  const test::ScratchFolder folder;
  test::write_text(folder / "a.beats", "5.5\t1\n6\t2\n6.5\t1\n");
  EXPECT_EQ(shell(folder, "", "convert a.beats out/ --to CSV, json", "2>err"), 0)
      << test::slurp(folder / "err");
  EXPECT_TRUE(std::filesystem::exists(folder / "out/a.jams"));
  EXPECT_TRUE(std::filesystem::exists(folder / "out/a.csv"));
}

TEST(CommandLine, ConvertsBetweenPipes) {
  const test::ScratchFolder folder;
  test::write_text(folder / "a.lab", "0\t2\tC\n2\t4\tG\n");
  EXPECT_EQ(shell(folder, "cat a.lab |", "convert - - --to jams --quiet", ">a.jams 2>err"), 0)
      << test::slurp(folder / "err");
  EXPECT_EQ(shell(folder, "cat a.jams |", "convert - b.lab -q", "2>err"), 0);
  EXPECT_EQ(shell(folder, "", "convert a.jams - --to lab -q", ">c.lab 2>err"), 0);
  EXPECT_EQ(test::slurp(folder / "b.lab"), test::slurp(folder / "c.lab"));
  EXPECT_NE(test::slurp(folder / "c.lab").find("\tG\n"), std::string::npos);
  EXPECT_FALSE(std::filesystem::exists(folder / "-"));
  EXPECT_EQ(shell(folder, "cat a.lab |", "convert - -", "2>err"), 2);
  EXPECT_NE(test::slurp(folder / "err").find("choose the format with --to"), std::string::npos);
  EXPECT_EQ(shell(folder, "echo '?' |", "convert - - --to lab", "2>err"), 1);
  EXPECT_NE(test::slurp(folder / "err").find("standard input: "), std::string::npos);
}

TEST(CommandLine, AnEmptyConversionSaysWhy) {
  const test::ScratchFolder folder;
  test::write_text(folder / "a.lab", "0\t2\tC\n2\t4\tG\n");
  EXPECT_EQ(shell(folder, "", "convert a.lab a.beats --strict", "2>err"), 3);
  EXPECT_NE(test::slurp(folder / "err").find("a.beats: is empty: the input has no beats"),
            std::string::npos)
      << test::slurp(folder / "err");
  EXPECT_EQ(shell(folder, "", "convert a.lab b.jams --strict", "2>err"), 0);
}

TEST(CommandLine, AFileOfAnotherKindIsNamed) {
  const test::ScratchFolder folder;
  test::write_text(folder / "a.lab", "0\t2\tC\n2\t4\tG\n");
  test::write_text(folder / "a.beats", "5.5\t1\n6\t2\n6.5\t1\n");
  test::write_wav(folder / "a.wav", test::made_up_music(4.0, 22050), 22050);
  EXPECT_EQ(shell(folder, "", "eval --ref a.beats --est a.lab --task beats", ">out 2>err"), 1);
  EXPECT_NE(test::slurp(folder / "err").find("a.lab: contains chords, expected beats"),
            std::string::npos)
      << test::slurp(folder / "err");
  EXPECT_EQ(shell(folder, "", "eval --ref a.lab --est a.lab --task beats", ">out 2>err"), 1);
  EXPECT_NE(test::slurp(folder / "err").find("a.lab: contains chords, expected beats"),
            std::string::npos);
  EXPECT_EQ(shell(folder, "", "eval --ref a.beats --est a.lab", ">out 2>err"), 1);
  EXPECT_NE(test::slurp(folder / "err").find("the reference contains beats, the estimate chords"),
            std::string::npos);
  EXPECT_EQ(shell(folder, "", "click a.wav a.lab -o c.wav", ">out 2>err"), 1);
  EXPECT_NE(test::slurp(folder / "err").find("a.lab: contains chords, expected beats"),
            std::string::npos);
}

class Defaults : public testing::Test {
 protected:
  void SetUp() override { test::write_text(folder_ / "a.lab", "0\t2\tC\n2\t4\tG\n"); }
  // `tactus convert a.lab OUT WORDS` with that configuration.
  Said convert(const std::string& config, const std::vector<std::string>& words) {
    test::write_text(folder_ / "config.yaml", config);
    std::vector<std::string> all = {"convert", (folder_ / "a.lab").string(),
                                    (folder_ / "out/").string()};
    all.insert(all.end(), words.begin(), words.end());
    return said_by(all, (folder_ / "config.yaml").string());
  }
  bool made(const char* name) const { return std::filesystem::exists(folder_ / name); }
  test::ScratchFolder folder_;
};

TEST_F(Defaults, StandWhereTheUserSaysNothing) {
  const Said said = convert("convert:\n  to: [jams, csv]\nall:\n  quiet: true\n", {});
  EXPECT_EQ(said.code, 0) << said.err;
  EXPECT_EQ(said.err, "") << "quiet";
  EXPECT_TRUE(made("out/a.jams"));
  EXPECT_TRUE(made("out/a.csv"));
}

TEST_F(Defaults, GiveWayToTheCommandLine) {
  EXPECT_EQ(convert("convert: {to: jams}", {"--to", "csv"}).code, 0);
  EXPECT_FALSE(made("out/a.jams"));
  EXPECT_TRUE(made("out/a.csv"));
  EXPECT_EQ(convert("convert: {to: csv, overwrite: false}\nall: {to: jams}", {"--overwrite"}).code,
            0);
  EXPECT_FALSE(made("out/a.jams")) << "the command goes before all commands";
}

TEST_F(Defaults, LeaveTheFormatOfOneFileToItsEnding) {
  const std::string config = (folder_ / "config.yaml").string();
  test::write_text(config, "tag: {format: [jams, lab], skip-existing: true, quiet: true}");
  const std::string song = TACTUS_SOURCE_DIR "/datasets/demo/05-corner-cafe.ogg";
  const std::string lab = (folder_ / "song.lab").string();
  EXPECT_EQ(said_by({"tag", song, "-o", lab}, config).code, 0);
  EXPECT_TRUE(test::slurp(lab).starts_with("0.000000\t"));
  const Said streamed = said_by({"tag", song, "-o", "-"}, config);
  EXPECT_EQ(streamed.code, 0) << streamed.err;
  const std::string other = (folder_ / "other.lab").string();
  test::write_text(config, "convert: {to: csv}");
  EXPECT_EQ(said_by({"convert", lab, other}, config).code, 0);
  EXPECT_EQ(test::slurp(other), test::slurp(lab));
  const std::string unknown = (folder_ / "song.v2").string();
  EXPECT_EQ(said_by({"convert", lab, unknown}, config).code, 0) << "no format has this extension";
}

TEST_F(Defaults, GiveWayToWhatExcludesThem) {
  test::write_text(folder_ / "config.yaml", "eval: {json: true}");
  test::write_text(folder_ / "a.beats", "5.5\t1\n6\t2\n6.5\t1\n");
  const std::string beats = (folder_ / "a.beats").string();
  const Said said = said_by({"eval", "--ref", beats, "--est", beats, "--csv"},
                            (folder_ / "config.yaml").string());
  EXPECT_EQ(said.code, 0) << said.err;
}

TEST_F(Defaults, AreCheckedWithTheirPlace) {
  const std::string file = (folder_ / "config.yaml").string();
  EXPECT_EQ(convert("convert:\n  tp: jams\n", {"--to", "csv"}).err,
            "tactus: " + file + ":2:3: tp: convert has no such option. Did you mean to?\n");
  EXPECT_EQ(convert("tagg:\n  format: lab\n", {}).code, 2) << "also of other commands";
  EXPECT_NE(convert("convert: {quiet: maybe}", {"--to", "csv"}).err.find("expected true or false"),
            std::string::npos);
  EXPECT_NE(convert("tag: [a]", {}).err.find("expected options"), std::string::npos);
  EXPECT_EQ(convert("convert: {jobs", {}).code, 2);
  test::write_text(folder_ / "config.yaml", "tag: {grid: sideways}");
  const Said value = said_by({"tag", "x.wav"}, file);
  EXPECT_EQ(value.code, 2);
  EXPECT_TRUE(value.err.starts_with(file + ":1:7: tactus tag: --grid: sideways: expected"))
      << value.err;
}

TEST_F(Defaults, AreNamedWithTheirPlaceIfTheCommandRefusesThem) {
  const std::string file = (folder_ / "config.yaml").string();
  test::write_text(folder_ / "file", "no folder");
  const std::string below = (folder_ / "file/below").string();
  for (const auto& [option, message] :
       {std::pair{"format: nosuch"s, "--format nosuch: no such format"s},
        std::pair{"min-bpm: 250\n  max-bpm: 100"s, "--min-bpm 250, --max-bpm 100: "s},
        std::pair{"model: nothere"s, "nothere: no such model file"s},
        std::pair{"output: "s + below, "-o " + below + ": no file can be written there"}}) {
    test::write_text(file, "all:\n  quiet: true\ntag:\n  " + option + "\n");
    const Said said = said_by({"tag", TACTUS_SOURCE_DIR "/datasets/demo/05-corner-cafe.ogg"}, file);
    EXPECT_EQ(said.code, 2) << option;
    EXPECT_TRUE(said.err.starts_with("tactus: " + file + ":4:3: " + message)) << said.err;
  }
  const Said typed = said_by({"tag", "x.wav", "--format", "nosuch"}, file);
  EXPECT_TRUE(typed.err.starts_with("tactus: --format nosuch: no such format")) << typed.err;
}

TEST_F(Defaults, AFileThatIsNamedMustExist) {
  const std::string file = (folder_ / "absent.yaml").string();
  const Said said = said_by({"info"}, file);
  EXPECT_EQ(said.code, 2);
  EXPECT_EQ(said.out, "");
  EXPECT_TRUE(said.err.starts_with("tactus: " + file + ": no such file")) << said.err;
}

TEST(CommandLine, ResultsThatAreFilesDoNotGoToStandardOutput) {
  for (const auto& words : std::vector<std::vector<std::string>>{{"export", "beats"},
                                                                 {"pack", "beats"},
                                                                 {"ensemble", "beats", "beats"},
                                                                 {"features", "x.wav"},
                                                                 {"click", "x.wav"},
                                                                 {"train", "x.yaml"},
                                                                 {"synth", "corpus"}}) {
    std::vector<std::string> all = words;
    all.insert(all.end(), {"-o", "-"});
    const Said said = said_by(all);
    EXPECT_EQ(said.code, 2) << words.front();
    EXPECT_NE(said.err.find("--output: -: cannot write to standard output here"), std::string::npos)
        << said.err;
  }
}

TEST(CommandLine, TheConfigurationIsWhereXdgSays) {
  const test::ScratchFolder folder;
  test::write_text(folder / "tactus/config.yaml", "nonsense: {a: b}");
  test::write_text(folder / "a.beats", "5.5\t1\n");
  EXPECT_EQ(shell(folder, "XDG_CONFIG_HOME='" + folder.path().string() + "'", "info --devices",
                  ">out 2>err"),
            2);
  EXPECT_NE(test::slurp(folder / "err").find("tactus/config.yaml:1:"), std::string::npos);
  EXPECT_EQ(shell(folder, "TACTUS_CONFIG= XDG_CONFIG_HOME='" + folder.path().string() + "'", "info",
                  ">out 2>err"),
            0);
  EXPECT_NE(test::slurp(folder / "out").find("TACTUS_CONFIG"), std::string::npos);
  EXPECT_NE(test::slurp(folder / "out").find("TACTUS_MODELS"), std::string::npos);
}

TEST(CommandTable, HoldsWhatHelpCompletionAndManPagesNeed) {
  const Said said = said_by({"help", "--json"});
  ASSERT_EQ(said.code, 0) << said.err;
  const nlohmann::json table = nlohmann::json::parse(said.out);
  std::set<std::string> names;
  for (const auto& command : table) {
    const std::string name = command["command"];
    names.insert(name);
    EXPECT_NE(command["help"], "") << name;
    for (const auto& option : command["options"]) {
      const std::string shown = name + " " + option["names"].back().get<std::string>();
      EXPECT_NE(option["help"], "") << shown;
      EXPECT_NE(option["value"], "TEXT:") << shown;
      const auto is = [&](const char* other) { return option["names"].back() == other; };
      if (is("--format") && name != "click") {
        EXPECT_EQ(option["value"], "FORMAT") << shown;
      } else if (is("--device")) {
        EXPECT_EQ(option["value"], "DEVICE") << shown;
      } else if (is("--grid")) {
        EXPECT_EQ(option["choices"], (std::vector<std::string>{"auto", "constant", "free"}));
      } else if (is("--quiet")) {
        EXPECT_EQ(option["value"], "") << "a flag";
      }
    }
  }
  for (const char* name : {"tag", "dataset check", "bench gpu", "help"})
    EXPECT_TRUE(names.contains(name)) << name;
  EXPECT_FALSE(names.contains("tags-worker")) << "it has no user";
}

TEST(CommandTable, HelpOfACommandIsItsHelp) {
  const Said help = said_by({"help", "dataset", "check"});
  EXPECT_EQ(help.code, 0);
  EXPECT_EQ(help.out, said_by({"dataset", "check", "--help"}).out);
  EXPECT_NE(said_by({"--help"}).out.find("Exit codes: 0 success"), std::string::npos);
}

TEST(ExitCode, IsOneRuleForAllCommands) {
  EXPECT_EQ((RunOutcome{}).exit_code(), 0);
  EXPECT_EQ((RunOutcome{.failed = 1, .warned = 1, .strict = true}).exit_code(), 1);
  EXPECT_EQ((RunOutcome{.warned = 1}).exit_code(), 0);
  EXPECT_EQ((RunOutcome{.warned = 1, .strict = true}).exit_code(), 3);
  EXPECT_EQ((RunOutcome{.strict = true}).exit_code(), 0);
  EXPECT_EQ((RunOutcome{.failed = 1, .interrupted = true}).exit_code(), 130);
}

}  // namespace
}  // namespace tactus
