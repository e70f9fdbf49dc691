#include "datasets/synth/sound/biquad.h"

#include <fmt/core.h>

#include <cmath>
#include <numbers>
#include <stdexcept>

namespace tactus {
namespace {

// y = b0 x + b1 x' + b2 x'' - a1 y' - a2 y''
struct Coefficients {
  double b0, b1, b2, a1, a2;
};

Coefficients divided(double b0, double b1, double b2, double a0, double a1, double a2) {
  return {b0 / a0, b1 / a0, b2 / a0, a1 / a0, a2 / a0};
}

Coefficients design(const FilterBand& band, int sample_rate) {
  const double w = 2.0 * std::numbers::pi * band.hertz / sample_rate;
  const double c = std::cos(w), alpha = std::sin(w) / (2.0 * band.q);
  const double a = std::pow(10.0, band.gain_db / 40.0);
  const double root = 2.0 * std::sqrt(a) * alpha;
  switch (band.kind) {
    case FilterKind::kBell:
      return divided(1 + alpha * a, -2 * c, 1 - alpha * a, 1 + alpha / a, -2 * c, 1 - alpha / a);
    case FilterKind::kLowShelf:
      return divided(a * (a + 1 - (a - 1) * c + root), 2 * a * (a - 1 - (a + 1) * c),
                     a * (a + 1 - (a - 1) * c - root), a + 1 + (a - 1) * c + root,
                     -2 * (a - 1 + (a + 1) * c), a + 1 + (a - 1) * c - root);
    case FilterKind::kHighShelf:
      return divided(a * (a + 1 + (a - 1) * c + root), -2 * a * (a - 1 + (a + 1) * c),
                     a * (a + 1 + (a - 1) * c - root), a + 1 - (a - 1) * c + root,
                     2 * (a - 1 - (a + 1) * c), a + 1 - (a - 1) * c - root);
    case FilterKind::kLowPass:
      return divided((1 - c) / 2, 1 - c, (1 - c) / 2, 1 + alpha, -2 * c, 1 - alpha);
    case FilterKind::kHighPass:
      break;
  }
  return divided((1 + c) / 2, -(1 + c), (1 + c) / 2, 1 + alpha, -2 * c, 1 - alpha);
}

}  // namespace

void apply_filter(std::vector<float>& samples, int channels, int sample_rate,
                  const FilterBand& band) {
  if (!(band.hertz > 0 && band.q > 0))
    throw std::invalid_argument(
        fmt::format("a filter at {} Hz with q {}, expected both above 0", band.hertz, band.q));
  if (band.hertz >= 0.49 * sample_rate) return;
  const Coefficients k = design(band, sample_rate);
  for (int channel = 0; channel < channels; ++channel) {
    double s1 = 0.0, s2 = 0.0;  // transposed direct form II
    for (std::size_t i = static_cast<std::size_t>(channel); i < samples.size();
         i += static_cast<std::size_t>(channels)) {
      const double x = samples[i];
      const double y = k.b0 * x + s1;
      s1 = k.b1 * x - k.a1 * y + s2 + 1e-24;  // the offset keeps denormal numbers away
      s2 = k.b2 * x - k.a2 * y;
      samples[i] = static_cast<float>(y);
    }
  }
}

}  // namespace tactus
