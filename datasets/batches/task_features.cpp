#include "datasets/batches/task_features.h"

#include <stdexcept>

#include "audio/readers/audio_reader.h"
#include "features/beat_features.h"
#include "features/chord_features.h"
#include "features/feature_key.h"
#include "features/files/npy_file.h"
#include "features/nnls/nnls_chroma.h"
#include "features/nnls/nnls_chroma_frames.h"

namespace tactus {
namespace {

template <typename Parameters, typename Extract>
ComputeFeatures compute_with(const Parameters& parameters, Extract extract) {
  return [parameters, extract](const std::filesystem::path& audio) {
    if (audio.extension() == ".npy") return read_npy(audio, parameters.fps);
    return extract(read_audio(audio, parameters.sample_rate).samples, parameters);
  };
}

}  // namespace

TaskFeatures task_features(const BeatFeatureParameters& parameters) {
  TaskFeatures features;
  features.key = feature_key(parameters);
  features.bins = static_cast<std::size_t>(beat_feature_bins(parameters));
  features.fps = parameters.fps;
  for (std::size_t w = 0; w < parameters.window_sizes.size(); ++w) {
    BeatFeatureParameters one = parameters;  // a row is spectrum, difference of each window in turn
    one.window_sizes = {parameters.window_sizes[w]};
    one.bands_per_octave = {parameters.bands_per_octave[w]};
    const int bands = beat_feature_bins(one) / 2;
    for (int half = 0; half < 2; ++half) {
      for (int band = 0; band < bands; ++band) {
        features.layout.height.push_back((static_cast<float>(band) + 0.5f) /
                                         static_cast<float>(bands));
        features.layout.follows_gain.push_back(half == 0);
      }
    }
  }
  features.compute = compute_with(
      parameters, [](const std::vector<float>& samples, const BeatFeatureParameters& p) {
        return beat_features(samples, p);
      });
  return features;
}

TaskFeatures task_features(const ChordFeatureParameters& parameters) {
  TaskFeatures features;
  features.key = feature_key(parameters);
  features.bins = static_cast<std::size_t>(chord_feature_bins(parameters));
  features.fps = parameters.fps;
  for (std::size_t c = 0; c < features.bins; ++c) {
    features.layout.height.push_back((static_cast<float>(c) + 0.5f) /
                                     static_cast<float>(features.bins));
    features.layout.follows_gain.push_back(true);
  }
  const bool whole = parameters.bins_per_octave % 12 == 0;
  features.layout.bins_per_semitone = whole ? parameters.bins_per_octave / 12 : 0;
  features.compute = compute_with(
      parameters, [](const std::vector<float>& samples, const ChordFeatureParameters& p) {
        return chord_features(samples, p);
      });
  return features;
}

TaskFeatures task_features(const NnlsChromaParameters& parameters) {
  check_nnls_chroma(parameters);
  constexpr int kHalf = NnlsChromaParameters::kBins / 2;
  TaskFeatures features;
  features.key = feature_key(parameters);
  features.bins = NnlsChromaParameters::kBins;
  features.fps = parameters.fps();
  for (int c = 0; c < NnlsChromaParameters::kBins; ++c) {
    features.layout.height.push_back(c < kHalf ? 0.25f : 0.75f);  // bass, treble
    features.layout.follows_gain.push_back(true);
  }
  features.layout.bins_per_semitone = 1;
  features.layout.circle_bins = kHalf;
  features.compute = [parameters](const std::filesystem::path& file) {
    if (is_feature_file(file)) {
      return nnls_chroma_frames(read_nnls_chroma(file, parameters), parameters);
    }
    const Audio audio = read_audio(file, parameters.sample_rate);
    return nnls_chroma_features(audio.samples, parameters);
  };
  return features;
}

}  // namespace tactus
