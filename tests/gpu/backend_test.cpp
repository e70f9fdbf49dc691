// The whole backend for a card against the reference, under emulation: every kind of card, and
// several orders of all work without a fixed order.
#include <gtest/gtest.h>

#include "gpu/cuda_backend.h"
#include "tests/gpu/emulation/emulated_runtime.h"
#include "tests/model/support/backend_suite.h"

namespace tactus::gpu::test {
namespace {

using tactus::test::BackendCandidate;
using tactus::test::BackendTest;

std::vector<BackendCandidate> candidates() {
  const auto on = [](DeviceProperties card, std::uint64_t seed) {
    return
        [card, seed] { return make_cuda_backend(std::make_shared<EmulatedRuntime>(seed, card)); };
  };
  return {{"sm_90", on(h200_like(), 1), true},
          {"sm_90_again", on(h200_like(), 2), true},
          {"sm_80", on(a100_like(), 3), true},
          {"sm_75", on(t4_like(), 4), true}};
}

}  // namespace
}  // namespace tactus::gpu::test

namespace tactus::test {
INSTANTIATE_TEST_SUITE_P(Emulated, BackendTest, ::testing::ValuesIn(gpu::test::candidates()),
                         name_of_candidate);
}  // namespace tactus::test
