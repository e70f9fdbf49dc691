#include "datasets/synth/sound/render_effects.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "datasets/song_random.h"

namespace tactus {
namespace {

constexpr double kTiltHz = 800.0;
constexpr double kNoNoise = -150.0;

float peak_of(const std::vector<float>& samples) {
  float peak = 0.0f;
  for (const float x : samples) peak = std::max(peak, std::abs(x));
  return peak;
}

double gain_of(double db) {
  return std::pow(10.0, db / 20.0);
}

// Splits at kTiltHz with a one-pole low-pass and weights both bands; a first-order filter delays by
// less than 0.2 ms.
void tilt(std::vector<float>& samples, int channels, int rate, double db) {
  const double a = 1.0 - std::exp(-2.0 * std::numbers::pi * kTiltHz / rate);
  const double low_gain = gain_of(-0.5 * db), high_gain = gain_of(0.5 * db);
  for (int c = 0; c < channels; ++c) {
    double low = 0.0;
    for (std::size_t i = static_cast<std::size_t>(c); i < samples.size();
         i += static_cast<std::size_t>(channels)) {
      low += a * (samples[i] - low);
      samples[i] = static_cast<float>(low_gain * low + high_gain * (samples[i] - low));
    }
  }
}

void saturate(std::vector<float>& samples, double amount) {
  const double drive = 0.5 + 2.0 * amount;  // of a full-scale sample into tanh
  for (float& x : samples) x = static_cast<float>(std::tanh(drive * x) / std::tanh(drive));
}

void scale_to_maximum(std::vector<float>& samples, double target) {
  const float peak = peak_of(samples);
  if (peak <= 0) return;
  const auto gain = static_cast<float>(target / peak);
  for (float& x : samples) x *= gain;
}

}  // namespace

void apply_effects(std::vector<float>& samples, int channels, int sample_rate,
                   const RenderEffects& effects) {
  if (peak_of(samples) <= 0) return;
  if (effects.tilt_db != 0) tilt(samples, channels, sample_rate, effects.tilt_db);
  for (const FilterBand& band : effects.equaliser)
    apply_filter(samples, channels, sample_rate, band);
  apply_hall(samples, channels, sample_rate, effects.hall);
  apply_room(samples, channels, sample_rate, effects.room);
  apply_compressor(samples, channels, sample_rate, effects.compressor);
  scale_to_maximum(samples, 1.0);
  if (effects.limiter_db > 0) {
    apply_limiter(samples, channels, sample_rate, gain_of(-effects.limiter_db));
    scale_to_maximum(samples, 1.0);
  }
  if (effects.saturation > 0) saturate(samples, effects.saturation);
  if (effects.loudness_db != 0) apply_loudness(samples, channels, sample_rate, effects.loudness_db);
  if (effects.noise_db > kNoNoise) {
    SongRandom random(effects.noise_seed, "", "noise");
    const double level =
        gain_of(effects.noise_db) * std::sqrt(3.0);  // uniform noise: rms a/sqrt(3)
    for (float& x : samples) x += static_cast<float>(random.uniform(-level, level));
  }
  add_noise(samples, channels, sample_rate, effects.noise, effects.noise_seed);
  for (const FilterBand& band : effects.passing) apply_filter(samples, channels, sample_rate, band);
  scale_to_maximum(samples, gain_of(std::min(0.0, effects.maximum_db)));
}

std::string describe(const RenderEffects& effects) {
  std::string text = fmt::format("peak {:.1f} dB", effects.maximum_db);
  const auto append = [&](bool wanted, const std::string& words) {
    if (wanted) text += "; " + words;
  };
  append(effects.tilt_db != 0, fmt::format("tilt {:+.1f} dB", effects.tilt_db));
  for (const FilterBand& band : effects.equaliser)
    append(true, fmt::format("{:.0f} Hz {:+.1f} dB", band.hertz, band.gain_db));
  const HallSettings& hall = effects.hall;
  append(hall.relative_db > kNoNoise,
         fmt::format("hall {:.2f} s at {:.1f} dB after {:.0f} ms", hall.seconds, hall.relative_db,
                     1e3 * hall.pre_delay));
  append(effects.room.wet > 0,
         fmt::format("room {:.2f} s, share {:.2f}", effects.room.seconds, effects.room.wet));
  const CompressorSettings& compressor = effects.compressor;
  append(compressor.ratio > 1, fmt::format("compressor {:.1f}:1 from {:+.1f} dB", compressor.ratio,
                                           compressor.threshold_db));
  append(effects.limiter_db > 0, fmt::format("limiter {:.1f} dB", effects.limiter_db));
  append(effects.saturation > 0, fmt::format("saturation {:.2f}", effects.saturation));
  append(effects.loudness_db != 0, fmt::format("loudness {:.1f} dB", effects.loudness_db));
  append(effects.noise_db > kNoNoise, fmt::format("white {:.1f} dB", effects.noise_db));
  const NoiseSettings& noise = effects.noise;
  append(noise.pink_db > kNoNoise, fmt::format("pink {:.1f} dB", noise.pink_db));
  append(noise.hum_db > kNoNoise,
         fmt::format("hum {:.0f} Hz {:.1f} dB", noise.hum_hertz, noise.hum_db));
  append(noise.crackle_db > kNoNoise, fmt::format("crackle {:.1f} dB", noise.crackle_db));
  for (const FilterBand& band : effects.passing)
    append(true, fmt::format("{} {:.0f} Hz", band.kind == FilterKind::kLowPass ? "below" : "above",
                             band.hertz));
  return text;
}

}  // namespace tactus
