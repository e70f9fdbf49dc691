// A check of options that CLI11 lacks: its Range and PositiveNumber let "nan" pass.
#pragma once

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <string>

namespace tactus {

// Numbers from `low` to `high`, both included.
inline CLI::Validator number_range(double low, double high) {
  const auto refusal = [low, high](std::string& text) {
    double value = 0.0;
    const bool within = CLI::detail::lexical_cast(text, value) && value >= low && value <= high;
    return within ? std::string()
                  : fmt::format("{}: expected a number from {} to {}", text, low, high);
  };
  return CLI::Validator(refusal, fmt::format("FLOAT in [{} - {}]", low, high));
}

}  // namespace tactus
