#include "app/tagging/tagger.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "app/tagging/music_chunks.h"
#include "audio/error.h"
#include "audio/readers/audio_reader.h"
#include "audio/resampler.h"
#include "features/beat_features.h"
#include "features/chord_features.h"
#include "features/chroma.h"
#include "features/nnls/nnls_chroma.h"
#include "features/nnls/nnls_chroma_frames.h"
#include "model/decoding/beats/metrical_level.h"
#include "model/decoding/chords/chord_inference.h"
#include "model/decoding/piece_decoder.h"
#include "model/network/network.h"
#include "model/network/standardisation.h"
#include "model/version.h"

namespace tactus {

namespace {

// A network and the standardisation of its input.
struct TaskNetwork {
  Network network;
  Standardisation standardisation;

  FrameMatrix standardised(FrameMatrix x) const {
    standardise(x.data, standardisation);
    return x;
  }
};

// A model with everything needed to run it on samples.
struct TaskModel {
  const LoadedModel* loaded;
  std::vector<TaskNetwork> networks;  // whose outputs are averaged
  std::vector<std::size_t> heads;     // index of each wanted head in their spec
};

TaskNetwork make_task_network(const TrainedNetwork& trained, std::shared_ptr<Backend> backend) {
  const auto bins = static_cast<std::size_t>(trained.spec.input);
  Standardisation standardisation{trained.input_mean, trained.input_scale};
  if (standardisation.mean.empty()) standardisation.mean.assign(bins, 0.0f);
  if (standardisation.scale.empty()) standardisation.scale.assign(bins, 1.0f);
  TaskNetwork task{Network(trained.spec, std::move(backend)), std::move(standardisation)};
  task.network.set_parameters(trained.parameters);
  return task;
}

TaskModel make_task_model(const LoadedModel& loaded, const std::shared_ptr<Backend>& backend,
                          const std::vector<std::string>& wanted) {
  TaskModel task{&loaded, {}, {}};
  for (const TrainedNetwork* trained : networks_of(loaded.model))
    task.networks.push_back(make_task_network(*trained, backend));
  const auto& heads = loaded.model.spec.heads;
  for (const std::string& name : wanted) {
    const auto found = std::find_if(heads.begin(), heads.end(),
                                    [&](const HeadSpec& head) { return head.name == name; });
    if (found == heads.end()) {
      throw std::invalid_argument(fmt::format(
          "{}: has no output \"{}\"; it cannot be used for tagging", loaded.path.string(), name));
    }
    task.heads.push_back(static_cast<std::size_t>(found - heads.begin()));
  }
  return task;
}

// Rows [first, last) of `chunk` appended to `all`.
void append_rows(FrameMatrix& all, const FrameMatrix& chunk, std::size_t first, std::size_t last) {
  if (all.bins == 0) {
    all.bins = chunk.bins;
    all.fps = chunk.fps;
  }
  const auto begin = chunk.data.begin();
  all.data.insert(all.data.end(), begin + static_cast<std::ptrdiff_t>(first * chunk.bins),
                  begin + static_cast<std::ptrdiff_t>(last * chunk.bins));
  all.frames += last - first;
}

// The frames of a chunk: the first is number `first` of the whole recording and lies at the
// beginning of `samples`.
struct ChunkFrames {
  FrameMatrix frames;
  FrameMatrix pitch_classes;  // [T,12]
  std::size_t first = 0;
  std::span<const float> samples;
};

ChunkFrames log_frequency_frames(const Chunk& chunk, const ChordFeatureParameters& parameters) {
  FrameMatrix frames = chord_features(chunk.samples, parameters);
  FrameMatrix pitch_classes = chroma(frames, parameters);
  return {std::move(frames), std::move(pitch_classes), chunk.first_frame(parameters.fps),
          chunk.samples};
}

// The frames lie on the grid of the whole recording. Samples before the chunk's first frame on this
// grid are left out.
ChunkFrames nnls_frames(const Chunk& chunk, const NnlsChromaParameters& parameters) {
  const auto step = static_cast<std::size_t>(parameters.hop_size) *
                    static_cast<std::size_t>(parameters.frames_averaged);
  const std::size_t start = static_cast<std::size_t>(chunk.start_second) *
                            static_cast<std::size_t>(parameters.sample_rate);
  const std::size_t first = (start + step - 1) / step;
  const auto samples = chunk.samples.subspan(std::min(first * step - start, chunk.samples.size()));
  FrameMatrix frames = nnls_chroma_features(samples, parameters);
  FrameMatrix pitch_classes = nnls_pitch_classes(frames, parameters);
  return {std::move(frames), std::move(pitch_classes), first, samples};
}

}  // namespace

void DecoderOverrides::apply_to(BeatDecoderParameters& parameters) const {
  if (min_bpm) parameters.min_bpm = *min_bpm;
  if (max_bpm) parameters.max_bpm = *max_bpm;
  if (!beats_per_bar.empty()) parameters.beats_per_bar = beats_per_bar;
}

struct Tagger::Impl {
  std::optional<TaskModel> beats;
  std::optional<TaskModel> chords;
  BeatDecoderParameters beat_parameters;
  ChordDecoderParameters chord_parameters;
  std::string annotator;
  int sample_rate = 0;  // Hz, the highest that a model needs
  Chunking chunking;

