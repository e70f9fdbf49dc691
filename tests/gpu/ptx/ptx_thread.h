// What translated PTX calls (translate): values of registers, and the thread of the emulated card.
// A wrong size, alignment or address is an EmulationFault that names kernel, block and thread, and
// so is a word that nobody sends.
#pragma once

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <type_traits>

#include "tests/gpu/emulation/emulated_thread.h"

namespace tactus::gpu::test {

struct Wide {  // .b128
  std::uint64_t low, high;
};
template <class T, int n>
struct Row {  // .v2, .v4
  T values[n];
};

template <class To, class From>
To bits_as(From value) {
  static_assert(sizeof(To) == sizeof(From));
  To result;
  std::memcpy(&result, &value, sizeof result);
  return result;
}
// The value of a register for an instruction of another type: the same bits, or fewer or more of
// an integer.
template <class To, class From>
To get(From value) {
  if constexpr (std::is_same_v<To, From>) {
    return value;
  } else if constexpr (sizeof(To) == sizeof(From)) {
    return bits_as<To>(value);
  } else {
    static_assert(std::is_integral_v<To> && std::is_integral_v<From>);
    return static_cast<To>(value);
  }
}
template <class Register, class Value>
void put(Register& to, Value value) {
  to = get<Register>(value);
}

template <class Half, class Whole>
Half low_half(Whole whole) {
  if constexpr (std::is_same_v<Whole, Wide>)
    return whole.low;
  else
    return static_cast<Half>(whole);
}
template <class Half, class Whole>
Half high_half(Whole whole) {
  if constexpr (std::is_same_v<Whole, Wide>)
    return whole.high;
  else
    return static_cast<Half>(whole >> 8 * sizeof(Half));
}
template <class Whole, class Half>
Whole joined(Half low, Half high) {
  if constexpr (std::is_same_v<Whole, Wide>)
    return {low, high};
  else
    return static_cast<Whole>(static_cast<Whole>(high) << 8 * sizeof(Half) | low);
}

template <class T>
T shift_left(T value, std::uint32_t count) {
  return count >= 8 * sizeof(T) ? T(0) : static_cast<T>(value << count);
}
template <class T>
T shift_right(T value, std::uint32_t count) {
  constexpr std::uint32_t kBits = 8 * sizeof(T);
  if (count >= kBits && std::is_unsigned_v<T>) return 0;
  return static_cast<T>(value >> std::min(count, kBits - 1));
}
// `b` with the first `length` bits of `a` from bit `place` on.
template <class T>
T insert_bits(T a, T b, std::uint32_t place, std::uint32_t length) {
  place &= 255, length &= 255;
  T mask = 0;
  for (std::uint32_t i = place; i < place + length && i < 8 * sizeof(T); ++i) mask |= T(1) << i;
  return static_cast<T>((b & ~mask) | (shift_left(a, place) & mask));
}

// Sums and products of floats are exact in double, so one step of float mends the direction.
inline float add_towards_zero(float a, float b) {
  const double sum = static_cast<double>(a) + b;
  const auto nearest = static_cast<float>(sum);
  const bool beyond = std::fabs(static_cast<double>(nearest)) > std::fabs(sum);
  return beyond ? std::nextafter(nearest, 0.0f) : nearest;
}
inline float fma_downwards(float a, float b, float c) {
  const double sum = std::fma(static_cast<double>(a), static_cast<double>(b), c);
  const auto nearest = static_cast<float>(sum);
  const bool above = static_cast<double>(nearest) > sum;
  return above ? std::nextafter(nearest, -std::numeric_limits<float>::infinity()) : nearest;
}
inline float saturated(float x) {  // NaN becomes 0
  return x > 0.0f ? std::min(x, 1.0f) : 0.0f;
}
// With the largest error that the PTX ISA allows, 2^-11.
inline float tanh_approx(float x) {
  const float y = std::tanh(x);
  return y * (std::fabs(y) < 0.5f ? 2049.0f : 2047.0f) / 2048.0f;
}
template <class To, class From>
To to_integer(From x) {
  using Limits = std::numeric_limits<To>;
  if (std::isnan(x)) return 0;
  if (x <= static_cast<From>(Limits::min())) return Limits::min();
  if (x >= static_cast<From>(Limits::max())) return Limits::max();
  return static_cast<To>(x);
}

template <class T>
T loaded(const std::byte* at) {
  T row;
  std::memcpy(&row, at, sizeof row);
  return row;
}
template <class T, int n>
void store(std::byte* at, const Row<T, n>& row) {
  std::memcpy(at, &row, sizeof row);
}

// Addresses of shared memory are offsets. One of shared::cluster has bit 31 and the rank of its
// block, so that an address which mapa did not make is found.
class PtxThread {
 public:
  PtxThread(EmulatedThread& thread, const void* parameters)
      : thread_(thread), parameters_(parameters) {}

