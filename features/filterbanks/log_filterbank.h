// Logarithmically spaced triangular filters, as madmom's LogarithmicFilterbank.
// Boeck, Krebs, Schedl, "Evaluating the online capabilities of onset detection methods", ISMIR
// 2012; Boeck et al., "madmom: a new Python audio and music signal processing library", ACM MM
// 2016.
#pragma once

#include "features/filterbanks/filterbank.h"

namespace tactus {

// Filters over the bins k = 0 .. fft_size / 2 - 1 (without Nyquist) at k * sample_rate / fft_size
// Hz. Centres: A4 (440 Hz) * 2^(i / bands_per_octave) inside [fmin, fmax], each moved to its
// nearest bin, centres on the same bin merged. Band j rises from centre j to centre j + 1 and falls
// to centre j + 2, with area 1. Throws
// std::invalid_argument for values that leave no band.
Filterbank logarithmic_filterbank(int sample_rate, int fft_size, int bands_per_octave, double fmin,
                                  double fmax);

}  // namespace tactus
