#include "gpu/runtime/side_stream.h"

#include <algorithm>
#include <cstdint>

namespace tactus::gpu {
namespace {

using Ranges = std::vector<MemoryRange>;

bool overlap(const MemoryRange& a, const MemoryRange& b) {
  if (a.memory == nullptr || b.memory == nullptr) return false;
  const auto first = reinterpret_cast<std::uintptr_t>(a.memory),
             second = reinterpret_cast<std::uintptr_t>(b.memory);
  return first < second + b.bytes && second < first + a.bytes;
}

bool overlap(const Ranges& some, const Ranges& others) {
  return std::ranges::any_of(some, [&](const MemoryRange& one) {
    return std::ranges::any_of(others,
                               [&](const MemoryRange& other) { return overlap(one, other); });
  });
}

}  // namespace

Stream SideStream::fork(Stream main, const MemoryUse& use) {
  if (left_out_) return main;
  if (!stream_) {
    order_ = OwnedEvent(*runtime_, runtime_->create_event());
    stream_ = OwnedStream(*runtime_, runtime_->create_stream(false));
  }
  use_.reads.insert(use_.reads.end(), use.reads.begin(), use.reads.end());
  use_.writes.insert(use_.writes.end(), use.writes.begin(), use.writes.end());
  busy_ = true;
  order(main, stream_.get());
  return stream_.get();
}

void SideStream::join(Stream main) {
  wait(main);
  use_ = {};
  busy_ = false;
}

void SideStream::join_if_shared(Stream main, const MemoryUse& use) {
  if (overlap(use.writes, use_.writes) || overlap(use.writes, use_.reads) ||
      overlap(use.reads, use_.writes)) {
    join(main);
  }
}

void SideStream::wait(Stream main) {
  if (busy_) order(stream_.get(), main);
}

// An event that is recorded again does not affect streams that wait already.
void SideStream::order(Stream from, Stream to) {
  runtime_->record(order_.get(), from);
  runtime_->wait(to, order_.get());
}

}  // namespace tactus::gpu
