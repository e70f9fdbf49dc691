// The text of --help, from the table of commands (command_table.h).
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "app/cli/commands/command_table.h"

namespace tactus {

// The help of a command of the table. Lines are broken after `columns`; 0: they stay whole.
std::string help_text(const CommandEntry& command, std::span<const CommandEntry> table,
                      std::size_t columns);

}  // namespace tactus
