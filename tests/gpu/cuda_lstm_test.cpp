// Every way to compute a layer on the card, at awkward sizes, against the reference in double.
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "gpu/cuda_backend.h"
#include "model/backend/reference/lstm_reference.h"
#include "tests/gpu/support/layer_case.h"
#include "tests/gpu/support/test_card.h"
#include "tests/model/support/random_network.h"

namespace tactus::gpu::test {
namespace {

using tactus::test::ragged_lengths;
using tactus::test::random_values;

struct Size {
  int T, B, C, H, D;
  bool peepholes;
};
constexpr Size kSizes[] = {
    {1, 1, 1, 1, 1, false},       {1, 3, 1, 33, 2, true},      {7, 3, 5, 33, 2, false},
    {300, 1, 12, 20, 2, true},    {50, 110, 40, 64, 2, false}, {20, 512, 16, 32, 1, true},
    {12, 17, 24, 256, 2, true},   {8, 16, 64, 512, 2, false},  {5, 3, 32, 1024, 2, true},
    {40, 8, 164, 64, 2, false},   {30, 33, 31, 100, 2, true},  {16, 1, 700, 500, 1, true},
    {33, 24, 256, 128, 2, false}, {9, 64, 48, 384, 1, false},
};
constexpr Size kLong[] = {{10'000, 2, 8, 33, 2, true}, {3'000, 5, 16, 128, 1, false}};

std::string text_of(const Size& s) {
  return fmt::format("T{} B{} C{} H{} D{}{}", s.T, s.B, s.C, s.H, s.D, s.peepholes ? " p" : "");
}

using Results = std::vector<std::pair<std::string, std::vector<double>>>;

// Data of a layer, the same for both sides; padded frames of x and dy hold large values.
struct LayerData {
  explicit LayerData(const Size& size)
      : shape{size.T, size.B, size.C, size.H, size.D}, lengths(ragged_lengths(size.T, size.B)) {
    const auto frames = static_cast<std::size_t>(size.T) * size.B;
    x = random_values<float>(frames * size.C, 1);
    dy = random_values<float>(frames * size.D * size.H, 2);
    dx = random_values<float>(x.size(), 3);
    for (std::size_t frame = 0; frame < frames; ++frame) {
      if (static_cast<int>(frame / size.B) < lengths[frame % size.B]) continue;
      std::fill_n(x.begin() + frame * size.C, size.C, 1e6f);
      std::fill_n(dy.begin() + frame * size.D * size.H, size.D * size.H, 1e6f);
    }
    const std::size_t H = size.H, C = size.C;
    for (unsigned d = 0; d < static_cast<unsigned>(size.D); ++d) {
      weights.push_back(random_values<float>(4 * H * C, 10 + d, 0.5 / std::sqrt(C)));
      weights.push_back(random_values<float>(4 * H * H, 20 + d, 0.7 / std::sqrt(H)));
      weights.push_back(random_values<float>(4 * H, 30 + d, 0.5));
      weights.push_back(random_values<float>(size.peepholes ? 3 * H : 0, 40 + d, 0.3));
    }
    for (const auto& part : weights) gradients.push_back(random_values<float>(part.size(), 50));
  }
  LstmShape shape;
  std::vector<std::int32_t> lengths;
  std::vector<float> x, dy, dx;
  std::vector<std::vector<float>> weights, gradients;  // of each direction W, R, b, p
};

constexpr const char* kParts[] = {"weight_input", "weight_recurrent", "bias", "peephole"};

template <typename T>
LstmDirection<T> direction_of(const std::vector<T*>& parts, int d) {
  return {parts[4 * d], parts[4 * d + 1], parts[4 * d + 2], parts[4 * d + 3]};
}

Results reference_results(const LayerData& data) {
  const auto wide = [](const std::vector<float>& v) {
    return std::vector<double>(v.begin(), v.end());
  };
  const std::vector<double> x = wide(data.x), dy = wide(data.dy);
  std::vector<double> y(dy.size()), dx = wide(data.dx);
  std::vector<std::vector<double>> weights, gradients;
  std::vector<const double*> weight_parts;
  std::vector<double*> gradient_parts;
  for (const auto& part : data.weights) weights.push_back(wide(part));
  for (const auto& part : data.gradients) gradients.push_back(wide(part));
  for (auto& part : weights) weight_parts.push_back(part.empty() ? nullptr : part.data());
  for (auto& part : gradients) gradient_parts.push_back(part.empty() ? nullptr : part.data());
  for (int d = 0; d < data.shape.directions; ++d) {
    const LstmReferencePass<double> pass{
        data.shape, d,      data.lengths.data(), x.data(), direction_of(weight_parts, d),
        nullptr,    nullptr};
    std::vector<double> tape(lstm_reference_tape_size(data.shape));
    lstm_reference_forward(pass, y.data(), tape.data());
    lstm_reference_backward(pass, y.data(), tape.data(), dy.data(), dx.data(),
                            direction_of(gradient_parts, d));
  }
  Results results = {{"y", y}, {"y of inference", y}, {"dx", dx}};
  for (std::size_t i = 0; i < gradients.size(); ++i) {
    results.push_back({fmt::format("{} {}", kParts[i % 4], i / 4), gradients[i]});
  }
  return results;
}

// Computed once for all ways: it takes longer than they do.
const Results& expected_of(const Size& size) {
  static std::map<std::string, Results> known;
  const auto [found, is_new] = known.try_emplace(text_of(size));
  if (is_new) found->second = reference_results(LayerData(size));
  return found->second;
}

Results card_results(Backend& backend, const LayerData& data) {
  std::vector<DeviceArray<float>> arrays;
  const auto put = [&](const std::vector<float>& values) -> float* {
    if (values.empty()) return nullptr;
    arrays.emplace_back(backend, values.size());
    arrays.back().upload(values.data(), values.size());
    return arrays.back().data();
  };
  const auto get = [&](const float* values, std::size_t n) {
    std::vector<float> host(n);
    if (n > 0) backend.download(host.data(), values, n * sizeof(float));
    return std::vector<double>(host.begin(), host.end());
  };
  DeviceArray<std::int32_t> lengths(backend, data.lengths.size());
  lengths.upload(data.lengths.data(), data.lengths.size());
  DeviceArray<float> y(backend, data.dy.size()), again(backend, data.dy.size());
  DeviceArray<float> tape(backend, backend.lstm_tape_size(data.shape));
  const float *x = put(data.x), *dy = put(data.dy);
  float* dx = put(data.dx);
  std::vector<const float*> weight_parts;
  std::vector<float*> gradient_parts;
  for (const auto& part : data.weights) weight_parts.push_back(put(part));
  for (const auto& part : data.gradients) gradient_parts.push_back(put(part));
  LstmWeights weights;
  LstmGradients gradients;
  for (int d = 0; d < data.shape.directions; ++d) {
    weights[d] = direction_of(weight_parts, d);
    gradients[d] = direction_of(gradient_parts, d);
  }
  backend.lstm_forward(data.shape, lengths.data(), x, weights, again.data(), nullptr);
  backend.lstm_forward(data.shape, lengths.data(), x, weights, y.data(), tape.data());
  backend.lstm_backward(data.shape, lengths.data(), x, weights, y.data(), tape.data(), dy, dx,
                        gradients);
  Results results = {{"y", get(y.data(), y.size())},
                     {"y of inference", get(again.data(), again.size())},
                     {"dx", get(dx, data.dx.size())}};
  for (std::size_t i = 0; i < gradient_parts.size(); ++i) {
    results.push_back({fmt::format("{} {}", kParts[i % 4], i / 4),
                       get(gradient_parts[i], data.gradients[i].size())});
  }
  return results;
}

// Activations to 1e-5; gradients to 1e-4 of their size, or of the root mean square of all.
void expect_single_precision(const std::string& where, const Results& found,
                             const Results& expected) {
  for (std::size_t r = 0; r < expected.size(); ++r) {
    const auto& [name, values] = expected[r];
    double squares = 0.0;
    for (const double value : values) squares += value * value;
    const double rms = std::sqrt(squares / std::max<std::size_t>(values.size(), 1));
    const bool activation = name[0] == 'y';
    ASSERT_EQ(found[r].second.size(), values.size()) << where << " " << name;
    for (std::size_t i = 0; i < values.size(); ++i) {
      const double bound = activation ? 1e-5 : 1e-4 * std::max(std::abs(values[i]), rms);
      ASSERT_LE(std::abs(found[r].second[i] - values[i]), bound)
          << where << " " << name << " element " << i << ": " << found[r].second[i] << ", expected "
          << values[i];
    }
  }
}

// Parameter: a rung, or kRungs for the choice by size.
class CardLstm : public ::testing::TestWithParam<int> {
 protected:
  void SetUp() override { TACTUS_CARD_OR_SKIP(); }
  static std::shared_ptr<Backend> backend(Precision precision) {
    CudaOptions options;
    options.precision = precision;
    if (GetParam() < kRungs) options.rung = static_cast<Rung>(GetParam());
    return make_cuda_backend(make_test_runtime(), options);
  }
};

std::string rung_name(const ::testing::TestParamInfo<int>& info) {
  std::string name = info.param == kRungs ? "auto" : name_of(static_cast<Rung>(info.param));
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

TEST_P(CardLstm, EqualsTheReferenceInSinglePrecision) {
  const auto on_card = backend(Precision::kFp32);
  for (const Size& size : kSizes) {
    const LayerData data(size);
    expect_single_precision(text_of(size), card_results(*on_card, data), expected_of(size));
    if (HasFatalFailure()) return;
  }
}

// The test for compute-sanitizer: every kernel of every way, quickly.
TEST_P(CardLstm, IsRightAtTinySizes) {
  constexpr Size kTiny[] = {{3, 3, 4, 8, 2, true}, {5, 9, 3, 33, 1, false}, {4, 2, 5, 72, 2, true}};
  const bool matrix_units = make_test_runtime()->properties().compute_capability >= 80;
  for (const Precision precision : {Precision::kFp32, Precision::kTf32, Precision::kBf16}) {
    if (precision != Precision::kFp32 && !matrix_units) continue;
    const auto on_card = backend(precision);
    for (const Size& size : kTiny) {
      const LayerData data(size);
      const Results found = card_results(*on_card, data), &expected = expected_of(size);
      for (std::size_t r = 0; r < expected.size(); ++r) {
        EXPECT_LE(distance(found[r].second, expected[r].second), 4e-2)
            << text_of(size) << " " << expected[r].first;
      }
    }
  }
}

TEST_P(CardLstm, EqualsTheReferenceOnLongSequences) {
  if (GetParam() < static_cast<int>(Rung::kSideBySide)) return;  // the same loop, slower
  const auto on_card = backend(Precision::kFp32);
  for (const Size& size : kLong) {
    const LayerData data(size);
    expect_single_precision(text_of(size), card_results(*on_card, data), expected_of(size));
    if (HasFatalFailure()) return;
  }
}

TEST_P(CardLstm, IsAsCloseAsItsPrecisionLets) {
  if (make_test_runtime()->properties().compute_capability < 80) {
    GTEST_SKIP() << "TF32 and bf16 need sm_80";
  }
  struct Case {
    Precision precision;
    double bound;
  };
  for (const auto& [precision, bound] : {Case{Precision::kTf32, 5e-3}, {Precision::kBf16, 4e-2}}) {
    const auto on_card = backend(precision);
    for (const Size& size : {kSizes[2], kSizes[4], kSizes[6], kSizes[7], kSizes[8], kSizes[12]}) {
      const LayerData data(size);
      const Results found = card_results(*on_card, data), &expected = expected_of(size);
      for (std::size_t r = 0; r < expected.size(); ++r) {
        EXPECT_LE(distance(found[r].second, expected[r].second), bound)
            << text_of(size) << " " << expected[r].first << " bound " << bound;
      }
    }
  }
}

TEST_P(CardLstm, TwoRunsAreTheSameBitByBit) {
  for (const Precision precision : {Precision::kFp32, Precision::kBf16}) {
    if (precision == Precision::kBf16 &&
        make_test_runtime()->properties().compute_capability < 80) {
      continue;
    }
    const auto on_card = backend(precision), another = backend(precision);
    for (const Size& size : {kSizes[4], kSizes[6], kSizes[7], kSizes[8], kSizes[10]}) {
      const LayerData data(size);
      const Results first = card_results(*on_card, data);
      EXPECT_EQ(first, card_results(*on_card, data)) << text_of(size);
      EXPECT_EQ(first, card_results(*another, data)) << text_of(size);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Rungs, CardLstm, ::testing::Range(0, kRungs + 1), rung_name);

}  // namespace
}  // namespace tactus::gpu::test
