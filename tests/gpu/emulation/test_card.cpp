#include "tests/gpu/support/test_card.h"

#include "tests/gpu/emulation/emulated_runtime.h"

namespace tactus::gpu::test {

std::string why_no_test_card() {
  return "";
}

std::shared_ptr<Runtime> make_test_runtime(std::uint64_t seed) {
  return std::make_shared<EmulatedRuntime>(seed);
}

}  // namespace tactus::gpu::test
