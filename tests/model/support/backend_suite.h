// The operations of a backend against the reference, at awkward sizes: one suite, which a test
// program instantiates with its candidates (tests are in backend_suite.cpp).
#pragma once

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <map>
#include <memory>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "model/backend/backend.h"
#include "model/backend/checked_backend.h"
#include "model/backend/reference/reference_backend.h"
#include "tests/model/support/random_network.h"

namespace tactus::test {

struct BackendCandidate {
  std::string name;
  std::function<std::shared_ptr<Backend>()> make;
  // An emulation executes the kernels: the longest, widest and largest layers are smaller.
  bool emulated = false;
  // Not empty: why it cannot be tested here. Then its tests are skipped, or fail if `required`.
  std::string unavailable = {};
  bool required = false;
};
inline void PrintTo(const BackendCandidate& candidate, std::ostream* out) {
  *out << candidate.name;
}
inline std::string name_of_candidate(const ::testing::TestParamInfo<BackendCandidate>& info) {
  return info.param.name;
}

struct LayerSizes {
  int T, B, C, H, D;
  bool peepholes;
};
std::vector<LayerSizes> awkward_sizes(bool emulated);

// The same operation on the candidate and the reference; every result is compared with its
// tolerance.
class BackendTest : public ::testing::TestWithParam<BackendCandidate> {
 protected:
  // A backend and its allocations.
  struct Side {
    std::shared_ptr<Backend> backend;
    std::vector<DeviceArray<float>> floats;
    std::vector<DeviceArray<std::int32_t>> integers;
    float* put(const std::vector<float>& values) { return put(values, floats); }
    std::int32_t* put(const std::vector<std::int32_t>& values) { return put(values, integers); }
    template <typename T>
    T* put(const std::vector<T>& values, std::vector<DeviceArray<T>>& arrays) {
      arrays.emplace_back(*backend, values.size());
      if (!values.empty()) arrays.back().upload(values.data(), values.size());
      return arrays.back().data();
    }
    std::vector<float> get(const float* values, std::size_t n) {
      std::vector<float> host(n);
      if (n > 0) backend->download(host.data(), values, n * sizeof(float));
      return host;
    }
  };
  using Results = std::map<std::string, std::pair<BackendResult, std::vector<float>>>;

  void SetUp() override {
    const BackendCandidate& candidate = GetParam();
    if (!candidate.unavailable.empty() && candidate.required) FAIL() << candidate.unavailable;
    if (!candidate.unavailable.empty()) GTEST_SKIP() << candidate.unavailable;
    candidate_.backend = candidate.make();
    reference_.backend = make_reference_backend();
  }

  void compare(const std::string& where, const std::function<Results(Side&)>& operation) {
    const Results found = operation(candidate_), expected = operation(reference_);
    for (const auto& [name, value] : expected) {
      compare(where + " " + name, backend_tolerance(value.first), found.at(name).second,
              value.second);
    }
  }
  void compare(const std::string& where, Tolerance allowed, const std::vector<float>& found,
               const std::vector<float>& expected) {
    ASSERT_EQ(found.size(), expected.size()) << where;
    for (std::size_t i = 0; i < found.size(); ++i) {
      const double a = found[i], b = expected[i];
      const double bound =
          std::max(allowed.relative * std::max(std::abs(a), std::abs(b)), allowed.absolute);
      const double error = std::abs(a - b);
      ASSERT_LE(error, bound) << where << " element " << i << ": " << a << ", expected " << b;
      worst_ = std::max(worst_, bound > 0.0 ? error / bound : 0.0);
    }
  }
  void TearDown() override {
    if (!candidate_.backend) return;
    std::printf("  %s: worst error %.2g of what is allowed\n", candidate_.backend->name().c_str(),
                worst_);
  }

  Side candidate_, reference_;
  double worst_ = 0.0;
};

// Parameters of one layer in random numbers; peepholes may be absent.
template <typename Put>
LstmWeights lstm_weights(const LayerSizes& s, const Put& put) {
  LstmWeights weights;
  for (int d = 0; d < s.D; ++d) {
    const unsigned seed = 100 + 10 * d;
    weights[d] = {put(random_values<float>(4 * s.H * s.C, seed, 0.5)),
                  put(random_values<float>(4 * s.H * s.H, seed + 1, 0.7 / std::sqrt(s.H))),
                  put(random_values<float>(4 * s.H, seed + 2, 0.5)),
                  s.peepholes ? put(random_values<float>(3 * s.H, seed + 3, 0.3)) : nullptr};
  }
  return weights;
}

inline std::string text_of(const LayerSizes& s) {
  return fmt::format("T{} B{} C{} H{} D{}{}", s.T, s.B, s.C, s.H, s.D,
                     s.peepholes ? " peepholes" : "");
}

}  // namespace tactus::test
