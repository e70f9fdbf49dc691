#include "model/decoding/beats/activation_peaks.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace tactus {

std::vector<double> activation_peaks(const FrameMatrix& activation, double threshold) {
  if (activation.bins != 1) {
    throw std::invalid_argument(
        fmt::format("an activation of {} columns: expected 1", activation.bins));
  }
  const auto value = [&](std::size_t t) -> double {
    if (t >= activation.frames) return 0.0;  // also before the first frame
    return std::isfinite(activation.data[t]) ? activation.data[t] : 0.0;
  };
  std::vector<double> times;
  for (std::size_t t = 0; t < activation.frames; ++t) {
    const double left = value(t - 1), here = value(t), right = value(t + 1);
    if (here < threshold || here <= left || here < right) continue;
    const double curvature = left - 2.0 * here + right;
    const double offset = curvature < 0.0 ? 0.5 * (left - right) / curvature : 0.0;
    times.push_back(std::max(0.0, static_cast<double>(t) + offset) / activation.fps);
  }
  return times;
}

}  // namespace tactus
