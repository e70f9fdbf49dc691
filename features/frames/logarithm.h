// Logarithmic compression of spectra.
#pragma once

#include <span>

namespace tactus {

// x -> log10(1 + gain * x) in place, for x >= 0 and gain * x < 1e38. Exactly 0 at 0.
void log10_1p(std::span<float> values, float gain);

}  // namespace tactus
