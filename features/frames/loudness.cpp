#include "features/frames/loudness.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <numeric>
#include <stdexcept>

#include "features/frames/avx2_clone.h"
#include "features/frames/sound_sample.h"

namespace tactus {
namespace {

constexpr double kBlockSeconds = 0.4;
constexpr double kAbsoluteGate = -70.0;  // dB
constexpr double kRelativeGate = -10.0;  // dB
constexpr double kMostDecibels = 40.0;   // kMostLoudnessGain, either way

double power(double level) {
  return std::pow(10.0, level / 10.0);
}

// Mean of the values above the gate; 0 if there are none.
double mean_above(std::span<const double> powers, double gate) {
  double sum = 0.0;
  int count = 0;
  for (const double value : powers) {
    if (value <= gate) continue;
    sum += value;
    ++count;
  }
  return count > 0 ? sum / count : 0.0;
}

// A block above full scale in sound within it holds a faulty sample: it would make all else quiet.
// If half of the blocks are so, full scale is another number there.
void leave_out_faults(std::vector<double>& powers) {
  const auto too_loud = [](double power) { return power > 1.0; };
  const auto count = std::ranges::count_if(powers, too_loud);
  if (2 * count < std::ssize(powers)) std::erase_if(powers, too_loud);
}

constexpr std::size_t kSums = 8;

// Adds the square of sample n to sum n % kSums; `count` is a multiple of kSums.
TACTUS_AVX2_CLONE void add_squares_to(double (&squares)[kSums], const float* samples,
                                      std::size_t count) {
  double sums[kSums];
  std::copy_n(squares, kSums, sums);
  for (std::size_t n = 0; n < count; n += kSums) {
    for (std::size_t k = 0; k < kSums; ++k) {
      const double sound = sound_or_zero(samples[n + k]);
      sums[k] += sound * sound;
    }
  }
  std::copy_n(sums, kSums, squares);
}

}  // namespace

LoudnessMeter::LoudnessMeter(int sample_rate) {
  if (sample_rate < 1) {
    throw std::invalid_argument(
        fmt::format("loudness: sample rate of {} Hz, expected 1 or more", sample_rate));
  }
  length_ = std::max<std::size_t>(1, static_cast<std::size_t>(kBlockSeconds * sample_rate));
}

// Within one block.
void LoudnessMeter::add_squares(std::span<const float> samples) {
  const auto add_next = [&] {
    const double sound = sound_or_zero(samples.front());
    squares_[filled_++ % kLanes] += sound * sound;
    samples = samples.subspan(1);
  };
  while (filled_ % kLanes != 0 && !samples.empty()) add_next();
  const std::size_t whole = samples.size() / kLanes * kLanes;
  add_squares_to(squares_, samples.data(), whole);
  filled_ += whole;
  samples = samples.subspan(whole);
  while (!samples.empty()) add_next();
}

double LoudnessMeter::last_power() const {
  const double sum = std::accumulate(std::begin(squares_), std::end(squares_), 0.0);
  return sum / static_cast<double>(filled_);
}

void LoudnessMeter::push(std::span<const float> samples) {
  while (!samples.empty()) {
    const auto part = samples.first(std::min(length_ - filled_, samples.size()));
    add_squares(part);
    samples = samples.subspan(part.size());
    if (filled_ < length_) continue;
    powers_.push_back(last_power());
    std::fill(std::begin(squares_), std::end(squares_), 0.0);
    filled_ = 0;
  }
}

double LoudnessMeter::loudness() const {
  std::vector<double> powers = powers_;
  if (filled_ > 0) powers.push_back(last_power());
  leave_out_faults(powers);
  const double loud = mean_above(powers, power(kAbsoluteGate));
  if (!(loud > 0.0)) return -std::numeric_limits<double>::infinity();
  const double gate = std::max(power(kAbsoluteGate), loud * power(kRelativeGate));
  return 10.0 * std::log10(mean_above(powers, gate));
}

float LoudnessMeter::gain_to(double level) const {
  if (level == 0.0) return 1.0f;
  const double found = loudness();
  if (!std::isfinite(found)) return 1.0f;
  return static_cast<float>(
      std::pow(10.0, std::clamp(level - found, -kMostDecibels, kMostDecibels) / 20.0));
}

double gated_loudness(std::span<const float> samples, int sample_rate) {
  LoudnessMeter meter(sample_rate);
  meter.push(samples);
  return meter.loudness();
}

float gain_to_loudness(std::span<const float> samples, int sample_rate, double level) {
  if (level == 0.0) return 1.0f;
  LoudnessMeter meter(sample_rate);
  meter.push(samples);
  return meter.gain_to(level);
}

}  // namespace tactus
