// Rows of values over time, kept so that the greatest within any span is found at once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "features/frames/frame_matrix.h"

namespace tactus::ui {

// Values 0..1 as bytes; level k holds the greatest of each 2^k frames. Two bytes per value in all.
// Frame i stands for the time around i / fps, half a frame to either side.
class HeatPyramid {
 public:
  void clear();
  // The first rows determine bins() and fps(); values outside 0..1 are clamped.
  void append(const FrameMatrix& rows);

  bool empty() const { return frames_ == 0; }
  std::size_t frames() const { return frames_; }
  std::size_t bins() const { return bins_; }
  double fps() const { return fps_; }

  // The greatest values between two times: of all frames that stand for a part of [begin, end),
  // possibly of some beside them (less than the span's length); zeros where there is no frame.
  // out: bins().
  void greatest(double begin, double end, std::span<std::uint8_t> out) const;
  // A value of one frame, 0..1; 0 outside.
  float value(std::ptrdiff_t frame, std::size_t bin) const;

 private:
  std::size_t bins_ = 0, frames_ = 0;
  double fps_ = 0.0;
  std::vector<std::vector<std::uint8_t>> levels_;  // [k] = [frames, bins]
};

}  // namespace tactus::ui
