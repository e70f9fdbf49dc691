// All commands and options as text: what --help shows, what errors suggest, and what man pages
// (man_pages.h) and the completion of shells (completion.h) are made from. The rows of the commands
// (option_rows.h) are the only source.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/cli/commands/option_rows.h"

namespace tactus {

struct OptionEntry {
  std::vector<std::string> names;  // "-o", "--output"; of a positional its one name
  // What the value is: FORMAT, MODEL, DEVICE, FILE, FOLDER, ... or TEXT, INT, FLOAT; "" = a flag
  std::string value;
  std::string type = {};             // with the permitted values: "INT:INT in [0 - 9]"
  std::vector<std::string> choices;  // the only values that are allowed; else empty
  std::string range;                 // "0 - 1024"; "" = any
  std::string fallback;              // the value without the option, if the help shows it
  // Endings of its files with commas between them: "npy"; "audio" and "annotation" stand for all of
  // theirs. "" = any file.
  std::string endings;
  std::string help;
  bool positional = false;
  bool required = false;
  bool list = false;      // several values, with commas between them
  bool several = false;   // a list, or it may be repeated; of a positional: several words
  std::size_t count = 0;  // exactly so many values; 0 = any number
  std::vector<std::string> excludes = {};  // main names, in the order of the command

  // Errors name the option so: "--output", "inputs".
  const std::string& main_name() const { return names.back(); }
};

struct CommandEntry {
  std::vector<std::string> words;  // {"dataset", "check"}
  std::string help;                // one line
  std::string footer;              // details and examples
  std::vector<OptionEntry> options;
  bool needs_command = false;  // one of the commands below it must follow

  std::string name() const;  // "dataset check"
  // The option that has the name, "-o" or "--output" or "inputs"; nullptr if there is none.
  const OptionEntry* option(std::string_view any_name) const;
};

// The program itself, without words, then the commands in the order of their rows, those with
// commands below them too. Not the hidden ones. The targets must have their first values.
std::vector<CommandEntry> command_table(const CommandRow& program);
// The one with these words; nullptr if there is none.
const CommandEntry* command_named(std::span<const CommandEntry> table,
                                  std::span<const std::string> words);
// The commands directly below one of the table.
std::vector<CommandEntry> commands_below(std::span<const CommandEntry> table,
                                         const CommandEntry& above);
// The table as JSON, for other programs.
std::string command_table_json(std::span<const CommandEntry> table);

}  // namespace tactus
