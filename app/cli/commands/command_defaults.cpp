#include "app/cli/commands/command_defaults.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <optional>
#include <set>
#include <system_error>

#include "app/cli/commands/command_table.h"
#include "app/cli/commands/option_checks.h"
#include "datasets/formats/columns/format_detection.h"

namespace tactus {
namespace {

std::vector<std::string> long_names(std::span<const CommandEntry> table,
                                    const std::string& command) {
  std::vector<std::string> names;
  for (const CommandEntry& entry : table) {
    if (entry.words.empty() || (command != kAllCommands && entry.name() != command)) continue;
    for (const OptionEntry& option : entry.options) {
      for (const std::string& name : option.names)
        if (name.starts_with("--") && name != "--help") names.push_back(name.substr(2));
    }
  }
  return names;
}

// Also of commands that are not the chosen one, so that an error is seen soon.
void check_names(const ProgramDefaults& defaults, std::span<const CommandEntry> table) {
  std::vector<std::string> commands = {kAllCommands};
  for (const CommandEntry& entry : table.subspan(1)) commands.push_back(entry.name());
  for (const OptionDefault& given : defaults.options) {
    if (std::ranges::find(commands, given.command) == commands.end())
      defaults.fail(given, fmt::format("{}: no such command.{}", given.command,
                                       suggestion(given.command, commands)));
    const std::vector<std::string> names = long_names(table, given.command);
    if (std::ranges::find(names, given.option) == names.end())
      defaults.fail(given, fmt::format("{}: {} has no such option.{}", given.option, given.command,
                                       suggestion(given.option, names)));
  }
}

// The number of words up to the name of the chosen command.
std::size_t words_to_command(const std::vector<std::string>& words, const ParsedWords& parsed) {
  auto at = words.begin();
  for (std::size_t k = 1; k < parsed.path.size(); ++k) {
    const auto found = std::find(at, words.end(), parsed.path[k]->name);
    if (found == words.end()) break;
    at = found + 1;
  }
  return static_cast<std::size_t>(at - words.begin());
}

bool is_given_or_excluded(const CommandEntry& command, const ParsedWords& parsed,
                          const std::string& option) {
  const OptionEntry* known = command.option("--" + option);
  if (!known || parsed.given.contains(known->main_name())) return true;
  return std::ranges::any_of(
      known->excludes, [&](const std::string& other) { return parsed.given.contains(other); });
}

bool names_a_file(const std::vector<std::string>& output) {
  std::error_code unknown;
  return !output.empty() && std::filesystem::path(output.front()).has_extension() &&
         !std::filesystem::is_directory(output.front(), unknown);
}

// Where the output is one file or standard output, the defaults for folders do not count: the
// ending of the file gives the format.
std::set<std::string> not_for_one_file(const ParsedWords& parsed) {
  const auto typed = [&](const char* name) {
    const auto given = parsed.given.find(name);
    return given != parsed.given.end() ? given->second : std::vector<std::string>{};
  };
  if (parsed.command().name == "convert") {
    const std::vector<std::string> in = typed("IN"), out = typed("OUT");
    std::error_code unknown;
    const bool folder = !in.empty() && std::filesystem::is_directory(in.front(), unknown);
    const bool by_name = names_a_file(out) && !folder && format_of_ending(out.front());
    return by_name ? std::set<std::string>{"to", "format"} : std::set<std::string>{};
  }
  if (parsed.command().name != "tag") return {};
  const std::vector<std::string> output = typed("--output"), songs = typed("inputs");
  const bool reads_stdin = std::ranges::find(songs, "-") != songs.end();
  if (output.empty() ? reads_stdin : output.front() == "-")
    return {"format", "skip-existing", "overwrite"};
  return names_a_file(output) ? std::set<std::string>{"format"} : std::set<std::string>{};
}

std::vector<std::string> words_of(const OptionDefault& given, const CommandEntry& command,
                                  const ProgramDefaults& defaults) {
  const std::string name = "--" + given.option;
  const OptionEntry* option = command.option(name);
  if (!option) return {};
  if (option->value.empty()) {
    if (given.values == std::vector<std::string>{"true"}) return {name};
    if (given.values == std::vector<std::string>{"false"}) return {};
    defaults.fail(given, fmt::format("{}: expected true or false", given.option));
  }
  if (option->list) return {fmt::format("{}={}", name, fmt::join(given.values, ","))};
  std::vector<std::string> words;
  for (const std::string& value : given.values) words.push_back(name + "=" + value);
  return words;
}

// Is the option in the message, and not only as the beginning of a longer one?
bool names_option(const std::string& message, const std::string& option) {
  const std::size_t at = message.find(option);
  if (at == std::string::npos) return false;
  const char behind = at + option.size() < message.size() ? message[at + option.size()] : ' ';
  return behind != '-' && std::isalnum(static_cast<unsigned char>(behind)) == 0;
}

// "VALUE: no such model", "-o VALUE: no file can be written there"
bool begins_with_value(const std::string& message, const std::vector<std::string>& values) {
  const std::size_t begin = message.starts_with('-') ? message.find(' ') + 1 : 0;
  return std::ranges::any_of(values, [&](const std::string& value) {
    return !value.empty() && message.compare(begin, value.size() + 1, value + ":") == 0;
  });
}

// The list option whose value the word begins or is: "--format=lab," or, behind "--format", "lab,".
bool is_open_list(const std::vector<std::string>& words, std::size_t at,
                  const std::set<std::string>& lists) {
  if (!words[at].ends_with(',')) return false;
  if (at > 0 && lists.contains(words[at - 1])) return true;
  const std::size_t equals = words[at].find('=');
  return equals != std::string::npos && lists.contains(words[at].substr(0, equals));
}

}  // namespace

WordsWithDefaults with_defaults(const std::vector<std::string>& words, const ParsedWords& parsed,
                                std::span<const CommandEntry> table,
                                const ProgramDefaults& defaults) {
  WordsWithDefaults result{words, {defaults.file, {}}};
  if (defaults.options.empty()) return result;
  check_names(defaults, table);
  const CommandEntry& entry = *command_named(table, parsed.words());
  const std::string chosen = entry.name();
  const std::set<std::string> foreign = not_for_one_file(parsed);
  std::vector<std::string> added;
  for (const char* scope : {chosen.c_str(), kAllCommands}) {
    for (const OptionDefault& given : defaults.options) {
      if (given.command != scope || is_given_or_excluded(entry, parsed, given.option)) continue;
      if (foreign.contains(given.option)) continue;
      const bool nearer = std::ranges::any_of(defaults.options, [&](const OptionDefault& other) {
        return other.command == chosen && other.option == given.option;
      });
      if (scope == std::string(kAllCommands) && nearer) continue;
      const std::vector<std::string> own = words_of(given, entry, defaults);
      if (!own.empty()) result.used.options.push_back(given);
      added.insert(added.end(), own.begin(), own.end());
    }
  }
  const auto end = static_cast<std::ptrdiff_t>(words_to_command(words, parsed));
  result.words.insert(result.words.begin() + end, added.begin(), added.end());
  return result;
}

std::string place_of_fault(const ProgramDefaults& used, const std::string& message) {
  for (const OptionDefault& given : used.options) {
    if (names_option(message, "--" + given.option) || begins_with_value(message, given.values))
      return fmt::format("{}:{}:{}: ", used.file, given.place.line, given.place.column);
  }
  return "";
}

std::vector<std::string> with_joined_lists(const std::vector<std::string>& words,
                                           std::span<const CommandEntry> table) {
  std::set<std::string> lists;
  for (const CommandEntry& command : table) {
    for (const OptionEntry& option : command.options) {
      if (option.list) lists.insert(option.names.begin(), option.names.end());
    }
  }
  std::vector<std::string> joined;
  bool options = true;  // "--" ends them
  for (const std::string& word : words) {
    options = options && word != "--";
    if (options && !joined.empty() && !word.starts_with('-') &&
        is_open_list(joined, joined.size() - 1, lists)) {
      joined.back() += word;
    } else {
      joined.push_back(word);
    }
  }
  return joined;
}

}  // namespace tactus
