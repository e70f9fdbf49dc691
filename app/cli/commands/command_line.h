// The entry of the command line: options, the choice of a command, and the handling of all errors.
#pragma once

namespace tactus {

// Runs `tactus ARGS...` and returns the exit code (see exit_code.h).
int run_command_line(int argc, char** argv);

}  // namespace tactus
