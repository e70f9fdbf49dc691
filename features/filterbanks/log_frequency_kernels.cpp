#include "features/filterbanks/log_frequency_kernels.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>

namespace tactus {
namespace {

// Magnitude of the Hann window's transform at a distance of x bins, 1 at x = 0.
double hann_lobe(double x) {
  x = std::abs(x);
  if (x < 1e-9) return 1.0;
  if (std::abs(x - 1.0) < 1e-9) return 0.5;
  return std::abs(std::sin(std::numbers::pi * x) / (std::numbers::pi * x * (1.0 - x * x)));
}

Filter kernel(double frequency, double hz_per_bin, int window_size, int bins_per_octave) {
  const double window_width = bins_per_octave * std::log2(1.0 + hz_per_bin / frequency);
  const double half_width = std::max(1.0, window_width);
  const double low = frequency * std::exp2(-half_width / bins_per_octave) / hz_per_bin;
  const double high = frequency * std::exp2(half_width / bins_per_octave) / hz_per_bin;
  if (low < 0.5 || high > window_size / 2.0) {
    throw std::invalid_argument(fmt::format(
        "log_frequency_kernels: the kernel at {:.2f} Hz reaches from bin {:.1f} to {:.1f} of a "
        "window of {}, expected 0.5 to {}",
        frequency, low, high, window_size, window_size / 2));
  }
  Filter filter{static_cast<std::size_t>(std::ceil(low)), {}};
  double response = 0.0;
  for (double k = std::ceil(low); k <= high; ++k) {
    const double u = bins_per_octave * std::log2(k * hz_per_bin / frequency);
    const double amplitude =
        std::cos(0.5 * std::numbers::pi * std::min(1.0, std::abs(u) / half_width));
    const double lobe = hann_lobe(frequency / hz_per_bin - k);
    filter.weights.push_back(amplitude * amplitude);
    response += amplitude * amplitude * lobe * lobe;
  }
  // The window's coefficients sum to N / 2; a real sinusoid has half its amplitude at positive
  // frequencies.
  const double peak = window_size / 4.0;
  for (double& weight : filter.weights) weight /= response * peak * peak;
  return filter;
}

}  // namespace

Filterbank log_frequency_kernels(int sample_rate, int window_size, int bins_per_octave,
                                 const std::vector<double>& frequencies) {
  if (sample_rate < 1 || window_size < 4 || bins_per_octave < 1) {
    throw std::invalid_argument(
        fmt::format("log_frequency_kernels: {} Hz, window of {}, {} bins per octave: expected "
                    "positive values and a window of at least 4",
                    sample_rate, window_size, bins_per_octave));
  }
  Filterbank kernels;
  for (const double frequency : frequencies) {
    kernels.push_back(kernel(frequency, static_cast<double>(sample_rate) / window_size, window_size,
                             bins_per_octave));
  }
  return kernels;
}

}  // namespace tactus
