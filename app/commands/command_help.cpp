// tactus help [COMMAND...]: the help of a command, or all of it as data.
#include <fmt/core.h>
#include <fmt/ranges.h>

#include <CLI/App.hpp>
#include <memory>

#include "app/commands/command_table.h"
#include "app/commands/commands.h"
#include "app/commands/man_pages.h"
#include "app/commands/option_checks.h"
#include "app/program/exit_code.h"
#include "app/program/one_line.h"
#include "audio/error.h"
#include "audio/standard_streams.h"
#include "datasets/outputs/output_files.h"

namespace tactus {
namespace {

std::vector<std::string> names_below(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::App* below : command.get_subcommands([](const CLI::App*) { return true; })) {
    if (!below->get_group().empty()) names.push_back(below->get_name());
  }
  return names;
}

int run_help(const CLI::App& root, const std::vector<std::string>& words) {
  const CLI::App* command = &root;
  std::string path = "tactus";
  for (const std::string& word : words) {
    const std::vector<std::string> names = names_below(*command);
    if (std::ranges::find(names, word) == names.end())
      throw ArgumentError(fmt::format("help {}: no such command.{}", fmt::join(words, " "),
                                      suggestion(word, names)));
    command = command->get_subcommand(word);
    path += " " + word;
  }
  print_data("{}", command->help(path.substr(0, path.rfind(command->get_name()) - 1)));
  return kSuccess;
}

int write_man_pages(const CLI::App& root, const std::filesystem::path& folder, bool overwrite) {
  OutputFiles files;
  RunOutcome outcome;
  for (const auto& [name, page] : man_pages(program_entry(root), command_table(root))) {
    try {
      const std::filesystem::path file = folder / name;
      const std::string copy =
          kept_message(file, files.write(file, page, {.overwrite = overwrite}));
      if (!copy.empty()) print_log("tactus: {}\n", one_line(copy));
    } catch (const KeptError& error) {
      print_log("tactus: {}\n", one_line(error.what()));
      ++outcome.failed;
    }
  }
  return outcome.exit_code();
}

}  // namespace

void add_help_command(CLI::App& root, Command& chosen) {
  auto words = std::make_shared<std::vector<std::string>>();
  auto json = std::make_shared<bool>(false);
  CLI::App* help = root.add_subcommand("help", "Show the help of a command");
  help->footer(
      "\nExamples:\n"
      "  tactus help tag             the same as tactus tag --help\n"
      "  tactus help dataset check\n"
      "  tactus help --json          all commands and options as data\n"
      "  tactus help --man pages     the manual pages of all commands, below pages/");
  help->add_option("command", *words, "The command");
  help->add_flag("--json", *json, "Print all commands and options as JSON");
  auto pages = std::make_shared<std::string>();
  help->add_option("--man", *pages, "Write the manual pages into this folder")
      ->check(output_name());
  auto overwrite = std::make_shared<bool>(false);
  help->add_flag("--overwrite", *overwrite,
                 "Also replace pages that Tactus did not write, or that were changed since; they "
                 "stay as NAME.orig");
  help->callback([words, json, pages, overwrite, &root, &chosen] {
    chosen = [words, json, pages, overwrite, &root] {
      if (!pages->empty()) return write_man_pages(root, *pages, *overwrite);
      if (!*json) return run_help(root, *words);
      print_data("{}\n", command_table_json(root));
      return static_cast<int>(kSuccess);
    };
  });
}

}  // namespace tactus
