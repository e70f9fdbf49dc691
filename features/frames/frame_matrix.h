// A sequence of feature frames or network activations, row-major [frames, bins].
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace tactus {

// Frame i describes the music around time `i / fps` seconds (the centre of its window).
// Plain value type: copying copies the data. `data.size() == frames * bins` always.
struct FrameMatrix {
  std::size_t frames = 0;
  std::size_t bins = 0;
  double fps = 0.0;
  std::vector<float> data;

  FrameMatrix() = default;
  FrameMatrix(std::size_t n_frames, std::size_t n_bins, double frames_per_second)
      : frames(n_frames), bins(n_bins), fps(frames_per_second), data(n_frames * n_bins, 0.0f) {}

  std::span<float> row(std::size_t i) { return {data.data() + i * bins, bins}; }
  std::span<const float> row(std::size_t i) const { return {data.data() + i * bins, bins}; }
};

// The first `bins` values of each row; at most all.
FrameMatrix first_bins(const FrameMatrix& matrix, std::size_t bins);

// Mean of each value, over at least one matrix, all of one shape.
FrameMatrix mean_of(std::vector<FrameMatrix> matrices);

}  // namespace tactus
