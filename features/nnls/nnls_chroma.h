// NNLS chroma of audio: raw rows, equal to those of the Vamp plug-in by Mauch & Dixon.
// nnls_chroma_frames.h prepares them for a network.
#pragma once

#include <memory>
#include <span>

#include "features/feature_parameters.h"
#include "features/frames/frame_matrix.h"

namespace tactus {

// Mono samples at parameters.sample_rate in, rows of parameters.bins() out: 24 pitch classes (12
// bass, 12 treble, from A), then the notes if they are wanted. Row i is computed from the samples
// [i * hop_size, i * hop_size + block_size), zeros after the end; there are ceil(samples /
// hop_size) rows. Values that are not finite count as 0. With local tuning and without
// parameters.loudness, rows are ready soon after their samples are, and memory is constant. Else
// the rows need the whole recording: they come from finish(), and each second takes 22 KB (38 KB
// with notes). Throws std::invalid_argument for invalid parameters. Move-only.
class NnlsChromaExtractor {
 public:
  explicit NnlsChromaExtractor(const NnlsChromaParameters& parameters);
  ~NnlsChromaExtractor();
  NnlsChromaExtractor(NnlsChromaExtractor&&) noexcept;
  NnlsChromaExtractor& operator=(NnlsChromaExtractor&&) noexcept;

  // Takes samples and appends the rows that are known now to `rows` ([0, 0] becomes [0, bins], with
  // sample_rate / hop_size rows per second).
  void push(std::span<const float> samples, FrameMatrix& rows);
  // End of the stream: appends the remaining rows. No push() afterwards.
  void finish(FrameMatrix& rows);
  // Hz of A4, for the whole recording (global) or for the last block (local). Call it after
  // finish().
  double tuning_hz() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// All rows of a recording.
FrameMatrix nnls_chroma(std::span<const float> samples, const NnlsChromaParameters& parameters);

// Seconds by which row 0 of nnls_chroma() is later than row 0 of a file. On renderings with exact
// labels, rows change 0.237 s after the start of the block (its middle is at 0.186 s: a note that
// begins late in a block is loud already). Billboard's rows change at 0.107 s; the constant is the
// difference.
inline constexpr double kNnlsAudioDelay = 0.130;

// Rows of nnls_chroma() -> the input of a network: nnls_chroma_frames(), with the times of the
// recording.
FrameMatrix nnls_frames_of_audio(const FrameMatrix& rows, const NnlsChromaParameters& parameters);

}  // namespace tactus
