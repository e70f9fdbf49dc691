#include "app/engine/tagging/sound_tagger.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>

#include "app/engine/tagging/chunk_features.h"
#include "app/engine/tagging/music_chunks.h"
#include "audio/readers/audio_reader.h"
#include "datasets/tasks/interface/task_networks.h"
#include "features/attack_envelope.h"
#include "model/decoding/timing/beat_division.h"
#include "model/editing/passages.h"
#include "model/version.h"

namespace tactus {

namespace {

// A model at work.
struct LoadedTask {
  std::string model;  // its path
  std::unique_ptr<Task> task;
  TaskFeatures features;  // that its tagger takes, or wider ones of another task
  std::size_t bins;       // that its tagger takes, the first ones
  double fps;             // of its activations
  std::unique_ptr<TaskTagger> tagger;

  LoadedTask another() const {
    return {model, task->clone(), features, bins, fps, tagger->another()};
  }
};

LoadedTask load_task(const LoadedModel& loaded, const InferenceDevice& device,
                     const DecoderSettings& settings, TaskTable known) {
  const std::string path = loaded.path.string();
  try {
    std::unique_ptr<Task> task = task_of(loaded.model, known);
    settings.apply_to(*task);
    auto tagger = task->tagger(loaded.model, device);
    TaskFeatures features = task->chunk_features();
    const std::size_t bins = features.bins;
    const double fps = task->features().fps;
    return {path, std::move(task), std::move(features), bins, fps, std::move(tagger)};
  } catch (const std::invalid_argument& error) {
    throw std::invalid_argument(fmt::format("{}: {}", path, error.what()));
  }
}

void check_needs(const std::vector<LoadedTask>& tasks) {
  for (const LoadedTask& each : tasks) {
    const std::string needed = each.task->needs();
    const auto names = [&](const LoadedTask& other) { return other.task->name() == needed; };
    if (!needed.empty() && std::ranges::none_of(tasks, names))
      throw std::invalid_argument(fmt::format(
          "{}: a model for {} finds nothing without a model for {}; load both, for example "
          "--model {} --model {}",
          each.model, each.task->name(), needed, needed, each.model));
  }
}

// Features are computed once if those of one task are the first bins of those of another.
void share_features(std::vector<LoadedTask>& tasks) {
  for (LoadedTask& each : tasks) {
    const auto wider = std::ranges::find_if(tasks, [&](const LoadedTask& other) {
      return other.features.key == each.features.wider_key;
    });
    if (wider != tasks.end()) each.features = wider->features;
  }
}

}  // namespace

struct SoundTagger::Impl {
  std::vector<LoadedTask> tasks;  // in the order of the table
  std::string annotator;
  int sample_rate = 0;  // Hz, the highest that a model needs
  Chunking chunking;
  bool keep_activations = true;

  // Reads the chunk that the reader has begun.
  ChunkFeatures read(ChunkReader& reader, StageTimes& times) const;
  // `done` is called after each stage and may throw.
  void add(ChunkFeatures& features, const Chunk& chunk, LoadedTask& to, StageTimes& times,
           const std::function<void(TagStage)>& done) const;
  double aligned(double seconds) const;
};

// Samples become features as they come, while the decoder works on the next ones.
ChunkFeatures SoundTagger::Impl::read(ChunkReader& reader, StageTimes& times) const {
  ChunkFeatures features(sample_rate, reader.chunk().start_second);
  for (const LoadedTask& task : tasks) features.add(task.features, task.tagger->wants_attacks());
  const auto next = [&] {
    const StageTimer timer(times, TagStage::kReading);
    return reader.read();
  };
  for (std::span<const float> block = next(); !block.empty(); block = next()) {
    const StageTimer timer(times, TagStage::kFeatures);
    features.push(block);
  }
  return features;
}

void SoundTagger::Impl::add(ChunkFeatures& features, const Chunk& chunk, LoadedTask& to,
                            StageTimes& times, const std::function<void(TagStage)>& done) const {
  ChunkFrames frames;
  {
    const StageTimer timer(times, TagStage::kFeatures);
    frames = features.take(to.features.key, chunk);
    if (to.bins < to.features.bins) frames.features = first_bins(frames.features, to.bins);
  }
  done(TagStage::kFeatures);
  {
    const StageTimer timer(times, TagStage::kNetworks);
    to.tagger->add(std::move(frames));
  }
  done(TagStage::kNetworks);
}

// The last moment up to `seconds` at which every task, and the attack envelope, has a row; without
// such moments, one at which the first task has a row.
double SoundTagger::Impl::aligned(double seconds) const {
  constexpr double kRounding = 1e-6;  // rows
  const double fps = tasks.front().fps;
  const auto has_row = [](double moment, double rate) {
    return std::abs(moment * rate - std::round(moment * rate)) < kRounding;
  };
  for (double row = std::floor(seconds * fps + kRounding); row > 0.0; --row) {
    const double moment = row / fps;
    const bool all = has_row(moment, kAttackFps) &&
                     std::ranges::all_of(
                         tasks, [&](const LoadedTask& task) { return has_row(moment, task.fps); });
    if (all) return moment;
  }
  return std::floor(seconds * fps) / fps;
}

namespace {

// The result of a recording, which grows by one passage after another.
class Passages {
 public:
  Passages(std::vector<LoadedTask>& tasks, bool keep_activations)
      : tasks_(tasks), keep_(keep_activations) {
    for (LoadedTask& each : tasks) {
      each.tagger->begin_song();
    }
  }

