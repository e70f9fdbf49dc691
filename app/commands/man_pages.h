// The manual pages, from the table of commands (command_table.h): no text exists twice.
#pragma once

#include <filesystem>
#include <span>
#include <string>

#include "app/commands/command_table.h"

namespace tactus {

// A page for man(1), in the macros of man(7). `table` names the pages of the commands below.
std::string man_page(const CommandEntry& command, std::span<const CommandEntry> table);

// Writes tactus.1 for `program`, tactus-tag.1, ... Creates the folder, replaces what is there.
// Throws std::filesystem::filesystem_error.
void write_man_pages(const CommandEntry& program, std::span<const CommandEntry> table,
                     const std::filesystem::path& folder);

}  // namespace tactus
