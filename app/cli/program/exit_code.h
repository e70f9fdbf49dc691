// How the program ends: the exit codes of all commands.
#pragma once

#include <cstddef>

#include "audio/error.h"

namespace tactus {

enum ExitCode {
  kSuccess = 0,
  kSomeInputsFailed = 1,  // also lost data (lost_output.h)
  kUsageError = 2,        // also a wrong configuration, or nothing to work on
  kDamaged = 3,           // with --strict only: some inputs are damaged, or there were warnings
  kInterrupted = 130      // Ctrl-C or SIGTERM
};

// The exit code of a program that an error of the library ends.
inline ExitCode exit_code_of(const Error& error) {
  switch (error.code()) {
    case ErrorCode::kArgument:
    case ErrorCode::kInput:
    case ErrorCode::kConfig:
    case ErrorCode::kDevice:
      return kUsageError;
    case ErrorCode::kInterrupted:
      return kInterrupted;
    default:
      return kSomeInputsFailed;
  }
}

// What became of the inputs of a command.
struct RunOutcome {
  std::size_t failed = 0;
  std::size_t warned = 0;  // damaged, repaired, empty: done, and a person should look
  bool strict = false;     // the user gave --strict
  bool interrupted = false;

  ExitCode exit_code() const {
    if (interrupted) return kInterrupted;
    if (failed > 0) return kSomeInputsFailed;
    return strict && warned > 0 ? kDamaged : kSuccess;
  }
};

}  // namespace tactus
