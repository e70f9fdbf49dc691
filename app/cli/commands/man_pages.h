// The manual pages, from the table of commands (command_table.h): no text exists twice.
#pragma once

#include <map>
#include <span>
#include <string>

#include "app/cli/commands/command_table.h"

namespace tactus {

// A page for man(1), in the macros of man(7). `table` names the pages of the commands below.
std::string man_page(const CommandEntry& command, std::span<const CommandEntry> table);

// All pages by the names of their files: "tactus.1" of the program, "tactus-tag.1", ...
std::map<std::string, std::string> man_pages(std::span<const CommandEntry> table);

}  // namespace tactus
