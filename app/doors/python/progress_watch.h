// What happens in Python while the library works: progress, signals, and exceptions of both.
#pragma once

#include <nanobind/nanobind.h>

#include <chrono>
#include <exception>

namespace tactus {

// For one call of the library, which runs without the interpreter's lock.
class ProgressWatch {
 public:
  // `progress` is None or a function of one number, the share that is done.
  explicit ProgressWatch(nanobind::object progress);

  // Called by the library, without the lock. Looks for signals (KeyboardInterrupt) and calls
  // `progress`, at most twenty times a second. False: one of them has raised, the work shall end.
  bool at(double done) noexcept;
  // Throws what they raised. With the lock.
  void rethrow() const;

 private:
  nanobind::object progress_;
  std::chrono::steady_clock::time_point last_;
  std::exception_ptr raised_;
};

}  // namespace tactus
