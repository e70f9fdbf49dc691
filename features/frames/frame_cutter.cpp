#include "features/frames/frame_cutter.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "features/frames/sound_sample.h"

namespace tactus {
namespace {

constexpr double kLeastFps = 1e-3;  // keeps every centre well inside 64 bits

}  // namespace

FrameCutter::FrameCutter(int sample_rate, double fps, int longest_window)
    : sample_rate_(sample_rate), fps_(fps), longest_(longest_window) {
  if (sample_rate < 1 || !(fps >= kLeastFps) || !(fps <= sample_rate) || longest_window < 1) {
    throw std::invalid_argument(
        fmt::format("FrameCutter: {} Hz, {} frames per second, window of {}: expected positive "
                    "values and from {} frames per second to one per sample",
                    sample_rate, fps, longest_window, kLeastFps));
  }
  buffer_start_ = -(longest_ / 2);
  buffer_.assign(static_cast<std::size_t>(longest_ / 2), 0.0f);
}

std::int64_t FrameCutter::centre(std::size_t frame) const {
  return std::llround(static_cast<double>(frame) * sample_rate_ / fps_);
}

void FrameCutter::append(std::span<const float> samples) {
  if (finished_) throw std::invalid_argument("FrameCutter: samples after finish()");
  const std::int64_t needed_from = centre(released_) - longest_ / 2;
  const std::int64_t unneeded =
      std::min(needed_from - buffer_start_, static_cast<std::int64_t>(buffer_.size()));
  if (unneeded >= longest_) {
    buffer_.erase(buffer_.begin(), buffer_.begin() + unneeded);
    buffer_start_ += unneeded;
  }
  const std::size_t before = buffer_.size();
  buffer_.resize(before + samples.size());
  std::transform(samples.begin(), samples.end(), buffer_.begin() + before, sound_or_zero);
  appended_ += static_cast<std::int64_t>(samples.size());
  while (centre(complete_) - longest_ / 2 + longest_ <= appended_) ++complete_;
}

void FrameCutter::finish() {
  if (finished_) return;
  finished_ = true;
  complete_ =
      static_cast<std::size_t>(std::ceil(static_cast<double>(appended_) * fps_ / sample_rate_));
  if (complete_ == 0) return;
  const std::int64_t end = centre(complete_ - 1) - longest_ / 2 + longest_;
  if (end > buffer_start_ + static_cast<std::int64_t>(buffer_.size())) {
    buffer_.resize(static_cast<std::size_t>(end - buffer_start_), 0.0f);
  }
}

const float* FrameCutter::window(std::size_t frame, int size) const {
  if (frame < released_ || frame >= complete_ || size > longest_) {
    throw std::invalid_argument(fmt::format(
        "FrameCutter: frame {} with window {}, expected a frame in [{}, {}) and a window up to {}",
        frame, size, released_, complete_, longest_));
  }
  return buffer_.data() + (centre(frame) - size / 2 - buffer_start_);
}

void FrameCutter::release(std::size_t frame) {
  released_ = std::max(released_, frame);
}

}  // namespace tactus
