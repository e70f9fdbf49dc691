#include "features/filterbanks/mel_filterbank.h"

#include <fmt/core.h>

#include <algorithm>
#include <stdexcept>

namespace tactus {

Filterbank mel_filterbank(double sample_rate, int fft_size, int bands, double fmin, double fmax,
                          MelScale scale, MelNorm norm) {
  if (!(sample_rate > 0) || fft_size < 1 || bands < 1 || !(fmin >= 0) || !(fmax > fmin)) {
    throw std::invalid_argument(fmt::format(
        "mel_filterbank: {} Hz, {} samples, {} bands, {} to {} Hz: expected positive sizes and "
        "0 <= fmin < fmax",
        sample_rate, fft_size, bands, fmin, fmax));
  }
  const double low = hz_to_mel(fmin, scale), high = hz_to_mel(fmax, scale);
  std::vector<double> edges;  // Hz; filter b rises from edge b to b + 1 and falls to b + 2
  for (int i = 0; i < bands + 2; ++i) {
    edges.push_back(mel_to_hz(low + (high - low) * i / (bands + 1), scale));
  }
  Filterbank filters;
  for (int b = 0; b < bands; ++b) {
    const double left = edges[b], centre = edges[b + 1], right = edges[b + 2];
    const double gain = norm == MelNorm::kArea ? 2.0 / (right - left) : 1.0;
    Filter filter;
    for (int k = 0; k <= fft_size / 2; ++k) {
      const double hz = k * sample_rate / fft_size;
      const double weight =
          std::min((hz - left) / (centre - left), (right - hz) / (right - centre));
      if (weight <= 0.0) continue;
      if (filter.weights.empty()) filter.first = static_cast<std::size_t>(k);
      filter.weights.push_back(gain * weight);
    }
    filters.push_back(std::move(filter));
  }
  return filters;
}

}  // namespace tactus
