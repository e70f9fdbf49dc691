// Reads the words of a command line by the rows of the commands (option_rows.h), and puts the
// values into their targets. The only room that knows the library which does it, CLI11.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "app/cli/commands/option_rows.h"

namespace tactus {

struct ParsedWords {
  enum class Outcome { kCommand, kHelp, kVersion, kFault };
  Outcome outcome = Outcome::kCommand;
  std::vector<const CommandRow*> path;  // the program, and the commands to which the words lead
  // The values of the options and positionals that the words have, by main name ("--output",
  // "inputs"); of a flag "true".
  std::map<std::string, std::vector<std::string>> given;

  // Of a fault:
  std::string message;               // "--jobs: Value 2000 not in range 0 to 1024"
  std::vector<std::string> unknown;  // words that are no option, value or command
  bool lacks_command = false;

  const CommandRow& command() const { return *path.back(); }
  std::vector<std::string> words() const;  // of the command: {"dataset", "check"}
};

// `words` are those behind "tactus". The targets of `program` must have their first values; after a
// fault they have any. Throws nothing of its own.
ParsedWords parse_words(const CommandRow& program, std::vector<std::string> words);

}  // namespace tactus
