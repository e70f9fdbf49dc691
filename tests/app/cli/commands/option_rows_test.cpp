// A new option is one row: everything that knows options finds it there.
#include "app/cli/commands/option_rows.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "app/cli/commands/command_defaults.h"
#include "app/cli/commands/command_table.h"
#include "app/cli/commands/commands.h"
#include "app/cli/commands/completion.h"
#include "app/cli/commands/help_text.h"
#include "app/cli/commands/man_pages.h"
#include "app/cli/commands/option_parser.h"
#include "app/cli/commands/usage_errors.h"

namespace tactus {
namespace {

struct SwingArguments {
  double swing = 0.5;
  bool straight = false;
  std::vector<std::string> songs;
};

CommandRow program_with_swing(SwingArguments& arguments) {
  return {.name = "tactus",
          .help = "Tactus: a program",
          .below = {{.name = "play",
                     .help = "Play songs",
                     .options = {{"--swing", &arguments.swing, kNumber, numbers(0.5, 0.75),
                                  "Share of the first eighth", kShowsDefault},
                                 {"-s,--straight", &arguments.straight, kFlag, kAny, "No swing",
                                  excludes({"--swing"})},
                                 {"songs", &arguments.songs, kAudioFile, kAny, "Audio files"}},
                     .run = [] { return 7; }}},
          .version = "tactus 9"};
}

class OneRow : public testing::Test {
 protected:
  SwingArguments arguments_;
  CommandRow program_ = program_with_swing(arguments_);
  std::vector<CommandEntry> table_ = command_table(program_);

  bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
  }
};

// But `seal`, which nobody needs. Commands of three words are in the examples of those of two.
TEST(CommandRows, EachHasAnExample) {
  const CommandRow program = program_row();
  for (const CommandEntry& command : command_table(program)) {
    if (command.words.empty() || command.words.size() > 2 || command.words[0] == "seal") continue;
    EXPECT_NE(command.footer.find("xample"), std::string::npos) << command.words.back();
  }
}

TEST_F(OneRow, IsInTheHelp) {
  const std::string help = help_text(table_.at(1), table_, 0);
  EXPECT_TRUE(contains(help, "Usage: tactus play [OPTIONS] [songs...]\n")) << help;
  EXPECT_TRUE(contains(help,
                       "  --swing FLOAT:FLOAT in [0.5 - 0.75]=0.5 Excludes: --straight\n"
                       "                              Share of the first eighth\n"))
      << help;
  EXPECT_TRUE(contains(help, "  -s,--straight Excludes: --swing\n")) << help;
  EXPECT_TRUE(
      contains(help_text(table_[0], table_, 0), "  play                        Play songs"));
  EXPECT_TRUE(contains(help_text(table_.at(1), table_, 44),
                       "Share of the\n" + std::string(30, ' ') + "first eighth\n"))
      << "lines are broken for a terminal";
}

TEST_F(OneRow, ParagraphsAreBrokenOnceAndExamplesNever) {
  CommandEntry command = table_.at(1);
  command.footer = "One line\nand its end.\nThese:\n  a\n  b\n\nExamples:\n  tactus play\n";
  const std::string help = help_text(command, table_, 0);
  EXPECT_TRUE(
      contains(help, "\nOne line and its end. These:\n  a\n  b\n\nExamples:\n  tactus play\n"))
      << help;
}

TEST_F(OneRow, IsInTheManualPage) {
  const std::string page = man_pages(table_).at("tactus-play.1");
  EXPECT_TRUE(contains(page,
                       "\\fB\\-\\-swing\\fR \\fIFLOAT\\fR\nShare of the first eighth.\n"
                       "Range: 0.5 \\- 0.75.\nDefault: 0.5.\n"))
      << page;
}

TEST_F(OneRow, IsCompleted) {
  EXPECT_EQ(completion_text(complete(table_, {"play", "--sw"}, {})),
            "none\n--swing\tShare of the first eighth\n");
  EXPECT_TRUE(contains(completion_text(complete(table_, {"play", ""}, {})), "flac"));
}

TEST_F(OneRow, IsData) {
  const std::string json = command_table_json(table_);
  EXPECT_TRUE(contains(json, "\"--swing\"")) << json;
  EXPECT_TRUE(contains(json, "\"range\": \"0.5 - 0.75\"")) << json;
}

TEST_F(OneRow, IsParsedIntoItsTarget) {
  const ParsedWords parsed = parse_words(program_, {"play", "a.ogg", "--swing", ".6", "b.ogg"});
  ASSERT_EQ(parsed.outcome, ParsedWords::Outcome::kCommand) << parsed.message;
  EXPECT_EQ(arguments_.swing, 0.6);
  EXPECT_EQ(arguments_.songs, (std::vector<std::string>{"a.ogg", "b.ogg"}));
  EXPECT_EQ(parsed.words(), std::vector<std::string>{"play"});
  EXPECT_EQ(parsed.given.at("--swing"), std::vector<std::string>{".6"});
  EXPECT_EQ(parsed.command().run(), 7);
}

TEST_F(OneRow, IsNamedByErrors) {
  const auto fault = [&](std::vector<std::string> words) {
    words.insert(words.begin(), "play");
    const ParsedWords parsed = parse_words(program_, words);
    EXPECT_EQ(parsed.outcome, ParsedWords::Outcome::kFault);
    return usage_message(parsed);
  };
  EXPECT_TRUE(contains(fault({"--swign", "1"}), "Did you mean --swing?"));
  EXPECT_TRUE(contains(fault({"--swing", "nan"}), "--swing: nan: expected a number from 0.5 to "));
  EXPECT_TRUE(contains(fault({"--swing", ".6", "-s"}), "excludes"));
}

TEST_F(OneRow, TakesTheDefaultOfTheUser) {
  const std::vector<std::string> words = {"play", "a.ogg"};
  ProgramDefaults defaults{"config.yaml", {{"play", "swing", {"0.7"}, {}}}};
  const auto with = with_defaults(words, parse_words(program_, words), table_, defaults);
  EXPECT_EQ(with.words, (std::vector<std::string>{"play", "--swing=0.7", "a.ogg"}));
  const std::vector<std::string> straight = {"play", "-s"};
  EXPECT_EQ(with_defaults(straight, parse_words(program_, straight), table_, defaults).words,
            straight)
      << "what the user gave excludes it";
}

TEST(OptionTargets, TakeEveryKindOfValue) {
  int whole = 1;
  std::size_t size = 2;
  std::optional<double> maybe;
  std::filesystem::path path;
  std::vector<int> numbers_given = {1, 2};
  std::vector<double> three;
  std::string word = "one", seen;
  std::vector<std::pair<std::string, std::string>> pairs;
  const CommandRow program{
      .name = "tactus",
      .options = {{"--whole", &whole, kNumber, numbers(0, 9), "", kShowsDefault},
                  {"--size", &size, kNumber, kAny, ""},
                  {"--maybe", &maybe, kNumber, kAny, ""},
                  {"--path", &path, kText, kOutputName, ""},
                  {"--numbers", &numbers_given, kNumber, kAny, "", kList | kShowsDefault},
                  {"--three", &three, kNumber, kAny, "", kList | exactly(3)},
                  {"--word", &word, kText, one_of({"one", "two"}), "", kShowsDefault},
                  {"--pair", &pairs, kModelAndCorpus, kAny, ""},
                  {"--seen", [&](const std::string& text) { seen = text; }, kText, kAny, ""}},
      .run = [] { return 0; }};
  const CommandEntry entry = command_table(program).front();
  const auto type = [&](const char* name) { return entry.option(name)->type; };
  EXPECT_EQ(type("--whole"), "INT:INT in [0 - 9]");
  EXPECT_EQ(type("--size"), "UINT");
  EXPECT_EQ(type("--maybe"), "FLOAT");
  EXPECT_EQ(type("--word"), "TEXT:{one,two}");
  EXPECT_EQ(entry.option("--numbers")->fallback, "[1,2]");
  EXPECT_EQ(entry.option("--pair")->value, "MODEL");
  const ParsedWords parsed =
      parse_words(program, {"--whole=3", "--size=4", "--maybe=.5", "--path=p", "--numbers=7,8",
                            "--three=1,2,3", "--word= TWO", "--pair", "a", "b", "--seen=x"});
  ASSERT_EQ(parsed.outcome, ParsedWords::Outcome::kCommand) << parsed.message;
  EXPECT_EQ(whole, 3);
  EXPECT_EQ(size, 4u);
  EXPECT_EQ(maybe, 0.5);
  EXPECT_EQ(path, "p");
  EXPECT_EQ(numbers_given, (std::vector<int>{7, 8}));
  EXPECT_EQ(three.size(), 3u);
  EXPECT_EQ(word, "two");
  EXPECT_EQ(pairs.front().second, "b");
  EXPECT_EQ(seen, "x");
  for (const char* wrong : {"--whole=10", "--path=-", "--three=1,2", "--word=three"})
    EXPECT_EQ(parse_words(program, {wrong}).outcome, ParsedWords::Outcome::kFault) << wrong;
}

}  // namespace
}  // namespace tactus
