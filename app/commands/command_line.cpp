#include "app/commands/command_line.h"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <exception>
#include <memory>
#include <new>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/commands/command_defaults.h"
#include "app/commands/command_table.h"
#include "app/commands/commands.h"
#include "app/commands/usage_errors.h"
#include "app/config/program_defaults.h"
#include "app/program/exit_code.h"
#include "app/program/lost_output.h"
#include "app/program/out_of_memory.h"
#include "app/program/program_places.h"
#include "audio/standard_streams.h"
#include "model/version.h"

namespace tactus {
namespace {

constexpr const char* kRootFooter = R"(
Exit codes: 0 success; 1 some inputs failed, or standard output could not be written; 2 wrong usage or
configuration; 3 with --strict, some inputs are damaged or there were warnings; 130 interrupted.

Environment:
  TACTUS_MODELS       the folder of the shipped models
  TACTUS_CONFIG       another file of defaults; empty: none
  TACTUS_CUDA_MODULE  the file of the CUDA module
  TACTUS_RATES        the folder of measured rates and self-tests of cards; empty: none
  XDG_CONFIG_HOME     the folder of tactus/config.yaml, if it is not ~/.config
  TMPDIR              the folder for sound from standard input
  NO_COLOR            no colours

Files:
  ~/.config/tactus/config.yaml  your defaults for options; `tactus info` shows all places
  A block for each command, or "all", with names and values of options:
      all: {device: cpu}
      tag: {format: [jams, lab], skip-existing: true})";

// The commands, and what the user chose of them.
struct CommandLine {
  CLI::App root{"Tactus: beats, downbeats and chords from recorded music", "tactus"};
  Command chosen;

  CommandLine() {
    root.set_version_flag("--version", "tactus " TACTUS_VERSION);
    root.require_subcommand(1);
    root.footer(kRootFooter);
    declare_commands(root, chosen);
  }
  // Throws CLI::ParseError.
  void parse(std::vector<std::string> words) {
    std::reverse(words.begin(), words.end());
    root.parse(std::move(words));
  }
};

// A command that the program starts for itself has no user.
bool is_hidden_command(const CommandLine& line) {
  const auto& parsed = line.root.get_subcommands();
  return !parsed.empty() && parsed.front()->get_group().empty();
}

// The first of the defaults that the parser refuses beside the words; the file if it refuses none
// alone.
std::string place_of_refusal(const std::vector<std::string>& words, const ProgramDefaults& used) {
  for (const OptionDefault& given : used.options) {
    CommandLine plain, line;
    plain.parse(words);
    try {
      line.parse(with_defaults(words, plain.root, {used.file, {given}}).words);
    } catch (const CLI::ParseError&) {
      return fmt::format("{}:{}:{}: ", used.file, given.place.line, given.place.column);
    }
  }
  return used.file + ": ";
}

// Parses the words; with the user's defaults if there are any, of which `used` are needed. Returns
// the exit code if the program ends here: --help was printed, or an error.
std::optional<int> parse_words(const std::vector<std::string>& words,
                               std::unique_ptr<CommandLine>& line, ProgramDefaults& used) {
  try {
    line->parse(words);
    if (is_hidden_command(*line)) return std::nullopt;
    const ProgramDefaults defaults = load_program_defaults(config_file(), names_config_file());
    WordsWithDefaults all = with_defaults(words, line->root, defaults);
    used = std::move(all.used);
    if (used.options.empty()) return std::nullopt;
    line = std::make_unique<CommandLine>();
    line->parse(all.words);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) {
      std::ostringstream text;
      const int code = line->root.exit(error, text);
      write_data(text.str());
      return after_output(code);
    }
    print_log("{}{}", used.options.empty() ? "" : place_of_refusal(words, used),
              usage_message(line->root, error));
    return kUsageError;
  } catch (const Error& error) {  // of the configuration
    print_log("tactus: {}\n", error.what());
    return kUsageError;
  }
  return std::nullopt;
}

int run(int argc, char** argv) {
  auto line = std::make_unique<CommandLine>();
  const std::vector<std::string> words =
      with_joined_lists({argv + std::min(argc, 1), argv + argc}, line->root);
  ProgramDefaults used;
  if (const auto ended = parse_words(words, line, used)) return *ended;
  const Command& chosen = line->chosen;
  try {
    return chosen ? after_output(chosen()) : static_cast<int>(kUsageError);
  } catch (const std::bad_alloc&) {
    return out_of_memory();
  } catch (const std::exception& error) {
    const auto* known = dynamic_cast<const Error*>(&error);
    const ExitCode code = known ? exit_code_of(*known) : kSomeInputsFailed;
    const std::string place = code == kUsageError ? place_of_fault(used, error.what()) : "";
    print_log("tactus: {}{}\n", place, error.what());
    return after_output(code);
  }
}

}  // namespace

int run_command_line(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const std::bad_alloc&) {  // in the description of the commands, or in a message
    return out_of_memory();
  }
}

}  // namespace tactus
