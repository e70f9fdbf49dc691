// Executes one launch on the host.
//
// Blocks that the language lets run at once (of a cluster; of a cooperative launch all) are
// executed together, thread by thread as fibers that may be left at every call that synchronises or
// communicates; which goes on is random, in one of several manners (any thread; a warp or a block
// far ahead of others). Such groups are executed one after another in random order, without an
// order between them for ThreadSanitizer.
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

// Identities of threads whose launch is over, for later launches that come after it anyway: those
// of the same stream. (To make one takes ThreadSanitizer long.)
class IdentityPool {
 public:
  explicit IdentityPool(std::size_t most) : most_(most) {}
  ~IdentityPool();
  IdentityPool(const IdentityPool&) = delete;
  IdentityPool& operator=(const IdentityPool&) = delete;
  // A new one knows what `maker` knows.
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

// Where a launch takes place: the stream or node of a graph, and what is kept between launches.
struct LaunchSite {
  Identity identity;
  IdentityPool* threads = nullptr;
  StackPool* stacks = nullptr;
};

// What the groups of a launch share.
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

// Throws EmulationFault; the other threads of the launch are then forgotten where they stand.
void execute_launch(const EmulatedLaunch& launch, const LaunchSite& site, std::uint64_t seed);

}  // namespace tactus::gpu::test
