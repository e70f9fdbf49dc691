// Reads mir_eval's own test data: event lists, labelled intervals, and the scores beside them.
#pragma once

#include <gtest/gtest.h>

#include <cctype>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "model/annotation.h"
#include "model/evaluation/evaluation_math.h"

namespace tactus::test {

inline std::vector<double> read_events(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::vector<double> events;
  for (std::string word; file >> word;) {
    if (word[0] == '#') {
      std::getline(file, word);  // a comment
    } else {
      events.push_back(std::strtod(word.c_str(), nullptr));
    }
  }
  return events;
}

inline std::vector<LabelledSegment> read_segments(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::vector<LabelledSegment> segments;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with('#')) continue;
    std::istringstream words(line);
    std::string start, end, label;
    if (!(words >> start >> end >> std::ws)) continue;
    std::getline(words, label);
    while (!label.empty() && std::isspace(static_cast<unsigned char>(label.back())))
      label.pop_back();
    segments.push_back(
        {std::strtod(start.c_str(), nullptr), std::strtod(end.c_str(), nullptr), label});
  }
  return segments;
}

inline nlohmann::json read_json(const std::filesystem::path& path) {
  std::ifstream file(path);
  return nlohmann::json::parse(file);
}

// Every score that `expected` names, and no other, within 1e-9.
inline void expect_scores(const NamedScores& scores, const nlohmann::json& expected,
                          const std::string& where) {
  EXPECT_EQ(scores.size(), expected.size()) << where;
  for (const NamedScore& score : scores) {
    if (!expected.contains(score.name)) {
      ADD_FAILURE() << where << ": mir_eval has no score '" << score.name << "'";
      continue;
    }
    const nlohmann::json& value = expected[score.name];
    if (value.is_null()) {  // NaN
      EXPECT_TRUE(std::isnan(score.value)) << where << ": " << score.name;
      continue;
    }
    const double wanted =
        value.is_boolean() ? (value.get<bool>() ? 1.0 : 0.0) : value.get<double>();
    EXPECT_NEAR(score.value, wanted, 1e-9) << where << ": " << score.name;
  }
}

}  // namespace tactus::test
