#include "datasets/synth/sound/hall.h"

#include <fmt/core.h>

#include <array>
#include <cmath>
#include <numbers>
#include <stdexcept>

namespace tactus {
namespace {

constexpr double kNoHall = -150.0;
constexpr std::size_t kLines = 8;
constexpr std::array<double, kLines> kDelays = {0.02011, 0.02539, 0.03017, 0.03491,
                                                0.04129, 0.04673, 0.05303, 0.05987};  // seconds

class Delay {
 public:
  explicit Delay(std::size_t length) : line_(length > 0 ? length : 1) {}
  float read() const { return line_[place_]; }
  void write(float value) {
    line_[place_] = value;
    if (++place_ == line_.size()) place_ = 0;
  }

 private:
  std::vector<float> line_;
  std::size_t place_ = 0;
};

// x -> H x / sqrt(8), in place.
void hadamard(std::array<float, kLines>& x) {
  for (std::size_t half = 1; half < kLines; half *= 2)
    for (std::size_t i = 0; i < kLines; i += 2 * half)
      for (std::size_t j = i; j < i + half; ++j) {
        const float a = x[j], b = x[j + half];
        x[j] = a + b;
        x[j + half] = a - b;
      }
  for (float& value : x) value *= 0.35355339f;
}

// The reverberation of one signal for one output channel.
class Room {
 public:
  Room(const HallSettings& hall, int rate, int channel)
      : pre_(static_cast<std::size_t>(hall.pre_delay * rate)),
        damp_(static_cast<float>(1.0 -
                                 std::exp(-2.0 * std::numbers::pi * hall.damping_hertz / rate))) {
    for (std::size_t i = 0; i < kLines; ++i) {
      const double delay = kDelays[i] * hall.size * (1.0 + 0.013 * channel);
      lines_.emplace_back(static_cast<std::size_t>(delay * rate));
      gain_[i] = static_cast<float>(std::pow(10.0, -3.0 * delay / hall.seconds));
    }
    // Each delay line gets 1/8 of the energy of a click and returns it repeatedly with its gain.
    double energy = 0.0;
    for (const float g : gain_) energy += g * g / (1.0 - g * g) / kLines;
    level_ = static_cast<float>(std::pow(10.0, hall.relative_db / 20.0) / std::sqrt(energy));
  }

  float next(float in) {
    const float x = pre_.read();
    pre_.write(in);
    float sum = 0.0f;
    for (std::size_t i = 0; i < kLines; ++i) {
      low_[i] += damp_ * (gain_[i] * lines_[i].read() - low_[i]) + 1e-20f;
      sum += (i % 2 ? -1.0f : 1.0f) * low_[i];
    }
    std::array<float, kLines> mixed = low_;
    hadamard(mixed);
    for (std::size_t i = 0; i < kLines; ++i) lines_[i].write(mixed[i] + 0.35355339f * x);
    return level_ * sum;
  }

 private:
  Delay pre_;
  std::vector<Delay> lines_;
  std::array<float, kLines> gain_{}, low_{};
  float damp_ = 1.0f, level_ = 0.0f;
};

void check(const HallSettings& hall) {
  const bool good = hall.seconds >= 0.1 && hall.seconds <= 10 && hall.size >= 0.2 &&
                    hall.size <= 2 && hall.pre_delay >= 0 && hall.pre_delay <= 0.5 &&
                    hall.damping_hertz > 0;
  if (!good)
    throw std::invalid_argument(fmt::format(
        "a hall of {} s, size {}, {} s before it and {} Hz, expected 0.1..10, 0.2..2, 0..0.5 and "
        "above 0",
        hall.seconds, hall.size, hall.pre_delay, hall.damping_hertz));
}

}  // namespace

void apply_hall(std::vector<float>& samples, int channels, int sample_rate,
                const HallSettings& hall) {
  if (hall.relative_db < kNoHall) return;
  check(hall);
  for (int channel = 0; channel < channels; ++channel) {
    Room room(hall, sample_rate, channel);
    for (std::size_t i = static_cast<std::size_t>(channel); i < samples.size();
         i += static_cast<std::size_t>(channels))
      samples[i] += room.next(samples[i]);
  }
}

}  // namespace tactus
