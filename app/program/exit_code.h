// How the program ends.
#pragma once

#include "audio/error.h"

namespace tactus {

enum ExitCode { kSuccess = 0, kSomeInputsFailed = 1, kUsageError = 2, kInterrupted = 130 };

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

}  // namespace tactus
