// The user's defaults for options of the command line:
//
//   all:                     # every command that has the option
//     device: cpu
//   tag:
//     format: [jams, lab]
//     skip-existing: true    # an option without a value
//   dataset check:
//     strict: true
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/config/config_document.h"

namespace tactus {

inline constexpr const char* kAllCommands = "all";

struct OptionDefault {
  std::string command;  // "tag", "dataset check", or kAllCommands
  std::string option;   // without dashes
  std::vector<std::string> values;
  ConfigFault place;  // where the file has the option; no message
};

struct ProgramDefaults {
  std::string file;
  std::vector<OptionDefault> options;

  // Throws ConfigError "FILE:LINE:COLUMN: what".
  [[noreturn]] void fail(const OptionDefault& option, const std::string& what) const;
};

// Nothing if the file does not exist; `named` by the user, it must exist. Throws ConfigError for
// that, and for another form. Whether commands and options exist is the caller's question.
ProgramDefaults load_program_defaults(const std::filesystem::path& file, bool named = false);

}  // namespace tactus
