#include "app/cli/commands/option_checks.h"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <system_error>

#include "audio/error.h"
#include "audio/text.h"
#include "model/parameter_table.h"

namespace tactus {

namespace fs = std::filesystem;

std::string plain_word(std::string text) {
  text.erase(0, std::min(text.find_first_not_of(" \t"), text.size()));
  text.erase(text.find_last_not_of(" \t") + 1);
  return lower_case(text);
}

std::string suggestion(const std::string& word, const std::vector<std::string>& names) {
  const auto nearest = nearest_word(plain_word(word), names);
  return nearest ? fmt::format(" Did you mean {}?", *nearest) : "";
}

bool has_ending(const fs::path& name) {
  const std::string ending = name.extension().string();
  return ending.size() > 1 && std::isalpha(static_cast<unsigned char>(ending[1]));
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
