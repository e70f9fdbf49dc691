// Hertz, mels, octaves.
#pragma once

namespace tactus {

// kHtk: 2595 log10(1 + f / 700) (Young et al., "The HTK Book"). kSlaney: 200/3 Hz per mel up to
// 1,000 Hz, then logarithmic with 27 mels for a factor of 6.4 (Slaney, "Auditory Toolbox", 1998).
enum class MelScale { kHtk, kSlaney };

double hz_to_mel(double hz, MelScale scale);
double mel_to_hz(double mel, MelScale scale);

// Octaves above A0, four octaves below A4 = `a4_hz`: 0 at 27.5 Hz.
double hz_to_octaves(double hz, double a4_hz = 440.0);

}  // namespace tactus
