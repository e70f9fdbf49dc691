#include "datasets/batches/task_features.h"

#include <stdexcept>
#include <utility>

#include "audio/readers/audio_reader.h"
#include "features/beat_features.h"
#include "features/chord_features.h"
#include "features/files/npy_file.h"
#include "features/nnls/nnls_chroma.h"
#include "features/nnls/nnls_chroma_frames.h"
#include "features/structure/structure_features.h"
#include "model/feature_tables.h"

namespace tactus {
namespace {

FrameMatrix all_of(FeatureStream& stream, std::span<const float> samples) {
  stream.push(samples);
  return stream.finish();
}

template <class Extractor, class Then>
std::unique_ptr<FeatureStream> stream_of(Extractor extractor, Then then) {
  return std::make_unique<ExtractorStream<Extractor, Then>>(std::move(extractor), std::move(then));
}

// All but the layout and the computing.
template <typename Parameters>
TaskFeatures described(const char* kind, const Parameters& parameters, int bins, double fps) {
  TaskFeatures features;
  features.kind = kind;
  features.key = feature_key(parameters);
  features.sample_rate = parameters.sample_rate;
  features.bins = static_cast<std::size_t>(bins);
  features.fps = fps;
  return features;
}

// Computes the features of audio files with `stream`; read_frames(file) reads the others.
template <typename IsFrames, typename ReadFrames>
ComputeFeatures compute_with(const TaskFeatures& features, IsFrames is_frames,
                             ReadFrames read_frames) {
  return [=, rate = features.sample_rate,
          stream = features.stream](const std::filesystem::path& file) {
    return is_frames(file) ? read_frames(file) : all_of(*stream(), read_audio(file, rate).samples);
  };
}

bool is_npy(const std::filesystem::path& file) {
  return file.extension() == ".npy";
}

auto read_at(double fps) {
  return [fps](const std::filesystem::path& file) { return read_npy(file, fps); };
}

}  // namespace

FrameMatrix TaskFeatures::of_samples(std::span<const float> samples) const {
  return all_of(*stream(), samples);
}

TaskFeatures task_features(const BeatFeatureParameters& parameters) {
  TaskFeatures features =
      described("beats", parameters, beat_feature_bins(parameters), parameters.fps);
  for (std::size_t w = 0; w < parameters.window_sizes.size(); ++w) {
    BeatFeatureParameters one = parameters;  // a row is spectrum, difference of each window in turn
    one.window_sizes.assign(1, parameters.window_sizes[w]);
    one.bands_per_octave.assign(1, parameters.bands_per_octave[w]);
    const int bands = beat_feature_bins(one) / 2;
    for (int half = 0; half < 2; ++half) {
      for (int band = 0; band < bands; ++band) {
        features.layout.height.push_back((static_cast<float>(band) + 0.5f) /
                                         static_cast<float>(bands));
        features.layout.follows_gain.push_back(half == 0);
      }
    }
  }
  features.stream = [parameters] {
    return stream_of(BeatFeatureExtractor(parameters), [](FrameMatrix rows) { return rows; });
  };
  features.compute = compute_with(features, is_npy, read_at(parameters.fps));
  return features;
}

TaskFeatures task_features(const ChordFeatureParameters& parameters) {
  TaskFeatures features =
      described("chords", parameters, chord_feature_bins(parameters), parameters.fps);
  for (std::size_t c = 0; c < features.bins; ++c) {
    features.layout.height.push_back((static_cast<float>(c) + 0.5f) /
                                     static_cast<float>(features.bins));
    features.layout.follows_gain.push_back(true);
  }
  const bool whole = parameters.bins_per_octave % 12 == 0;
  features.layout.bins_per_semitone = whole ? parameters.bins_per_octave / 12 : 0;
  features.layout.runs = {{features.bins, false}};
  features.stream = [parameters] {  // the tuning of the whole is needed first
    const auto of_samples = [parameters](std::span<const float> samples) {
      return chord_features(samples, parameters);
    };
    return std::make_unique<WholeStream<decltype(of_samples)>>(of_samples);
  };
  features.compute = compute_with(features, is_npy, read_at(parameters.fps));
  return features;
}

TaskFeatures task_features(const NnlsChromaParameters& parameters) {
  check_nnls_chroma(parameters);
  TaskFeatures features = described("nnls_chroma", parameters, parameters.bins(), parameters.fps());
  features.layout.follows_gain.assign(features.bins, true);
  features.layout.bins_per_semitone = 1;
  features.layout.runs = nnls_runs(features.bins);
  for (std::size_t run = 0; run < features.layout.runs.size(); ++run) {
    const auto& [bins, is_circle] = features.layout.runs[run];
    for (std::size_t c = 0; c < bins; ++c)
      features.layout.height.push_back(is_circle ? 0.25f + 0.5f * static_cast<float>(run)
                                                 : (static_cast<float>(c) + 0.5f) / bins);
  }
  if (!parameters.notes) {
    NnlsChromaParameters wider = parameters;
    wider.notes = true;
    features.wider_key = feature_key(wider);
  }
  features.stream = [parameters] {
    return stream_of(NnlsChromaExtractor(parameters), [parameters](const FrameMatrix& rows) {
      return nnls_frames_of_audio(rows, parameters);
    });
  };
  features.compute =
      compute_with(features, is_feature_file, [parameters](const std::filesystem::path& file) {
        return nnls_chroma_frames(read_nnls_chroma(file, parameters), parameters);
      });
  return features;
}

TaskFeatures task_features(const StructureParameters& parameters) {
  check_structure(parameters);
  TaskFeatures features = task_features(parameters.chroma);
  features.kind = "structure";
  features.key = feature_key(parameters);
  features.bins = static_cast<std::size_t>(StructureParameters::kBins);
  features.fps = parameters.fps();
  features.layout = {
      std::vector<float>(features.bins, 0.5f), std::vector<bool>(features.bins), 0, {}};
  features.stream = [parameters] {
    return stream_of(NnlsChromaExtractor(parameters.chroma), [parameters](const FrameMatrix& rows) {
      return structure_of(nnls_frames_of_audio(rows, parameters.chroma), parameters);
    });
  };
  features.compute = [chroma = features.compute, parameters](const std::filesystem::path& file) {
    return structure_of(chroma(file), parameters);
  };
  return features;
}

}  // namespace tactus
