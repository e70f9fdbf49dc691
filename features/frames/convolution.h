// Convolution of long signals with an impulse response: overlap-add, by FFTW in single precision.
//
//   y[n] = sum_k response[k] x[n - k],  n = 0 .. N - 1
#pragma once

#include <span>
#include <vector>

namespace tactus {

// Returns as many samples as `samples` has: what sounds after its end is cut. Response of 1 to 2^20
// samples, else std::invalid_argument. The same bits on every call; thread-safe.
std::vector<float> convolved(std::span<const float> samples, std::span<const float> response);

}  // namespace tactus
