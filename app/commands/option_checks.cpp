#include "app/commands/option_checks.h"

#include <fmt/ranges.h>

#include <algorithm>

#include "datasets/formats/format_types.h"
#include "model/parameter_table.h"

namespace tactus {
namespace {

std::string plain(std::string text) {
  text.erase(0, std::min(text.find_first_not_of(" \t"), text.size()));
  text.erase(text.find_last_not_of(" \t") + 1);
  return lower_case(text);
}

}  // namespace

std::string suggestion(const std::string& word, const std::vector<std::string>& names) {
  const auto nearest = nearest_word(plain(word), names);
  return nearest ? fmt::format(" Did you mean {}?", *nearest) : "";
}

CLI::Validator one_of(std::vector<std::string> words) {
  const std::string name = fmt::format("{{{}}}", fmt::join(words, ","));
  const auto refusal = [words = std::move(words)](std::string& text) {
    const auto found = std::ranges::find(words, plain(text));
    if (found == words.end())
      return fmt::format("{}: expected {}.{}", text, fmt::join(words, ", "),
                         suggestion(text, words));
    text = *found;
    return std::string();
  };
  return CLI::Validator(refusal, name);
}

}  // namespace tactus
