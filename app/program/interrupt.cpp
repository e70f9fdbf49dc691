#include "app/program/interrupt.h"

#include <fmt/core.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdio>

#include "app/program/exit_code.h"
#include "audio/counted.h"

namespace tactus {

namespace {

// All that the signal handler may change. A thread turns the change into a stop request.
std::atomic<int> signals_received{0};
static_assert(std::atomic<int>::is_always_lock_free);

extern "C" void note_signal(int) {
  if (signals_received.fetch_add(1) > 0) _exit(kInterrupted);
}

void watch(std::stop_token ending, std::stop_source& source) {
  while (!ending.stop_requested()) {
    if (signals_received.load() > 0) source.request_stop();
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
}

}  // namespace

void report_interrupted(std::size_t not_begun, std::size_t total, const char* advice) {
  fmt::print(stderr, "tactus: interrupted: {} of {} {} not begun{}{}\n", not_begun,
             counted(total, "song"), not_begun == 1 ? "was" : "were", *advice ? "; " : "", advice);
}

InterruptGuard::InterruptGuard() {
  signals_received = 0;
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
