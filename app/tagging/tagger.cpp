#include "app/tagging/tagger.h"

#include <fmt/core.h>

#include <algorithm>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <variant>

#include "app/tagging/music_chunks.h"
#include "audio/error.h"
#include "audio/readers/audio_reader.h"
#include "audio/resampler.h"
#include "model/version.h"

namespace tactus {

namespace {

// A model at work.
struct LoadedTask {
  std::string model;  // its path
  std::unique_ptr<Task> task;
  TaskFeatures features;
  std::size_t bins;  // that the networks take
  std::unique_ptr<TaskTagger> tagger;
};

LoadedTask load_task(const LoadedModel& loaded, const std::shared_ptr<Backend>& backend,
                     const DecoderOverrides& overrides, TaskTable known) {
  const std::string path = loaded.path.string();
  try {
    std::unique_ptr<Task> task = task_of(loaded.model, known);
    overrides.apply_to(*task);
    auto tagger = task->tagger(loaded.model, backend);
    TaskFeatures features = task->features();
    return {path, std::move(task), std::move(features),
            static_cast<std::size_t>(loaded.model.spec.input), std::move(tagger)};
  } catch (const std::invalid_argument& error) {
    throw std::invalid_argument(fmt::format("{}: {}", path, error.what()));
  }
}

template <typename Value>
void set_in(const ParameterTable& table, std::string_view name, const Value& value) {
  for (const Parameter& parameter : table)
    if (parameter.name == name) *std::get<Value*>(parameter.value) = value;
}

}  // namespace

void DecoderOverrides::apply_to(Task& task) const {
  const ParameterTable table = task.decoder_parameters();
  if (min_bpm) set_in(table, "min_bpm", *min_bpm);
  if (max_bpm) set_in(table, "max_bpm", *max_bpm);
  if (!beats_per_bar.empty()) set_in(table, "beats_per_bar", beats_per_bar);
  const bool has_grid =
      std::ranges::find(table, std::string_view("grid"), &Parameter::name) != table.end();
  if (!grid.empty() && has_grid) assign(table, "grid=" + grid, "--grid");
  if (snap_to_beats) set_in(table, "snap_to_beats", *snap_to_beats);
}

struct Tagger::Impl {
  std::vector<LoadedTask> tasks;  // in the order of the table
  std::string annotator;
  int sample_rate = 0;  // Hz, the highest that a model needs
  Chunking chunking;

  // `done` is called after each stage and may throw.
  void add(const Chunk& chunk, LoadedTask& to, StageTimes& times,
           const std::function<void(TagStage)>& done) const;
  TagResult result_of(double seconds, std::optional<std::string> warning, StageTimes times);
};

void Tagger::Impl::add(const Chunk& chunk, LoadedTask& to, StageTimes& times,
                       const std::function<void(TagStage)>& done) const {
  Chunk at_rate = chunk;
  std::vector<float> converted;
  ChunkFrames frames;
  {
    const StageTimer timer(times, TagStage::kFeatures);
    if (to.features.sample_rate != sample_rate) {
      converted = resample(chunk.samples, sample_rate, to.features.sample_rate);
      at_rate.samples = converted;
    }
    frames = frames_of(at_rate, to.features);
  }
  done(TagStage::kFeatures);
  {
    const StageTimer timer(times, TagStage::kNetworks);
    to.tagger->add(std::move(frames));
  }
  done(TagStage::kNetworks);
}

TagResult Tagger::Impl::result_of(double seconds, std::optional<std::string> warning,
                                  StageTimes times) {
  TagResult result;
  result.seconds = seconds;
  result.warning = std::move(warning);
  result.annotation.duration = seconds;
  result.annotation.annotator = annotator;
  result.times = times;
  const double networks = result.times[TagStage::kNetworks];
  {
    const StageTimer timer(result.times, TagStage::kDecoding);
    for (LoadedTask& each : tasks) {
      each.tagger->decode(result.annotation, result.times);
      result.activations[each.task->name()] = each.tagger->take_activations();
      if (FrameMatrix attacks = each.tagger->take_attacks(); attacks.frames > 0)
        result.attacks = std::move(attacks);
    }
  }
  result.times[TagStage::kDecoding] -= result.times[TagStage::kNetworks] - networks;
  return result;
}

Tagger::Tagger(const std::vector<LoadedModel>& models, std::shared_ptr<Backend> backend,
               const DecoderOverrides& overrides, const Chunking& chunking, TaskTable known)
    : impl_(std::make_unique<Impl>()) {
  impl_->chunking = chunking;
  impl_->annotator = "tactus " TACTUS_VERSION;
  for (const LoadedModel& loaded : models) {
    impl_->tasks.push_back(load_task(loaded, backend, overrides, known));
    impl_->sample_rate = std::max(impl_->sample_rate, impl_->tasks.back().features.sample_rate);
    impl_->annotator += fmt::format(", {} {}", loaded.path.filename().string(), loaded.fingerprint);
  }
  const auto table = known();
  std::ranges::stable_sort(impl_->tasks, {}, [&](const LoadedTask& each) {
    return std::ranges::find(table, each.task->name(), &Task::name) - table.begin();
  });
}

Tagger::~Tagger() = default;
Tagger::Tagger(Tagger&&) noexcept = default;

int Tagger::sample_rate() const {
  return impl_->sample_rate;
}

std::vector<const Task*> Tagger::tasks() const {
  std::vector<const Task*> tasks;
  for (const LoadedTask& each : impl_->tasks) tasks.push_back(each.task.get());
  return tasks;
}

TagResult Tagger::tag(AudioSource& source, std::stop_token stop, const TagProgress& progress,
                      const ReadObserver& read) {
  TagMeter meter(claimed_seconds(source), static_cast<int>(impl_->tasks.size()), impl_->chunking,
                 progress);
  const auto observe = [&](double seconds) {
    meter.read(seconds);
    if (read) read(seconds);
  };
  WatchedSource watched(source, observe, stop);
  ChunkReader reader(watched, impl_->sample_rate, impl_->chunking);
  StageTimes times;
  const auto next = [&](Chunk& chunk) {
    const StageTimer timer(times, TagStage::kReading);
    return reader.next(chunk);
  };
  const auto done = [&](TagStage stage) {
    meter.stage_done(stage);
    if (stop.stop_requested()) throw InterruptedError();
  };
  for (LoadedTask& each : impl_->tasks) each.tagger->begin_song();
  for (Chunk chunk; next(chunk);) {
    meter.chunk_read();
    for (LoadedTask& each : impl_->tasks) impl_->add(chunk, each, times, done);
  }
  TagResult result = impl_->result_of(reader.seconds(), source.warning(), times);
  meter.all_done();
  return result;
}

TagResult Tagger::tag_frames(const FrameMatrix& frames) {
  if (impl_->tasks.size() != 1) {
    throw std::invalid_argument(fmt::format(
        "ready-made features need exactly one model, {} are loaded", impl_->tasks.size()));
  }
  LoadedTask& only = impl_->tasks.front();
  if (frames.bins != only.bins) {
    throw std::invalid_argument(
        fmt::format("features of {} bins, {} takes {}", frames.bins, only.model, only.bins));
  }
  only.tagger->begin_song();
  only.tagger->add(whole_chunk(frames));
  return impl_->result_of(static_cast<double>(frames.frames) / frames.fps, {}, {});
}

}  // namespace tactus
