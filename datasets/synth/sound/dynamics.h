// Loudness as mastering treats it: quiet passages come up, peaks are held.
#pragma once

#include <vector>

namespace tactus {

struct CompressorSettings {
  double threshold_db = 0.0;  // against the level of the whole piece (rms)
  double ratio = 1.0;         // dB in for one dB out above it, 1 = off
  double attack = 0.010;      // seconds
  double release = 0.150;     // seconds
  bool operator==(const CompressorSettings&) const = default;
};

// In place on interleaved samples; all channels get the same gain, so that the picture stays still.
// Throws std::invalid_argument for a ratio below 1 or times that are not positive.
void apply_compressor(std::vector<float>& samples, int channels, int sample_rate,
                      const CompressorSettings& settings);

// Holds every sample within +-ceiling by a gain that falls and rises over 3 ms around each peak, at
// the same time as the peak.
void apply_limiter(std::vector<float>& samples, int channels, int sample_rate, double ceiling);

}  // namespace tactus
