#include "audio/waveform/envelope_pyramid.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace tactus {

// Combines entries.
class EnvelopePyramid::Collector {
 public:
  void add(const Entry& entry, double weight) {
    low_ = std::min(low_, entry.low);
    high_ = std::max(high_, entry.high);
    power_ += weight * entry.power;
    weight_ += weight;
  }
  Entry entry() const { return {low_, high_, static_cast<float>(power_ / weight_)}; }
  Envelope peak() const {
    return weight_ > 0 ? Envelope{low_, high_, static_cast<float>(std::sqrt(power_ / weight_))}
                       : Envelope{};
  }

 private:
  float low_ = std::numeric_limits<float>::max();
  float high_ = std::numeric_limits<float>::lowest();
  double power_ = 0.0, weight_ = 0.0;
};

EnvelopePyramid::EnvelopePyramid(int channels) : channels_(channels), zooms_(1) {
  if (channels < 1) {
    throw std::invalid_argument(
        fmt::format("EnvelopePyramid: {} channels, expected one", channels));
  }
}

void EnvelopePyramid::append(std::span<const float> interleaved) {
  const std::lock_guard lock(mutex_);
  const auto channels = static_cast<std::size_t>(channels_);
  while (!interleaved.empty()) {
    const auto room = static_cast<std::size_t>(kBlock - filled_) * channels;
    const auto part = interleaved.first(std::min(interleaved.size(), room));
    if (filled_ == 0) low_ = high_ = part.front();
    for (const float sample : part) {
      low_ = std::min(low_, sample);
      high_ = std::max(high_, sample);
      squares_ += static_cast<double>(sample) * sample;
    }
    filled_ += static_cast<std::int64_t>(part.size() / channels);
    if (filled_ == kBlock) complete_block();
    interleaved = interleaved.subspan(part.size());
  }
}

void EnvelopePyramid::restore(std::span<const Entry> blocks, std::int64_t frames) {
  const std::lock_guard lock(mutex_);
  if (added_ > 0 || filled_ > 0 || (frames + kBlock - 1) / kBlock != std::ssize(blocks)) {
    throw std::invalid_argument(fmt::format(
        "EnvelopePyramid: {} blocks for {} frames, {} appended before; expected {} and none",
        blocks.size(), frames, added_, (frames + kBlock - 1) / kBlock));
  }
  zooms_.assign(1, {});
  for (const Entry& entry : blocks) add_block(entry);
  added_ = 0;
  frames_ = frames;
}

void EnvelopePyramid::finish() {
  const std::lock_guard lock(mutex_);
  const std::int64_t last = filled_;
  if (filled_ > 0) complete_block();
  const auto whole = static_cast<std::int64_t>(added_) - (last > 0 ? 1 : 0);
  frames_ = whole * kBlock + last;
  std::size_t size = added_;
  for (auto& zoom : zooms_) {
    zoom.resize(size);
    zoom.shrink_to_fit();
    size /= kFan;
  }
}

void EnvelopePyramid::complete_block() {
  const double samples = static_cast<double>(filled_) * channels_;
  const auto before = static_cast<std::int64_t>(added_) * kBlock;
  frames_ = std::max(frames_, before + filled_);
  add_block({low_, high_, static_cast<float>(squares_ / samples)});
  filled_ = 0;
  squares_ = 0.0;
}

// Replaces a restored entry, and each larger entry when its last part arrives.
void EnvelopePyramid::add_block(const Entry& entry) {
  const auto put = [this](std::size_t zoom, std::size_t index, const Entry& value) {
    if (zoom == zooms_.size()) zooms_.emplace_back();
    if (index == zooms_[zoom].size()) zooms_[zoom].emplace_back();
    zooms_[zoom][index] = value;
  };
  put(0, added_++, entry);
  std::size_t done = added_;  // complete entries at this zoom
  for (std::size_t k = 0; done % kFan == 0; ++k, done /= kFan) {
    Collector four;
    for (std::size_t i = done - kFan; i < done; ++i) four.add(zooms_[k][i], 1.0);
    put(k + 1, done / kFan - 1, four.entry());
  }
}

std::int64_t EnvelopePyramid::frames() const {
  const std::lock_guard lock(mutex_);
  return frames_;
}

std::vector<EnvelopePyramid::Entry> EnvelopePyramid::blocks() const {
  const std::lock_guard lock(mutex_);
  return zooms_[0];
}

// For the blocks [begin, end): at each step takes the largest entry that begins here and ends
// within the range.
EnvelopePyramid::Collector EnvelopePyramid::collect(std::size_t begin, std::size_t end) const {
  Collector sum;
  while (begin < end) {
    std::size_t zoom = 0, size = 1;
    while (zoom + 1 < zooms_.size() && begin % (size * kFan) == 0 && begin + size * kFan <= end &&
           begin / (size * kFan) < zooms_[zoom + 1].size()) {
      ++zoom;
      size *= kFan;
    }
    sum.add(zooms_[zoom][begin / size], static_cast<double>(size));
    begin += size;
  }
  return sum;
}

void EnvelopePyramid::summarise(double first, double frames_per_column,
                                std::span<Envelope> out) const {
  if (!(frames_per_column > 0)) {
    throw std::invalid_argument(fmt::format(
        "EnvelopePyramid: columns of {} frames, expected more than 0", frames_per_column));
  }
  const std::lock_guard lock(mutex_);
  const auto blocks = static_cast<double>(zooms_[0].size());
  const auto block_at = [&](double frame) {
    return std::clamp(std::round(frame / static_cast<double>(kBlock)), -1.0, blocks + 1.0);
  };
  for (std::size_t i = 0; i < out.size(); ++i) {
    const double begin = block_at(first + static_cast<double>(i) * frames_per_column);
    const double end =
        std::max(begin + 1.0, block_at(first + static_cast<double>(i + 1) * frames_per_column));
    const double from = std::max(begin, 0.0), to = std::min(end, blocks);
    out[i] = from < to
                 ? collect(static_cast<std::size_t>(from), static_cast<std::size_t>(to)).peak()
                 : Envelope{};
  }
}

std::size_t EnvelopePyramid::bytes() const {
  const std::lock_guard lock(mutex_);
  std::size_t total = 0;
  for (const auto& zoom : zooms_) total += zoom.capacity() * sizeof(Entry);
  return total;
}

void summarise_samples(std::span<const float> interleaved, int channels, double first,
                       double frames_per_column, std::span<Envelope> out) {
  const auto width = static_cast<std::size_t>(channels);
  const auto frames = static_cast<std::int64_t>(interleaved.size() / width);
  for (std::size_t i = 0; i < out.size(); ++i) {
    const auto begin = std::llround(first + static_cast<double>(i) * frames_per_column);
    const auto end = std::max<std::int64_t>(
        begin + 1, std::llround(first + static_cast<double>(i + 1) * frames_per_column));
    const std::int64_t from = std::max<std::int64_t>(begin, 0), to = std::min(end, frames);
    out[i] = {};
    if (from >= to) continue;
    const auto part = interleaved.subspan(static_cast<std::size_t>(from) * width,
                                          static_cast<std::size_t>(to - from) * width);
    const auto [low, high] = std::minmax_element(part.begin(), part.end());
    double squares = 0.0;
    for (const float sample : part) squares += static_cast<double>(sample) * sample;
    out[i] = {*low, *high,
              static_cast<float>(std::sqrt(squares / static_cast<double>(part.size())))};
  }
}

}  // namespace tactus
