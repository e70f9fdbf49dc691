// The first half of NNLS chroma: from a block of samples to a tuned, whitened log-frequency
// spectrum with three bins per semitone.
// Mauch & Dixon, "Approximate note transcription for the improved identification of difficult
// chords", ISMIR 2010, section 2; details as in the authors' Vamp plug-in.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "features/feature_parameters.h"
#include "features/filterbanks/filterbank.h"
#include "features/frames/stft.h"

namespace tactus {

inline constexpr std::size_t kNnlsBinsPerSemitone = 3;
// Bin b is at MIDI note 20 + b / 3 (A4 = 440 Hz is 69): 84 semitones from A0 up, one more below and
// one bin above.
inline constexpr std::size_t kNnlsLogBins = 256;

// Hz of a bin at A4 = 440 Hz.
double nnls_frequency(std::size_t bin);

// Maps magnitudes of an unscaled spectrum, bins 0 .. block_size / 2 - 1, to kNnlsLogBins. A
// spectral bin spreads as a raised cosine over +-1 of its neighbours. A log-frequency bin spreads
// over +-1 of its own, per Hz, so that a flat spectrum gives flat bins. The kernel is their product
// summed over 80 points per spectral bin.
Filterbank nnls_log_frequency_kernels(int sample_rate, int block_size);

// Blocks of samples -> log-frequency spectra, without tuning or whitening. Move-only.
class NnlsSpectrum {
 public:
  explicit NnlsSpectrum(const NnlsChromaParameters& parameters);
  // block: block_size samples; out: kNnlsLogBins. Returns the strongest bin of the spectrum.
  float compute(const float* block, std::span<float> out);
  // The strongest bin alone, which is faster.
  float strongest(const float* block);

 private:
  void remove_low_energy();

  double roll_on_;
  Stft stft_;
  FilterbankProduct kernels_;
  std::vector<float> magnitudes_;
};

// The largest value; 0 if none is positive.
float largest(std::span<const float> values);

// A block whose strongest bin is below this counts as silence: 2 of 16384 (about -72 dB of full
// scale).
float nnls_silence(int block_size);

// The tuning of the spectra so far: the angle between the three bins of the semitones in the lower
// 62 % of the spectrum. It is a share of a semitone (-0.5 .. 0.5) from A4 = 440 Hz.
class NnlsTuningEstimator {
 public:
  void process(std::span<const float> spectrum);
  double overall() const;  // of all spectra with equal weight; 0 before any sound
  double recent() const;   // of the last ones; a semitone weighs 0.997 of the next one

 private:
  std::array<double, kNnlsBinsPerSemitone> sum_{};
  std::array<double, kNnlsBinsPerSemitone> recent_{};
};
// Hz of A4.
double nnls_tuning_hz(double semitones);

// Moves the bins down by `tuning` semitones (linear interpolation). Both spans: kNnlsLogBins.
void nnls_tune(std::span<const float> spectrum, double tuning, std::span<float> out);
// The same, then subtracts the weighted
// mean of the half octave around each bin (Hamming) and keeps positive values. Finally divides them
// by the standard deviation there to the power of `whitening`. Both spans: kNnlsLogBins.
void nnls_tune_and_whiten(std::span<const float> spectrum, double tuning, double whitening,
                          std::span<float> out);

}  // namespace tactus
