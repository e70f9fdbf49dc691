// Loudness processing of mastering: raises quiet passages, limits the maxima.
#pragma once

#include <span>
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

struct DuckSettings {
  double depth_db = 0.0;   // reduction right after a stroke, 0 = none
  double attack = 0.005;   // seconds until the reduction is complete
  double hold = 0.03;      // seconds at the full reduction
  double release = 0.150;  // seconds until a third of it (in dB) is left
  bool operator==(const DuckSettings&) const = default;
};

// A side chain: the sound falls at each of `times` (rising seconds, of a kick drum) and recovers.
// The gain starts to fall at the stroke, so attacks stay in place. In place on interleaved samples.
// Throws std::invalid_argument for a negative depth or times that are not positive.
void apply_ducking(std::vector<float>& samples, int channels, int sample_rate,
                   std::span<const double> times, const DuckSettings& duck);

// As a mastering engineer does: brings the song to a gated loudness (dB,
// features/frames/loudness.h) by a gain and a limiter at full scale. Songs that are too quiet for
// it get at most 18 dB.
void apply_loudness(std::vector<float>& samples, int channels, int sample_rate, double loudness_db);

double rms_of(std::span<const float> samples);  // 0 without samples

}  // namespace tactus
