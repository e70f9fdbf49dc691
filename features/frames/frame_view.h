// View of feature frames; does not own the data.
#pragma once

#include <cstddef>
#include <span>

namespace tactus {

// Feature frames of one song, row-major [frames, bins]. The owner of the data must outlive it.
struct FrameView {
  const float* data = nullptr;
  std::size_t frames = 0;
  std::size_t bins = 0;
  double fps = 0.0;
  std::span<const float> row(std::size_t i) const { return {data + i * bins, bins}; }
};

}  // namespace tactus
