// A tape machine with a wrong or unsteady speed: pitch and time change together.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "datasets/midi/time_map.h"

namespace tactus {

struct TapeSettings {
  double speed_cents = 0.0;  // shift of the whole song upwards (and shorter), -100..100
  double wow_cents = 0.0;    // amplitude of a slow variation of the pitch
  double wow_hertz = 0.5;    // its rate
  double drift_cents = 0.0;  // approximate drift of the pitch over a minute or so
  std::uint64_t seed = 0;
  bool operator==(const TapeSettings&) const = default;
};

// Maps seconds of the song to seconds of the tape, up to `seconds` of the song.
TimeMap tape_map(double seconds, const TapeSettings& settings);

// Moves the sound along a map whose speed is near 1: the sound at t moves exactly to map(t).
// Windowed-sinc interpolation over 16 samples. Interleaved samples [frames * channels].
std::vector<float> played_along(const std::vector<float>& samples, int channels, int sample_rate,
                                const TimeMap& map);

// "+12.0 cents, wow 3.0, drift 8.0"; "" if nothing changes.
std::string describe(const TapeSettings& settings);

}  // namespace tactus
