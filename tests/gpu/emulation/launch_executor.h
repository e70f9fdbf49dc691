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

#include "gpu/runtime.h"
#include "tests/gpu/emulation/fiber.h"

namespace tactus::gpu::test {

struct EmulatedLaunch {
  KernelEntry entry;
  LaunchShape shape;
  const void* params = nullptr;
  int compute_capability = 0;
  std::uint64_t seed = 0;
};

// Throws EmulationFault; the other threads of the launch are then forgotten where they stand.
void execute_launch(const EmulatedLaunch& launch, StackPool& stacks);

}  // namespace tactus::gpu::test
