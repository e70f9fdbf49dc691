// A tube amplifier with its loudspeaker cabinet: soft clipping and a limited band.
#pragma once

#include <vector>

namespace tactus {

struct AmplifierSettings {
  double share = 0.0;      // of the amplified sound, the rest stays as it is; 0 = none, to 1
  double drive_db = 12.0;  // level into the tubes; at 0 dB the RMS is at a third of clipping
  double bias = 0.1;       // asymmetry of the tubes: even harmonics, 0..0.8
  double low_hertz = 80;   // the band of the cabinet
  double high_hertz = 5000;
  bool operator==(const AmplifierSettings&) const = default;
};

// In place on interleaved samples [frames * channels]; the RMS stays about the same. No delay: the
// filters have minimum phase. Throws std::invalid_argument for a share, bias or band out of range.
void apply_amplifier(std::vector<float>& samples, int channels, int sample_rate,
                     const AmplifierSettings& amplifier);

}  // namespace tactus
