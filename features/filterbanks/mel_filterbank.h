// Triangular filters with centres equally spaced in mels, as librosa's and Slaney's "Auditory
// Toolbox" (1998).
#pragma once

#include "features/filterbanks/filterbank.h"
#include "features/filterbanks/frequency_scales.h"

namespace tactus {

enum class MelNorm {
  kNone,  // peak 1
  kArea,  // divided by half the filter's width in Hz
};

// `bands` filters over the bins 0 .. fft_size / 2. Throws std::invalid_argument for sizes below 1
// or fmax <= fmin.
Filterbank mel_filterbank(double sample_rate, int fft_size, int bands, double fmin, double fmax,
                          MelScale scale, MelNorm norm);

}  // namespace tactus
