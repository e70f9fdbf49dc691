// State of the threads, warps, blocks and barriers of a launch.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "gpu/kernels/kernel_language.h"
#include "tests/gpu/emulation/fiber.h"
#include "tests/gpu/emulation/happens_before.h"
#include "tests/gpu/emulation/warp_matrix.h"

namespace tactus::gpu::test {

struct ThreadState;
class ThreadGroup;

// The call at which a thread waits.
enum class Call {
  kNone,
  kSyncBlock,
  kSyncWarp,
  kShuffle,
  kMmaTf32,
  kMmaBf16,
  kSyncCluster,
  kPhaseBarrier,
  kWord,
};
const char* name_of(Call call);

// A barrier for a fixed number of threads. It has two of everything, because a thread can be one
// round ahead of another, but never two.
struct Meeting {
  int members = 0, arrived = 0;
  unsigned round = 0;
  Call call = Call::kNone;
  int argument = 0;
  std::vector<ThreadState*> waiting;
  SyncPoint order[2];
};

struct WarpState {
  Meeting meeting;
  std::uint32_t values[2][kWarpSize];
  WarpMatrixOperands operands[kWarpSize];
};

// PhaseBarrier::state: 16 bits arrivals of a phase, 16 bits those still to come, 24 bits phases
// over, 8 bits a mark.
struct BarrierState {
  unsigned arrivals, pending, phases;
  static constexpr std::uint64_t kMark = 0xb5;
  static bool is_initialised(std::uint64_t bits) { return bits >> 56 == kMark; }
  static BarrierState of(std::uint64_t bits) {
    return {static_cast<unsigned>(bits & 0xffff), static_cast<unsigned>(bits >> 16 & 0xffff),
            static_cast<unsigned>(bits >> 32 & 0xffffff)};
  }
  std::uint64_t bits() const {
    return kMark << 56 | std::uint64_t{phases & 0xffffff} << 32 | std::uint64_t{pending} << 16 |
           arrivals;
  }
};
// The rest of a barrier: the bytes of store_async that the phase still expects, and four sync
// points, so that the awaited phase does not mix with its neighbours.
struct BarrierBeside {
  long bytes = 0;
  SyncPoint phases[4];
};

// Dynamic shared memory of exactly the requested size between guards, undefined at first.
class SharedMemory {
 public:
  explicit SharedMemory(std::size_t bytes);
  ~SharedMemory();
  SharedMemory(const SharedMemory&) = delete;
  SharedMemory& operator=(const SharedMemory&) = delete;

  std::byte* begin() const { return whole_ + kGuardBytes; }
  std::size_t bytes() const { return bytes_; }
  bool holds(const void* address, std::size_t bytes) const;
  bool guards_are_whole() const;

 private:
  static constexpr std::size_t kGuardBytes = 256;
  void unpoison() const;
  std::size_t bytes_;
  std::byte* whole_ = nullptr;
};

struct BlockState {
  int index = 0, rank = 0, cluster = 0;
  int running = 0;  // threads that have not ended
  std::unique_ptr<SharedMemory> shared;
  Meeting meeting;
  std::vector<std::unique_ptr<WarpState>> warps;
  std::map<const PhaseBarrier*, std::unique_ptr<BarrierBeside>> barriers;
};

struct ThreadState {
  ThreadGroup* group = nullptr;
  BlockState* block = nullptr;
  int thread = 0;
  Fiber fiber;
  Identity identity;
  Call waits_at = Call::kNone;
  const void* object = nullptr;  // barrier or word that it waits for
  unsigned value = 0;            // phase or value
  bool over = false;

  // Under its identity, by the emulation, which then goes on as the host.
  void release(SyncPoint& point) const;
  void acquire(SyncPoint& point) const;
};

// A store_async that is under way.
struct Delivery {
  std::string from;
  BlockState* to = nullptr;
  void* place = nullptr;
  std::uint32_t words[4] = {};
  std::size_t bytes = 0;
  PhaseBarrier* counter = nullptr;
  Identity identity;
};

}  // namespace tactus::gpu::test
