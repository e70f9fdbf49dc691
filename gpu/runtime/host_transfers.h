// Copies between host and card for a backend: through pinned memory, beside the computing wherever
// the Backend's contract lets them.
//
// Two streams: the main one, in which everything is computed, and one for what may overtake it.
// What is uploaded ahead waits for the last allocation only (which zeroes the memory in the main
// stream); the main stream waits for all uploads before the next work that is queued in it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

#include "gpu/runtime/runtime.h"

namespace tactus::gpu {

// Blocks of pinned memory, each free again when the work that was queued last for it is over.
class PinnedBlocks {
 public:
  explicit PinnedBlocks(Runtime& runtime) : runtime_(&runtime) {}
  ~PinnedBlocks();
  PinnedBlocks(const PinnedBlocks&) = delete;
  PinnedBlocks& operator=(const PinnedBlocks&) = delete;

  struct Block {
    std::byte* memory = nullptr;
    std::size_t bytes = 0;
    OwnedEvent used;       // recorded behind the last work with it
    bool pending = false;  // that may not be over
    bool held = false;     // given out, or its content not yet fetched
  };
  // One of at least `bytes` (at most kLargest) that nobody uses; the host waits only where more
  // than kBound bytes would be pinned. Held until keep_until() or give_back(). Throws OutOfMemory.
  Block& take(std::size_t bytes);
  // Free again when what is queued in the stream is over; `held` stays for who fetches its content.
  void keep_until(Block& block, Stream stream, bool held = false);
  void await(Block& block);
  // Free again when what was queued for it, if anything, is over.
  void give_back(Block& block) { block.held = false; }

  static constexpr std::size_t kLargest = std::size_t{8} << 20;
  static constexpr std::size_t kBound = std::size_t{256} << 20;

 private:
  bool is_free(Block& block);

  Runtime* runtime_;
  std::deque<Block> blocks_;
  std::size_t bytes_ = 0;
};

// Copies throw OutOfMemory where nothing more can be pinned: what was to be copied to is then of no
// use, and all else as before; parts that are under way are waited for as any others are.
class HostTransfers {
 public:
  explicit HostTransfers(Runtime& runtime);

  // The main stream, for work that is queued now: it waits for what was uploaded ahead.
  Stream main();
  // Memory was given out anew and is being zeroed in the main stream.
  void allocated();

  void upload(void* to, const void* from, std::size_t bytes);
  void upload_ahead(void* to, const void* from, std::size_t bytes);
  void download(void* to, const void* from, std::size_t bytes);
  std::uint64_t download_later(void* to, const void* from, std::size_t bytes);
  void await(std::uint64_t ticket);
  // Waits until nothing is under way, ahead or in the main stream.
  void finish();

 private:
  void upload(Stream stream, void* to, const void* from, std::size_t bytes);
  // The main stream waits for what was queued ahead so far.
  void uploads_end_here();
  template <typename Copy>
  void queue_copy(PinnedBlocks::Block& block, const Copy& copy);
  struct Download {
    std::uint64_t ticket = 0;
    PinnedBlocks::Block* block = nullptr;
    void* to = nullptr;
    std::size_t bytes = 0;
  };
  Download start_download(void* to, const void* from, std::size_t bytes);
  void finish_download(const Download& download);
  void forget(std::deque<Download>& downloads, std::size_t from);

  Runtime* runtime_;
  OwnedStream main_, ahead_;
  OwnedEvent allocated_, uploaded_;
  bool new_allocation_ = false, new_upload_ = false;
  PinnedBlocks blocks_;
  std::deque<Download> downloads_;
  std::uint64_t last_ticket_ = 0;
};

}  // namespace tactus::gpu
