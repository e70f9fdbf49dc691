// Checks of options that CLI11 lacks.
#pragma once

#include <fmt/core.h>

#include <CLI/App.hpp>
#include <CLI/Validators.hpp>
#include <string>

namespace tactus {

// Numbers from `low` to `high`, both included. CLI11's Range and PositiveNumber let "nan" pass.
inline CLI::Validator number_range(double low, double high) {
  const auto refusal = [low, high](std::string& text) {
    double value = 0.0;
    const bool within = CLI::detail::lexical_cast(text, value) && value >= low && value <= high;
    return within ? std::string()
                  : fmt::format("{}: expected a number from {} to {}", text, low, high);
  };
  return CLI::Validator(refusal, fmt::format("FLOAT in [{} - {}]", low, high));
}

// The name of a folder. Refuses an empty name, as an unset shell variable gives.
inline CLI::Validator folder_name() {
  const auto refusal = [](std::string& text) {
    return text.empty() ? std::string("an empty name, expected a folder (. for this one)")
                        : std::string();
  };
  return CLI::Validator(refusal, "");
}

}  // namespace tactus