  // What has been heard so far of the song at hand.
  struct Inferred {
    FrameMatrix beat_activations;
    FrameMatrix beat_features;  // of a piece that is one chunk, to hear it again
    InferredChords chords;      // its chroma: sums [chunks, 12]
    StageTimes times;
  };

  // Run the networks on features.
  FrameMatrix beat_activations(const FrameMatrix& features);  // [T,2]
  InferredChords chord_outputs(const FrameMatrix& features);  // without chroma
  // The chunk as the network wants it; `storage` holds its samples when they had to be converted.
  Chunk at_rate_of(const TaskModel& task, const Chunk& chunk, std::vector<float>& storage) const;
  // `done` is called after each stage and may throw.
  using StageObserver = std::function<void(TagStage)>;
  void infer_beats(const Chunk& chunk, Inferred& inferred, const StageObserver& done);
  void infer_chords(const Chunk& chunk, Inferred& inferred, const StageObserver& done);
  BeatDecoding decode_beats(Inferred& inferred, double seconds);
  TagResult result_of(Inferred inferred, double seconds, std::optional<std::string> warning);
};

FrameMatrix Tagger::Impl::beat_activations(const FrameMatrix& features) {
  std::vector<FrameMatrix> beat, downbeat;
  for (TaskNetwork& task : beats->networks) {
    auto logits = task.network.infer(task.standardised(features));
    beat.push_back(std::move(logits[beats->heads[0]]));
    downbeat.push_back(std::move(logits[beats->heads[1]]));
  }
  return tactus::beat_activations(mean_of(std::move(beat)), mean_of(std::move(downbeat)));
}

InferredChords Tagger::Impl::chord_outputs(const FrameMatrix& features) {
  std::vector<ChordLogits> inferred;
  for (TaskNetwork& task : chords->networks)
    inferred.push_back(
        infer_chord_logits(task.network, features, task.standardisation, chord_parameters));
  ChordLogits logits = mean_of(std::move(inferred));
  FrameMatrix input;
  if (chord_parameters.repeats.places > 0) input = chords->networks.front().standardised(features);
  return {chord_posteriors(logits), std::move(logits.bass), std::move(input), {}};
}

Chunk Tagger::Impl::at_rate_of(const TaskModel& task, const Chunk& chunk,
                               std::vector<float>& storage) const {
  const int rate = feature_sample_rate(task.loaded->model);
  if (rate == sample_rate) return chunk;
  storage = resample(chunk.samples, sample_rate, rate);
  return {storage, chunk.start_second, chunk.core_begin, chunk.core_end};
}

void Tagger::Impl::infer_beats(const Chunk& given, Inferred& inferred, const StageObserver& done) {
  std::vector<float> storage;
  const BeatFeatureParameters& parameters = *beats->loaded->model.beat_features;
  Chunk chunk;
  FrameMatrix features, activations;
  {
    const StageTimer timer(inferred.times, TagStage::kFeatures);
    chunk = at_rate_of(*beats, given, storage);
    features = beat_features(chunk.samples, parameters);
  }
  done(TagStage::kFeatures);
  {
    const StageTimer timer(inferred.times, TagStage::kNetworks);
    activations = beat_activations(features);
  }
  done(TagStage::kNetworks);
  silence_beats(activations, audible_frames(chunk.samples, parameters.sample_rate, activations.fps,
                                            activations.frames));
  const auto [first, last] = chunk.kept_frames(activations, chunk.first_frame(activations.fps));
  append_rows(inferred.beat_activations, activations, first, last);
  if (beat_parameters.level_margin > 0.0 && chunk.is_whole())
    inferred.beat_features = std::move(features);
}

void Tagger::Impl::infer_chords(const Chunk& given, Inferred& inferred, const StageObserver& done) {
  std::vector<float> storage;
  const Model& model = chords->loaded->model;
  Chunk chunk;
  ChunkFrames made;
  InferredChords outputs;
  {
    const StageTimer timer(inferred.times, TagStage::kFeatures);
    chunk = at_rate_of(*chords, given, storage);
    made = model.nnls_chroma ? nnls_frames(chunk, *model.nnls_chroma)
                             : log_frequency_frames(chunk, *model.chord_features);
  }
  done(TagStage::kFeatures);
  {
    const StageTimer timer(inferred.times, TagStage::kNetworks);
    outputs = chord_outputs(made.frames);
  }
  FrameMatrix& posteriors = outputs.posteriors;
  done(TagStage::kNetworks);
  const auto audible =
      audible_frames(made.samples, feature_sample_rate(model), made.frames.fps, made.frames.frames);
  silence_chords(posteriors, audible);
  const auto [first, last] = chunk.kept_frames(posteriors, made.first);
  FrameMatrix chroma_sum(1, 12, 1.0);
  for (std::size_t t = first; t < last; ++t) {
    if (!audible[t]) continue;
    for (std::size_t c = 0; c < 12; ++c) chroma_sum.data[c] += made.pitch_classes.row(t)[c];
  }
  append_rows(inferred.chords.posteriors, posteriors, first, last);
  append_rows(inferred.chords.bass_logits, outputs.bass_logits, first, last);
  if (outputs.features.frames) append_rows(inferred.chords.features, outputs.features, first, last);
  append_rows(inferred.chords.chroma, chroma_sum, 0, 1);
}

BeatDecoding Tagger::Impl::decode_beats(Inferred& inferred, double seconds) {
  const FrameMatrix features = std::move(inferred.beat_features);
  const double networks = inferred.times[TagStage::kNetworks];
  BeatPieceOptions options{seconds, {}, {}};
  if (features.frames) {
    options.run_second_pass = [&](double speed) {
      const StageTimer timer(inferred.times, TagStage::kNetworks);
      return beat_activations(at_speed(features, speed));
    };
  }
  BeatDecoding decoding;
  {
    const StageTimer timer(inferred.times, TagStage::kDecoding);
    decoding = decode_piece_beats(inferred.beat_activations, beat_parameters, options);
  }
  inferred.times[TagStage::kDecoding] -= inferred.times[TagStage::kNetworks] - networks;
  return decoding;
}

TagResult Tagger::Impl::result_of(Inferred inferred, double seconds,
                                  std::optional<std::string> warning) {
  TagResult result;
  result.seconds = seconds;
  result.warning = std::move(warning);
  result.annotation.duration = seconds;
  result.annotation.annotator = annotator;
  if (beats) {
    BeatDecoding decoding = decode_beats(inferred, seconds);
    result.annotation.beats = std::move(decoding.beats);
    result.annotation.tempi = std::move(decoding.tempi);
  }
  if (chords) {
    const StageTimer timer(inferred.times, TagStage::kDecoding);
    ChordPiece piece = decode_piece_chords(inferred.chords, chord_vocabulary(), chord_parameters,
                                           {seconds, result.annotation.beats});
    result.annotation.chords = std::move(piece.chords);
    result.annotation.keys = std::move(piece.keys);
  }
  result.times = inferred.times;
  result.beat_activations = std::move(inferred.beat_activations);
  result.chord_activations = std::move(inferred.chords.posteriors);
  return result;
}

Tagger::Tagger(const std::vector<LoadedModel>& models, std::shared_ptr<Backend> backend,
               const DecoderOverrides& overrides, const Chunking& chunking)
    : impl_(std::make_unique<Impl>()) {
  impl_->chunking = chunking;
  impl_->annotator = "tactus " TACTUS_VERSION;
  for (const LoadedModel& loaded : models) {
    if (loaded.model.beat_features) {
      impl_->beats = make_task_model(loaded, backend, {"beat", "downbeat"});
      impl_->beat_parameters = beat_decoder_parameters_from_json(loaded.model.decoder_json);
    } else {
      impl_->chords = make_task_model(loaded, backend, {"root", "bass", "quality", "pitches"});
      impl_->chord_parameters = chord_decoder_parameters_from_json(loaded.model.decoder_json);
      if (impl_->chord_parameters.transpositions > 1 && !loaded.model.nnls_chroma)
        throw std::invalid_argument(
            fmt::format("{}: transpositions above 1 need NNLS chroma, it has other features",
                        loaded.path.string()));
    }
    impl_->sample_rate = std::max(impl_->sample_rate, feature_sample_rate(loaded.model));
    impl_->annotator += fmt::format(", {} {}", loaded.path.filename().string(), loaded.fingerprint);
  }
  overrides.apply_to(impl_->beat_parameters);
  if (overrides.snap_chords) impl_->chord_parameters.snap_to_beats = *overrides.snap_chords;
}

Tagger::~Tagger() = default;
Tagger::Tagger(Tagger&&) noexcept = default;

int Tagger::sample_rate() const {
  return impl_->sample_rate;
}

const BeatDecoderParameters& Tagger::beat_decoder() const {
  return impl_->beat_parameters;
}

TagResult Tagger::tag(AudioSource& source, std::stop_token stop, const TagProgress& progress,
                      const ReadObserver& read) {
  TagMeter meter(claimed_seconds(source), impl_->beats.has_value() + impl_->chords.has_value(),
                 impl_->chunking, progress);
  const auto observe = [&](double seconds) {
    meter.read(seconds);
    if (read) read(seconds);
  };
  WatchedSource watched(source, observe, stop);
  ChunkReader reader(watched, impl_->sample_rate, impl_->chunking);
  Impl::Inferred inferred;
  const auto next = [&](Chunk& chunk) {
    const StageTimer timer(inferred.times, TagStage::kReading);
    return reader.next(chunk);
  };
  const auto done = [&](TagStage stage) {
    meter.stage_done(stage);
    if (stop.stop_requested()) throw InterruptedError();
  };
  for (Chunk chunk; next(chunk);) {
    meter.chunk_read();
    if (impl_->beats) impl_->infer_beats(chunk, inferred, done);
    if (impl_->chords) impl_->infer_chords(chunk, inferred, done);
  }
  TagResult result = impl_->result_of(std::move(inferred), reader.seconds(), source.warning());
  meter.all_done();
  return result;
}

TagResult Tagger::tag_frames(const FrameMatrix& frames) {
  if (impl_->beats && impl_->chords) {
    throw std::invalid_argument("ready-made features need exactly one model, 2 are loaded");
  }
  const TaskModel& task = impl_->beats ? *impl_->beats : impl_->chords.value();
  const auto wanted = static_cast<std::size_t>(task.loaded->model.spec.input);
  if (frames.bins != wanted) {
    throw std::invalid_argument(fmt::format("features of {} bins, {} takes {}", frames.bins,
                                            task.loaded->path.string(), wanted));
  }
  Impl::Inferred inferred;
  if (impl_->beats) {
    inferred.beat_activations = impl_->beat_activations(frames);
    if (impl_->beat_parameters.level_margin > 0.0) inferred.beat_features = frames;
  } else {
    inferred.chords = impl_->chord_outputs(frames);
  }
  return impl_->result_of(std::move(inferred), static_cast<double>(frames.frames) / frames.fps, {});
}

}  // namespace tactus
