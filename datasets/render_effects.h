// What happens to rendered samples before they are written: level, tone, noise, saturation.
#pragma once

#include <cstdint>
#include <vector>

namespace tactus {

struct RenderEffects {
  double peak_db = -1.0;     // the loudest sample after everything, dB full scale, at most 0
  double tilt_db = 0.0;      // treble louder than bass by this much (a shelf around 800 Hz)
  double noise_db = -200.0;  // level of white noise below the peak, -200 = none
  double saturation = 0.0;   // 0..1, how far the loudest samples are rounded off
  std::uint64_t noise_seed = 0;
  bool operator==(const RenderEffects&) const = default;
};

// In place on interleaved samples [frames * channels]. Silence stays silence.
void apply_effects(std::vector<float>& samples, int channels, int sample_rate,
                   const RenderEffects& effects);

}  // namespace tactus
