// Loudness processing of mastering: raises quiet passages, limits the maxima.
#pragma once

#include <vector>

namespace tactus {

struct CompressorSettings {
  double threshold_db = 0.0;  // relative to the RMS of the whole song
  double ratio = 1.0;         // dB in for one dB out above it, 1 = off
  double attack = 0.010;      // seconds
  double release = 0.150;     // seconds
  bool operator==(const CompressorSettings&) const = default;
};

// In place on interleaved samples; all channels get the same gain, so that the stereo image stays.
// Throws std::invalid_argument for a ratio below 1 or times that are not positive.
void apply_compressor(std::vector<float>& samples, int channels, int sample_rate,
                      const CompressorSettings& settings);

// Keeps every sample within +-ceiling. The gain falls and rises over 3 ms around each maximum,
// without delay.
void apply_limiter(std::vector<float>& samples, int channels, int sample_rate, double ceiling);

}  // namespace tactus
