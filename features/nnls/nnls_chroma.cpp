#include "features/nnls/nnls_chroma.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <deque>
#include <optional>
#include <vector>

#include "features/frames/loudness.h"
#include "features/nnls/nnls_chroma_frames.h"
#include "features/nnls/nnls_notes.h"
#include "features/nnls/nnls_spectra.h"
#include "features/nnls/nnls_spectrum.h"

namespace tactus {
namespace {

// Of sound within full scale: its loudness is at most 0 dB. In louder sound, a quiet block whose
// treble alone is above silence counts as silent.
float least_gain(double level) {
  return std::max(static_cast<float>(std::pow(10.0, std::min(level, 0.0) / 20.0)),
                  1.0f / kMostLoudnessGain);
}

}  // namespace

struct NnlsChromaExtractor::Impl {
  NnlsChromaParameters parameters;
  bool waits;  // for the loudness or the tuning of the whole
  float silence;
  NnlsSpectra spectra;
  LoudnessMeter meter;
  NnlsTuningEstimator tuning;
  NnlsNotes notes;
  std::optional<NnlsLevels> levels;  // with notes
  struct Block {
    std::array<float, kNnlsLogBins> spectrum;
    float strongest;
  };
  std::deque<Block> waiting;
  std::vector<float> row = std::vector<float>(kNnlsLogBins);
  std::vector<float> strengths = std::vector<float>(kNnlsNotes);

  explicit Impl(const NnlsChromaParameters& p)
      : parameters(p),
        waits(p.tuning == NnlsTuning::kGlobal || p.loudness != 0.0),
        silence(nnls_silence(p.block_size)),
        spectra(p, silence / least_gain(p.loudness)),
        meter(p.sample_rate),
        notes(p.partial_decay) {
    if (p.notes) levels.emplace(p);
  }

  void prepare(FrameMatrix& rows) const {
    if (rows.bins == 0) {
      rows = FrameMatrix(0, static_cast<std::size_t>(parameters.bins()),
                         static_cast<double>(parameters.sample_rate) / parameters.hop_size);
    }
  }

  auto taking(FrameMatrix& rows) {
    return [this, &rows](std::span<const float> spectrum, float strongest_bin) {
      if (waits) {
        Block& block = waiting.emplace_back();
        std::ranges::copy(spectrum, block.spectrum.begin());
        block.strongest = strongest_bin;
        return;
      }
      std::copy(spectrum.begin(), spectrum.end(), row.begin());
      if (strongest_bin < silence) std::fill(row.begin(), row.end(), 0.0f);
      tuning.process(row);
      append_row(row, tuning.recent(), rows);
    };
  }

  void append_row(std::span<const float> spectrum, double semitones, FrameMatrix& rows) {
    std::array<float, kNnlsLogBins> whitened;
    nnls_tune_and_whiten(spectrum, semitones, parameters.whitening, whitened);
    notes.transcribe(whitened, strengths);
    rows.data.resize(rows.data.size() + rows.bins);
    const std::span<float> out = rows.row(rows.frames++);
    constexpr std::size_t kChroma = NnlsChromaParameters::kBins;
    nnls_fold(strengths, out.first(kChroma));
    if (!levels) return;
    std::ranges::copy(strengths, out.subspan(kChroma).begin());
    nnls_tune(spectrum, semitones, whitened);
    levels->measure(whitened, out.last(kNnlsNotes));
  }

  void push(std::span<const float> samples, FrameMatrix& rows) {
    if (parameters.loudness != 0.0) meter.push(samples);
    spectra.push(samples, taking(rows));
  }

  void finish(FrameMatrix& rows) {
    spectra.finish(taking(rows));
    const float gain = meter.gain_to(parameters.loudness);
    const bool global = parameters.tuning == NnlsTuning::kGlobal;
    for (Block& block : waiting) {
      const float factor = gain * block.strongest < silence ? 0.0f : gain;
      for (float& value : block.spectrum) value *= factor;
      tuning.process(block.spectrum);
      if (!global) append_row(block.spectrum, tuning.recent(), rows);
    }
    if (global)
      for (const Block& block : waiting) append_row(block.spectrum, tuning.overall(), rows);
    waiting = {};
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
  impl_->prepare(rows);
  impl_->push(samples, rows);
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
  extractor.push(samples, rows);
  extractor.finish(rows);
  return rows;
}

FrameMatrix nnls_frames_of_audio(const FrameMatrix& rows, const NnlsChromaParameters& parameters) {
  NnlsChromaParameters delayed = parameters;
  delayed.first_frame_time += kNnlsAudioDelay;
  return nnls_chroma_frames(rows, delayed);
}

}  // namespace tactus
