// A barrier for a few threads that meet thousands of times per second: a microsecond if all are
// running. A thread that waits long sleeps.
#pragma once

#include <atomic>

namespace tactus {

class SpinBarrier {
 public:
  explicit SpinBarrier(int members) : members_(members) {}
  SpinBarrier(const SpinBarrier&) = delete;
  SpinBarrier& operator=(const SpinBarrier&) = delete;

  // Returns when all members have called it; their earlier writes are visible afterwards.
  void wait() {
    const int round = round_.load(std::memory_order_acquire);
    if (arrived_.fetch_add(1, std::memory_order_acq_rel) + 1 == members_) {
      arrived_.store(0, std::memory_order_relaxed);
      round_.store(round + 1);  // in sequence with the look of notify_all for sleepers
      round_.notify_all();
      return;
    }
    for (int look = 0; look < kLooks; ++look) {
      if (round_.load(std::memory_order_acquire) != round) return;
    }
    round_.wait(round, std::memory_order_acquire);
  }

 private:
  static constexpr int kLooks = 20000;

  const int members_;
  std::atomic<int> arrived_{0};
  std::atomic<int> round_{0};
};

}  // namespace tactus
