// Sounds besides the music: hiss, rumble, mains hum, the crackle of a record.
#pragma once

#include <cstdint>
#include <vector>

namespace tactus {

struct NoiseSettings {      // dB below full scale (a sample of 1), -200 = none
  double pink_db = -200.0;  // rms; 3 dB less per octave upwards
  double hum_db = -200.0;   // of the fundamental; three harmonics lie below it
  double hum_hertz = 50.0;
  double crackle_db = -200.0;        // of the loudest clicks
  double crackles_per_second = 0.0;  // on average
  bool operator==(const NoiseSettings&) const = default;
};

// In place on interleaved samples [frames * channels], pink noise per channel, other noise the same
// in all channels.
void add_noise(std::vector<float>& samples, int channels, int sample_rate,
               const NoiseSettings& noise, std::uint64_t seed);

}  // namespace tactus
