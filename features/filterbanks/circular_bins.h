// Frames of pitch classes: bins on circles, so that a transposition loses nothing.
#pragma once

#include <algorithm>
#include <span>

namespace tactus {

// Rotates each run of `circle` bins upwards by `bins`; a negative number rotates downwards. circle
// > 0; an incomplete run at the end stays.
inline void turn_bins(std::span<float> frame, long bins, long circle) {
  const long turn = ((bins % circle) + circle) % circle;
  for (long first = 0; first + circle <= static_cast<long>(frame.size()); first += circle) {
    const auto begin = frame.begin() + first;
    std::rotate(begin, begin + circle - turn, begin + circle);
  }
}

}  // namespace tactus
