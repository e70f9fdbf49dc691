// A machine that does not run at its speed: pitch and time move together.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "datasets/midi/time_map.h"

namespace tactus {

struct TapeSettings {
  double speed_cents = 0.0;  // the whole piece higher (and shorter), -100..100
  double wow_cents = 0.0;    // amplitude of a slow sway of the pitch
  double wow_hertz = 0.5;    // its rate
  double drift_cents = 0.0;  // how far the pitch wanders over a minute or so, about
  std::uint64_t seed = 0;
  bool operator==(const TapeSettings&) const = default;
};

// Seconds of the piece -> seconds of the tape, up to `seconds` of the piece.
TimeMap tape_map(double seconds, const TapeSettings& settings);

// The sound along a map whose speed stays near 1: what was at t is at map(t), exactly;
// windowed-sinc interpolation over 16 samples. Interleaved samples [frames * channels].
std::vector<float> played_along(const std::vector<float>& samples, int channels, int sample_rate,
                                const TimeMap& map);

// "+12.0 cents, wow 3.0, drift 8.0"; "" when nothing changes.
std::string describe(const TapeSettings& settings);

}  // namespace tactus
