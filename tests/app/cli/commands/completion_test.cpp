// What completion offers; tests/app/packages/completion_test asks the shells themselves.
#include "app/cli/commands/completion.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/app/support/program.h"
#include "tests/support/test_support.h"

namespace tactus {
namespace {

std::vector<CommandEntry> small_table() {
  OptionEntry format, model, output, inputs;
  format.names = {"--format"};
  format.value = "FORMAT";
  format.list = true;
  model.names = {"--model"};
  model.value = "MODEL";
  model.endings = "safetensors";
  output.names = {"-o", "--output"};
  output.value = "FOLDER";
  inputs.names = {"inputs"};
  inputs.value = "FILE";
  inputs.endings = "audio,cue";
  inputs.positional = true;
  std::vector<CommandEntry> table(3);
  table[0].words = {"tag"};
  table[0].options = {format, model, output, inputs};
  table[1].words = {"dataset"};
  table[2].words = {"dataset", "check"};
  return table;
}

std::vector<std::string> offered(std::vector<std::string> words) {
  std::vector<std::string> found;
  for (const Completion::Word& word :
       complete(small_table(), std::move(words), {{"beats", "chords"}, {"cpu"}}).words)
    found.push_back(word.text);
  return found;
}

using Words = std::vector<std::string>;

TEST(Completion, OffersCommandsAndOptions) {
  EXPECT_EQ(offered({"da"}), Words{"dataset"});
  EXPECT_EQ(offered({"dataset", ""}), Words{"check"});
  EXPECT_EQ(offered({"tag", "--o"}), Words{"--output"});
  EXPECT_EQ(offered({"unknown", "t"}), Words{});
  EXPECT_EQ(offered({"tag", "--", "--o"}), Words{}) << "behind -- there are no options";
}

TEST(Completion, OffersValuesOfTheOptionInFront) {
  EXPECT_EQ(offered({"tag", "--model", "c"}), Words{"chords"});
  EXPECT_EQ(offered({"tag", "--model=c"}), Words{"--model=chords"});
  EXPECT_EQ(offered({"tag", "--format", "lab,musicx"}), Words{"lab,musicxml"});
  EXPECT_EQ(offered({"tag", "--format=lab,musicx"}), Words{"--format=lab,musicxml"});
  EXPECT_EQ(offered({"tag", "--model", "beats", "--model", "b"}), Words{"beats"});
}

TEST(Completion, NamesTheFilesThatFit) {
  const auto place = CompletionPlace{{"beats"}, {}};
  const std::string songs = completion_text(complete(small_table(), {"tag", "s"}, place));
  EXPECT_TRUE(songs.starts_with("files wav ")) << songs;
  EXPECT_NE(songs.find(" flac "), std::string::npos) << songs;
  EXPECT_NE(songs.find(" cue\n"), std::string::npos) << songs;
  EXPECT_EQ(completion_text(complete(small_table(), {"tag", "-o", ""}, place)), "folders\n");
  EXPECT_EQ(completion_text(complete(small_table(), {"tag", "--model", ""}, place)),
            "files safetensors\nbeats\n");
  EXPECT_EQ(completion_text(complete(small_table(), {"tag", "-"}, place)).substr(0, 5), "files")
      << "- is standard input";
}

TEST(Completion, OfTheProgramNeedsNoConfiguration) {
  const test::ScratchFolder folder;
  test::write_text(folder / "broken.yaml", "all: [");
  const auto said = test::Program(folder.path(), {"complete", "--", "tag", "--form"},
                                  {"TACTUS_CONFIG=" + (folder / "broken.yaml").string()})
                        .wait();
  EXPECT_EQ(said.exit_code, 0) << said.err;
  EXPECT_TRUE(said.out.starts_with("none\n--format\t")) << said.out;
}

}  // namespace
}  // namespace tactus
