// What a shell may offer behind the words of a command line: commands, options, values and files,
// all from the table of commands (command_table.h).
#pragma once

#include <span>
#include <string>
#include <vector>

#include "app/cli/commands/command_table.h"

namespace tactus {

// What is found on this machine.
struct CompletionPlace {
  std::vector<std::string> models;
  std::vector<std::string> devices;
};

struct Completion {
  enum class Files { kNone, kFolders, kAll };
  struct Word {
    std::string text;
    std::string help;  // one line; may be empty
  };
  std::vector<Word> words;           // only those that begin as the last word does
  Files files = Files::kNone;        // kAll: folders too
  std::vector<std::string> endings;  // with kAll: without dots; empty = every file
};

// `words` are those behind "tactus"; the last one is not finished and may be empty.
Completion complete(std::span<const CommandEntry> table, std::vector<std::string> words,
                    const CompletionPlace& place);

// The form that the scripts of the shells read: "none", "folders", or "files" with the endings
// behind it, on the first line; then a word on each line, with its help behind a TAB.
std::string completion_text(const Completion& completion);

}  // namespace tactus
