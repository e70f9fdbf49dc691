// The scheduler: threads of the blocks that run at once, as fibers.
//
// Identities (happens_before.h): this code runs as the host, so that the emulation's own memory
// belongs to one identity. The code of a thread runs as that thread, and so do the reports of
// orders between threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "tests/gpu/emulation/emulated_thread.h"
#include "tests/gpu/emulation/launch_executor.h"
#include "tests/gpu/emulation/launch_state.h"
#include "tests/gpu/emulation/random_order.h"

namespace tactus::gpu::test {

// Threads of the blocks that run at once.
class ThreadGroup {
 public:
  ThreadGroup(LaunchContext& context, int first_block, int blocks);
  ~ThreadGroup();
  ThreadGroup(const ThreadGroup&) = delete;
  ThreadGroup& operator=(const ThreadGroup&) = delete;
  void run();

  const EmulatedLaunch& launch() const { return *context_->launch; }
  Identity host() const { return context_->host; }
  int cluster() const { return launch().shape.cluster; }
  BlockState& block_of_rank(const BlockState& block, int rank) {
    return *blocks_[block.index - first_block_ - block.rank + rank];
  }
  Meeting& cluster_meeting(const BlockState& block) { return *clusters_[block.cluster]; }

  // Called by a thread, as the host.
  void pause(ThreadState& thread);
  void block(ThreadState& thread, Call call, const void* object, unsigned value);
  // All members arrive, then all go on. `complete` runs when the last has come.
  void meet(ThreadState& thread, Meeting& meeting, Call call, int argument, bool orders,
            const std::function<void()>& complete = {});
  void wake(Call call, const void* object);
  void send(Delivery delivery) { deliveries_.push_back(std::move(delivery)); }
  bool deliveries_are_seen() const { return deliveries_are_seen_; }
  // An arrival or bytes have come: if they were the last, the next phase begins.
  void advance(PhaseBarrier* barrier, BarrierState state, const BarrierBeside& beside);
  [[noreturn]] void fault(const ThreadState& thread, const std::string& what) const;
  std::string place(const ThreadState& thread) const;

 private:
  static void body(void* state);
  void add_block(int index);
  void deliver_one();
  void leave(ThreadState& thread);
  std::uint64_t urgency(const ThreadState& thread) const;
  ThreadState* take_ready();
  void make_ready(ThreadState& thread);
  [[noreturn]] void report_deadlock() const;

  LaunchContext* context_;
  int first_block_;
  SyncPoint begin_;
  std::vector<std::unique_ptr<BlockState>> blocks_;
  std::vector<std::unique_ptr<Meeting>> clusters_;
  std::vector<std::unique_ptr<ThreadState>> threads_;
  std::vector<ThreadState*> ready_;
  std::vector<ThreadState*> waiting_;  // for a barrier or a word
  std::vector<Delivery> deliveries_;
  // For ThreadSanitizer, a store_async in a launch is of one of two kinds. Either the barrier
  // orders it with all that its thread did before (more than the language promises), or it is no
  // access at all. So different seeds find races of either kind.
  bool deliveries_are_seen_ = false;
  int manner_ = 0;
  std::uint64_t manner_seed_ = 0;
  std::size_t over_ = 0;
  std::exception_ptr fault_;
};

}  // namespace tactus::gpu::test
