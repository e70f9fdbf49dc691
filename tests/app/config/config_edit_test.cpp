#include "app/config/config_edit.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "app/config/config_train.h"
#include "app/config/yaml_text.h"
#include "model/decoding/beats/beat_decoder.h"
#include "model/decoding/chords/chord_decoder.h"
#include "tests/support/test_support.h"

namespace tactus {
namespace {

const std::string kText = R"(# about it
task: beats   # the task
name: "a: b"
data:
  - manifest: m.yaml  # one
  # not this one
  - {folder: f}

network:
  layers: 3
  hidden: 64    # units
loss: {beat: 1, downbeat: 1}  # both
schedule:
)";

TEST(ConfigEdit, ChangesOneValueAndNothingElse) {
  const auto changed = [](const char* path, const char* value, const std::string& from,
                          const std::string& to) {
    std::string expected = kText;
    expected.replace(expected.find(from), from.size(), to);
    EXPECT_EQ(with_config_value(kText, path, value), expected) << path;
  };
  changed("task", "chords", "task: beats  ", "task: chords  ");
  changed("name", "x", "\"a: b\"", "x");
  changed("network.hidden", "[8, 16]", "hidden: 64", "hidden: [8, 16]");
  changed("loss.downbeat", "0.5", "downbeat: 1}", "downbeat: 0.5}");
  changed("loss.beat", "0.5", "beat: 1,", "beat: 0.5,");
  changed("network.layers", "", "layers: 3", "layers: ");
}

TEST(ConfigEdit, AddsWhatIsNotThere) {
  const std::string key = with_config_value(kText, "network.dropout", "0.1");
  EXPECT_NE(key.find("  hidden: 64    # units\n  dropout: 0.1\nloss:"), std::string::npos) << key;
  const std::string section = with_config_value(kText, "batches.size", "4");
  EXPECT_TRUE(section.ends_with("batches:\n  size: 4\n")) << section;
  const std::string empty = with_config_value(kText, "schedule.epochs", "5");
  EXPECT_NE(empty.find("schedule: {epochs: 5}"), std::string::npos) << empty;
  EXPECT_EQ(with_config_value("", "seed", "5"), "seed: 5\n");
  EXPECT_EQ(with_config_value("a: {}", "a.b", "5"), "a: {b: 5}");
  EXPECT_EQ(with_config_value("a:\n- 1\n- 2\nb: 3\n", "a", "[7]"), "a: [7]\nb: 3\n");
}

TEST(ConfigEdit, ReplacesAListOfSeveralLines) {
  const std::string text = with_config_value(kText, "data", "[{folder: elsewhere}]");
  EXPECT_NE(text.find("name: \"a: b\"\ndata: [{folder: elsewhere}]\n\nnetwork:"), std::string::npos)
      << text;
  EXPECT_EQ(with_config_value("a: |\n  text\n  # more\n  end\nb: 3\n", "a", "x"), "a: x\nb: 3\n");
}

TEST(ConfigEdit, LeavesCommentsWhereTheyAre) {
  EXPECT_EQ(with_config_value("a:\n  b: 'it # is'  # why\n  # c\n\nd: 1\n", "a.b", "x"),
            "a:\n  b: x  # why\n  # c\n\nd: 1\n");
  EXPECT_EQ(with_config_value("# about\n", "seed", "5"), "# about\nseed: 5\n");
  EXPECT_EQ(with_config_value("{a: 1}", "b", "2"), "{a: 1, b: 2}\n");
}

TEST(ConfigEdit, RefusesWhatItCannotDo) {
  EXPECT_THROW(with_config_value("task: [", "task", "x"), ConfigError);
  EXPECT_THROW(with_config_value("just words", "task", "x"), ConfigError);
  EXPECT_THROW(with_config_value(kText, "task", "x: ["), ConfigError);
  EXPECT_THROW(with_config_value("network: 5\n", "network.layers", "3"), ConfigError);
}

TEST(ConfigEdit, WordsComeBackAsTheyAre) {
  for (const std::string word :
       {"plain", "with blank", "a: b", "# no", "", "~", "null", "x, y", "}", "quo\"te",
        "back\\slash", "tab\there", "/a/b.wav", "- item"}) {
    const std::string text = "{k: " + yaml_word(word) + "}";
    const ConfigDocument document = parse_config(text, "t");
    ASSERT_TRUE(document.root.find("k")) << text;
    EXPECT_EQ(document.root.find("k")->scalar, word) << text;
  }
  EXPECT_EQ(yaml_word("plain"), "plain");
}

class Recipes : public testing::TestWithParam<const char*> {
 protected:
  static std::string text() {
    std::ostringstream text;
    text << std::ifstream(std::filesystem::path(TACTUS_SOURCE_DIR) / "datasets/recipes" /
                          GetParam())
                .rdbuf();
    return text.str();
  }
};

TEST_P(Recipes, EveryFieldCanBeSetAndIsReadAsItWasSet) {
  const std::string original = text();
  const ConfigInspection before = inspect_train_config(original);
  EXPECT_TRUE(before.faults.empty()) << before.faults.front().message;
  ASSERT_GT(before.fields.size(), 40u);
  for (const ConfigField& field : before.fields) {
    if (field.path == "task" || field.path == "features.kind") continue;  // another set of keys
    const std::string changed = with_config_value(original, field.path, field.yaml(field.standard));
    const ConfigInspection after = inspect_train_config(changed);
    ASSERT_EQ(after.fields.size(), before.fields.size()) << field.path;
    for (std::size_t i = 0; i < after.fields.size(); ++i) {
      const bool is_it = after.fields[i].path == field.path;
      EXPECT_EQ(after.fields[i].value, is_it ? field.standard : before.fields[i].value)
          << field.path << " changed " << after.fields[i].path;
    }
  }
}

TEST_P(Recipes, EveryFieldHasAMeaning) {
  for (const ConfigField& field : inspect_train_config(text()).fields) {
    EXPECT_NE(field.meaning, "") << field.path;
    EXPECT_NE(field.expected, "") << field.path;
  }
}

INSTANTIATE_TEST_SUITE_P(All, Recipes,
                         testing::Values("beats.yaml", "chords.yaml", "chords-log-frequency.yaml"),
                         [](const auto& info) {
                           std::string name =
                               std::string(info.param).substr(0, std::string(info.param).find('.'));
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

// The editor must know every setting of a decoder.
TEST(ConfigInspection, HasEverySettingOfTheDecoders) {
  const auto expect_fields = [](const std::string& task, const std::string& settings) {
    const ConfigInspection told =
        inspect_train_config("task: " + task + "\ndata: [{manifest: m}]\n");
    const nlohmann::json all = nlohmann::json::parse(settings);
    for (const auto& [key, standard] : all.items()) {
      const bool learned =
          key == "calibration" || key == "max_duration" || key.ends_with("_log_probability");
      const ConfigField* found = told.find("decoder." + key);
      ASSERT_EQ(found != nullptr, !learned) << task << " " << key;
      if (learned) continue;
      const nlohmann::json expected =
          standard.is_array() ? standard : nlohmann::json::array({standard});
      const std::string written = standard.is_string() ? standard.dump() : found->standard;
      EXPECT_TRUE(!standard.is_string() || found->standard == standard.get<std::string>()) << key;
      EXPECT_EQ(nlohmann::json::parse("[" + written + "]"), expected) << key;
    }
  };
  expect_fields("beats", to_json(BeatDecoderParameters{}));
  expect_fields("chords", to_json(ChordDecoderParameters{}));
}

TEST(ConfigInspection, KnowsKindsRangesAndDefaults) {
  const ConfigInspection told =
      inspect_train_config("task: beats\ndata: [{manifest: m}]\nschedule: {epochs: 7}\n");
  EXPECT_TRUE(told.faults.empty());
  const auto field = [&](const std::string& path) { return *told.find(path); };
  EXPECT_EQ(told.find("schedule.epoch"), nullptr);
  EXPECT_EQ(field("task").words, (std::vector<std::string>{"beats", "bars", "chords", "sections"}));
  EXPECT_EQ(field("task").expected, "one of beats, bars, chords, sections");
  EXPECT_EQ(field("task").standard, "") << "it is required";
  EXPECT_EQ(field("schedule.kind").standard, "cosine");
  EXPECT_EQ(field("schedule.epochs").value, "7");
  EXPECT_EQ(field("schedule.epochs").expected, "a whole number from 1 to 100000");
  EXPECT_EQ(field("network.hidden").kind, ConfigField::Kind::kList);
  EXPECT_EQ(field("network.hidden").standard, "64");
  EXPECT_EQ(field("network.hidden").value, "");
  EXPECT_EQ(field("network.hidden").yaml("8, 16"), "[8, 16]");
  EXPECT_EQ(field("network.peepholes").words, (std::vector<std::string>{"true", "false"}));
  EXPECT_EQ(field("output").kind, ConfigField::Kind::kPath);
  EXPECT_EQ(field("name").yaml("a: b"), "\"a: b\"");
}

TEST(ConfigInspection, TellsAllFaultsAtTheirLines) {
  const ConfigInspection told = inspect_train_config(
      "task: beats\nnetwork:\n  hidden: big\n  layers: 0\nschedule:\n  patients: 3\n"
      "data:\n  - {manifest: a, folder: b}\n");
  std::vector<int> lines;
  for (const ConfigFault& fault : told.faults) lines.push_back(fault.line);
  EXPECT_EQ(lines, (std::vector<int>{3, 4, 6, 8}));
  EXPECT_EQ(told.faults[0].column, 11);
  EXPECT_EQ(told.faults[1].message, "network: layers: '0', expected a whole number from 1 to 32");
  EXPECT_EQ(told.find("network.layers")->fault, "'0', expected a whole number from 1 to 32");
  EXPECT_FALSE(inspect_train_config("task: [\n").faults.empty());
  EXPECT_EQ(inspect_train_config("").faults.size(), 2u) << "task and data";
  EXPECT_TRUE(inspect_train_config("").find("schedule.epochs")) << "an empty text also has keys";
  EXPECT_EQ(inspect_train_config("task: beats\n").faults.size(), 1u);
}

}  // namespace
}  // namespace tactus
