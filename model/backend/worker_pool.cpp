#include "model/backend/worker_pool.h"

#include <algorithm>
#include <utility>

#include "model/backend/usable_processors.h"

namespace tactus {
namespace {

constexpr int kLooks = 2000;  // before sleeping: some tens of microseconds

// Polls `done` for a while; returns true if it became true.
template <typename Condition>
bool spin_until_true(const Condition& done) {
  for (int look = 0; look < kLooks; ++look) {
    if (done()) return true;
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
  }
  return false;
}

void end_workers(std::mutex& mutex, bool& stopping, std::condition_variable& started,
                 std::vector<std::thread>& workers) {
  {
    const std::lock_guard lock(mutex);
    stopping = true;
  }
  started.notify_all();
  for (std::thread& worker : workers) worker.join();
}

}  // namespace

// If a thread cannot be started, those before it end.
WorkerPool::WorkerPool(int threads) {
  const int wanted = threads > 0 ? threads : usable_processors();
  workers_.reserve(static_cast<std::size_t>(wanted));
  try {
    for (int i = 1; i < wanted; ++i) workers_.emplace_back([this] { work(); });
  } catch (...) {
    end_workers(mutex_, stopping_, started_, workers_);
    throw;
  }
}

WorkerPool::~WorkerPool() {
  end_workers(mutex_, stopping_, started_, workers_);
}

void WorkerPool::run(int count, const std::function<void(int)>& task) {
  if (workers_.empty() || count <= 1) {
    for (int i = 0; i < count; ++i) task(i);
    return;
  }
  {
    const std::lock_guard lock(mutex_);
    task_ = &task;
    count_ = count;
    next_ = 0;
    busy_ = static_cast<int>(workers_.size());
    ++generation_;
  }
  started_.notify_all();
  take_tasks();
  spin_until_true([this] { return busy_ == 0; });
  std::unique_lock lock(mutex_);
  finished_.wait(lock, [this] { return busy_ == 0; });
  if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
}

void WorkerPool::work() {
  long seen = 0;
  while (true) {
    spin_until_true([&] { return generation_ != seen; });
    {
      std::unique_lock lock(mutex_);
      started_.wait(lock, [&] { return stopping_ || generation_ != seen; });
      if (stopping_) return;
      seen = generation_;
    }
    take_tasks();
    const std::lock_guard lock(mutex_);
    if (--busy_ == 0) finished_.notify_one();
  }
}

void WorkerPool::take_tasks() {
  for (int i = next_++; i < count_; i = next_++) {
    try {
      (*task_)(i);
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!failure_) failure_ = std::current_exception();
    }
  }
}

}  // namespace tactus
