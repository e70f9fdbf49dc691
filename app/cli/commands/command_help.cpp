// tactus help [COMMAND...]: the help of a command, or all of it as data.
#include <fmt/core.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <memory>

#include "app/cli/commands/command_table.h"
#include "app/cli/commands/commands.h"
#include "app/cli/commands/help_text.h"
#include "app/cli/commands/man_pages.h"
#include "app/cli/commands/option_checks.h"
#include "app/cli/program/exit_code.h"
#include "app/cli/program/one_line.h"
#include "app/cli/program/terminal.h"
#include "audio/error.h"
#include "audio/standard_streams.h"
#include "datasets/outputs/output_files.h"

namespace tactus {
namespace {

int print_help(std::span<const CommandEntry> table, const std::vector<std::string>& words) {
  const CommandEntry* command = &table.front();
  for (std::size_t k = 0; k < words.size(); ++k) {
    const CommandEntry* next = command_named(table, std::span(words).first(k + 1));
    if (!next) {
      std::vector<std::string> names;
      for (const CommandEntry& below : commands_below(table, *command))
        names.push_back(below.words.back());
      throw ArgumentError(fmt::format("help {}: no such command.{}", fmt::join(words, " "),
                                      suggestion(words[k], names)));
    }
    command = next;
  }
  print_data("{}", help_text(*command, table, terminal_columns(STDOUT_FILENO)));
  return kSuccess;
}

int write_man_pages(std::span<const CommandEntry> table, const std::filesystem::path& folder,
                    bool overwrite) {
  OutputFiles files;
  RunOutcome outcome;
  for (const auto& [name, page] : man_pages(table)) {
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

constexpr const char* kHelpExamples = R"(
Examples:
  tactus help tag             the same as tactus tag --help
  tactus help dataset check
  tactus help --json          all commands and options as data
  tactus help --man pages     the manual pages of all commands, below pages/)";

struct HelpArguments {
  std::vector<std::string> words;
  std::string pages;
  bool json = false;
  bool overwrite = false;
};

int run_help(const HelpArguments& arguments) {
  const std::vector<CommandEntry> table = command_table(program_row());
  if (!arguments.pages.empty()) return write_man_pages(table, arguments.pages, arguments.overwrite);
  if (!arguments.json) return print_help(table, arguments.words);
  print_data("{}\n", command_table_json(table));
  return kSuccess;
}

}  // namespace

CommandRow help_command() {
  const auto arguments = std::make_shared<HelpArguments>();
  return {
      .name = "help",
      .help = "Show the help of a command",
      .footer = kHelpExamples,
      .options = {{"command", &arguments->words, kCommandName, kAny, "The command"},
                  {"--json", &arguments->json, kFlag, kAny,
                   "Print all commands and options as JSON"},
                  {"--man", &arguments->pages, kFolder, kOutputName,
                   "Write the manual pages into this folder"},
                  {"--overwrite", &arguments->overwrite, kFlag, kAny,
                   "Also replace pages that Tactus did not write, or that were changed since; they "
                   "are kept as NAME.orig"}},
      .run = [arguments] { return run_help(*arguments); }};
}

}  // namespace tactus
