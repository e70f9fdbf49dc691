// Checks of options that CLI11 lacks.
#pragma once

#include <fmt/core.h>

#include <CLI/App.hpp>
#include <CLI/Validators.hpp>
#include <filesystem>
#include <string>
#include <vector>

namespace tactus {

// " Did you mean NAME?", or "" if the word is near none of the names.
std::string suggestion(const std::string& word, const std::vector<std::string>& names);

// One of the words, in upper or lower case, with blanks around it. The option's value becomes the
// word as it is listed. The name of the validator is "{one,other}", which command_table.h reads.
CLI::Validator one_of(std::vector<std::string> words);

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

// Refuses an empty name of a folder, as an unset shell variable gives.
CLI::Validator not_empty();
// The name of a folder or a file for outputs: also refuses "-", which elsewhere is standard output.
CLI::Validator output_name();

// Call it before the work begins: throws ArgumentError, which begins with `option`, if nobody could
// write into `folder` or make it. Leaves nothing behind.
void require_writable_folder(const std::filesystem::path& folder, const std::string& option);

}  // namespace tactus
