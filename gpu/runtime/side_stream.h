// A second stream for work whose results are needed late: it runs beside what the main stream
// computes next. It knows the memory that its work uses, so the main stream waits for it only
// before work that must not run beside it.
#pragma once

#include <cstddef>
#include <vector>

#include "gpu/runtime/left_out.h"
#include "gpu/runtime/runtime.h"

namespace tactus::gpu {

// On the card; null: not used.
struct MemoryRange {
  const void* memory = nullptr;
  std::size_t bytes = 0;
};
struct MemoryUse {
  std::vector<MemoryRange> reads, writes;
};

class SideStream {
 public:
  // Makes the stream at the first fork. The runtime must outlive it.
  explicit SideStream(Runtime& runtime) : runtime_(&runtime), left_out_(left_out().side) {}

  // The stream, for work that uses this memory: it waits for the work queued in `main` so far.
  // `main` itself if the environment leaves the side stream out (left_out.h).
  Stream fork(Stream main, const MemoryUse& use);
  // Not joined since the last fork.
  bool is_busy() const { return busy_; }

  // Later work of `main` waits for all work queued here.
  void join(Stream main);
  // The same if work that uses this memory must wait for it.
  void join_if_shared(Stream main, const MemoryUse& use);
  // As join(), but more work may follow without a fork.
  void wait(Stream main);

 private:
  void order(Stream from, Stream to);

  Runtime* runtime_;
  bool left_out_;
  OwnedStream stream_;
  OwnedEvent order_;
  MemoryUse use_;
  bool busy_ = false;
};

}  // namespace tactus::gpu
