// NNLS chroma of audio: the raw rows that nnls_chroma_frames.h prepares for a network, equal to
// those of the Vamp plug-in by Mauch & Dixon.
#pragma once

#include <memory>
#include <span>

#include "features/feature_parameters.h"
#include "features/frames/frame_matrix.h"

namespace tactus {

// Mono samples at parameters.sample_rate in, rows of 24 pitch classes out (12 bass, 12 treble, from
// A). Row i is computed from the samples [i * hop_size, i * hop_size + block_size), zeros where the
// recording has ended; there are ceil(samples / hop_size) rows. What is not finite counts as 0.
// With local tuning rows come as soon as their samples are there and memory is constant; global
// tuning needs the whole recording: the rows come from finish(), and 22 KB are held for each
// second. Throws std::invalid_argument for parameters that make no sense. Move-only.
class NnlsChromaExtractor {
 public:
  // parameters.level is not looked at: only the whole has a level.
  explicit NnlsChromaExtractor(const NnlsChromaParameters& parameters);
  ~NnlsChromaExtractor();
  NnlsChromaExtractor(NnlsChromaExtractor&&) noexcept;
  NnlsChromaExtractor& operator=(NnlsChromaExtractor&&) noexcept;

  // Takes samples and appends the rows that are now known to `rows` ([0, 0] is made [0, 24], with
  // sample_rate / hop_size rows per second).
  void push(std::span<const float> samples, FrameMatrix& rows);
  // The stream has ended: appends the remaining rows. No push() afterwards.
  void finish(FrameMatrix& rows);
  // Hz of A4: of everything (global) or of the last block (local). After finish().
  double tuning_hz() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// All rows of a recording.
FrameMatrix nnls_chroma(std::span<const float> samples, const NnlsChromaParameters& parameters);

// Seconds by which row 0 of nnls_chroma() lies after row 0 of a file: where it changes on
// renderings with exact labels (0.237 s after the start of the block whose middle is at 0.186 s:
// what begins late in a block is loud already) less where Billboard's rows change (0.107 s).
inline constexpr double kNnlsAudioDelay = 0.130;

// A recording as a network hears it: nnls_chroma_frames() of nnls_chroma(), on the time of the
// recording.
FrameMatrix nnls_chroma_features(std::span<const float> samples,
                                 const NnlsChromaParameters& parameters);

}  // namespace tactus
