// All commands and options as data: what --help shows, what errors suggest, and what man pages and
// the completion of shells are made from. The add_NAME_command functions are the only source.
#pragma once

#include <string>
#include <vector>

#include "app/commands/commands.h"

namespace CLI {
class App;
}

namespace tactus {

struct OptionEntry {
  std::vector<std::string> names;  // "-o", "--output"; of a positional its one name
  // What the value is: FORMAT, MODEL, DEVICE, FILE, FOLDER, ... or TEXT, INT, FLOAT; "" = a flag
  std::string value;
  std::vector<std::string> choices;  // the only values that are allowed; else empty
  std::string help;
  bool positional = false;
  bool required = false;
  bool list = false;  // several values, with commas between them
};

struct CommandEntry {
  std::vector<std::string> words;  // {"dataset", "check"}
  std::string help;                // one line
  std::string footer;              // details and examples
  std::vector<OptionEntry> options;

  std::string name() const;  // "dataset check"
};

// Declares all commands on `root`; sets what they have in common: an option takes one word, the
// kinds of values, the form of --help.
void declare_commands(CLI::App& root, Command& chosen);

// The commands in the order of declaration, those with sub-commands too. Not the hidden ones.
std::vector<CommandEntry> command_table(const CLI::App& root);
// The table as JSON, for the scripts that make man pages and completions.
std::string command_table_json(const CLI::App& root);

}  // namespace tactus
