#include "features/attack_envelope.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

namespace tactus {

AttackEnvelope::AttackEnvelope(int sample_rate)
    : hop_(sample_rate / kAttackFps), rows_(0, 2, kAttackFps), end_(end_of_row()) {
  if (sample_rate < kAttackFps) {
    throw std::invalid_argument(fmt::format("attack_envelope: {} Hz, expected at least {}",
                                            sample_rate, static_cast<int>(kAttackFps)));
  }
}

std::size_t AttackEnvelope::end_of_row() const {
  return static_cast<std::size_t>(std::lround(static_cast<double>(rows_.frames + 1) * hop_));
}

void AttackEnvelope::push(std::span<const float> samples) {
  const auto finite = [](float x) { return std::isfinite(x) ? x : 0.0f; };
  if (taken_ == 0 && !samples.empty()) before_ = finite(samples.front());
  while (!samples.empty()) {
    const auto part = samples.first(std::min(end_ - taken_, samples.size()));
    for (const float sample : part) {
      const float x = finite(sample);
      difference_ += (x - before_) * (x - before_);
      energy_ += x * x;
      before_ = x;
    }
    taken_ += part.size();
    samples = samples.subspan(part.size());
    if (taken_ < end_) continue;
    const auto count = static_cast<float>(end_ - begin_);
    rows_.data.insert(rows_.data.end(), {difference_ / count, energy_ / count});
    ++rows_.frames;
    difference_ = energy_ = 0.0f;
    begin_ = std::exchange(end_, end_of_row());
  }
}

// A row counts once its time is over, which may be a part of a sample after its last one.
FrameMatrix AttackEnvelope::finish() {
  rows_.frames =
      std::min(rows_.frames, static_cast<std::size_t>(static_cast<double>(taken_) / hop_));
  rows_.data.resize(rows_.frames * rows_.bins);
  return std::move(rows_);
}

FrameMatrix attack_envelope(std::span<const float> samples, int sample_rate) {
  AttackEnvelope envelope(sample_rate);
  envelope.push(samples);
  return envelope.finish();
}

}  // namespace tactus
