// The whole backend on a card against the reference: the suite of every backend.
#include "gpu/cuda_backend.h"

#include "tests/gpu/test_card.h"
#include "tests/model/backend_suite.h"

namespace tactus::gpu::test {
namespace {

using tactus::test::BackendCandidate;

// None where there is no card: the tests of this program that do skip say why.
std::vector<BackendCandidate> candidates() {
  if (!why_no_test_card().empty()) return {};
  const auto with = [](std::optional<Rung> rung) {
    return [rung] {
      CudaOptions options;
      options.rung = rung;
      return make_cuda_backend(make_test_runtime(), options);
    };
  };
  return {{"auto", with({})}, {"graph", with(Rung::kGraph)}, {"resident", with(Rung::kResident)}};
}

}  // namespace
}  // namespace tactus::gpu::test

namespace tactus::test {
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(BackendTest);
INSTANTIATE_TEST_SUITE_P(Card, BackendTest, ::testing::ValuesIn(gpu::test::candidates()),
                         name_of_candidate);
}  // namespace tactus::test
