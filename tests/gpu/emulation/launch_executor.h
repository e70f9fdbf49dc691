// Executes one launch on the host.
//
// Blocks that the language lets run at once (those of a cluster; all of a cooperative launch) are
// executed together, each thread as a fiber. Every call that synchronises or communicates may
// switch to another fiber. The next fiber is random, in one of several ways (any thread; a warp or
// a block far ahead of others). Such groups are executed one after another in random order, without
// an order between them for ThreadSanitizer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "gpu/runtime/runtime.h"
#include "tests/gpu/emulation/emulated_thread.h"
#include "tests/gpu/emulation/fiber.h"
#include "tests/gpu/emulation/happens_before.h"
#include "tests/gpu/emulation/launch_state.h"
#include "tests/gpu/emulation/random_order.h"

namespace tactus::gpu::test {

// Identities of finished threads, reused by later launches in the same stream, which come after
// them anyway. (ThreadSanitizer is slow to create one.)
class IdentityPool {
 public:
  explicit IdentityPool(std::size_t most) : most_(most) {}
  ~IdentityPool();
  IdentityPool(const IdentityPool&) = delete;
  IdentityPool& operator=(const IdentityPool&) = delete;
  // A new identity inherits the order of `maker`.
  Identity take(Identity maker);
  void give(Identity identity);

 private:
  std::size_t most_;
  std::vector<Identity> free_;
};

struct EmulatedLaunch {
  KernelEntry entry;
  LaunchShape shape;
  const void* params = nullptr;
  int compute_capability = 0;
};

// The place of a launch: the stream or node of a graph, and the data kept between launches.
struct LaunchSite {
  Identity identity;
  IdentityPool* threads = nullptr;
  StackPool* stacks = nullptr;
};

// Shared by the groups of a launch.
struct LaunchContext {
  const EmulatedLaunch* launch = nullptr;
  const EmulatedKernel* kernel = nullptr;
  LaunchSite site;
  RandomOrder random;
  Identity host = Identity::current();
  SyncPoint end = {};
  std::vector<std::unique_ptr<SharedMemory>> used = {};  // freed when the threads' ends are known
  std::vector<Identity> taken = {};                      // of threads that are over
};

// Throws EmulationFault; then the other threads of the launch are abandoned.
void execute_launch(const EmulatedLaunch& launch, const LaunchSite& site, std::uint64_t seed);

}  // namespace tactus::gpu::test
