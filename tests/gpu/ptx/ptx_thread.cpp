#include "tests/gpu/ptx/ptx_thread.h"

#include <cxxabi.h>
#include <fmt/core.h>

#include <cstdlib>
#include <map>
#include <string_view>

#include "gpu/runtime/lost_wait.h"
#include "tests/gpu/emulation/launch_state.h"

namespace tactus::gpu::test {
namespace {

constexpr std::uint32_t kRemote = 1u << 31;
constexpr std::uint32_t kRankAt = 24;
constexpr std::uint32_t kOffset = (1u << kRankAt) - 1;

std::map<std::string, void (*)(PtxThread&)>& kernels() {
  static std::map<std::string, void (*)(PtxThread&)> all;
  return all;
}

LostWait lost_wait{};

}  // namespace

std::chrono::steady_clock::duration PtxThread::patience = std::chrono::seconds(60);

std::byte* PtxThread::shared_at(std::uint32_t address, std::size_t bytes) {
  if (address % bytes != 0)
    thread_.fault(fmt::format("{} bytes of shared memory at {}, no multiple", bytes, address));
  if (address + bytes > thread_.shared_bytes())
    thread_.fault(
        fmt::format("shared memory at {:#x}, of {} bytes", address, thread_.shared_bytes()));
  return thread_.shared() + address;
}

std::byte* PtxThread::global_at(std::uint64_t address, std::size_t bytes) {
  if (address % bytes != 0)
    thread_.fault(fmt::format("{} bytes of memory at {:#x}, no multiple", bytes, address));
  return reinterpret_cast<std::byte*>(address);
}

std::uint32_t PtxThread::shuffle_xor(std::uint32_t value, std::uint32_t mask, std::uint32_t clamp,
                                     std::uint32_t members) {
  if (clamp != 31 || members != 0xffffffff) thread_.fault("shfl among some threads of a warp");
  return thread_.shuffle_xor(value, static_cast<int>(mask));
}

std::uint32_t PtxThread::mapped(std::uint32_t own, std::uint32_t rank) {
  if (own > kOffset) thread_.fault(fmt::format("mapa of {:#x}, expected an own address", own));
  return kRemote | rank << kRankAt | own;
}

int PtxThread::rank_of(std::uint32_t address) {
  if ((address & kRemote) == 0)
    thread_.fault(fmt::format("shared::cluster at {:#x}, which mapa did not make", address));
  return static_cast<int>((address & ~kRemote) >> kRankAt);
}

std::byte* PtxThread::place_of(std::uint32_t address, std::size_t bytes) {
  return shared_at(address & kOffset, bytes);
}

bool PtxThread::wait_parity(std::uint32_t barrier, std::uint32_t parity) {
  PhaseBarrier* own = own_barrier(barrier);
  const unsigned phases = BarrierState::of(own->state).phases;
  const bool over = phases % 2 != parity;
  if (!over && looks_at_time_) {
    polled("bytes");
    return false;
  }
  // The phase before the first counts as over, as on a card.
  if (!over || phases > 0) thread_.wait(own, over ? phases - 1 : phases);
  progressed();
  return true;
}

void PtxThread::polled(const char* awaited) {
  constexpr long kPause = 4, kLook = 1024;  // polls
  if (polls_ == 0) since_ = std::chrono::steady_clock::now();
  if (++polls_ % kPause == 0) thread_.pause();
  if (polls_ % kLook == 0 && std::chrono::steady_clock::now() - since_ > patience)
    thread_.fault(fmt::format("waits for {} that nobody sends", awaited));
}

void PtxThread::store_word(std::byte* at, Wide value) {
  thread_.store_tagged(reinterpret_cast<TaggedWord*>(at), bits_as<TaggedWord>(value));
  progressed();
}

std::uint64_t PtxThread::nanoseconds() {
  looks_at_time_ = true;
  const std::chrono::nanoseconds now = std::chrono::steady_clock::now().time_since_epoch();
  return static_cast<std::uint64_t>(now.count()) * 10;
}

void PtxThread::trap() {
  const std::string text = text_of(lost_wait);
  lost_wait = {};
  thread_.fault(text.empty() ? "trap" : "trap: " + text);
}

PtxVariable::PtxVariable(const char* name) {
  if (std::string_view(name).find("lost_wait") != std::string_view::npos)
    value_ = reinterpret_cast<std::uintptr_t>(&lost_wait);
}

PtxKernel::PtxKernel(const char* name, void (*run)(PtxThread&)) {
  kernels()[name] = run;
}

void (*find_ptx(const char* type))(PtxThread&) {
  int status = 0;
  char* text = abi::__cxa_demangle(type, nullptr, nullptr, &status);
  const std::string wanted = fmt::format("void tactus::gpu::entry_point<{}", text);
  std::free(text);
  for (const auto& [name, run] : kernels())
    if (name.starts_with(wanted + ">(") || name.starts_with(wanted + " >(")) return run;
  throw EmulationFault("no PTX of " + wanted + ">");
}

}  // namespace tactus::gpu::test
