#include "app/commands/usage_errors.h"

#include <fmt/core.h>

#include <CLI/App.hpp>
#include <filesystem>
#include <system_error>
#include <vector>

#include "app/commands/option_checks.h"

namespace tactus {
namespace {

const auto kAll = [](const CLI::App*) { return true; };

std::vector<std::string> commands_of(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::App* below : command.get_subcommands(kAll)) {
    if (!below->get_group().empty()) names.push_back(below->get_name());
  }
  return names;
}

std::vector<std::string> options_of(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

// The command that the words lead to, "tactus tag".
const CLI::App& deepest(const CLI::App& root, std::string& name) {
  const CLI::App* command = &root;
  name = "tactus";
  while (!command->get_subcommands().empty()) {
    command = command->get_subcommands().front();
    name += " " + command->get_name();
  }
  return *command;
}

bool exists(const std::string& file) {
  std::error_code unknown;
  return std::filesystem::exists(file, unknown);
}

// A word that is no option and no command.
std::string about_word(const CLI::App& command, const std::string& name, const std::string& word) {
  const std::vector<std::string> names = commands_of(command);
  if (names.empty())
    return fmt::format("{}: {}: unexpected, the command takes no more words", name, word);
  const std::string near = suggestion(word, names);
  if (near.empty() && exists(word))
    return fmt::format("{}: {}: no such command. Did you mean {} {} {}?", name, word, name,
                       names.front(), word);
  return fmt::format("{}: {}: no such command.{}", name, word, near);
}

std::string about_option(const CLI::App& command, const std::string& name, std::string option) {
  option = option.substr(0, option.find('='));
  return fmt::format("{}: {}: no such option.{}", name, option,
                     suggestion(option, options_of(command)));
}

// What the parser did not know; "" if there is nothing.
std::string about_unknown(const CLI::App& root, const CLI::App& command, const std::string& name) {
  const std::vector<std::string> unknown = root.remaining(true);
  for (const std::string& word : unknown) {
    if (word.starts_with('-') && word != "-" && word != "--")
      return about_option(command, name, word);
  }
  return unknown.empty() ? "" : about_word(command, name, unknown.front());
}

}  // namespace

std::string usage_message(const CLI::App& root, const CLI::ParseError& error) {
  std::string name;
  const CLI::App& command = deepest(root, name);
  std::string what = about_unknown(root, command, name);
  if (what.empty() && error.get_name() == "RequiredError" && !commands_of(command).empty())
    what = fmt::format("{}: name a command", name);
  if (what.empty()) what = fmt::format("{}: {}", name, error.what());
  return fmt::format("{}\nRun `{} --help` for more.\n", what, name);
}

}  // namespace tactus
