// The command line's front door: options, the choice of a command, and the one place where its
// faults end.
#pragma once

namespace tactus {

// Runs `tactus ARGS...` and returns the exit code (see exit_code.h).
int run_command_line(int argc, char** argv);

}  // namespace tactus
