#include "app/cli/commands/command_line.h"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <exception>
#include <filesystem>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/cli/commands/command_defaults.h"
#include "app/cli/commands/command_table.h"
#include "app/cli/commands/commands.h"
#include "app/cli/commands/help_text.h"
#include "app/cli/commands/option_parser.h"
#include "app/cli/commands/usage_errors.h"
#include "app/cli/program/exit_code.h"
#include "app/cli/program/lost_output.h"
#include "app/cli/program/out_of_memory.h"
#include "app/cli/program/program_places.h"
#include "app/cli/program/terminal.h"
#include "app/config/program_defaults.h"
#include "audio/standard_streams.h"
#include "features/files/file_error.h"

namespace tactus {
namespace {

// The rows with fresh targets: a parser leaves its values there.
struct CommandLine {
  CommandRow program = program_row();
  std::vector<CommandEntry> table = command_table(program);
  ParsedWords parsed;

  bool parse(const std::vector<std::string>& words) {
    parsed = parse_words(program, words);
    return parsed.outcome == ParsedWords::Outcome::kCommand;
  }
  WordsWithDefaults with(const ProgramDefaults& defaults, const std::vector<std::string>& words) {
    return with_defaults(words, parsed, table, defaults);
  }
};

// The first of the defaults that the parser refuses beside the words; the file if it refuses none
// alone.
std::string place_of_refusal(const std::vector<std::string>& words, const ProgramDefaults& used) {
  for (const OptionDefault& given : used.options) {
    CommandLine plain, line;
    plain.parse(words);
    if (!line.parse(plain.with({used.file, {given}}, words).words))
      return fmt::format("{}:{}:{}: ", used.file, given.place.line, given.place.column);
  }
  return used.file + ": ";
}

// What is printed instead of a command's work; returns the exit code.
int end_without_work(const CommandLine& line, const std::vector<std::string>& words,
                     const ProgramDefaults& used) {
  const ParsedWords& parsed = line.parsed;
  const auto print_help = [&](const CommandEntry& command) {
    write_data(help_text(command, line.table, terminal_columns(STDOUT_FILENO)));
  };
  if (words.empty()) print_help(line.table.front());
  if (words.empty()) return kUsageError;
  if (parsed.outcome == ParsedWords::Outcome::kFault) {
    print_log("{}{}", used.options.empty() ? "" : place_of_refusal(words, used),
              usage_message(parsed));
    return kUsageError;
  }
  const CommandEntry* command = command_named(line.table, parsed.words());
  if (parsed.outcome == ParsedWords::Outcome::kVersion)
    print_data("{}\n", line.program.version);
  else if (command)  // a hidden one has no help
    print_help(*command);
  return after_output(kSuccess);
}

// Parses the words; with the user's defaults if there are any, of which `used` are needed. Returns
// the exit code if the program ends here: --help was printed, or an error.
std::optional<int> parse_line(const std::vector<std::string>& words,
                              std::unique_ptr<CommandLine>& line, ProgramDefaults& used) {
  try {
    if (!line->parse(words)) return end_without_work(*line, words, used);
    if (line->parsed.command().hidden) return std::nullopt;  // it has no user
    WordsWithDefaults all =
        line->with(load_program_defaults(config_file(), names_config_file()), words);
    used = std::move(all.used);
    if (used.options.empty()) return std::nullopt;
    line = std::make_unique<CommandLine>();
    if (!line->parse(all.words)) return end_without_work(*line, words, used);
  } catch (const Error& error) {  // of the configuration
    print_log("tactus: {}\n", error.what());
    return kUsageError;
  }
  return std::nullopt;
}

int run(int argc, char** argv, const char* version) {
  auto line = std::make_unique<CommandLine>();
  line->program.version = fmt::format("tactus {}", version);
  const std::vector<std::string> words =
      with_joined_lists({argv + std::min(argc, 1), argv + argc}, line->table);
  ProgramDefaults used;
  if (const auto ended = parse_line(words, line, used)) return *ended;
  try {
    return after_output(line->parsed.command().run());
  } catch (const std::bad_alloc&) {
    return out_of_memory();
  } catch (const std::exception& error) {
    const auto* known = dynamic_cast<const Error*>(&error);
    const ExitCode code = known ? exit_code_of(*known) : kSomeInputsFailed;
    const auto* fault = dynamic_cast<const std::filesystem::filesystem_error*>(&error);
    const std::string what = fault ? file_fault(*fault) : error.what();
    const std::string place = code == kUsageError ? place_of_fault(used, what) : "";
    print_log("tactus: {}{}\n", place, what);
    return after_output(code);
  }
}

}  // namespace

int run_command_line(int argc, char** argv, const char* version) {
  try {
    return run(argc, argv, version);
  } catch (const std::bad_alloc&) {  // in the description of the commands, or in a message
    return out_of_memory();
  }
}

}  // namespace tactus
