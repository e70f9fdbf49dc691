// What the program says to a command line that cannot be meant.
#pragma once

#include <string>

#include "app/cli/commands/option_parser.h"

namespace tactus {

// One line that names what is wrong, with the nearest command, option or value; then the --help to
// read. `parsed` is a fault.
std::string usage_message(const ParsedWords& parsed);

}  // namespace tactus
