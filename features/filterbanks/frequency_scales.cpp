#include "features/filterbanks/frequency_scales.h"

#include <cmath>

namespace tactus {
namespace {

constexpr double kHzPerMel = 200.0 / 3.0;  // of Slaney's linear part
constexpr double kBreakHz = 1000.0;
constexpr double kBreakMel = kBreakHz / kHzPerMel;

double log_step() {
  return std::log(6.4) / 27.0;
}

}  // namespace

double hz_to_mel(double hz, MelScale scale) {
  if (scale == MelScale::kHtk) return 2595.0 * std::log10(1.0 + hz / 700.0);
  return hz < kBreakHz ? hz / kHzPerMel : kBreakMel + std::log(hz / kBreakHz) / log_step();
}

double mel_to_hz(double mel, MelScale scale) {
  if (scale == MelScale::kHtk) return 700.0 * (std::pow(10.0, mel / 2595.0) - 1.0);
  return mel < kBreakMel ? mel * kHzPerMel : kBreakHz * std::exp(log_step() * (mel - kBreakMel));
}

double hz_to_octaves(double hz, double a4_hz) {
  return std::log2(hz / (a4_hz / 16.0));
}

}  // namespace tactus
