// What annotations are compared with: the onsets and the harmony of the music.
#pragma once

#include <span>
#include <vector>

#include "datasets/midi/performance.h"
#include "features/frames/frame_matrix.h"

namespace tactus {

struct SoundSketch {
  static constexpr double kOnsetRate = 100.0;  // values per second

  double seconds = 0.0;       // of the music, 0 = unknown
  double loudest = 0.0;       // greatest absolute sample; 1 without audio
  std::vector<float> onsets;  // onset strength >= 0, value i around i / kOnsetRate s; may be empty
  FrameMatrix chroma;         // [T,12 or 24]: strength of each pitch class; may be empty
  double chroma_start = 0.0;  // time of chroma row 0 in seconds
};

// Makes a sketch of samples at kSketchRate. Onset strength is the rise of a log-frequency spectrum
// summed over its bands (beat_features.h). Chroma is that of chroma.h at ten frames per second.
inline constexpr int kSketchRate = 22050;  // Hz
SoundSketch sketch_audio(std::span<const float> samples);
// Makes a sketch of notes: onsets by velocity, chroma by velocity and duration.
SoundSketch sketch_performance(const Performance& performance);
// Makes a sketch of given chroma rows.
SoundSketch sketch_chroma(FrameMatrix chroma, double start);

// A coarse picture of the harmony, to recognise the same music in another encoding: chroma in steps
// of 0.4 s, each row centred and of length 1, or all zero.
FrameMatrix fingerprint(const SoundSketch& sketch);
// Returns the mean correlation of rows for the best shift up to 2 s; 1 = the same music, about 0 =
// unrelated. Returns 0 if fewer than four fifths overlap or less than 4 s can be compared.
double similarity(const FrameMatrix& a, const FrameMatrix& b);

}  // namespace tactus
