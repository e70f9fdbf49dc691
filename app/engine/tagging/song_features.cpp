#include "app/engine/tagging/song_features.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "audio/audio_source.h"
#include "audio/error.h"
#include "datasets/tasks/task_table.h"
#include "features/chord_features.h"
#include "features/chroma.h"
#include "features/nnls/nnls_chroma.h"

namespace tactus {
namespace {

// Kinds of features that no task has.
constexpr const char* kChroma = "chroma";
constexpr const char* kRawNnls = "nnls_chroma";

SongFeatures features_of(const Task& task) {
  const TaskFeatures features = task.features();
  return {task.name(), features.sample_rate,
          [features](std::span<const float> x) { return features.of_samples(x); }};
}

SongFeatures chroma_features() {
  const ChordFeatureParameters p;
  return {kChroma, p.sample_rate,
          [p](std::span<const float> x) { return chroma(chord_features(x, p), p); }};
}

// Rows as the plug-in gives them. A network takes other rows, see nnls_frames_of_audio().
SongFeatures raw_nnls_features() {
  const NnlsChromaParameters p;
  return {kRawNnls, p.sample_rate, [p](std::span<const float> x) { return nnls_chroma(x, p); }};
}

}  // namespace

std::vector<std::string> feature_kinds() {
  std::vector<std::string> kinds;
  for (const auto& task : all_tasks()) kinds.push_back(task->name());
  kinds.insert(kinds.end(), {kChroma, kRawNnls});
  return kinds;
}

SongFeatures song_features(const std::string& kind) {
  if (kind == kChroma) return chroma_features();
  if (kind == kRawNnls) return raw_nnls_features();
  if (const auto task = make_task(kind)) return features_of(*task);
  throw ArgumentError(
      fmt::format("features {}: expected one of {}", kind, fmt::join(feature_kinds(), ", ")));
}

SongFeatures song_features(const Model& model) {
  return features_of(*task_of(model));
}

std::vector<float> read_all(AudioSource& source) {
  std::vector<float> samples;
  for (std::size_t got = 1; got > 0;) {
    const std::size_t before = samples.size();
    samples.resize(before + 65536);
    got = source.read(std::span(samples).subspan(before));
    samples.resize(before + got);
  }
  return samples;
}

}  // namespace tactus
