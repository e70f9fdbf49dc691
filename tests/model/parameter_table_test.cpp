#include "model/parameter_table.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace tactus {
namespace {

struct Settings {
  double share = 0.5;
  int count = 3;
  bool loud = true;
  std::vector<int> sizes = {1, 2};
  std::vector<float> learned = {0.25f};
  std::size_t kind = 0;

  ParameterTable table() {
    return {
        {"share", &share, 0.0, 1.0, "of the whole"},
        {"count", &count, 1, 9, "how many"},
        {"loud", &loud, 0, 0, "or soft"},
        {"sizes", &sizes, 1, 8, "of each"},
        {"kind",
         WordChoice{{"even", "odd"}, [this] { return kind; }, [this](std::size_t i) { kind = i; }}},
        {"learned", &learned, 0, 1, "from songs", true}};
  }
};

// The message with which `work` fails, "" when it does not.
template <typename Work>
std::string complaint(const Work& work) {
  try {
    work();
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}

TEST(ParameterTable, JsonHoldsEverythingAndReadsBack) {
  Settings written;
  written.share = 0.125;
  written.sizes = {7};
  written.kind = 1;
  written.learned = {0.1f, 1e-7f};
  const std::string json = to_json(written.table());
  Settings read;
  read_json(read.table(), json, "test");
  EXPECT_EQ(to_json(read.table()), json);
  EXPECT_EQ(read.learned, written.learned);
  EXPECT_EQ(read.kind, 1u);
  read_json(read.table(), R"({"count": 5})", "test");
  EXPECT_EQ(read.share, 0.125) << "what is absent stays";
  EXPECT_NE(
      complaint([&] { read_json(read.table(), R"({"kind": "prime"})", "t"); }).find("even, odd"),
      std::string::npos);
}

TEST(ParameterTable, AssignmentsAreCheckedByTypeAndRange) {
  Settings settings;
  const auto set = [&](const char* text) {
    return complaint([&] { assign(settings.table(), text, "--set"); });
  };
  for (const char* good : {"share=1", "count=9", "loud=false", "sizes=4,8", "kind=odd"})
    EXPECT_EQ(set(good), "") << good;
  EXPECT_EQ(settings.share, 1.0);
  EXPECT_FALSE(settings.loud);
  EXPECT_EQ(settings.sizes, (std::vector<int>{4, 8}));
  EXPECT_EQ(settings.kind, 1u);
  for (const char* bad : {"share=1.5", "share=nan", "share=", "count=2.5", "count=10", "loud=1",
                          "sizes=4,9", "sizes=a", "kind=prime", "learned=1", "share"})
    EXPECT_NE(set(bad), "") << bad;
  EXPECT_EQ(set("cuont=2"),
            "--set: unknown key \"cuont\", did you mean \"count\"?, expected one of share, count, "
            "loud, sizes, kind");
}

TEST(ParameterTable, ValuesThatCodeSetAreCheckedByTheSameRanges) {
  Settings settings;
  const auto check = [&] { return complaint([&] { check_ranges(settings.table(), "settings"); }); };
  settings.learned = {7.0f};
  EXPECT_EQ(check(), "") << "what is learned is not checked";
  settings.sizes = {4, 9};
  EXPECT_EQ(check(), "settings: key \"sizes\" is 9, expected 1 to 8");
  settings.sizes = {4};
  settings.share = -0.5;
  EXPECT_EQ(check(), "settings: key \"share\" is -0.5, expected 0 to 1");
}

TEST(ParameterTable, WhatIsLearnedIsForgottenAndNotDescribed) {
  Settings settings;
  forget_learned(settings.table());
  EXPECT_TRUE(settings.learned.empty());
  EXPECT_EQ(settings.share, 0.5);
  const std::string text = describe(settings.table());
  EXPECT_NE(text.find("0 to 1"), std::string::npos) << text;
  EXPECT_NE(text.find("how many"), std::string::npos) << text;
  EXPECT_EQ(text.find("learned"), std::string::npos) << text;
}

}  // namespace
}  // namespace tactus
