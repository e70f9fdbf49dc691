// Kernels that turn a power spectrum into a log-frequency power spectrum.
// After the efficient constant-Q transform of Brown & Puckette, J. Acoust. Soc. Am. 92 (1992), with
// real kernels on the power spectrum: no phase is needed. Where the resolution of the window ends,
// a kernel may be wider than one log-frequency bin.
//
// The kernel of a bin at f Hz is w(g) = cos^2(pi/2 * u / h) for |u| < h, u = bins_per_octave *
// log2(g / f) being the distance in log-frequency bins and h = max(1, distance of f + sample_rate /
// N), i.e. at least half the window's main lobe at -6 dB. Kernels of half-width 1 sum to 1 at every
// frequency. Each kernel is scaled so that a sinusoid of amplitude a at f, seen through a periodic
// Hann window of N samples, gives a^2.
#pragma once

#include <vector>

#include "features/filterbanks/filterbank.h"

namespace tactus {

// One kernel for each frequency (Hz), over the bins 0 .. window_size / 2 of an unscaled Hann power
// spectrum. Throws std::invalid_argument if a kernel would reach beyond the Nyquist frequency or
// below 0 Hz.
Filterbank log_frequency_kernels(int sample_rate, int window_size, int bins_per_octave,
                                 const std::vector<double>& frequencies);

}  // namespace tactus
