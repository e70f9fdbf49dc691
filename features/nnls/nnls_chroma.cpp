#include "features/nnls/nnls_chroma.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "features/frames/loudness.h"
#include "features/frames/sound_sample.h"
#include "features/nnls/nnls_chroma_frames.h"
#include "features/nnls/nnls_notes.h"
#include "features/nnls/nnls_spectrum.h"

namespace tactus {

struct NnlsChromaExtractor::Impl {
  NnlsChromaParameters parameters;
  NnlsSpectrum spectrum;
  NnlsTuningEstimator tuning;
  NnlsNotes notes;
  std::vector<float> samples;  // from the first block that is not done
  std::vector<float> spectra;  // [blocks, kNnlsLogBins], global tuning only
  std::vector<float> one = std::vector<float>(kNnlsLogBins);
  std::vector<float> strengths = std::vector<float>(kNnlsNotes);

  explicit Impl(const NnlsChromaParameters& p)
      : parameters(p), spectrum(p), notes(p.partial_decay) {}

  void prepare(FrameMatrix& rows) const {
    if (rows.bins == 0) {
      rows = FrameMatrix(0, NnlsChromaParameters::kBins,
                         static_cast<double>(parameters.sample_rate) / parameters.hop_size);
    }
  }

  void take(std::span<const float> more) {
    const std::size_t before = samples.size();
    samples.resize(before + more.size());
    std::transform(more.begin(), more.end(),
                   samples.begin() + std::ssize(samples) - std::ssize(more), sound_or_zero);
  }

  // Computes every block that is complete.
  void work(FrameMatrix& rows) {
    const auto block = static_cast<std::size_t>(parameters.block_size);
    const auto hop = static_cast<std::size_t>(parameters.hop_size);
    std::size_t first = 0;
    for (; first + block <= samples.size(); first += hop) process(samples.data() + first, rows);
    samples.erase(samples.begin(), samples.begin() + static_cast<std::ptrdiff_t>(first));
  }

  void process(const float* block, FrameMatrix& rows) {
    spectrum.compute(block, one);
    tuning.process(one);
    if (parameters.tuning == NnlsTuning::kLocal)
      append_row(one, tuning.recent(), rows);
    else
      spectra.insert(spectra.end(), one.begin(), one.end());
  }

  void append_row(std::span<const float> log_spectrum, double semitones, FrameMatrix& rows) {
    std::vector<float> whitened(kNnlsLogBins);
    nnls_tune_and_whiten(log_spectrum, semitones, parameters.whitening, whitened);
    notes.transcribe(whitened, strengths);
    rows.data.resize(rows.data.size() + rows.bins);
    nnls_fold(strengths, rows.row(rows.frames));
    ++rows.frames;
  }

  void finish(FrameMatrix& rows) {
    const auto block = static_cast<std::size_t>(parameters.block_size);
    const auto hop = static_cast<std::size_t>(parameters.hop_size);
    const std::size_t left = (samples.size() + hop - 1) / hop;
    if (left > 0) samples.resize((left - 1) * hop + block, 0.0f);
    work(rows);
    for (std::size_t at = 0; at < spectra.size(); at += kNnlsLogBins) {
      append_row({spectra.data() + at, kNnlsLogBins}, tuning.overall(), rows);
    }
    spectra.clear();
  }
};

NnlsChromaExtractor::NnlsChromaExtractor(const NnlsChromaParameters& parameters) {
  check_nnls_chroma(parameters);
  impl_ = std::make_unique<Impl>(parameters);
}
NnlsChromaExtractor::~NnlsChromaExtractor() = default;
NnlsChromaExtractor::NnlsChromaExtractor(NnlsChromaExtractor&&) noexcept = default;
NnlsChromaExtractor& NnlsChromaExtractor::operator=(NnlsChromaExtractor&&) noexcept = default;

void NnlsChromaExtractor::push(std::span<const float> samples, FrameMatrix& rows) {
  constexpr std::size_t kChunk = 1 << 15;  // samples processed at once: limits the memory
  impl_->prepare(rows);
  for (; !samples.empty(); samples = samples.subspan(std::min(kChunk, samples.size()))) {
    impl_->take(samples.first(std::min(kChunk, samples.size())));
    impl_->work(rows);
  }
}

void NnlsChromaExtractor::finish(FrameMatrix& rows) {
  impl_->prepare(rows);
  impl_->finish(rows);
}

double NnlsChromaExtractor::tuning_hz() const {
  return nnls_tuning_hz(impl_->parameters.tuning == NnlsTuning::kLocal ? impl_->tuning.recent()
                                                                       : impl_->tuning.overall());
}

FrameMatrix nnls_chroma(std::span<const float> samples, const NnlsChromaParameters& parameters) {
  NnlsChromaExtractor extractor(parameters);
  FrameMatrix rows;
  for_each_block(samples, gain_to_loudness(samples, parameters.sample_rate, parameters.loudness),
                 [&](std::span<const float> block) { extractor.push(block, rows); });
  extractor.finish(rows);
  return rows;
}

FrameMatrix nnls_chroma_features(std::span<const float> samples,
                                 const NnlsChromaParameters& parameters) {
  NnlsChromaParameters delayed = parameters;
  delayed.first_frame_time += kNnlsAudioDelay;
  return nnls_chroma_frames(nnls_chroma(samples, parameters), delayed);
}

}  // namespace tactus
