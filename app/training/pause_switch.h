// How a job that can save its state is asked from outside to pause and to go on.
#pragma once

#include <signal.h>

#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <thread>

namespace tactus {

// From any thread.
class PauseSwitch {
 public:
  void pause();
  void go_on();
  bool paused() const;
  // Of the present stretch of work: a stop is requested when it is to pause. After go_on() there is
  // a new one.
  std::stop_token token() const;
  // Returns when it is to go on, or stopped; at once when it is not paused (any more).
  void wait(std::stop_token stop);

 private:
  mutable std::mutex mutex_;
  std::condition_variable_any changed_;
  std::stop_source stretch_;
  bool paused_ = false;
};

// While it lives, SIGUSR1 pauses and SIGUSR2 lets go on. One at a time.
class PauseSignals {
 public:
  // The switch must outlive it.
  explicit PauseSignals(PauseSwitch& pause);
  ~PauseSignals();
  PauseSignals(const PauseSignals&) = delete;
  PauseSignals& operator=(const PauseSignals&) = delete;

 private:
  struct sigaction before_pause_;
  struct sigaction before_go_on_;
  std::jthread watcher_;
};

}  // namespace tactus
