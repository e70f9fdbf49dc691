// The loop that both feature extractors share: samples in, batches of complete frames out.
#pragma once

#include <fmt/core.h>

#include <algorithm>
#include <cstddef>
#include <span>
#include <stdexcept>

#include "features/frames/frame_cutter.h"
#include "features/frames/frame_matrix.h"

namespace tactus {

// [0, 0] becomes [0, bins]; throws std::invalid_argument for rows of another width.
inline void prepare_rows(FrameMatrix& rows, std::size_t bins, double fps) {
  if (rows.frames == 0 && rows.bins == 0) rows = FrameMatrix(0, bins, fps);
  if (rows.bins != bins) {
    throw std::invalid_argument(
        fmt::format("features: rows of {} bins given, expected {}", rows.bins, bins));
  }
}

// Calls compute(cutter, first frame, count <= kBatch, float* rows) for every frame, in order.
class FrameStream {
 public:
  static constexpr std::size_t kBatch = 16;
  // Samples taken at once: bounds the cutter's memory.
  static constexpr std::size_t kBlock = std::size_t{1} << 15;

  FrameStream(int sample_rate, double fps, int longest_window, std::size_t bins)
      : cutter_(sample_rate, fps, longest_window), fps_(fps), bins_(bins) {}

  template <class Compute>
  void push(std::span<const float> samples, FrameMatrix& rows, Compute&& compute) {
    prepare_rows(rows, bins_, fps_);
    while (!samples.empty()) {
      const std::size_t count = std::min(samples.size(), kBlock);
      cutter_.append(samples.first(count));
      samples = samples.subspan(count);
      drain(rows, compute);
    }
  }

  template <class Compute>
  void finish(FrameMatrix& rows, Compute&& compute) {
    prepare_rows(rows, bins_, fps_);
    cutter_.finish();
    drain(rows, compute);
  }

 private:
  template <class Compute>
  void drain(FrameMatrix& rows, Compute& compute) {
    while (next_ < cutter_.complete()) {
      const std::size_t count = std::min(kBatch, cutter_.complete() - next_);
      rows.data.resize(rows.data.size() + count * bins_);
      compute(cutter_, next_, count, rows.data.data() + rows.frames * bins_);
      rows.frames += count;
      next_ += count;
      cutter_.release(next_);
    }
  }

  FrameCutter cutter_;
  double fps_;
  std::size_t bins_;
  std::size_t next_ = 0;
};

}  // namespace tactus
