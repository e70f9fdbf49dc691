// The entry of the command line: options, the choice of a command, and the handling of all errors.
#pragma once

#include "model/version.h"

namespace tactus {

// Runs `tactus ARGS...` and returns the exit code (see exit_code.h). `version` is what --version
// says.
int run_command_line(int argc, char** argv, const char* version = TACTUS_VERSION);

}  // namespace tactus
