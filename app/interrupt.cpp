#include "app/interrupt.h"

#include <unistd.h>

#include <ctime>

#include "app/commands.h"

namespace tactus {

namespace {

sigset_t watched_signals() {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGINT);
  sigaddset(&set, SIGTERM);
  return set;
}

void watch(std::stop_token ending, std::stop_source& source) {
  const sigset_t set = watched_signals();
  const timespec patience{0, 100'000'000};
  while (!ending.stop_requested()) {
    if (sigtimedwait(&set, nullptr, &patience) < 0) continue;
    if (source.stop_requested()) _exit(kInterrupted);
    source.request_stop();
  }
}

}  // namespace

InterruptGuard::InterruptGuard() {
  const sigset_t set = watched_signals();
  pthread_sigmask(SIG_BLOCK, &set, &before_);
  watcher_ = std::jthread([this](std::stop_token ending) { watch(ending, source_); });
}

InterruptGuard::~InterruptGuard() {
  watcher_.request_stop();
  watcher_.join();
  pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

}  // namespace tactus
