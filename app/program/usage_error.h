// How the program ends, and the error that ends it with 2.
#pragma once

#include <stdexcept>

namespace tactus {

enum ExitCode { kSuccess = 0, kSomeInputsFailed = 1, kUsageError = 2, kInterrupted = 130 };

// Wrong use or configuration: ends the program with exit code 2 and the message on stderr.
class UsageError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace tactus
