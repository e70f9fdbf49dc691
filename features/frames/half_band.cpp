#include "features/frames/half_band.h"

#include <fmt/core.h>

#include <cmath>
#include <numbers>
#include <stdexcept>

#include "features/frames/avx2_clone.h"

namespace tactus {
namespace {

constexpr double kAttenuation = 125.0;  // dB
constexpr std::size_t kLanes = 32;      // values at a time; GCC keeps 16 in memory, which is slow

// Modified Bessel function of the first kind and order 0, by its series.
double bessel_i0(double x) {
  double term = 1.0, sum = 1.0;
  for (int k = 1; term > 1e-17 * sum; ++k) {
    term *= x / (2.0 * k) * (x / (2.0 * k));
    sum += term;
  }
  return sum;
}

std::vector<float> half_band_weights(double pass) {
  if (!(pass > 0.0 && pass < 0.24))
    throw std::invalid_argument(
        fmt::format("HalfBand: {} of the rate to pass, expected between 0 and 0.24", pass));
  const double beta = 0.1102 * (kAttenuation - 8.7);
  const double length = (kAttenuation - 7.95) / (14.36 * (0.5 - 2.0 * pass));  // samples
  const auto count = static_cast<std::size_t>(std::ceil((length / 2.0 + 1.0) / 2.0));
  std::vector<double> weights(count);
  double sum = 0.0;
  for (std::size_t j = 0; j < count; ++j) {
    const double place = 2.0 * static_cast<double>(j) + 1.0;
    const double share = place / (2.0 * static_cast<double>(count));
    const double window = bessel_i0(beta * std::sqrt(1.0 - share * share)) / bessel_i0(beta);
    weights[j] = (j % 2 ? -1.0 : 1.0) * window / (std::numbers::pi * place);
    sum += weights[j];
  }
  std::vector<float> scaled;
  for (const double weight : weights) scaled.push_back(static_cast<float>(0.25 * weight / sum));
  return scaled;
}

// y[n] for n < count; odd[0] is x[1].
TACTUS_AVX2_CLONE void filter(const float* even, const float* odd, const float* weights,
                              std::size_t weight_count, std::size_t count, float* y) {
  std::size_t n = 0;
  for (; n + kLanes <= count; n += kLanes) {
    float sum[kLanes];
    for (std::size_t k = 0; k < kLanes; ++k) sum[k] = 0.5f * even[n + k];
    for (std::size_t j = 0; j < weight_count; ++j) {
      const float *const before = odd + n - j - 1, *const after = odd + n + j;
      for (std::size_t k = 0; k < kLanes; ++k) sum[k] += weights[j] * (before[k] + after[k]);
    }
    for (std::size_t k = 0; k < kLanes; ++k) y[n + k] = sum[k];
  }
  for (; n < count; ++n) {
    float sum = 0.5f * even[n];
    for (std::size_t j = 0; j < weight_count; ++j) {
      const float *const before = odd + n - j - 1, *const after = odd + n + j;
      sum += weights[j] * (*before + *after);
    }
    y[n] = sum;
  }
}

}  // namespace

HalfBand::HalfBand(double pass) : weights_(half_band_weights(pass)), odd_(weights_.size(), 0.0f) {}

void HalfBand::separate(std::span<const float> samples) {
  if (samples.empty()) return;
  if (odd_next_) odd_.push_back(samples.front());
  samples = samples.subspan(odd_next_ ? 1 : 0);
  const std::size_t pairs = samples.size() / 2, evens = even_.size(), odds = odd_.size();
  even_.resize(evens + pairs);
  odd_.resize(odds + pairs);
  float *const even = even_.data() + evens, *const odd = odd_.data() + odds;
  for (std::size_t i = 0; i < pairs; ++i) even[i] = samples[2 * i], odd[i] = samples[2 * i + 1];
  odd_next_ = samples.size() % 2 != 0;
  if (odd_next_) even_.push_back(samples.back());
}

void HalfBand::push(std::span<const float> samples, std::vector<float>& out) {
  separate(samples);
  if (odd_.size() <= reach()) return;
  const std::size_t count = odd_.size() - reach(), before = out.size();
  out.resize(before + count);
  filter(even_.data(), odd_.data() + weights_.size(), weights_.data(), weights_.size(), count,
         out.data() + before);
  even_.erase(even_.begin(), even_.begin() + static_cast<std::ptrdiff_t>(count));
  odd_.erase(odd_.begin(), odd_.begin() + static_cast<std::ptrdiff_t>(count));
}

}  // namespace tactus
