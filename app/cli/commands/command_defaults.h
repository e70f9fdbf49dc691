// The user's configuration file, as words of the command line.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "app/cli/commands/command_table.h"
#include "app/cli/commands/option_parser.h"
#include "app/config/program_defaults.h"

namespace tactus {

struct WordsWithDefaults {
  std::vector<std::string> words;
  ProgramDefaults used;  // those that gave words
};
// The words of the command line (without the program) with the defaults of the chosen command
// behind its name. Options that the user gave, or that these exclude, get no default. `parsed` is
// of `words`. Throws ConfigError for a command or an option that does not exist, with the nearest
// name, and for a value that a flag cannot have.
WordsWithDefaults with_defaults(const std::vector<std::string>& words, const ParsedWords& parsed,
                                std::span<const CommandEntry> table,
                                const ProgramDefaults& defaults);

// "FILE:LINE:COLUMN: " of the first default whose option or value the message of a usage error
// names; "" if there is none.
std::string place_of_fault(const ProgramDefaults& used, const std::string& message);

// The words without a blank behind a comma of a list: `--format lab, beats` is `--format
// lab,beats`. A value that ends with a comma takes the next word.
std::vector<std::string> with_joined_lists(const std::vector<std::string>& words,
                                           std::span<const CommandEntry> table);

}  // namespace tactus