  double start() const { return start_; }

  // Decodes what was added since start(), up to `end`. The next passage begins at `next`; after the
  // end there is none.
  void decode(double end, double next, StageTimes& times) {
    Annotation passage;
    passage.duration = end - start_;
    const StageTime networks = times[TagStage::kNetworks];
    {
      const StageTimer timer(times, TagStage::kDecoding);
      HeardSong heard;
      for (const LoadedTask& each : tasks_) each.tagger->tell(heard);
      for (LoadedTask& each : tasks_) each.tagger->decode(passage, heard, times);
      for (const LoadedTask& each : tasks_)
        find_division(passage, AttackCurve(each.tagger->attacks()), each.tagger->activations());
      shift_times(passage, start_);
      annotation_ = start_ > 0.0 ? join_passages(std::move(annotation_), std::move(passage), start_,
                                                 joined_to_)
                                 : std::move(passage);
      for (LoadedTask& each : tasks_) take(each, next - start_);
      ++count_;
    }
    times[TagStage::kDecoding] += networks - times[TagStage::kNetworks];
    joined_to_ = end;
    start_ = next;
  }

  TagResult result() {
    TagResult result;
    result.annotation = std::move(annotation_);
    result.activations = std::move(activations_);
    result.attacks = std::move(attacks_);
    if (count_ == 1) result.context = std::move(context_);
    return result;
  }

 private:
  // Keeps the outputs of the first `seconds`, and forgets them in the task.
  void take(LoadedTask& task, double seconds) {
    if (keep_) {
      const FrameMatrix &activations = task.tagger->activations(),
                        &attacks = task.tagger->attacks();
      append_rows(activations_[task.task->name()], activations, 0,
                  rows_before(activations, seconds));
      if (attacks.frames > 0) append_rows(attacks_, attacks, 0, rows_before(attacks, seconds));
      context_[task.task->name()] = task.tagger->context();
    }
    task.tagger->forget(seconds);
  }

