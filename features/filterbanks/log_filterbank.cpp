#include "features/filterbanks/log_filterbank.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>

#include "features/frames/window_function.h"

namespace tactus {
namespace {

constexpr double kReferenceHz = 440.0;
constexpr int kMostBands = 1200;  // per octave: a cent

std::vector<double> log_frequencies(int bands_per_octave, double fmin, double fmax) {
  const double left = std::floor(std::log2(fmin / kReferenceHz) * bands_per_octave);
  const double right = std::ceil(std::log2(fmax / kReferenceHz) * bands_per_octave);
  std::vector<double> frequencies;
  for (double i = left; i < right; ++i) {
    const double frequency = kReferenceHz * std::exp2(i / bands_per_octave);
    if (frequency >= fmin && frequency <= fmax) frequencies.push_back(frequency);
  }
  return frequencies;
}

// The nearest bin. As in madmom, the upper one half-way between two bins, and the last one beyond
// the end.
std::size_t nearest_bin(double frequency, double hz_per_bin, std::size_t bins) {
  const double position = frequency / hz_per_bin;
  const auto above = static_cast<std::size_t>(std::clamp(std::ceil(position), 1.0, bins - 1.0));
  const double to_left = position - static_cast<double>(above - 1);
  const double to_right = static_cast<double>(above) - position;
  return to_left < to_right ? above - 1 : above;
}

Filter triangle(std::size_t start, std::size_t centre, std::size_t stop) {
  Filter filter{start, {}};
  for (std::size_t k = start; k < stop; ++k) {
    filter.weights.push_back(
        k < centre ? static_cast<double>(k - start) / static_cast<double>(centre - start)
                   : static_cast<double>(stop - k) / static_cast<double>(stop - centre));
  }
  const double area = std::accumulate(filter.weights.begin(), filter.weights.end(), 0.0);
  for (double& weight : filter.weights) weight /= area;
  return filter;
}

}  // namespace

Filterbank logarithmic_filterbank(int sample_rate, int fft_size, int bands_per_octave, double fmin,
                                  double fmax) {
  if (sample_rate < 1 || fft_size < 4 || fft_size > static_cast<int>(kLongestWindow) ||
      bands_per_octave < 1 || bands_per_octave > kMostBands || !(fmin > 0) || !(fmax > fmin) ||
      !std::isfinite(fmax)) {
    throw std::invalid_argument(fmt::format(
        "logarithmic_filterbank: {} Hz, {} samples, {} bands per octave, {} to {} Hz: "
        "expected positive values, a window of 4 to {}, at most {} bands and fmin < fmax",
        sample_rate, fft_size, bands_per_octave, fmin, fmax, kLongestWindow, kMostBands));
  }
  const std::size_t bins = static_cast<std::size_t>(fft_size) / 2;
  std::vector<std::size_t> centres;
  for (const double frequency : log_frequencies(bands_per_octave, fmin, fmax)) {
    centres.push_back(nearest_bin(frequency, static_cast<double>(sample_rate) / fft_size, bins));
  }
  centres.erase(std::unique(centres.begin(), centres.end()), centres.end());
  if (centres.size() < 3) {
    throw std::invalid_argument(fmt::format(
        "logarithmic_filterbank: {} to {} Hz covers {} distinct bins of a window of {}, "
        "expected at least 3",
        fmin, fmax, centres.size(), fft_size));
  }
  Filterbank filters;
  for (std::size_t j = 0; j + 2 < centres.size(); ++j) {
    filters.push_back(triangle(centres[j], centres[j + 1], centres[j + 2]));
  }
  return filters;
}

}  // namespace tactus