  std::uint32_t thread() const { return bits_as<std::uint32_t>(thread_.thread()); }
  std::uint32_t threads() const { return bits_as<std::uint32_t>(thread_.threads()); }
  std::uint32_t block() const { return bits_as<std::uint32_t>(thread_.block()); }
  std::uint32_t blocks() const { return bits_as<std::uint32_t>(thread_.blocks()); }
  std::uint32_t cluster_rank() const { return bits_as<std::uint32_t>(thread_.cluster_rank()); }
  std::uint32_t cluster_size() const { return bits_as<std::uint32_t>(thread_.cluster_size()); }
  // Ten times as fast as it is, so that a test of a wait's end need not wait so long.
  std::uint64_t nanoseconds();
  std::uint64_t parameters() const { return reinterpret_cast<std::uintptr_t>(parameters_); }

  std::byte* shared_at(std::uint32_t address, std::size_t bytes);
  std::byte* global_at(std::uint64_t address, std::size_t bytes);

  void sync_block() { thread_.sync_block(), progressed(); }
  void sync_warp() { thread_.sync_warp(); }
  void sync_cluster() { thread_.sync_cluster(), progressed(); }
  std::uint32_t shuffle_xor(std::uint32_t value, std::uint32_t mask, std::uint32_t clamp,
                            std::uint32_t members);
  void mma_tf32(float (&c)[4], const std::uint32_t (&a)[4], const std::uint32_t (&b)[2]) {
    thread_.mma_tf32(c, a, b);
  }
  void mma_bf16(float (&c)[4], const std::uint32_t (&a)[4], const std::uint32_t (&b)[2]) {
    thread_.mma_bf16(c, a, b);
  }

  std::uint32_t mapped(std::uint32_t own, std::uint32_t rank);
  template <int n>
  void store_remote(std::uint32_t to, const Row<std::uint32_t, n>& row) {
    using Words = Row<std::uint32_t, n>;
    thread_.store_remote(reinterpret_cast<Words*>(place_of(to, sizeof row)), rank_of(to), row);
  }
  template <int n>
  void send(std::uint32_t to, std::uint32_t barrier, const Row<std::uint32_t, n>& row) {
    using Words = Row<std::uint32_t, n>;
    if (rank_of(to) != rank_of(barrier))
      thread_.fault("st.async to one block with a barrier of another");
    thread_.store_async(reinterpret_cast<Words*>(place_of(to, sizeof row)), rank_of(to), row,
                        barrier_of(barrier));
  }
  void init(std::uint32_t barrier, std::uint32_t arrivals) {
    thread_.init(own_barrier(barrier), static_cast<int>(arrivals));
  }
  void arrive(std::uint32_t barrier) { thread_.arrive(barrier_of(barrier), rank_of(barrier)); }
  void arrive_expecting(std::uint32_t barrier, std::uint32_t bytes) {
    thread_.arrive_expecting(own_barrier(barrier), bytes);
  }
  // Waits until the phase of that parity is over, and is true. In a loop that looks at the time, as
  // on a card, it may return false before.
  bool wait_parity(std::uint32_t barrier, std::uint32_t parity);

  // A read of 16 bytes, or of the tag alone, of which a loop waits for its tag. After `patience`
  // without any progress of this thread, the word is lost: EmulationFault.
  Wide load_word(const std::byte* at) { return polled("a word"), loaded<Wide>(at); }
  std::uint32_t load_tag(const std::byte* at) {
    return polled("a word"), loaded<std::uint32_t>(at);
  }
  void store_word(std::byte* at, Wide value);

  // Names the wait that the kernel reported (gpu/runtime/lost_wait.h).
  [[noreturn]] void trap();

  static std::chrono::steady_clock::duration patience;  // 60 s

 private:
  void progressed() { polls_ = 0; }
  void polled(const char* awaited);
  int rank_of(std::uint32_t address);
  std::byte* place_of(std::uint32_t address, std::size_t bytes);
  PhaseBarrier* barrier_of(std::uint32_t address) {
    return reinterpret_cast<PhaseBarrier*>(place_of(address, sizeof(PhaseBarrier)));
  }
  PhaseBarrier* own_barrier(std::uint32_t address) {
    return reinterpret_cast<PhaseBarrier*>(shared_at(address, sizeof(PhaseBarrier)));
  }

  EmulatedThread& thread_;
  const void* parameters_;
  long polls_ = 0;
  bool looks_at_time_ = false;
  std::chrono::steady_clock::time_point since_;
};

// A variable of 8 bytes in the memory of the card. The one of gpu/kernels/wait_limit.h has the
// address of the report of a lost wait, as the Runtime of a card sets it; others have zero.
class PtxVariable {
 public:
  explicit PtxVariable(const char* name);
  std::uint64_t address() const { return reinterpret_cast<std::uintptr_t>(&value_); }

 private:
  std::uint64_t value_ = 0;
};

// A kernel of a translated file, in the list that the entries of kernels look into.
struct PtxKernel {
  // name: as c++filt writes it, "void tactus::gpu::entry_point<TYPE>(TYPE::Params)".
  PtxKernel(const char* name, void (*run)(PtxThread&));
};
// The translated kernel of a type, by the mangled name of the type. Throws EmulationFault if there
// is none.
void (*find_ptx(const char* type))(PtxThread&);

}  // namespace tactus::gpu::test
