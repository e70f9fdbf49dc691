// The features of a task: how to compute them, what identifies them, what their bins are.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string>

#include "datasets/batches/augmentation.h"
#include "datasets/cache/song_cache.h"
#include "features/feature_parameters.h"
#include "features/feature_stream.h"

namespace tactus {

struct TaskFeatures {
  const char* kind = "";  // "beats", "chords", "nnls_chroma" or "structure"
  std::string key;        // feature_key() of the parameters
  std::string wider_key;  // of features whose first bins are these; "" = there are none
  int sample_rate = 0;    // Hz
  std::size_t bins = 0;
  double fps = 0.0;
  BinLayout layout;
  // Of mono samples at that rate -> [T, bins]; row 0 lies at the first sample.
  std::function<std::unique_ptr<FeatureStream>()> stream;
  FrameMatrix of_samples(std::span<const float> samples) const;
  // Audio of any kind, or a .npy of ready-made frames [T, bins] (of raw rows, for NNLS chroma
  // and structure).
  ComputeFeatures compute;
};

// Throw std::invalid_argument for parameters that make no sense.
TaskFeatures task_features(const BeatFeatureParameters& parameters);
TaskFeatures task_features(const ChordFeatureParameters& parameters);
TaskFeatures task_features(const NnlsChromaParameters& parameters);
TaskFeatures task_features(const StructureParameters& parameters);

}  // namespace tactus
