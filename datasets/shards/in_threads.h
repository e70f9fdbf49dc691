// Work on the items of a list by several threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <stop_token>
#include <thread>
#include <vector>

namespace tactus {

// Calls work(i) for each i < count, each once, by at most `threads` threads (at least 1) in any
// order. Afterwards it throws the first exception; the other items were worked on all the same.
// After a stop the items that were not begun are left out.
template <typename Work>
void in_threads(std::size_t count, int threads, const Work& work,
                const std::stop_token& stop = {}) {
  std::atomic<std::size_t> next = 0;
  std::mutex mutex;
  std::exception_ptr error;  // guarded by the mutex
  const auto run = [&] {
    for (std::size_t i = next++; i < count && !stop.stop_requested(); i = next++) {
      try {
        work(i);
      } catch (...) {
        const std::lock_guard lock(mutex);
        if (!error) error = std::current_exception();
      }
    }
  };
  {
    std::vector<std::jthread> others;
    const std::size_t wanted = std::min(count, static_cast<std::size_t>(std::max(1, threads)));
    for (std::size_t t = 1; t < wanted; ++t) others.emplace_back(run);
    run();
  }
  if (error) std::rethrow_exception(error);
}

}  // namespace tactus
