// Annotations of the emulation for ThreadSanitizer. All code runs on one thread of the host, so the
// sanitizer alone would find no race. Therefore each emulated thread, stream and graph node gets
// its own identity. Only the orders that kernel_language.h and runtime.h promise are reported to
// the sanitizer. Without the sanitizer these functions do nothing.
//
// The sources of the emulation itself are compiled without -fsanitize=thread: their reads and
// writes are no accesses of the emulated program, under any identity.
#pragma once

#include <cstddef>

#if defined(__SANITIZE_THREAD__) || defined(TACTUS_EMULATE_THREADS)
#include <sanitizer/tsan_interface.h>
extern "C" void __tsan_read_range(void* memory, unsigned long bytes);
extern "C" void __tsan_write_range(void* memory, unsigned long bytes);
#define TACTUS_TSAN 1
#else
#define TACTUS_TSAN 0
#endif

namespace tactus::gpu::test {

#if TACTUS_TSAN

class Identity {
 public:
  Identity() = default;
  // The new identity inherits the order of the current one.
  static Identity create() { return Identity(__tsan_create_fiber(0)); }
  static Identity current() { return Identity(__tsan_get_current_fiber()); }
  void become() const { __tsan_switch_to_fiber(fiber_, __tsan_switch_to_fiber_no_sync); }
  void destroy() {
    if (fiber_ != nullptr) __tsan_destroy_fiber(fiber_);
    fiber_ = nullptr;
  }

 private:
  explicit Identity(void* fiber) : fiber_(fiber) {}
  void* fiber_ = nullptr;
};

// Reports accesses that the emulation makes for the current identity.
inline void note_read(const void* memory, std::size_t bytes) {
  if (bytes > 0) __tsan_read_range(const_cast<void*>(memory), bytes);
}
inline void note_write(void* memory, std::size_t bytes) {
  if (bytes > 0) __tsan_write_range(memory, bytes);
}

// An acquire after a release is ordered after all that the releasing identities did.
class SyncPoint {
 public:
  SyncPoint() = default;
  SyncPoint(const SyncPoint&) = delete;
  SyncPoint& operator=(const SyncPoint&) = delete;
  void release() { __tsan_release(&place_); }
  void acquire() { __tsan_acquire(&place_); }

 private:
  unsigned long long place_ = 0;
};

#else

inline void note_read(const void*, std::size_t) {}
inline void note_write(void*, std::size_t) {}

class Identity {
 public:
  static Identity create() { return {}; }
  static Identity current() { return {}; }
  void become() const {}
  void destroy() {}
};

class SyncPoint {
 public:
  SyncPoint() = default;
  SyncPoint(const SyncPoint&) = delete;
  SyncPoint& operator=(const SyncPoint&) = delete;
  void release() {}
  void acquire() {}
};

#endif

}  // namespace tactus::gpu::test
