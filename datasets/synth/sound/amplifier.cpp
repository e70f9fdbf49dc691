#include "datasets/synth/sound/amplifier.h"

#include <fmt/core.h>

#include <cmath>
#include <stdexcept>

#include "datasets/synth/sound/biquad.h"
#include "datasets/synth/sound/dynamics.h"

namespace tactus {
namespace {

constexpr double kQuiet = 0.33;  // of the clipping point, where the RMS lies without drive

void check(const AmplifierSettings& amplifier) {
  if (amplifier.share <= 1 && amplifier.bias >= 0 && amplifier.bias <= 0.8 &&
      amplifier.low_hertz > 0 && amplifier.high_hertz > amplifier.low_hertz)
    return;
  throw std::invalid_argument(fmt::format(
      "an amplifier with share {}, bias {} and {} to {} Hz, expected 0..1, 0..0.8 and a "
      "rising band above 0",
      amplifier.share, amplifier.bias, amplifier.low_hertz, amplifier.high_hertz));
}

}  // namespace

void apply_amplifier(std::vector<float>& samples, int channels, int sample_rate,
                     const AmplifierSettings& amplifier) {
  if (amplifier.share <= 0) return;
  check(amplifier);
  const double before = rms_of(samples);
  if (before <= 0) return;
  const double drive = kQuiet * std::pow(10.0, amplifier.drive_db / 20.0) / before;
  const double rest = std::tanh(amplifier.bias);
  std::vector<float> played = samples;
  for (float& x : played) x = static_cast<float>(std::tanh(drive * x + amplifier.bias) - rest);
  apply_filter(played, channels, sample_rate,
               {FilterKind::kHighPass, amplifier.low_hertz, 0.0, 0.7071});
  for (int stage = 0; stage < 2; ++stage)
    apply_filter(played, channels, sample_rate,
                 {FilterKind::kLowPass, amplifier.high_hertz, 0.0, 0.7071});
  const double after = rms_of(played);
  const double gain = after > 0 ? amplifier.share * before / after : 0.0;
  for (std::size_t i = 0; i < samples.size(); ++i)
    samples[i] = static_cast<float>((1.0 - amplifier.share) * samples[i] + gain * played[i]);
}

}  // namespace tactus
