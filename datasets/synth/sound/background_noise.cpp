#include "datasets/synth/sound/background_noise.h"

#include <array>
#include <cmath>
#include <numbers>

#include "datasets/song_random.h"

namespace tactus {
namespace {

constexpr double kNone = -150.0;

double amplitude_of(double db) {
  return std::pow(10.0, db / 20.0);
}

// White noise through one-pole filters whose sum falls by 3 dB per octave (Paul Kellet's "economy"
// coefficients, within 0.5 dB above 40 Hz at 44.1 kHz).
class PinkNoise {
 public:
  double next(SongRandom& random) {
    const double white = random.uniform(-1.0, 1.0);
    a_ = 0.99765 * a_ + white * 0.0990460;
    b_ = 0.96300 * b_ + white * 0.2965164;
    c_ = 0.57000 * c_ + white * 1.0526913;
    return (a_ + b_ + c_ + white * 0.1848) * kToUnitRms;
  }

 private:
  static constexpr double kToUnitRms = 0.5883;  // rms of the sum for uniform input, inverted
  double a_ = 0, b_ = 0, c_ = 0;
};

void add_pink(std::vector<float>& samples, int channels, double db, SongRandom random) {
  const double level = amplitude_of(db);
  for (int channel = 0; channel < channels; ++channel) {
    PinkNoise pink;
    for (std::size_t i = static_cast<std::size_t>(channel); i < samples.size();
         i += static_cast<std::size_t>(channels))
      samples[i] += static_cast<float>(level * pink.next(random));
  }
}

template <class Signal>
void add_to_all(std::vector<float>& samples, int channels, Signal signal) {
  const auto width = static_cast<std::size_t>(channels);
  for (std::size_t frame = 0; (frame + 1) * width <= samples.size(); ++frame) {
    const auto value = static_cast<float>(signal());
    for (std::size_t c = 0; c < width; ++c) samples[frame * width + c] += value;
  }
}

// Four partials, each turned by one complex multiplication per sample.
class Hum {
 public:
  Hum(double hertz, int rate, SongRandom& random) {
    for (std::size_t k = 0; k < kPartials; ++k) {
      const double step = 2.0 * std::numbers::pi * hertz * static_cast<double>(k + 1) / rate;
      const double phase = random.uniform(0.0, 2.0 * std::numbers::pi);
      level_[k] = k == 0 ? 1.0 : random.uniform(0.1, 0.6);
      turn_c_[k] = std::cos(step), turn_s_[k] = std::sin(step);
      c_[k] = std::cos(phase), s_[k] = std::sin(phase);
    }
  }
  double next() {
    double sum = 0.0;
    for (std::size_t k = 0; k < kPartials; ++k) {
      const double c = c_[k] * turn_c_[k] - s_[k] * turn_s_[k];
      s_[k] = c_[k] * turn_s_[k] + s_[k] * turn_c_[k];
      c_[k] = c;
      sum += level_[k] * s_[k];
    }
    return sum;
  }

 private:
  static constexpr std::size_t kPartials = 4;
  std::array<double, kPartials> level_{}, turn_c_{}, turn_s_{}, c_{}, s_{};
};

// Clicks at random times: each decays within a millisecond; most are soft.
class Crackle {
 public:
  Crackle(double per_second, int rate, SongRandom random)
      : random_(random), chance_(per_second / rate), decay_(std::exp(-1.0 / (0.0003 * rate))) {}
  double next() {
    value_ *= -decay_;  // alternating sign, so that a click has no bass
    if (random_.chance(chance_)) {
      const double soft = random_.uniform();
      value_ += (random_.chance(0.5) ? 1.0 : -1.0) * soft * soft * soft;
    }
    return value_;
  }

 private:
  SongRandom random_;
  double chance_, decay_;
  double value_ = 0.0;
};

}  // namespace

void add_noise(std::vector<float>& samples, int channels, int sample_rate,
               const NoiseSettings& noise, std::uint64_t seed) {
  if (noise.pink_db > kNone)
    add_pink(samples, channels, noise.pink_db, SongRandom(seed, "", "pink"));
  if (noise.hum_db > kNone) {
    SongRandom random(seed, "", "hum");
    Hum hum(noise.hum_hertz, sample_rate, random);
    const double level = amplitude_of(noise.hum_db);
    add_to_all(samples, channels, [&] { return level * hum.next(); });
  }
  if (noise.crackle_db > kNone && noise.crackles_per_second > 0) {
    Crackle crackle(noise.crackles_per_second, sample_rate, SongRandom(seed, "", "crackle"));
    const double level = amplitude_of(noise.crackle_db);
    add_to_all(samples, channels, [&] { return level * crackle.next(); });
  }
}

}  // namespace tactus