  std::vector<LoadedTask>& tasks_;
  bool keep_;
  double start_ = 0.0;      // seconds, of the passage
  double joined_to_ = 0.0;  // the end of the passage before
  Annotation annotation_;
  std::map<std::string, FrameMatrix> activations_;
  std::map<std::string, TaggerContext> context_;  // of the last passage
  FrameMatrix attacks_;
  int count_ = 0;  // of passages
};

}  // namespace

SoundTagger::SoundTagger(const std::vector<LoadedModel>& models, std::shared_ptr<Backend> backend,
                         const DecoderSettings& settings, const Chunking& chunking, TaskTable known)
    : impl_(std::make_unique<Impl>()) {
  impl_->chunking = chunking;
  impl_->annotator = "tactus " TACTUS_VERSION;
  const InferenceDevice device(std::move(backend));
  for (const LoadedModel& loaded : models) {
    impl_->tasks.push_back(load_task(loaded, device, settings, known));
    impl_->sample_rate = std::max(impl_->sample_rate, impl_->tasks.back().features.sample_rate);
    impl_->annotator += fmt::format(", {} {}", loaded.path.filename().string(), loaded.fingerprint);
  }
  check_needs(impl_->tasks);
  share_features(impl_->tasks);
  const auto table = known();
  std::ranges::stable_sort(impl_->tasks, {}, [&](const LoadedTask& each) {
    return std::ranges::find(table, each.task->name(), &Task::name) - table.begin();
  });
}

SoundTagger::SoundTagger(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
SoundTagger::~SoundTagger() = default;
SoundTagger::SoundTagger(SoundTagger&&) noexcept = default;

SoundTagger SoundTagger::another() const {
  auto made = std::make_unique<Impl>();
  for (const LoadedTask& task : impl_->tasks) made->tasks.push_back(task.another());
  made->annotator = impl_->annotator;
  made->sample_rate = impl_->sample_rate;
  made->chunking = impl_->chunking;
  made->keep_activations = impl_->keep_activations;
  return SoundTagger(std::move(made));
}

int SoundTagger::sample_rate() const {
  return impl_->sample_rate;
}

std::vector<const Task*> SoundTagger::tasks() const {
  std::vector<const Task*> tasks;
  for (const LoadedTask& each : impl_->tasks) tasks.push_back(each.task.get());
  return tasks;
}

void SoundTagger::keep_activations(bool keep) {
  impl_->keep_activations = keep;
}

TagResult SoundTagger::tag(AudioSource& source, std::stop_token stop, const TagProgress& progress,
                           const ReadObserver& read) {
  const Chunking& chunking = impl_->chunking;
  const double claimed = claimed_seconds(source);
  TagMeter meter(claimed, static_cast<int>(impl_->tasks.size()), chunking, progress);
  const auto observe = [&](double seconds) {
    meter.read(seconds);
    if (read) read(seconds);
  };
  WatchedSource watched(source, observe, stop);
  ChunkReader reader(watched, impl_->sample_rate, chunking, claimed);
  StageTimes times;
  const auto done = [&](TagStage stage) {
    meter.stage_done(stage);
    if (stop.stop_requested()) throw InterruptedError();
  };
  Passages passages(impl_->tasks, impl_->keep_activations);
  while (reader.begin()) {
    ChunkFeatures features = impl_->read(reader, times);
    const Chunk& chunk = reader.chunk();
    meter.chunk_read();
    for (LoadedTask& each : impl_->tasks) impl_->add(features, chunk, each, times, done);
    const double begin = impl_->aligned(chunk.core_end - 2.0 * chunking.border_seconds);
    if (chunk.core_end - passages.start() >= chunking.passage_seconds && begin > passages.start())
      passages.decode(chunk.core_end, begin, times);
  }
  passages.decode(reader.seconds(), reader.seconds() + 1.0, times);
  TagResult result = passages.result();
  result.seconds = reader.seconds();
  result.warning = source.warning();
  result.annotation.annotator = impl_->annotator;
  result.times = times;
  meter.all_done();
  return result;
}

TagResult SoundTagger::decode_again(const TagResult& kept) {
  Passages passages(impl_->tasks, true);
  for (LoadedTask& each : impl_->tasks) {
    const std::string name = each.task->name();
    const auto found = kept.activations.find(name);
    const auto context = kept.context.find(name);
    if (found == kept.activations.end())
      throw std::invalid_argument(fmt::format("activations: lack those of {}", name));
    if (const std::size_t columns = each.task->activation_labels().size();
        found->second.bins != columns)
      throw std::invalid_argument(fmt::format("activations of {}: {} columns, expected {}", name,
                                              found->second.bins, columns));
    each.tagger->hold(found->second,
                      context == kept.context.end() ? TaggerContext() : context->second);
  }
  StageTimes times;
  passages.decode(kept.seconds, kept.seconds + 1.0, times);
  TagResult result = passages.result();
  result.seconds = kept.seconds;
  result.warning = kept.warning;
  result.annotation.annotator = impl_->annotator;
  result.times = times;
  return result;
}

TagResult SoundTagger::tag_frames(const FrameMatrix& frames) {
  if (impl_->tasks.size() != 1) {
    throw std::invalid_argument(fmt::format(
        "ready-made features need exactly one model, {} are loaded", impl_->tasks.size()));
  }
  LoadedTask& only = impl_->tasks.front();
  if (frames.bins != only.bins && !only.tagger->takes(frames.bins)) {
    throw std::invalid_argument(
        fmt::format("features of {} bins, {} takes {}", frames.bins, only.model, only.bins));
  }
  StageTimes times;
  Passages passages(impl_->tasks, impl_->keep_activations);
  only.tagger->add(whole_chunk(frames));
  const double seconds = static_cast<double>(frames.frames) / frames.fps;
  passages.decode(seconds, seconds + 1.0, times);
  TagResult result = passages.result();
  result.seconds = seconds;
  result.annotation.annotator = impl_->annotator;
  result.times = times;
  return result;
}

}  // namespace tactus
