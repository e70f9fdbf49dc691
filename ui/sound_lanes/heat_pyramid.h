// Rows of values over time, stored so that the greatest value within any span is quickly available.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "features/frames/frame_matrix.h"

namespace tactus::ui {

// Values 0..1 as bytes; zoom step k holds the greatest of each 2^k frames. Two bytes per value in
// all. Frame i covers the time around i / fps, half a frame to each side.
class HeatPyramid {
 public:
  void clear();
  // The first rows determine bins() and fps(); values outside 0..1 are clamped.
  void append(const FrameMatrix& rows);

  bool empty() const { return frames_ == 0; }
  std::size_t frames() const { return frames_; }
  std::size_t bins() const { return bins_; }
  double fps() const { return fps_; }

  // Returns the greatest values between two times: of all frames that cover a part of [begin, end),
  // and possibly of some frames beside them (less than the length of the span). Zeros if there is
  // no frame. out: bins().
  void greatest(double begin, double end, std::span<std::uint8_t> out) const;
  // Returns a value of one frame, 0..1; 0 outside.
  float value(std::ptrdiff_t frame, std::size_t bin) const;

 private:
  std::size_t bins_ = 0, frames_ = 0;
  double fps_ = 0.0;
  std::vector<std::vector<std::uint8_t>> zooms_;  // [k] = [frames, bins]
};

}  // namespace tactus::ui
