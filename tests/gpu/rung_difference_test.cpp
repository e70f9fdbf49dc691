// What lstm_gpu_bench checks at each size that it times: rung 8 computes what rung 7 does.
#include <gtest/gtest.h>

#include <cmath>

#include "gpu/cuda_backend.h"
#include "model/backend/recurrent_workload.h"
#include "tests/gpu/emulation/emulated_runtime.h"

namespace tactus::gpu::test {
namespace {

WorkloadResults results_on(Rung rung, Precision precision, const RecurrentCase& workload) {
  CudaOptions options;
  options.precision = precision;
  options.rung = rung;
  const auto backend = make_cuda_backend(std::make_shared<EmulatedRuntime>(1), options);
  RecurrentWorkload on(*backend, workload);
  on.run();
  return on.results();
}

RecurrentCase workload_of(bool training) {
  return {.training = training, .layers = 2, .input = 8, .hidden = 40, .batch = 3, .steps = 20};
}

TEST(RungDifference, IsThatOfThePrecision) {
  for (const Precision precision : {Precision::kFp32, Precision::kTf32, Precision::kBf16}) {
    for (const bool training : {false, true}) {
      const auto found = results_on(Rung::kResident, precision, workload_of(training));
      const auto expected = results_on(Rung::kGraph, precision, workload_of(training));
      EXPECT_EQ(found.size(), training ? 3u : 1u);
      EXPECT_LT(largest_difference(found, expected), allowed_difference(precision) / 4);
      EXPECT_GT(largest_difference(found, expected), 0.0) << "the same rung";
    }
  }
}

TEST(RungDifference, OneWrongValueIsSeen) {
  const auto expected = results_on(Rung::kGraph, Precision::kBf16, workload_of(true));
  for (std::size_t part = 0; part < expected.size(); ++part) {
    for (const float wrong : {-expected[part][7] + 0.5f, std::nanf("")}) {
      auto found = expected;
      found[part][7] = wrong;
      EXPECT_GT(largest_difference(found, expected), allowed_difference(Precision::kBf16)) << part;
    }
  }
  EXPECT_TRUE(std::isinf(largest_difference({}, expected)));
}

}  // namespace
}  // namespace tactus::gpu::test
