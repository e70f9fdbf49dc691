// Kernels of which one message is never sent.
#pragma once

#include "gpu/kernels/kernel_language.h"

namespace tactus::gpu::test {

constexpr int kForgetful = 5;  // the thread that does not send

// Block 0 sends a word to each thread of block 1, but for one.
struct LostWord {
  static constexpr int kMaxThreads = 32;
  struct Params {
    TaggedWord* words;  // [threads], zero
  };
  template <class Thread>
  TACTUS_ON_DEVICE static void run(Thread& t, const Params& p) {
    TaggedWord* word = p.words + t.thread();
    TaggedWord found[1];
    if (t.block() == 1) {
      t.wait_tagged(word, 1, 1, 7, found);
    } else if (t.thread() != kForgetful) {
      t.store_tagged(word, {{1, 2, 3}, 7});
    }
  }
};

// The same through a barrier in the shared memory of a cluster.
struct LostBytes {
  static constexpr int kMaxThreads = 32;
  struct Params {};
  struct Shared {
    PhaseBarrier barrier;
    std::uint32_t values[32];
  };
  template <class Thread>
  TACTUS_ON_DEVICE static void run(Thread& t, const Params&) {
    auto& shared = *reinterpret_cast<Shared*>(t.shared());
    if (t.thread() == 0) {
      t.init(&shared.barrier, 1);
      t.arrive_expecting(&shared.barrier, sizeof(shared.values));
    }
    t.sync_cluster();
    if (t.block() == 0 && t.thread() != kForgetful)
      t.store_async(&shared.values[t.thread()], 1, 1u, &shared.barrier);
    if (t.block() == 1 && t.thread() == kForgetful) t.wait(&shared.barrier, 0);
  }
};

}  // namespace tactus::gpu::test
