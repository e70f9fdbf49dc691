// A fixed set of threads that works on numbered tasks. The threads poll for work for some
// microseconds before they sleep, because the passes of a network follow each other closely.
#pragma once

#include <atomic>
#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace tactus {

class WorkerPool {
 public:
  // `threads` includes the caller of run(); 0 = one per processor.
  explicit WorkerPool(int threads);
  ~WorkerPool();
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  int threads() const { return static_cast<int>(workers_.size()) + 1; }

  // Calls task(0) .. task(count - 1), each once, on any free thread; returns when all are done.
  // Then it throws the first exception of a task. Not reentrant.
  void run(int count, const std::function<void(int)>& task);

 private:
  void work();
  void take_tasks();

  std::mutex mutex_;
  std::condition_variable started_;
  std::condition_variable finished_;
  const std::function<void(int)>* task_ = nullptr;
  int count_ = 0;
  std::atomic<int> next_{0};
  std::atomic<int> busy_{0};
  std::atomic<long> generation_{0};
  bool stopping_ = false;
  std::exception_ptr failure_;
  std::vector<std::thread> workers_;
};

}  // namespace tactus
