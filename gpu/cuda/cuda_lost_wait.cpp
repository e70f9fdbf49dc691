#include "gpu/cuda/cuda_calls.h"
#include "gpu/runtime/lost_wait.h"

namespace tactus::gpu {
namespace {

LostWait* pinned =
    nullptr;  // one for all cards of the process; never freed: an error needs it last

}  // namespace

void let_waits_end(const void* symbol) {
  if (pinned == nullptr) {
    void* memory = nullptr;
    check(cudaHostAlloc(&memory, sizeof(LostWait), cudaHostAllocPortable), "cudaHostAlloc");
    pinned = new (memory) LostWait{};
  }
  check(cudaMemcpyToSymbol(symbol, &pinned, sizeof(pinned)), "cudaMemcpyToSymbol");
}

std::string lost_wait_text() {
  const std::string text = pinned == nullptr ? "" : text_of(*pinned);
  return text.empty() ? "" : ": " + text;
}

}  // namespace tactus::gpu
