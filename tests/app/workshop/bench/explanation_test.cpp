// The page of gpu/README.md and `tactus bench --explain` say the same.
#include "app/workshop/bench/explanation.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "app/workshop/bench/prediction.h"
#include "tests/support/test_support.h"

namespace tactus {
namespace {

// Words, one space between them.
std::string words_of(const std::string& text) {
  std::string words;
  for (const char c : text) {
    const bool space = c == ' ' || c == '\n';
    if (!space || (!words.empty() && words.back() != ' ')) words += space ? ' ' : c;
  }
  return words;
}

TEST(Explanation, TheReadmeHasItsTextAndItsPredictions) {
  const std::string page =
      words_of(test::slurp(std::filesystem::path(TACTUS_SOURCE_DIR) / "gpu" / "README.md"));
  EXPECT_NE(page.find(words_of(explained_text())), std::string::npos);
  const std::string table = explained_table(predicted_rungs(card_named("h200")));
  std::istringstream lines(table);
  for (std::string row; std::getline(lines, row);) {
    if (!row.starts_with("| card")) continue;
    EXPECT_NE(page.find(words_of(row)), std::string::npos) << row;
  }
}

TEST(Explanation, EachRungHasARowAndThreeArePredicted) {
  const auto rows = predicted_rungs(card_named("h200"));
  ASSERT_EQ(rows.size(), static_cast<std::size_t>(gpu::kRungs));
  int known = 0;
  for (const ExplainedRow& row : rows) {
    if (!row.milliseconds[0]) continue;
    ++known;
    EXPECT_NE(row.source.find(kPredicted), std::string::npos) << row.way;
  }
  EXPECT_EQ(known, 3);
  EXPECT_GT(*rows[0].milliseconds[0], *rows[7].milliseconds[0]);
  EXPECT_GT(*rows[7].milliseconds[0], *rows[8].milliseconds[0]);
}

TEST(Explanation, ItSaysFromWhichBatchOnACardIsFaster) {
  std::vector<ExplainedRow> rows(2);
  rows[0] = {"processor, 1 thread", {4.0, 20.0, 80.0}, "measured"};
  rows[1] = {"processor, 2 threads", {3.0, 12.0, 45.0}, "measured"};
  const auto rung = [](gpu::Rung which, double time) {
    return explained_rung(which, "measured", [time](int) { return time; });
  };
  rows.push_back(rung(gpu::Rung::kPerGate, 50.0));
  rows.push_back(rung(gpu::Rung::kGraph, 10.0));
  rows.push_back(rung(gpu::Rung::kResident, 1.0));
  const std::string text = explanation(rows);
  EXPECT_NE(text.find("Rung 0 beats this processor at none of these sizes."), std::string::npos);
  EXPECT_NE(text.find("Rung 7 beats this processor from a batch of 16 on."), std::string::npos);
  EXPECT_NE(text.find("Rung 8 beats this processor from a batch of 1 on."), std::string::npos);
}

}  // namespace
}  // namespace tactus
