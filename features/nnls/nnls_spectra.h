// The log-frequency spectra of a stream, as NnlsSpectrum computes them for one block, with far less
// work: the notes end at 3.6 kHz, so the stream is first brought to a quarter of the usual rate.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "features/feature_parameters.h"
#include "features/filterbanks/filterbank.h"
#include "features/frames/half_band.h"
#include "features/frames/stft.h"
#include "features/nnls/nnls_spectrum.h"

namespace tactus {

// Spectra differ from those of NnlsSpectrum by less than 1e-5 of the strongest value (of 1, if that
// is more) plus 1e-6 of the strongest bin. One thread at a time. Move-only.
class NnlsSpectra {
 public:
  // Gets kNnlsLogBins, and the strongest bin of the whole spectrum; above `loudest_silence` it may
  // be that of the lower part alone.
  using Take = std::function<void(std::span<const float>, float)>;

  // loudest_silence: of magnitudes, see nnls_silence().
  NnlsSpectra(const NnlsChromaParameters& parameters, float loudest_silence);

  // Calls take() for each block that is complete. Invalid samples become 0 (sound_sample.h).
  void push(std::span<const float> samples, const Take& take);
  // Zeros follow: calls take() for each block that begins before the end.
  void finish(const Take& take);

 private:
  void reduce(std::span<const float> samples);
  void work(const Take& take);
  float compute(std::size_t start);

  NnlsChromaParameters parameters_;
  float loudest_silence_;
  std::vector<HalfBand> stages_;       // each halves the rate
  std::size_t factor_;                 // of all stages
  std::optional<NnlsSpectrum> whole_;  // without stages; otherwise for the strongest bin alone
  std::optional<Stft> stft_;           // at the reduced rate
  std::optional<FilterbankProduct> kernels_;
  std::vector<float> magnitudes_, one_;
  std::vector<float> samples_;  // of the stream, from the first block that is not done
  std::vector<float> reduced_;  // the same at the reduced rate
  std::vector<float> half_;     // between two stages
};

}  // namespace tactus
