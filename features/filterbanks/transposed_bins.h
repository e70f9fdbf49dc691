// Transposition of frames by moving their bins.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

namespace tactus {

// Neighbouring bins that move together: a circle of pitch classes, which loses nothing, or a
// frequency axis with ends.
struct BinRun {
  std::size_t bins = 0;
  bool is_circle = false;
};

// Rotates each run of `circle` bins upwards by `bins`; a negative number rotates downwards. circle
// > 0; an incomplete run at the end stays.
inline void turn_bins(std::span<float> frame, long bins, long circle) {
  const long turn = ((bins % circle) + circle) % circle;
  for (long first = 0; first + circle <= static_cast<long>(frame.size()); first += circle) {
    const auto begin = frame.begin() + first;
    std::rotate(begin, begin + circle - turn, begin + circle);
  }
}

// Moves all bins upwards by `bins`; a negative number moves downwards. New bins at the edge are 0.
inline void shift_bins(std::span<float> frame, long bins) {
  const auto size = static_cast<long>(frame.size());
  const long moved = std::min(std::abs(bins), size);
  if (bins > 0) {
    std::move_backward(frame.begin(), frame.end() - moved, frame.end());
    std::fill_n(frame.begin(), moved, 0.0f);
  } else if (bins < 0) {
    std::move(frame.begin() + moved, frame.end(), frame.begin());
    std::fill_n(frame.end() - moved, moved, 0.0f);
  }
}

// Moves each run on its own. The runs are as long as the frame together.
inline void move_bins(std::span<float> frame, long bins, std::span<const BinRun> runs) {
  for (const BinRun& run : runs) {
    const std::span<float> part = frame.first(run.bins);
    if (run.is_circle)
      turn_bins(part, bins, static_cast<long>(run.bins));
    else
      shift_bins(part, bins);
    frame = frame.subspan(run.bins);
  }
}

}  // namespace tactus
