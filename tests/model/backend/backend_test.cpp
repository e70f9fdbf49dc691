// Every operation of every CPU backend against the reference, and the promises of CPU backends
// alone.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <new>
#include <utility>

#include "model/backend/bf16.h"
#include "model/backend/cpu/cpu_backend.h"
#include "model/backend/cpu/kernels/cpu_kernels.h"
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

// Sequence b of all [T,B,width].
std::vector<float> of_sequence(const std::vector<float>& all, int T, int B, int width, int b) {
  std::vector<float> one;
  for (int t = 0; t < T; ++t) {
    const auto begin = all.begin() + (t * B + b) * width;
    one.insert(one.end(), begin, begin + width);
  }
  return one;
}

// y [T,B,D*H] of a layer with random weights, the same for each backend.
std::vector<float> layer_output(Backend& backend, const LayerSizes& s,
                                const std::vector<std::int32_t>& lengths,
                                const std::vector<float>& x, PreparedWeights* prepared = nullptr) {
  std::vector<std::vector<float>> kept;
  LstmWeights weights = lstm_weights(s, [&](std::vector<float> values) {
    kept.push_back(std::move(values));
    return std::as_const(kept.back()).data();
  });
  weights.prepared = prepared;
  std::vector<float> y(static_cast<std::size_t>(s.T) * s.B * s.D * s.H);
  backend.lstm_forward({s.T, s.B, s.C, s.H, s.D}, lengths.data(), x.data(), weights, y.data(),
                       nullptr);
  return y;
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
    const auto alone = run(*make_cpu_backend(8, *kernels), 1, of_sequence(x, T, B, C, 3),
                           of_sequence(dy, T, B, D * H, 3));
    EXPECT_EQ(alone[0], of_sequence(expected[0], T, B, D * H, 3)) << kernels->name;
    EXPECT_EQ(alone[1], of_sequence(expected[1], T, B, C, 3)) << kernels->name;
  }
}

// Weights that fit bf16 are prepared two in a word for a single sequence; the sums stay those of
// single precision. In some layers the second direction does not fit.
TEST(CpuBackend, PreparedWeightsThatFitBf16GiveTheSameBits) {
  for (const CpuKernels* kernels : supported_cpu_kernels()) {
    std::vector<LayerSizes> all = awkward_sizes(false);
    all.insert(all.end(), {{9, 1, 4, 34, 2, true}, {9, 1, 4, 8, 1, false}});
    for (const LayerSizes& s : all) {
      std::vector<std::vector<float>> kept;
      const std::size_t rounded = s.H == 300 ? 3 : 8;  // matrices and vectors
      LstmWeights weights = lstm_weights(s, [&](std::vector<float> values) {
        for (float& value : values)
          if (kept.size() < rounded) value = float_of_bf16(bf16_of(value));
        kept.push_back(std::move(values));
        return std::as_const(kept.back()).data();
      });
      const LstmShape shape{s.T, s.B, s.C, s.H, s.D};
      const std::vector<std::int32_t> lengths = ragged_lengths(s.T, s.B);
      const auto x = random_values<float>(s.T * s.B * s.C, 1);
      const auto backend = make_cpu_backend(3, *kernels);
      std::vector<float> expected(s.T * s.B * s.D * s.H), found = expected;
      backend->lstm_forward(shape, lengths.data(), x.data(), weights, expected.data(), nullptr);
      PreparedWeights prepared;
      weights.prepared = &prepared;
      for (const char* call : {", prepares", ", is prepared"}) {
        backend->lstm_forward(shape, lengths.data(), x.data(), weights, found.data(), nullptr);
        EXPECT_EQ(found, expected) << kernels->name << ", " << text_of(s) << call;
      }
    }
  }
}

// The bounds in cpu_backend.h hold at every awkward size.
TEST(NarrowInference, LayerOutputsAreWithinTheStatedError) {
  const std::shared_ptr<Backend> single = make_reference_backend();
  if (supported_narrow_kernels().empty()) GTEST_SKIP() << "this processor has neither";
  for (const CpuNarrowKernels* kernels : supported_narrow_kernels()) {
    const std::shared_ptr<Backend> narrow = make_cpu_backend(2, *kernels);
    const std::string precision = kernels->precision;
    const double bound = precision == "int8" ? 0.05 : precision == "bf16" ? 0.02 : 0.0005;
    double worst_of_all = 0.0;
    std::vector<LayerSizes> sizes = awkward_sizes(false);
    sizes.push_back({3, 1, 9, 530, 1, false});  // longer than a sum of int16
    sizes.push_back({3, 4, 9, 530, 1, true});
    for (const LayerSizes& s : sizes) {
      const std::string name = narrow->name() + ", " + text_of(s);
      const std::vector<std::int32_t> lengths = ragged_lengths(s.T, s.B);
      const auto x = random_values<float>(s.T * s.B * s.C, 1);
      const std::vector<float> expected = layer_output(*single, s, lengths, x),
                               found = layer_output(*narrow, s, lengths, x);
      double worst = 0.0;
      for (std::size_t i = 0; i < found.size(); ++i) {
        worst = std::max(worst, std::abs(static_cast<double>(found[i]) - expected[i]));
      }
      std::printf("  %s: worst %.3g\n", name.c_str(), worst);
      PreparedWeights prepared;
      for (const char* call : {", prepares", ", is prepared"})
        EXPECT_EQ(layer_output(*narrow, s, lengths, x, &prepared), found) << name << call;
      EXPECT_LT(worst, bound) << name;
      worst_of_all = std::max(worst, worst_of_all);
    }
    EXPECT_GT(worst_of_all, bound / 20) << narrow->name() << ": computed in single precision";
  }
}

