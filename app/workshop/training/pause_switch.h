// Pauses and resumes a job that can save its state, from outside.
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
  // The token of the present stretch of work; a pause requests its stop. go_on() makes a new one.
  std::stop_token token() const;
  // Waits until the job is resumed or stopped; returns at once if it is not paused.
  void wait(std::stop_token stop);

 private:
  mutable std::mutex mutex_;
  std::condition_variable_any changed_;
  std::stop_source stretch_;
  bool paused_ = false;
};

// During its lifetime, SIGUSR1 pauses and SIGUSR2 resumes. One object at a time.
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
