#include "app/cli/commands/usage_errors.h"

#include <fmt/core.h>

#include <filesystem>
#include <system_error>
#include <vector>

#include "app/cli/commands/option_checks.h"

namespace tactus {
namespace {

std::vector<std::string> commands_of(const CommandRow& command) {
  std::vector<std::string> names;
  for (const CommandRow& below : command.below)
    if (!below.hidden) names.push_back(below.name);
  return names;
}

std::vector<std::string> options_of(const CommandRow& command) {
  std::vector<std::string> names = {"--help"};
  if (!command.version.empty()) names.emplace_back("--version");
  for (const OptionRow& option : command.options)
    for (const std::string& name : option.all_names())
      if (name.starts_with("--")) names.push_back(name);
  return names;
}

constexpr std::size_t kFew = 8;  // commands that a message lists

// "add, find or forget"
std::string one_of_commands(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t k = 0; k < names.size(); ++k)
    text += (k == 0 ? "" : k + 1 == names.size() ? " or " : ", ") + names[k];
  return text;
}

bool exists(const std::string& file) {
  std::error_code unknown;
  return std::filesystem::exists(file, unknown);
}

// "--batch 1 4": how the first option given that takes a list takes it.
std::string about_list(const ParsedWords& parsed) {
  for (const OptionRow& option : parsed.command().options)
    if (const auto given = parsed.given.find(option.main_name());
        option.traits.list && given != parsed.given.end() && option.main_name().starts_with('-'))
      return fmt::format("; several values of {} are separated by commas", option.main_name());
  return "";
}

// A word that is no option and no command.
std::string about_word(const ParsedWords& parsed, const std::string& name,
                       const std::string& word) {
  const std::vector<std::string> commands = commands_of(parsed.command());
  if (commands.empty())
    return fmt::format("{}: {}: unexpected, the command takes no more arguments{}", name, word,
                       about_list(parsed));
  const std::string near = suggestion(word, commands);
  if (near.empty() && exists(word))
    return fmt::format("{}: {}: no such command. Did you mean {} {} {}?", name, word, name,
                       commands.front(), word);
  if (near.empty() && commands.size() <= kFew)
    return fmt::format("{}: {}: no such command; expected {}", name, word,
                       one_of_commands(commands));
  return fmt::format("{}: {}: no such command.{}", name, word, near);
}

std::string about_option(const std::vector<std::string>& options, const std::string& name,
                         std::string option) {
  option = option.substr(0, option.find('='));
  std::string near = suggestion(option, options);
  for (const std::string& known : options)  // "--out"
    if (near.empty() && option.size() > 3 && known.starts_with(option))
      near = fmt::format(" Did you mean {}?", known);
  return fmt::format("{}: {}: no such option.{}", name, option, near);
}

// What the parser did not know; "" if there is nothing.
std::string about_unknown(const ParsedWords& parsed, const std::string& name) {
  const CommandRow& command = parsed.command();
  for (const std::string& word : parsed.unknown) {
    if (word.starts_with('-') && word != "-" && word != "--")
      return about_option(options_of(command), name, word);
  }
  return parsed.unknown.empty() ? "" : about_word(parsed, name, parsed.unknown.front());
}

}  // namespace

std::string usage_message(const ParsedWords& parsed) {
  std::string name = "tactus";
  for (std::size_t k = 1; k < parsed.path.size(); ++k) name += " " + parsed.path[k]->name;
  std::string what = about_unknown(parsed, name);
  if (what.empty() && parsed.lacks_command && !commands_of(parsed.command()).empty())
    what =
        fmt::format("{}: give a command: {}", name, one_of_commands(commands_of(parsed.command())));
  if (what.empty()) what = fmt::format("{}: {}", name, parsed.message);
  return fmt::format("{}\nRun `{} --help` for more.\n", what, name);
}

}  // namespace tactus
