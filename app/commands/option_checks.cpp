#include "app/commands/option_checks.h"

#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <system_error>

#include "audio/error.h"
#include "audio/text.h"
#include "model/parameter_table.h"

namespace tactus {

namespace fs = std::filesystem;

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

CLI::Validator not_empty() {
  const auto refusal = [](std::string& text) {
    return text.empty() ? std::string("an empty name, expected a folder (. for this one)")
                        : std::string();
  };
  return CLI::Validator(refusal, "");
}

CLI::Validator output_name() {
  const auto refusal = [](std::string& text) {
    return text == "-" ? std::string(
                             "-: nothing goes to standard output here, expected a name "
                             "(./- for a file or folder of this one)")
                       : std::string();
  };
  return not_empty() & CLI::Validator(refusal, "");
}

void require_writable_folder(const fs::path& folder, const std::string& option) {
  const auto refuse = [&](const fs::path& place, const std::string& why) {
    throw ArgumentError(fmt::format("{} {}: no file can be written there: {}{}", option,
                                    folder.string(), place == folder ? "" : place.string() + ": ",
                                    why));
  };
  std::error_code unknown;
  fs::path there = fs::absolute(folder).lexically_normal();
  while (!fs::exists(there, unknown) && there.has_relative_path()) there = there.parent_path();
  if (!fs::is_directory(there, unknown)) refuse(there, "a file, expected a folder");
  std::string probe = (there / ".tactus-XXXXXX").string();
  if (!mkdtemp(probe.data())) refuse(there, std::strerror(errno));
  ::rmdir(probe.c_str());
}

}  // namespace tactus
