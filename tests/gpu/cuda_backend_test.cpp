// Every operation of the backend for a card on the card of this machine: as it chooses, and by the
// first rung, the last of the ladder and resident weights.
#include "gpu/cuda_backend.h"

#include <gtest/gtest.h>

#include "tests/gpu/support/test_card.h"
#include "tests/model/support/backend_suite.h"

namespace tactus::gpu::test {
namespace {

std::vector<tactus::test::BackendCandidate> candidates() {
  const auto by = [](std::optional<Rung> rung) {
    tactus::test::BackendCandidate candidate;
    candidate.name = rung ? "rung_" + std::to_string(static_cast<int>(*rung)) : "chosen";
    candidate.make = [rung] {
      CudaOptions options;
      options.rung = rung;
      return make_cuda_backend(make_test_runtime(), options);
    };
    candidate.unavailable = why_no_test_card();
    candidate.required = card_is_required();
    return candidate;
  };
  return {by({}), by(Rung::kPerGate), by(Rung::kGraph), by(Rung::kResident)};
}

}  // namespace
}  // namespace tactus::gpu::test

namespace tactus::test {
INSTANTIATE_TEST_SUITE_P(Card, BackendTest, ::testing::ValuesIn(gpu::test::candidates()),
                         name_of_candidate);
}  // namespace tactus::test
