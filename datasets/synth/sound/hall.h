// Reverberation of a room by a network of eight delays that feed each other through a Hadamard
// matrix.
// Jot and Chaigne, "Digital delay networks for designing artificial reverberators", AES 1991.
#pragma once

#include <vector>

namespace tactus {

struct HallSettings {
  double level_db = -200.0;     // of the reverberation below the sound itself, -200 = none
  double seconds = 1.0;         // until it has fallen by 60 dB, 0.1..10
  double size = 1.0;            // scales the delays of 20 to 60 ms, 0.2..2
  double pre_delay = 0.02;      // seconds
  double damping_hertz = 6000;  // above it the reverberation dies away sooner
  bool operator==(const HallSettings&) const = default;
};

// In place on interleaved samples [frames * channels]; the sound itself stays as it is, where it
// is. Two channels hear different rooms. Throws std::invalid_argument for values outside the
// ranges.
void apply_hall(std::vector<float>& samples, int channels, int sample_rate,
                const HallSettings& hall);

}  // namespace tactus
