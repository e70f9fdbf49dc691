#include "app/workshop/training/pause_switch.h"

#include <atomic>
#include <chrono>

namespace tactus {
namespace {

// All that the signal handler may change. A thread turns the change into a call.
std::atomic<int> last_signal{0};
static_assert(std::atomic<int>::is_always_lock_free);

extern "C" void note_pause_signal(int number) {
  last_signal = number;
}

void watch(std::stop_token ending, PauseSwitch& pause) {
  while (!ending.stop_requested()) {
    const int number = last_signal.exchange(0);
    if (number == SIGUSR1) pause.pause();
    if (number == SIGUSR2) pause.go_on();
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
}

}  // namespace

void PauseSwitch::pause() {
  std::stop_source stretch{std::nostopstate};
  {
    const std::lock_guard lock(mutex_);
    paused_ = true;
    stretch = stretch_;
  }
  stretch.request_stop();  // runs callbacks of others
}

void PauseSwitch::go_on() {
  const std::lock_guard lock(mutex_);
  if (!paused_) return;
  paused_ = false;
  stretch_ = std::stop_source();
  changed_.notify_all();
}

bool PauseSwitch::paused() const {
  const std::lock_guard lock(mutex_);
  return paused_;
}

std::stop_token PauseSwitch::token() const {
  const std::lock_guard lock(mutex_);
  return stretch_.get_token();
}

void PauseSwitch::wait(std::stop_token stop) {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, std::move(stop), [this] { return !paused_; });
}

PauseSignals::PauseSignals(PauseSwitch& pause) {
  last_signal = 0;
  struct sigaction action {};
  action.sa_handler = note_pause_signal;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  sigaction(SIGUSR1, &action, &before_pause_);
  sigaction(SIGUSR2, &action, &before_go_on_);
  watcher_ = std::jthread([&pause](std::stop_token ending) { watch(ending, pause); });
}

PauseSignals::~PauseSignals() {
  watcher_.request_stop();
  watcher_.join();
  sigaction(SIGUSR1, &before_pause_, nullptr);
  sigaction(SIGUSR2, &before_go_on_, nullptr);
}

}  // namespace tactus
