#include "gpu/cuda/cuda_runtime.h"
#include "tests/gpu/support/test_card.h"

namespace tactus::gpu::test {

std::string why_no_test_card() {
  return why_no_cuda();
}

std::shared_ptr<Runtime> make_test_runtime(std::uint64_t) {
  return make_cuda_runtime(0);
}

}  // namespace tactus::gpu::test
