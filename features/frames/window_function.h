// Window functions that taper a frame before its Fourier transform.
// Harris, "On the use of windows for harmonic analysis with the discrete Fourier transform", Proc.
// IEEE 66 (1978).
#pragma once

#include <cstddef>
#include <vector>

namespace tactus {

enum class WindowKind {
  kRectangular,
  kHannPeriodic,   // 0.5 - 0.5 cos(2 pi n / N): as in librosa, for spectra
  kHannSymmetric,  // 0.5 - 0.5 cos(2 pi n / (N - 1)): as in numpy.hanning and madmom
};

inline constexpr std::size_t kLongestWindow = 1 << 20;  // samples, of any transform in features/

// `size` coefficients. Throws std::invalid_argument unless 1 <= size <= kLongestWindow.
std::vector<double> window_function(WindowKind kind, int size);

}  // namespace tactus
