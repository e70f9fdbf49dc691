// Pitch-class filters on a linear spectrum, as fft2chromamx.
// Ellis, "Chroma feature analysis and synthesis" (2007),
// labrosa.ee.columbia.edu/matlab/chroma-ansyn.
#pragma once

#include "features/filterbanks/filterbank.h"

namespace tactus {

struct ChromaFilterParameters {
  int classes = 12;  // rows per octave, the first is A
  double a4_hz = 440.0;
  double centre_octave = 5.0;  // octaves above A0 with the full weight
  double octave_width = 2.0;   // of the Gaussian over the octaves; 0 = all octaves alike
};

// Each bin 0 .. fft_size / 2 spreads as a Gaussian over the classes (columns of length 1 before the
// octave weight). Throws std::invalid_argument for sizes below 1.
Filterbank chroma_filterbank(double sample_rate, int fft_size,
                             const ChromaFilterParameters& parameters);

}  // namespace tactus