// Equal weights and inputs make the longest sums that a column allows.
TEST(NarrowInference, TheLongestSumsFit) {
  const LayerSizes s{.T = 2, .B = 1, .C = 530, .H = 33, .D = 1, .peepholes = false};
  const std::vector<std::int32_t> lengths = {s.T};
  const std::vector<float> x(s.T * s.C, 0.7f);
  for (const float weight : {0.004f, -0.004f}) {
    std::vector<float> weights(4 * s.H * s.C, weight), zeros(4 * s.H * s.H, 0.0f);
    const std::array directions = {
        LstmDirection<const float>{weights.data(), weights.data(), zeros.data()},
        LstmDirection<const float>{}};
    const LstmWeights equal(directions);
    const auto output = [&](Backend& backend) {
      std::vector<float> y(s.T * s.H);
      backend.lstm_forward({s.T, s.B, s.C, s.H, s.D}, lengths.data(), x.data(), equal, y.data(),
                           nullptr);
      return y;
    };
    const std::vector<float> expected = output(*make_reference_backend());
    for (const CpuNarrowKernels* kernels : supported_narrow_kernels()) {
      const auto narrow = make_cpu_backend(1, *kernels);
      const std::vector<float> found = output(*narrow);
      for (std::size_t i = 0; i < found.size(); ++i)
        ASSERT_NEAR(found[i], expected[i], 0.02) << narrow->name() << " " << weight;
    }
  }
}

// Sums of integers are exact, and scales belong to rows.
TEST(NarrowInference, DependsNeitherOnThreadsNorOnCompany) {
  LayerSizes s{.T = 9, .B = 5, .C = 19, .H = 45, .D = 2, .peepholes = true};
  const auto x = random_values<float>(s.T * s.B * s.C, 1);
  const std::vector<std::int32_t> whole(5, s.T);
  for (const CpuNarrowKernels* kernels : supported_narrow_kernels()) {
    s.B = 5;
    const auto one = make_cpu_backend(1, *kernels), seven = make_cpu_backend(7, *kernels);
    const std::vector<float> expected = layer_output(*one, s, whole, x);
    EXPECT_EQ(layer_output(*seven, s, whole, x), expected) << one->name();
    s.B = 1;
    EXPECT_EQ(layer_output(*one, s, whole, of_sequence(x, 9, 5, s.C, 3)),
              of_sequence(expected, 9, 5, s.D * s.H, 3))
        << one->name();
  }
}

// A value that is not finite must not become a number.
TEST(NarrowInference, KeepsValuesThatAreNotFinite) {
  for (const CpuNarrowKernels* kernels : supported_narrow_kernels()) {
    for (const float bad : {std::nanf(""), INFINITY}) {
      for (const int column : {3, 40}) {
        std::vector<float> x(41, 0.5f), words(41);
        x[column] = bad;
        const float scale = kernels->pack_row(41, x.data(), words.data());
        EXPECT_TRUE(!kernels->integers || std::isnan(scale)) << column;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, BackendTest, ::testing::ValuesIn(candidates()), name_of_candidate);

TEST(HostMemory, IsZeroAndAlignedAlsoWhenItIsUsedAgain) {
  const auto backend = make_cpu_backend(1);
  for (const std::size_t bytes : {1u, 4u, 100u, 5'000u, 3'000'000u}) {
    for (int round = 0; round < 3; ++round) {
      auto* const memory = static_cast<unsigned char*>(backend->allocate(bytes));
      EXPECT_EQ(reinterpret_cast<std::uintptr_t>(memory) % 64, 0u);
      EXPECT_EQ(std::count(memory, memory + bytes, 0), static_cast<std::ptrdiff_t>(bytes));
      std::fill_n(memory, bytes, 7);
      backend->release(memory);
    }
  }
  backend->release(nullptr);
  EXPECT_THROW(backend->allocate(SIZE_MAX), std::bad_alloc);
}

}  // namespace
}  // namespace tactus::test
