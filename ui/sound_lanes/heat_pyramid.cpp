#include "ui/sound_lanes/heat_pyramid.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace tactus::ui {

void HeatPyramid::clear() {
  *this = {};
}

void HeatPyramid::append(const FrameMatrix& rows) {
  if (rows.frames == 0) return;
  if (empty()) {
    bins_ = rows.bins;
    fps_ = rows.fps;
    zooms_.assign(1, {});
  }
  std::size_t changed = frames_;  // first new or changed frame of the zoom step
  frames_ += rows.frames;
  zooms_[0].reserve(frames_ * bins_);
  for (const float value : rows.data) {
    zooms_[0].push_back(static_cast<std::uint8_t>(std::lround(std::clamp(value, 0.f, 1.f) * 255)));
  }
  std::size_t length = frames_;
  for (std::size_t k = 0; length > 1; ++k) {
    if (k + 1 == zooms_.size()) zooms_.emplace_back();
    const std::vector<std::uint8_t>& fine = zooms_[k];
    std::vector<std::uint8_t>& coarse = zooms_[k + 1];
    changed /= 2;
    coarse.resize((length + 1) / 2 * bins_);
    for (std::size_t i = changed; i < (length + 1) / 2; ++i) {
      const std::size_t second = std::min(2 * i + 1, length - 1);
      for (std::size_t b = 0; b < bins_; ++b) {
        coarse[i * bins_ + b] = std::max(fine[2 * i * bins_ + b], fine[second * bins_ + b]);
      }
    }
    length = (length + 1) / 2;
  }
}

void HeatPyramid::greatest(double begin, double end, std::span<std::uint8_t> out) const {
  std::fill(out.begin(), out.end(), std::uint8_t{0});
  const auto last = static_cast<double>(frames_);
  const double from = std::floor(begin * fps_ + 0.5);
  const double to = std::min(std::max(std::ceil(end * fps_ + 0.5), from + 1.0), last);
  if (!(to > 0.0) || !(from < to)) return;
  const auto first = static_cast<std::size_t>(std::max(from, 0.0));
  const auto behind = static_cast<std::size_t>(to);
  const auto zoom = std::min<std::size_t>(std::bit_width(behind - first) - 1, zooms_.size() - 1);
  const std::vector<std::uint8_t>& values = zooms_[zoom];
  for (std::size_t i = first >> zoom; i <= (behind - 1) >> zoom; ++i) {
    for (std::size_t b = 0; b < out.size(); ++b) {
      out[b] = std::max(out[b], values[i * bins_ + b]);
    }
  }
}

float HeatPyramid::value(std::ptrdiff_t frame, std::size_t bin) const {
  if (frame < 0 || frame >= static_cast<std::ptrdiff_t>(frames_)) return 0.0f;
  return static_cast<float>(zooms_[0][static_cast<std::size_t>(frame) * bins_ + bin]) / 255.0f;
}

}  // namespace tactus::ui
