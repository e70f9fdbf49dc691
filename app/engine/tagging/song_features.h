// Features of a whole song by the name of their kind, for `tactus features` and for research.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "features/frames/frame_matrix.h"

namespace tactus {

class AudioSource;
struct Model;

struct SongFeatures {
  std::string name;     // one of feature_kinds(); of a model, its task
  int sample_rate = 0;  // Hz
  std::function<FrameMatrix(std::span<const float>)> compute;  // mono samples -> [T, bins]
};

// Names of tasks, "chroma" (12 pitch classes, C first) and "nnls_chroma" (12 bass and 12 treble
// pitch classes, A first, rows as the Vamp plug-in of Mauch and Dixon gives them).
std::vector<std::string> feature_kinds();
// Throws ArgumentError for another kind.
SongFeatures song_features(const std::string& kind);
// The input of a model, not standardised. Throws std::invalid_argument as task_of() does.
SongFeatures song_features(const Model& model);

// All samples that are left in the source.
std::vector<float> read_all(AudioSource& source);

}  // namespace tactus
