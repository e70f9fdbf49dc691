// What annotations are compared with: when something begins in the music, and what sounds.
#pragma once

#include <span>
#include <vector>

#include "datasets/midi/performance.h"
#include "features/frames/frame_matrix.h"

namespace tactus {

struct SoundSketch {
  static constexpr double kOnsetRate = 100.0;  // values per second

  double seconds = 0.0;       // of the music, 0 = not known
  double loudest = 0.0;       // greatest absolute sample; 1 for what is no audio
  std::vector<float> onsets;  // onset strength >= 0, value i around i / kOnsetRate s; may be empty
  FrameMatrix chroma;         // [T,12 or 24]: how strongly pitch classes sound; may be empty
  double chroma_start = 0.0;  // seconds of the chroma's row 0
};

// Of samples at kSketchRate. Onset strength is the rise of a log-frequency spectrum summed over its
// bands (beat_features.h), chroma is that of chroma.h at ten frames per second.
inline constexpr int kSketchRate = 22050;  // Hz
SoundSketch sketch_audio(std::span<const float> samples);
// Of notes: onsets by velocity, chroma by velocity and duration.
SoundSketch sketch_performance(const Performance& performance);
// Of rows of chroma that somebody else computed.
SoundSketch sketch_chroma(FrameMatrix chroma, double start);

// A coarse picture of the harmony's course, for telling the same music under another encoding: the
// chroma in steps of 0.4 s, each row centred and of length 1 or all zero.
FrameMatrix fingerprint(const SoundSketch& sketch);
// The mean of the rows' correlations, best of all shifts up to 2 s; 1 = the same, about 0 = nothing
// in common. 0 where fewer than four fifths overlap or less than 4 s can be compared.
double similarity(const FrameMatrix& a, const FrameMatrix& b);

}  // namespace tactus
