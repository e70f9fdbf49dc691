// Turns SIGINT (Ctrl-C) and SIGTERM into a stop request.
#pragma once

#include <signal.h>

#include <cstddef>
#include <stop_token>
#include <thread>

namespace tactus {

// During its lifetime, the first SIGINT or SIGTERM requests a stop; another one, half a second
// later or more, ends the program at once with exit code 130. One at a time.
class InterruptGuard {
 public:
  InterruptGuard();
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;

  std::stop_token token() const { return source_.get_token(); }
  bool interrupted() const { return source_.stop_requested(); }

 private:
  std::stop_source source_;
  struct sigaction before_int_;
  struct sigaction before_term_;
  std::jthread watcher_;  // last member: the thread uses the others
};

// Says on stderr, in one line, how many of the `total` songs were not begun after Ctrl-C, and the
// `advice` to go on; "" = none.
void report_interrupted(std::size_t not_begun, std::size_t total, const char* advice = "");

}  // namespace tactus
