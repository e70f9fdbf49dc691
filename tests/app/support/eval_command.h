// Runs commands, above all `tactus eval`, in the process of the test.
#pragma once

#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "app/cli/commands/command_line.h"

namespace tactus::test {

struct Outcome {
  int code = 0;
  std::string out;
  std::string err;
  nlohmann::json parsed() const { return nlohmann::json::parse(out); }
};

inline Outcome run(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "tactus");
  std::vector<char*> argv;
  for (std::string& argument : arguments) argv.push_back(argument.data());
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  Outcome outcome;
  outcome.code = run_command_line(static_cast<int>(argv.size()), argv.data());
  std::fflush(stdout);
  outcome.out = testing::internal::GetCapturedStdout();
  outcome.err = testing::internal::GetCapturedStderr();
  return outcome;
}

inline Outcome eval(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "eval");
  return run(std::move(arguments));
}

// Beats of four to the bar in a .beats file; the first lies at 0.5 s + `offset`.
inline std::string beats_text(double interval, int count, double offset = 0.0) {
  std::ostringstream text;
  for (int i = 0; i < count; ++i) text << 0.5 + offset + interval * i << '\t' << i % 4 + 1 << '\n';
  return text.str();
}

}  // namespace tactus::test
