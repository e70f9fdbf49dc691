#include "features/filterbanks/chroma_filterbank.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "features/filterbanks/frequency_scales.h"

namespace tactus {
namespace {

// Distance on the circle of `classes`, between -round(classes / 2) and +.
double circular_distance(double distance, int classes) {
  const double half = std::round(classes / 2.0);
  const double turned = std::fmod(distance + half + 10.0 * classes, classes);
  return (turned < 0 ? turned + classes : turned) - half;
}

// Where each bin 0 .. fft_size - 1 lies, in classes above A0; bin 0, which is at no pitch, 1.5
// octaves below bin 1.
std::vector<double> positions(double sample_rate, int fft_size, const ChromaFilterParameters& p) {
  std::vector<double> result(static_cast<std::size_t>(fft_size));
  for (int k = 1; k < fft_size; ++k) {
    result[k] = p.classes * hz_to_octaves(k * sample_rate / fft_size, p.a4_hz);
  }
  result[0] = result[1] - 1.5 * p.classes;
  return result;
}

}  // namespace

Filterbank chroma_filterbank(double sample_rate, int fft_size, const ChromaFilterParameters& p) {
  if (!(sample_rate > 0) || fft_size < 2 || p.classes < 1 || !(p.a4_hz > 0)) {
    throw std::invalid_argument(
        fmt::format("chroma_filterbank: {} Hz, {} samples, {} classes, A4 at {} Hz: expected "
                    "positive values and at least 2 samples",
                    sample_rate, fft_size, p.classes, p.a4_hz));
  }
  const std::size_t bins = static_cast<std::size_t>(fft_size) / 2 + 1;
  const std::vector<double> at = positions(sample_rate, fft_size, p);
  Filterbank filters(static_cast<std::size_t>(p.classes), Filter{0, std::vector<double>(bins)});
  for (std::size_t k = 0; k < bins; ++k) {
    const double width = k + 1 < at.size() ? std::max(1.0, at[k + 1] - at[k]) : 1.0;
    double squares = 0.0;
    for (int c = 0; c < p.classes; ++c) {
      const double distance = 2.0 * circular_distance(at[k] - c, p.classes) / width;
      const double weight = std::exp(-0.5 * distance * distance);
      filters[c].weights[k] = weight;
      squares += weight * weight;
    }
    const double octave = at[k] / p.classes - p.centre_octave;
    const double gain =
        p.octave_width > 0 ? std::exp(-0.5 * std::pow(octave / p.octave_width, 2)) : 1.0;
    for (Filter& filter : filters) filter.weights[k] *= gain / std::sqrt(squares);
  }
  return filters;
}

}  // namespace tactus
