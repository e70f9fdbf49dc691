// The Thread of gpu/kernels/kernel_language.h on the host: a fiber among those of its block,
// cluster or grid. If it sees something that the language forbids, it throws an EmulationFault that
// names kernel, block and thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <type_traits>

#include "gpu/kernels/kernel_language.h"
#include "gpu/runtime/runtime.h"

namespace tactus::gpu::test {

class EmulationFault : public GpuError {
  using GpuError::GpuError;
};

// Type of the object that KernelEntry::function points to.
class EmulatedThread;
struct EmulatedKernel {
  void (*run)(EmulatedThread& thread, const void* params) = nullptr;
  std::size_t params_bytes = 0;
};

struct ThreadState;

class EmulatedThread {
 public:
  explicit EmulatedThread(ThreadState& state);
  EmulatedThread(const EmulatedThread&) = delete;
  EmulatedThread& operator=(const EmulatedThread&) = delete;

  int thread() const { return thread_; }
  int threads() const { return threads_; }
  int block() const { return block_; }
  int blocks() const { return blocks_; }
  int lane() const { return thread_ % kWarpSize; }
  int warp() const { return thread_ / kWarpSize; }
  std::byte* shared() const { return shared_; }
  std::size_t shared_bytes() const;

  // Lets any other thread go on.
  void pause();
  // Throws an EmulationFault that names kernel, block and thread.
  [[noreturn]] void fault(const std::string& what);

  void sync_block();
  void sync_warp();
  template <class T>
  T shuffle_xor(T value, int mask) {
    static_assert(sizeof(T) == 4 && std::is_trivially_copyable_v<T>);
    std::uint32_t bits;
    std::memcpy(&bits, &value, 4);
    bits = shuffle_bits(bits, mask);
    std::memcpy(&value, &bits, 4);
    return value;
  }
  void mma_tf32(float (&c)[4], const std::uint32_t (&a)[4], const std::uint32_t (&b)[2]);
  void mma_bf16(float (&c)[4], const std::uint32_t (&a)[4], const std::uint32_t (&b)[2]);

  int cluster_rank() const { return cluster_rank_; }
  int cluster_size() const { return cluster_size_; }
  void sync_cluster();
  template <class T>
  void store_remote(T* address, int rank, T value) {
    static_assert(sizeof(T) == 4 || sizeof(T) == 8 || sizeof(T) == 16);
    static_assert(std::is_trivially_copyable_v<T>);
    auto* remote = static_cast<std::uint32_t*>(remote_place(address, sizeof(T), rank));
    std::uint32_t words[sizeof(T) / 4];
    std::memcpy(words, &value, sizeof(T));
    for (std::size_t i = 0; i < sizeof(T) / 4; ++i) remote[i] = words[i];
    pause();
  }
  void init(PhaseBarrier* barrier, int arrivals) {
    barrier->state = barrier_after_init(barrier, arrivals);
  }
  void arrive(PhaseBarrier* barrier, int rank) {
    auto* remote = static_cast<PhaseBarrier*>(remote_place(barrier, sizeof(*barrier), rank));
    arrive_at(remote, rank, read_of(remote));
  }
  void wait(PhaseBarrier* barrier, unsigned phase) {
    check_own(barrier, sizeof(*barrier));
    wait_for(barrier, phase, read_of(barrier));
  }

  void arrive_expecting(PhaseBarrier* barrier, unsigned bytes) {
    check_own(barrier, sizeof(*barrier));
    arrive_and_expect(barrier, bytes, read_of(barrier));
  }
  template <class T>
  void store_async(T* address, int rank, T value, PhaseBarrier* barrier) {
    static_assert(sizeof(T) == 4 || sizeof(T) == 8 || sizeof(T) == 16);
    static_assert(std::is_trivially_copyable_v<T>);
    auto* counter = static_cast<PhaseBarrier*>(remote_place(barrier, sizeof(*barrier), rank));
    send(remote_place(address, sizeof(T), rank), &value, sizeof(T), rank, counter,
         read_of(counter));
  }

  void store_tagged(TaggedWord* word, TaggedWord value) {
    for (int i = 0; i < 3; ++i)
      __atomic_store_n(&word->values[i], value.values[i], __ATOMIC_RELAXED);
    __atomic_store_n(&word->tag, value.tag, __ATOMIC_RELAXED);
    wake_waiting_for(word);
  }
  template <int n>
  void wait_tagged(const TaggedWord* first, int stride, int count, std::uint32_t tag,
                   TaggedWord (&found)[n]) {
    for (int i = 0; i < count; ++i) {
      const TaggedWord* word = first + i * stride;
      while (__atomic_load_n(&word->tag, __ATOMIC_RELAXED) != tag) wait_for_word(word, tag);
      for (int v = 0; v < 3; ++v)
        found[i].values[v] = __atomic_load_n(&word->values[v], __ATOMIC_RELAXED);
      found[i].tag = tag;
    }
  }

 private:
  // A read by this thread, so that ThreadSanitizer finds one that is not ordered after init().
  static std::uint64_t read_of(const PhaseBarrier* barrier) {
    return *static_cast<const volatile std::uint64_t*>(&barrier->state);
  }
  std::uint32_t shuffle_bits(std::uint32_t bits, int mask);
  void check_own(const void* address, std::size_t bytes);
  void* remote_place(const void* own_address, std::size_t bytes, int rank);
  std::uint64_t barrier_after_init(const PhaseBarrier* barrier, int arrivals);
  void arrive_at(PhaseBarrier* barrier, int rank, std::uint64_t state);
  void arrive_and_expect(PhaseBarrier* barrier, unsigned bytes, std::uint64_t state);
  void send(void* remote, const void* value, std::size_t bytes, int rank, PhaseBarrier* counter,
            std::uint64_t state);
  void wait_for(PhaseBarrier* barrier, unsigned phase, std::uint64_t state);
  void wait_for_word(const TaggedWord* word, unsigned tag);
  void wake_waiting_for(const TaggedWord* word);

  ThreadState* state_;
  int thread_, threads_, block_, blocks_, cluster_rank_, cluster_size_;
  std::byte* shared_;
};

}  // namespace tactus::gpu::test
