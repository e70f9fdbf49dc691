#include "features/frames/window_function.h"

#include <fmt/core.h>

#include <cmath>
#include <numbers>
#include <stdexcept>

namespace tactus {

std::vector<double> window_function(WindowKind kind, int size) {
  if (size < 1 || static_cast<std::size_t>(size) > kLongestWindow) {
    throw std::invalid_argument(
        fmt::format("window_function: size {}, expected 1 to {}", size, kLongestWindow));
  }
  std::vector<double> window(static_cast<std::size_t>(size), 1.0);
  if (kind == WindowKind::kRectangular || size == 1) return window;
  const int period = kind == WindowKind::kHannPeriodic ? size : size - 1;
  for (int n = 0; n < size; ++n) {
    window[n] = 0.5 - 0.5 * std::cos(2.0 * std::numbers::pi * n / period);
  }
  return window;
}

}  // namespace tactus
