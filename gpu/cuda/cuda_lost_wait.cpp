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
  cudaStream_t stream = nullptr;  // the usual one may not be used while another is captured
  check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "cudaStreamCreateWithFlags");
  cudaError_t result =
      cudaMemcpyToSymbolAsync(symbol, &pinned, sizeof(pinned), 0, cudaMemcpyHostToDevice, stream);
  if (result == cudaSuccess) result = cudaStreamSynchronize(stream);
  cudaStreamDestroy(stream);
  check(result, "cudaMemcpyToSymbolAsync");
}

std::string lost_wait_text() {
  const std::string text = pinned == nullptr ? "" : text_of(*pinned);
  return text.empty() ? "" : ": " + text;
}

}  // namespace tactus::gpu
