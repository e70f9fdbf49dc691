#include "gpu/runtime/host_transfers.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <exception>
#include <utility>

namespace tactus::gpu {
namespace {

constexpr std::size_t kSmallest = std::size_t{64} << 10;

const std::byte* at(const void* memory, std::size_t offset) {
  return static_cast<const std::byte*>(memory) + offset;
}
std::byte* at(void* memory, std::size_t offset) {
  return static_cast<std::byte*>(memory) + offset;
}

}  // namespace

PinnedBlocks::~PinnedBlocks() {
  for (const Block& block : blocks_) runtime_->release_pinned(block.memory);
}

bool PinnedBlocks::is_free(Block& block) {
  if (block.held) return false;
  if (block.pending) block.pending = !runtime_->is_over(block.used.get());
  return !block.pending;
}

PinnedBlocks::Block& PinnedBlocks::take(std::size_t bytes) {
  const std::size_t size = std::bit_ceil(std::max(bytes, kSmallest));
  Block* oldest = nullptr;
  for (Block& block : blocks_) {
    if (block.bytes != size) continue;
    if (is_free(block)) {
      block.held = true;
      return block;
    }
    if (!block.held && oldest == nullptr) oldest = &block;
  }
  if (bytes_ + size > kBound && oldest != nullptr) {
    await(*oldest);
    oldest->held = true;
    return *oldest;
  }
  OwnedEvent used(*runtime_, runtime_->create_event());
  auto* memory = static_cast<std::byte*>(runtime_->allocate_pinned(size));
  bytes_ += size;
  blocks_.push_back({memory, size, std::move(used), false, /*held=*/true});
  return blocks_.back();
}

void PinnedBlocks::keep_until(Block& block, Stream stream, bool held) {
  runtime_->record(block.used.get(), stream);
  block.pending = true;
  block.held = held;
}

void PinnedBlocks::await(Block& block) {
  if (block.pending) runtime_->synchronize(block.used.get());
  block.pending = false;
}

HostTransfers::HostTransfers(Runtime& runtime)
    : runtime_(&runtime),
      main_(runtime, runtime.create_stream(true)),
      ahead_(runtime, runtime.create_stream(false)),
      side_(runtime),
      allocated_(runtime, runtime.create_event()),
      uploaded_(runtime, runtime.create_event()),
      blocks_(runtime) {}

Stream HostTransfers::main() {
  const Stream stream = main_after_uploads();
  side_.join(stream);
  return stream;
}

Stream HostTransfers::main_for(const MemoryUse& use) {
  const Stream stream = main_after_uploads();
  side_.join_if_shared(stream, use);
  return stream;
}

void HostTransfers::wait_for_side() noexcept {
  try {
    side_.wait(main_.get());
  } catch (const std::exception&) {
  }
}

Stream HostTransfers::main_after_uploads() {
  if (new_upload_) runtime_->wait(main_.get(), uploaded_.get());
  new_upload_ = false;
  return main_.get();
}

void HostTransfers::allocated() {
  runtime_->record(allocated_.get(), main_.get());
  new_allocation_ = true;
}

// If `copy` throws, the copy is not queued (or the card is lost), so the block is free.
template <typename Copy>
void HostTransfers::queue_copy(PinnedBlocks::Block& block, const Copy& copy) {
  try {
    copy();
  } catch (...) {
    blocks_.give_back(block);
    throw;
  }
}

void HostTransfers::upload(Stream stream, void* to, const void* from, std::size_t bytes) {
  for (std::size_t done = 0; done < bytes;) {
    const std::size_t part = std::min(bytes - done, PinnedBlocks::kLargest);
    PinnedBlocks::Block& block = blocks_.take(part);
    std::memcpy(block.memory, at(from, done), part);
    queue_copy(block, [&] { runtime_->copy_to_device(stream, at(to, done), block.memory, part); });
    blocks_.keep_until(block, stream);
    done += part;
  }
}

void HostTransfers::upload(void* to, const void* from, std::size_t bytes) {
  upload(main(), to, from, bytes);
}

void HostTransfers::upload_ahead(void* to, const void* from, std::size_t bytes) {
  if (bytes == 0) return;
  if (new_allocation_) runtime_->wait(ahead_.get(), allocated_.get());
  new_allocation_ = false;
  try {
    upload(ahead_.get(), to, from, bytes);
  } catch (...) {  // some parts may be pending
    uploads_end_here();
    throw;
  }
  uploads_end_here();
}

void HostTransfers::uploads_end_here() {
  runtime_->record(uploaded_.get(), ahead_.get());
  new_upload_ = true;
}

HostTransfers::Download HostTransfers::start_download(Stream stream, void* to, const void* from,
                                                      std::size_t bytes) {
  PinnedBlocks::Block& block = blocks_.take(bytes);
  queue_copy(block, [&] { runtime_->copy_to_host(stream, block.memory, from, bytes); });
  blocks_.keep_until(block, stream, /*held=*/true);
  return {0, &block, to, bytes};
}

void HostTransfers::finish_download(const Download& download) {
  blocks_.await(*download.block);
  std::memcpy(download.to, download.block->memory, download.bytes);
  blocks_.give_back(*download.block);
}

// Large downloads go in parts: the host fetches one while the next is copied.
void HostTransfers::download(void* to, const void* from, std::size_t bytes) {
  const Stream stream = main();
  std::deque<Download> parts;
  try {
    for (std::size_t done = 0; done < bytes;) {
      const std::size_t part = std::min(bytes - done, PinnedBlocks::kLargest);
      parts.push_back(start_download(stream, at(to, done), at(from, done), part));
      done += part;
      if (parts.size() < 2) continue;
      finish_download(parts.front());
      parts.pop_front();
    }
  } catch (...) {
    forget(parts, 0);
    throw;
  }
  for (const Download& part : parts) finish_download(part);
}

// Results of the side stream are copied there: the main stream need not wait for them.
std::uint64_t HostTransfers::download_later(void* to, const void* from, std::size_t bytes) {
  const Stream stream =
      side_.is_busy() ? side_.fork(main_after_uploads(), {{{from, bytes}}, {}}) : main();
  ++last_ticket_;
  const std::size_t before = downloads_.size();
  try {
    for (std::size_t done = 0; done < bytes;) {
      const std::size_t part = std::min(bytes - done, PinnedBlocks::kLargest);
      downloads_.push_back(start_download(stream, at(to, done), at(from, done), part));
      downloads_.back().ticket = last_ticket_;
      done += part;
    }
  } catch (...) {
    forget(downloads_, before);
    throw;
  }
  return last_ticket_;
}

// Pending copies finish in their block, and the target is not written.
void HostTransfers::forget(std::deque<Download>& downloads, std::size_t from) {
  for (; downloads.size() > from; downloads.pop_back()) {
    blocks_.give_back(*downloads.back().block);
  }
}

void HostTransfers::await(std::uint64_t ticket) {
  while (!downloads_.empty() && downloads_.front().ticket <= ticket) {
    const Download download = downloads_.front();
    downloads_.pop_front();
    finish_download(download);
  }
}

void HostTransfers::finish() {
  runtime_->synchronize(ahead_.get());
  runtime_->synchronize(main());
}

}  // namespace tactus::gpu
