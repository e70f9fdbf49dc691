#include "app/cli/program/interrupt.h"

#include <time.h>
#include <unistd.h>

#include <atomic>
#include <chrono>

#include "app/cli/program/exit_code.h"
#include "audio/counted.h"
#include "audio/standard_streams.h"

namespace tactus {

namespace {

// All that the signal handler may change: the time of the first signal, 0 = none. A thread turns
// the change into a stop request.
std::atomic<long> first_signal{0};  // milliseconds
static_assert(std::atomic<long>::is_always_lock_free);

long milliseconds_now() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);  // a signal handler may call it
  return 1 + now.tv_sec * 1000 + now.tv_nsec / 1'000'000;
}

// One wish can come as several signals: `timeout` ends its child, then the group of the child.
extern "C" void note_signal(int) {
  constexpr long kOneWish = 500;  // milliseconds
  long first = 0;
  const long now = milliseconds_now();
  if (!first_signal.compare_exchange_strong(first, now) && now - first > kOneWish)
    _exit(kInterrupted);
}

void watch(std::stop_token ending, std::stop_source& source) {
  while (!ending.stop_requested()) {
    if (first_signal.load() > 0) source.request_stop();
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
}

}  // namespace

void report_interrupted(std::size_t not_begun, std::size_t total, const char* advice) {
  print_log("tactus: interrupted: {} of {} {} not begun{}{}\n", not_begun, counted(total, "song"),
            not_begun == 1 ? "was" : "were", *advice ? "; " : "", advice);
}

InterruptGuard::InterruptGuard() {
  first_signal = 0;
  struct sigaction action {};
  action.sa_handler = note_signal;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, &before_int_);
  sigaction(SIGTERM, &action, &before_term_);
  watcher_ = std::jthread([this](std::stop_token ending) { watch(ending, source_); });
}

InterruptGuard::~InterruptGuard() {
  watcher_.request_stop();
  watcher_.join();
  sigaction(SIGINT, &before_int_, nullptr);
  sigaction(SIGTERM, &before_term_, nullptr);
}

}  // namespace tactus
