// Every operation of every CPU backend against the reference, and the promises of CPU backends
// alone.
#include <gtest/gtest.h>

#include <array>
#include <utility>

#include "model/backend/cpu/cpu_backend.h"
#include "model/backend/cpu/cpu_kernels.h"
#include "tests/model/support/backend_suite.h"

namespace tactus::test {
namespace {

// One per instruction set that this processor has, one with a few threads and one with more than
// directions and sequences.
std::vector<BackendCandidate> candidates() {
  std::vector<BackendCandidate> result = {{"threads", [] { return make_cpu_backend(3); }},
                                          {"team", [] { return make_cpu_backend(8); }}};
  for (const CpuKernels* kernels : supported_cpu_kernels()) {
    result.push_back({kernels->name, [kernels] { return make_cpu_backend(1, *kernels); }});
  }
  return result;
}

// The promise of cpu_backend.h, bit by bit: threads (also more than directions and sequences) and
// other sequences in the batch change nothing, for every set of kernels.
TEST(CpuBackend, SequencesComeOutTheSameAloneInCompanyAndWithAnyThreads) {
  const int T = 9, B = 8, C = 37, H = 150, D = 2;
  std::vector<std::vector<float>> kept;
  const LstmWeights weights = lstm_weights({T, B, C, H, D, true}, [&](std::vector<float> values) {
    kept.push_back(std::move(values));
    return std::as_const(kept.back()).data();
  });
  const auto x = random_values<float>(T * B * C, 1), dy = random_values<float>(T * B * D * H, 2);
  const auto of_sequence = [&](const std::vector<float>& all, int width, int b) {
    std::vector<float> one;
    for (int t = 0; t < T; ++t) {
      const auto begin = all.begin() + (t * B + b) * width;
      one.insert(one.end(), begin, begin + width);
    }
    return one;
  };
  const auto run = [&](Backend& backend, int batch, const std::vector<float>& in,
                       const std::vector<float>& out) {
    const LstmShape shape{T, batch, C, H, D};
    const std::vector<std::int32_t> lengths(batch, T);
    std::vector<float> y(T * batch * D * H), dx(T * batch * C);
    std::vector<float> gradient(D * (4 * H * (C + H + 1) + 3 * H));
    DeviceArray<float> tape(backend, backend.lstm_tape_size(shape));
    LstmGradients gradients;
    for (int d = 0; d < D; ++d) {
      float* first = gradient.data() + d * (4 * H * (C + H + 1) + 3 * H);
      gradients[d] = {first, first + 4 * H * C, first + 4 * H * (C + H),
                      first + 4 * H * (C + H + 1)};
    }
    backend.lstm_forward(shape, lengths.data(), in.data(), weights, y.data(), tape.data());
    backend.lstm_backward(shape, lengths.data(), in.data(), weights, y.data(), tape.data(),
                          out.data(), dx.data(), gradients);
    return std::array{y, dx, gradient};
  };
  for (const CpuKernels* kernels : supported_cpu_kernels()) {
    const auto expected = run(*make_cpu_backend(1, *kernels), B, x, dy);
    for (const int threads : {2, 5, 32}) {
      EXPECT_EQ(run(*make_cpu_backend(threads, *kernels), B, x, dy), expected)
          << kernels->name << ", " << threads << " threads";
    }
    const auto alone =
        run(*make_cpu_backend(8, *kernels), 1, of_sequence(x, C, 3), of_sequence(dy, D * H, 3));
    EXPECT_EQ(alone[0], of_sequence(expected[0], D * H, 3)) << kernels->name;
    EXPECT_EQ(alone[1], of_sequence(expected[1], C, 3)) << kernels->name;
  }
}

// bf16 keeps 8 bits of the operands; the bound in cpu_backend.h holds at every awkward size.
TEST(Bf16Inference, LayerOutputsAreWithinTheStatedError) {
  const std::shared_ptr<Backend> single = make_reference_backend(), bf16 = make_bf16_cpu_backend(2);
  if (!bf16) GTEST_SKIP() << "this processor has no avx512_bf16";
  for (const LayerSizes& s : awkward_sizes(false)) {
    const LstmShape shape{s.T, s.B, s.C, s.H, s.D};
    const std::size_t outputs = static_cast<std::size_t>(s.T) * s.B * s.D * s.H;
    const std::vector<std::int32_t> lengths = ragged_lengths(s.T, s.B);
    const auto x = random_values<float>(s.T * s.B * s.C, 1);
    std::vector<std::vector<float>> kept;
    const LstmWeights weights = lstm_weights(s, [&](std::vector<float> values) {
      kept.push_back(std::move(values));
      return std::as_const(kept.back()).data();
    });
    std::vector<float> expected(outputs), found(outputs);
    single->lstm_forward(shape, lengths.data(), x.data(), weights, expected.data(), nullptr);
    bf16->lstm_forward(shape, lengths.data(), x.data(), weights, found.data(), nullptr);
    double worst = 0.0;
    for (std::size_t i = 0; i < outputs; ++i) {
      worst = std::max(worst, std::abs(static_cast<double>(found[i]) - expected[i]));
    }
    std::printf("  %s: worst %.3g\n", text_of(s).c_str(), worst);
    EXPECT_LT(worst, 0.02) << text_of(s);
    EXPECT_GT(worst, 1e-5) << text_of(s) << ": computed in single precision";
  }
}

INSTANTIATE_TEST_SUITE_P(All, BackendTest, ::testing::ValuesIn(candidates()), name_of_candidate);

}  // namespace
}  // namespace tactus::test
