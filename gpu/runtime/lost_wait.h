// A wait of a kernel that did not end: what the card tells the host before it stops. Only kernels
// compiled with TACTUS_WAITS_END do so (gpu/kernels/wait_limit.h), those of the tests.
#pragma once

#include <cstdint>
#include <string>

namespace tactus::gpu {

struct alignas(16) LostWait {
  enum Kind : std::uint32_t { kNone, kPhase, kTag };

  std::uint32_t block, thread;
  std::uint32_t kind;
  // The phase or tag that did not come. In resident kernels a tag is the step, and a phase is half
  // of it.
  std::uint32_t number;
  std::uint32_t place;  // the byte of the barrier in shared memory, or which word of this wait
  std::uint32_t found;  // the tag of that word
  std::uint32_t unused[2];
};

// "block 1 thread 5 waits for tag 7 of its word 0, which has tag 5". Empty: no wait was lost.
std::string text_of(const LostWait& wait);

}  // namespace tactus::gpu
