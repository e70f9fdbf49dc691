#include "app/config/config_document.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <functional>
#include <optional>
#include <string>

#include "app/config/config_reader.h"
#include "app/config/yaml_text.h"
#include "tests/support/test_support.h"

namespace tactus {
namespace {

// The message of the parse error; "" if there is none.
std::string parse_refusal(const std::string& text) {
  try {
    parse_config(text, "f.yaml");
    return "";
  } catch (const ConfigError& error) {
    return error.what();
  }
}

TEST(ConfigDocument, RemembersWhereEverythingStood) {
  const ConfigDocument document = parse_config("a: 1\nb:\n  - x\n  - {c: \"2\"}\n", "f.yaml");
  ASSERT_EQ(document.root.kind, ConfigNode::Kind::kMapping);
  const ConfigNode* b = document.root.find("b");
  ASSERT_NE(b, nullptr);
  ASSERT_EQ(b->children.size(), 2u);
  EXPECT_EQ(b->children[0].scalar, "x");
  EXPECT_EQ(b->children[0].line, 3);
  EXPECT_EQ(b->children[0].column, 5);
  const ConfigNode* c = b->children[1].find("c");
  ASSERT_NE(c, nullptr);
  EXPECT_TRUE(c->quoted);
  EXPECT_FALSE(document.root.find("a")->quoted);
  EXPECT_EQ(document.root.find("absent"), nullptr);
}

TEST(ConfigDocument, AnEmptyTextIsNull) {
  EXPECT_EQ(parse_config("", "f").root.kind, ConfigNode::Kind::kNull);
  EXPECT_EQ(parse_config("# nothing\n", "f").root.kind, ConfigNode::Kind::kNull);
  EXPECT_EQ(parse_config("a:\nb: ~\n", "f").root.find("a")->kind, ConfigNode::Kind::kNull);
  EXPECT_EQ(parse_config("a:\nb: ~\n", "f").root.find("b")->kind, ConfigNode::Kind::kNull);
}

TEST(ConfigDocument, RefusesWithLineAndColumn) {
  EXPECT_EQ(parse_refusal("a: 1\nb: 2\na: 3\n"), "f.yaml:3:1: the key 'a' appears twice");
  EXPECT_TRUE(parse_refusal("a: &x 1\nb: *x\n").starts_with("f.yaml:2:4: an alias"))
      << parse_refusal("a: &x 1\nb: *x\n");
  EXPECT_TRUE(parse_refusal("a: !!python/object 1\n").starts_with("f.yaml:1:4: the tag"));
  EXPECT_TRUE(parse_refusal("? [1, 2]\n: 3\n").starts_with("f.yaml:1:3: a key that is a list"));
  EXPECT_TRUE(parse_refusal("a: [1, 2\nb: 3\n").starts_with("f.yaml:2:"))
      << parse_refusal("a: [1, 2\nb: 3\n");
  EXPECT_TRUE(parse_refusal("a: 1\n---\nb: 2\n").find("second document") != std::string::npos);
  EXPECT_NE(parse_refusal("a: \"unfinished"), "");
  EXPECT_NE(parse_refusal("\ta: 1\n"), "");
}

TEST(ConfigDocument, RefusesDeepNestingOfAnyKind) {
  for (const char* open : {"[", "{a: ", "- ", "{? "}) {
    std::string text;
    for (int i = 0; i < 100'000; ++i) text += open;
    EXPECT_NE(parse_refusal(text), "") << open;
  }
  std::string block;
  for (int i = 0; i < 3000; ++i) block += std::string(static_cast<std::size_t>(i), ' ') + "a:\n";
  EXPECT_NE(parse_refusal(block).find("nested deeper than 16 levels"), std::string::npos);
}

TEST(ConfigDocument, RefusesHugeTextsWithoutReadingThem) {
  EXPECT_NE(parse_refusal(std::string(kMaxConfigBytes + 1, ' ')).find("at most"),
            std::string::npos);
}

TEST(ConfigDocument, RefusesMillionsOfValuesWithoutParsingThem) {
  std::string list = "[1", block;
  for (std::size_t i = 0; i < kMaxConfigNodes; ++i) list += ",1", block += "- 1\n";
  EXPECT_NE(parse_refusal(list + "]").find("commas"), std::string::npos);
  EXPECT_NE(parse_refusal(block).find("ends of lines"), std::string::npos);
}

TEST(ConfigDocument, ReadsFilesAndNamesThemInErrors) {
  const test::ScratchFolder folder;
  EXPECT_THROW(load_config(folder / "absent.yaml"), ConfigError);
  EXPECT_THROW(load_config(folder.path()), ConfigError);
}

TEST(ConfigDocument, SetReplacesAndCreates) {
  ConfigDocument document = parse_config("a: {b: 1}\n", "f.yaml");
  set_config_value(document, "a.b=2");
  set_config_value(document, "a.c=[1, 2]");
  set_config_value(document, "d.e=x=y");
  EXPECT_EQ(yaml_text(document.root), "{a: {b: 2, c: [1, 2]}, d: {e: x=y}}");
  EXPECT_THROW(set_config_value(document, "a"), ConfigError);
  EXPECT_THROW(set_config_value(document, "=1"), ConfigError);
  EXPECT_THROW(set_config_value(document, "a.b.c=1"), ConfigError);
  EXPECT_THROW(set_config_value(document, "a=[1"), ConfigError);
}

// --- ConfigMapping

std::string refusal_of(const std::string& text, const std::function<void(ConfigMapping&)>& read) {
  const ConfigDocument document = parse_config(text, "f.yaml");
  try {
    ConfigMapping mapping(document, document.root, "top");
    read(mapping);
    mapping.finish();
    return "";
  } catch (const ConfigError& error) {
    return error.what();
  }
}

TEST(ConfigMapping, SuggestsTheNearestKnownKey) {
  const auto read = [](ConfigMapping& mapping) {
    int value = 0;
    mapping.read({{"epochs", &value, 1, 10}, {"patience", &value, 1, 10}});
  };
  EXPECT_EQ(refusal_of("patience: 3\nepoch: 5\n", read),
            "f.yaml:2:1: unknown key 'epoch' in top; did you mean 'epochs'?");
  EXPECT_EQ(refusal_of("zzzzzzzz: 5\n", read),
            "f.yaml:1:1: unknown key 'zzzzzzzz' in top; known keys: epochs, patience");
}

TEST(ConfigMapping, NamesAKnownKeyOnce) {
  const auto read = [](ConfigMapping& mapping) {
    int value = 0;
    mapping.require("epochs");
    mapping.read({{"epochs", &value, 1, 10}});
  };
  EXPECT_EQ(refusal_of("epochs: 3\nzzzzzzzz: 5\n", read),
            "f.yaml:2:1: unknown key 'zzzzzzzz' in top; known keys: epochs");
}

TEST(ConfigMapping, RefusesWrongTypesAtTheirPlace) {
  const auto read = [](ConfigMapping& mapping) {
    int whole = 0;
    double number = 0.0;
    bool flag = false;
    std::string word;
    std::vector<int> list;
    std::vector<float> numbers;
    std::uint64_t seed = 0;
    const WordChoice choice{{"one", "two"}, [] { return 0; }, [](std::size_t) {}};
    mapping.read({{"whole", &whole, -5, 10},
                  {"number", &number, 0.0, 1.0},
                  {"flag", &flag},
                  {"list", &list, 1, 9},
                  {"numbers", &numbers, 0, 1},
                  {"choice", choice}});
    mapping.read("word", word);
    mapping.read("seed", seed, "");
  };
  EXPECT_EQ(refusal_of("whole: -5\nnumber: 1e-3\nflag: true\nword: 1\nlist: [1, 9]\nchoice: two\n"
                       "numbers: [0.5, 1]\nseed: 18446744073709551615\n",
                       read),
            "");
  EXPECT_EQ(refusal_of("list: 3\nwhole: +3\n", read), "");
  EXPECT_EQ(refusal_of("whole: 3.5\n", read),
            "f.yaml:1:8: top: whole: '3.5', expected a whole number from -5 to 10");
  for (const char* text : {"whole: 11",
                           "whole: \"3\"",
                           "whole: [3]",
                           "whole: 3x",
                           "whole: 99999999999",
                           "number: 2",
                           "number: nan",
                           "number: inf",
                           "number: 0,5",
                           "flag: yes",
                           "flag: \"true\"",
                           "word: [a]",
                           "list: [1, 10]",
                           "list: {a: 1}",
                           "numbers: [2]",
                           "numbers: [a]",
                           "seed: -1",
                           "seed: 18446744073709551616",
                           "choice: three",
                           "[1, 2]",
                           "word"}) {
    EXPECT_TRUE(refusal_of(text, read).starts_with("f.yaml:1:"))
        << text << " -> " << refusal_of(text, read);
  }
}

TEST(ConfigMapping, AWrongItemOfAListIsTheFault) {
  std::vector<int> list = {7};
  EXPECT_EQ(refusal_of("list: [1,\n  x]\n",
                       [&](ConfigMapping& mapping) {
                         mapping.read({{"list", &list, 1, 9}});
                       }),
            "f.yaml:2:3: top: list: 'x', expected a whole number from 1 to 9, or a list of such "
            "numbers");
  EXPECT_EQ(list, std::vector<int>{7}) << "stays as it was";
}

TEST(ConfigMapping, NearestWordsAreNear) {
  const std::vector<std::string> known = {"learning_rate", "weight_decay", "beta1", "beta2"};
  EXPECT_EQ(nearest_word("learning-rate", known), "learning_rate");
  EXPECT_EQ(nearest_word("beta", known), "beta1");
  EXPECT_EQ(nearest_word("momentum", known), std::nullopt);
  EXPECT_EQ(nearest_word(std::string(100'000, 'x'), known), std::nullopt);
}

}  // namespace
}  // namespace tactus
