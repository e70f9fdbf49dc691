#include "features/frames/planner_memory.h"

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>

namespace tactus {
namespace {

constexpr std::size_t kAlignment = 64;
constexpr std::size_t kReserve = std::size_t{8} << 20;

alignas(kAlignment) std::byte reserve[kReserve];  // costs no memory before its use
std::size_t used = 0, blocks = 0;                 // of the reserve
bool planning = false;

// What the plans of a real transform of `size` values take, measured for 512 to 2^20.
std::size_t planner_bytes(std::size_t size) {
  return (std::size_t{1} << 20) + 20 * size;
}

bool from_reserve(const void* memory) {
  const auto at = reinterpret_cast<std::uintptr_t>(memory);
  const auto begin = reinterpret_cast<std::uintptr_t>(reserve);
  return at >= begin && at < begin + kReserve;
}

void* take(std::size_t bytes) {
  if (bytes > kReserve - used) return nullptr;
  void* memory = reserve + used;
  used += bytes;
  ++blocks;
  return memory;
}

void give_back() {
  if (--blocks == 0) used = 0;
}

}  // namespace

PlannerMemory::PlannerMemory(std::size_t size) {
  if (kReserve - used < planner_bytes(size)) {
    const std::unique_ptr<void, void (*)(void*)> probe(std::malloc(planner_bytes(size)),
                                                       [](void* memory) { std::free(memory); });
    if (!probe) throw std::bad_alloc();
  }
  planning = true;
}

PlannerMemory::~PlannerMemory() {
  planning = false;
}

}  // namespace tactus

extern "C" {

void* fftwf_kernel_malloc(std::size_t bytes) {
  const std::size_t rounded =
      (bytes + tactus::kAlignment - 1) / tactus::kAlignment * tactus::kAlignment;
  void* memory = std::aligned_alloc(tactus::kAlignment, rounded);
  return memory || !tactus::planning ? memory : tactus::take(rounded);
}

void fftwf_kernel_free(void* memory) {
  if (tactus::from_reserve(memory))
    tactus::give_back();
  else
    std::free(memory);
}
}
