// Copies between host and card for a backend: through pinned memory, at the same time as
// computation if the contract of Backend allows it.
//
// Three streams. The main one computes. It has priority: its recurrences need not wait for room
// until all products of the side stream are over. The second one copies ahead of it: an upload
// ahead waits only for the last allocation, which zeroes the memory in the main stream. The side
// stream computes what is needed late. The main stream waits for both before the next work queued
// in it; work that states what memory it uses runs beside the side stream if it can.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

#include "gpu/runtime/runtime.h"
#include "gpu/runtime/side_stream.h"

namespace tactus::gpu {

// Blocks of pinned memory; each is free again when its last queued work is over.
class PinnedBlocks {
 public:
  explicit PinnedBlocks(Runtime& runtime) : runtime_(&runtime) {}
  ~PinnedBlocks();
  PinnedBlocks(const PinnedBlocks&) = delete;
  PinnedBlocks& operator=(const PinnedBlocks&) = delete;

  struct Block {
    std::byte* memory = nullptr;
    std::size_t bytes = 0;
    OwnedEvent used;       // recorded after its last work
    bool pending = false;  // whose work may not be over
    bool held = false;     // in use, or its content not yet fetched
  };
  // A free block of at least `bytes` (at most kLargest). The host waits only if more than kBound
  // bytes would be pinned. Held until keep_until() or give_back(). Throws OutOfMemory.
  Block& take(std::size_t bytes);
  // Frees the block when the work queued in the stream is over; with `held` it stays for the caller
  // who fetches its content.
  void keep_until(Block& block, Stream stream, bool held = false);
  void await(Block& block);
  // Frees the block when its queued work, if any, is over.
  void give_back(Block& block) { block.held = false; }

  static constexpr std::size_t kLargest = std::size_t{8} << 20;
  static constexpr std::size_t kBound = std::size_t{256} << 20;

 private:
  bool is_free(Block& block);

  Runtime* runtime_;
  std::deque<Block> blocks_;
  std::size_t bytes_ = 0;
};

// Copies throw OutOfMemory if no more memory can be pinned. The target is then invalid; everything
// else is unchanged, and pending parts finish as usual.
class HostTransfers {
 public:
  explicit HostTransfers(Runtime& runtime);

  // The main stream, for work queued now: it waits for all uploads ahead and the side stream.
  Stream main();
  // The same for work that uses this memory only: it waits for the side stream if it must.
  Stream main_for(const MemoryUse& use);
  SideStream& side() { return side_; }
  // The main stream waits for what is queued in the side stream. If the card fails, the next call
  // reports it.
  void wait_for_side() noexcept;
  // Call it after an allocation: the main stream is zeroing reused memory.
  void allocated();

  void upload(void* to, const void* from, std::size_t bytes);
  void upload_ahead(void* to, const void* from, std::size_t bytes);
  void download(void* to, const void* from, std::size_t bytes);
  std::uint64_t download_later(void* to, const void* from, std::size_t bytes);
  void await(std::uint64_t ticket);
  // Waits until all streams are idle.
  void finish();

 private:
  void upload(Stream stream, void* to, const void* from, std::size_t bytes);
  // Makes the main stream wait for the uploads queued so far.
  void uploads_end_here();
  Stream main_after_uploads();
  template <typename Copy>
  void queue_copy(PinnedBlocks::Block& block, const Copy& copy);
  struct Download {
    std::uint64_t ticket = 0;
    PinnedBlocks::Block* block = nullptr;
    void* to = nullptr;
    std::size_t bytes = 0;
  };
  Download start_download(Stream stream, void* to, const void* from, std::size_t bytes);
  void finish_download(const Download& download);
  void forget(std::deque<Download>& downloads, std::size_t from);

  Runtime* runtime_;
  OwnedStream main_, ahead_;
  SideStream side_;
  OwnedEvent allocated_, uploaded_;
  bool new_allocation_ = false, new_upload_ = false;
  PinnedBlocks blocks_;
  std::deque<Download> downloads_;
  std::uint64_t last_ticket_ = 0;
};

}  // namespace tactus::gpu
