// Reverberation of a room by a network of eight delays that are mixed by a Hadamard matrix.
// Jot and Chaigne, "Digital delay networks for designing artificial reverberators", AES 1991.
#pragma once

#include <vector>

namespace tactus {

struct HallSettings {
  double relative_db = -200.0;  // of the reverberation below the sound itself, -200 = none
  double seconds = 1.0;         // until it has decayed by 60 dB, 0.1..10
  double size = 1.0;            // scales the delays of 20 to 60 ms, 0.2..2
  double pre_delay = 0.02;      // seconds
  double damping_hertz = 6000;  // above it the reverberation decays faster
  bool operator==(const HallSettings&) const = default;
};

// In place on interleaved samples [frames * channels]; the direct sound stays unchanged and in
// place. Two channels have different rooms. Throws std::invalid_argument for values outside the
// ranges.
void apply_hall(std::vector<float>& samples, int channels, int sample_rate,
                const HallSettings& hall);

}  // namespace tactus
