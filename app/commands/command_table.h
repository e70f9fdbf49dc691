// All commands and options as data: what --help shows, what errors suggest, and what man pages
// (man_pages.h) and the completion of shells (completion.h) are made from. The add_NAME_command
// functions are the only source.
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
  std::string range;                 // "0 - 1024"; "" = any
  std::string fallback;              // the value without the option, if the help shows it
  // Endings of its files with commas between them: "npy"; "audio" and "annotation" stand for all of
  // theirs. "" = any file.
  std::string endings;
  std::string help;
  bool positional = false;
  bool required = false;
  bool list = false;     // several values, with commas between them
  bool several = false;  // of a positional: several words
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
// The program itself, without words.
CommandEntry program_entry(const CLI::App& root);
// The table as JSON, for other programs.
std::string command_table_json(const CLI::App& root);

}  // namespace tactus
