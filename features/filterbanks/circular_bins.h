// Frames of pitch classes: bins that lie on circles, where a transposition loses nothing.
#pragma once

#include <algorithm>
#include <span>

namespace tactus {

// Each run of `circle` bins turned upwards by `bins`, downwards where negative. circle > 0; what is
// left over at the end stays.
inline void turn_bins(std::span<float> frame, long bins, long circle) {
  const long turn = ((bins % circle) + circle) % circle;
  for (long first = 0; first + circle <= static_cast<long>(frame.size()); first += circle) {
    const auto begin = frame.begin() + first;
    std::rotate(begin, begin + circle - turn, begin + circle);
  }
}

}  // namespace tactus
