#include "tests/gpu/emulation/launch_state.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/asan_interface.h>
#endif

namespace tactus::gpu::test {
namespace {

constexpr unsigned char kGuard = 0xd5, kUndefined = 0xff;

}  // namespace

const char* name_of(Call call) {
  switch (call) {
    case Call::kNone:
      return "running";
    case Call::kSyncBlock:
      return "sync_block";
    case Call::kSyncWarp:
      return "sync_warp";
    case Call::kShuffle:
      return "shuffle_xor";
    case Call::kMmaTf32:
      return "mma_tf32";
    case Call::kMmaBf16:
      return "mma_bf16";
    case Call::kSyncCluster:
      return "sync_cluster";
    case Call::kPhaseBarrier:
      return "wait";
    case Call::kWord:
      return "wait_tagged";
  }
  return "?";
}

SharedMemory::SharedMemory(std::size_t bytes) : bytes_(bytes) {
  const std::size_t all = (kGuardBytes + bytes + kGuardBytes + 127) / 128 * 128;
  whole_ = static_cast<std::byte*>(std::aligned_alloc(128, all));
  if (whole_ == nullptr) throw std::bad_alloc();
  std::memset(whole_, kGuard, all);
  std::memset(begin(), kUndefined, bytes);
#if defined(__SANITIZE_ADDRESS__)
  ASAN_POISON_MEMORY_REGION(whole_, kGuardBytes);
  ASAN_POISON_MEMORY_REGION(begin() + bytes, all - kGuardBytes - bytes);
#endif
}

SharedMemory::~SharedMemory() {
  unpoison();
  std::free(whole_);
}

bool SharedMemory::holds(const void* address, std::size_t bytes) const {
  const auto* first = static_cast<const std::byte*>(address);
  return first >= begin() && first + bytes <= begin() + bytes_;
}

bool SharedMemory::guards_are_whole() const {
  unpoison();
  const auto whole = [](const std::byte* guard) {
    return std::all_of(guard, guard + kGuardBytes,
                       [](std::byte b) { return b == std::byte{kGuard}; });
  };
  return whole(whole_) && whole(begin() + bytes_);
}

void SharedMemory::unpoison() const {
#if defined(__SANITIZE_ADDRESS__)
  ASAN_UNPOISON_MEMORY_REGION(whole_, kGuardBytes + bytes_ + kGuardBytes);
#endif
}

}  // namespace tactus::gpu::test
