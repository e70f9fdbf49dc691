// Rows of features that one thread computes while others read them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <mutex>
#include <span>
#include <vector>

#include "features/frames/frame_matrix.h"

namespace tactus {

class GrowingFrames {
 public:
  GrowingFrames(std::size_t bins, double fps) : rows_(0, bins, fps) {}

  std::size_t bins() const { return rows_.bins; }
  double fps() const { return rows_.fps; }
  std::size_t frames() const {
    const std::lock_guard lock(mutex_);
    return rows_.frames;
  }

  // `more` has bins() columns.
  void append(const FrameMatrix& more) {
    const std::lock_guard lock(mutex_);
    rows_.data.insert(rows_.data.end(), more.data.begin(), more.data.end());
    rows_.frames += more.frames;
  }
  // The rows [first, last) that exist so far.
  FrameMatrix read(std::size_t first, std::size_t last) const {
    const std::lock_guard lock(mutex_);
    const std::size_t end = std::min(last, rows_.frames), begin = std::min(first, end);
    FrameMatrix part(end - begin, rows_.bins, rows_.fps);
    std::copy_n(rows_.data.begin() + static_cast<std::ptrdiff_t>(begin * rows_.bins),
                part.data.size(), part.data.begin());
    return part;
  }

 private:
  mutable std::mutex mutex_;
  FrameMatrix rows_;
};

// Times in seconds, in order, that one thread finds while others read them.
class GrowingTimes {
 public:
  void append(std::span<const double> more) {
    const std::lock_guard lock(mutex_);
    times_.insert(times_.end(), more.begin(), more.end());
  }
  // The times in [begin, end) that were found so far.
  std::vector<double> between(double begin, double end) const {
    const std::lock_guard lock(mutex_);
    const auto first = std::lower_bound(times_.begin(), times_.end(), begin);
    return {first, std::max(first, std::lower_bound(times_.begin(), times_.end(), end))};
  }

 private:
  mutable std::mutex mutex_;
  std::vector<double> times_;
};

}  // namespace tactus
