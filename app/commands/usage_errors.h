// What the program says to a command line that cannot be meant.
#pragma once

#include <string>

namespace CLI {
class App;
class ParseError;
}  // namespace CLI

namespace tactus {

// One line that names what is wrong, with the nearest command, option or value; then the --help to
// read. `root` has thrown `error` while it parsed.
std::string usage_message(const CLI::App& root, const CLI::ParseError& error);

}  // namespace tactus
