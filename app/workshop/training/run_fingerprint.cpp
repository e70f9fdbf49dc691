#include "app/workshop/training/run_fingerprint.h"

#include <fmt/core.h>

#include "datasets/stable_hash.h"

namespace tactus {
namespace {

template <class Add>
void add_songs(const std::vector<TrainingSong>& songs, const Add& add) {
  add(songs.size());
  for (const TrainingSong& song : songs) {
    add(song.id), add(song.content), add(song.frames.view().frames);
    if (!song.labelled) add("no annotation");
    if (song.shard) {  // the hash of its index is that of all labels in it
      add(*song.shard);
      continue;
    }
    add(song.labels.beats.size());
    for (const Beat& beat : song.labels.beats) {
      add(beat.time), add(beat.position);
      if (beat.confidence != kUnknownConfidence) add(beat.confidence);
    }
    for (const SegmentLayerInfo& layer : segment_layers()) {
      const std::vector<LabelledSegment>& segments = song.labels.*layer.member;
      if (layer.segments != SegmentLayer::kChords) {
        if (segments.empty()) continue;
        add(static_cast<int>(layer.segments));
      }
      add(segments.size());
      for (const LabelledSegment& segment : segments) {
        add(segment.start), add(segment.end), add(segment.label);
      }
    }
  }
}

}  // namespace

std::string run_fingerprint(const TrainConfig& config, const TaskFeatures& features,
                            const NetworkSpec& spec, const TrainingSongs& songs,
                            const std::optional<LoadedModel>& initial,
                            const std::vector<LoadedModel>& teachers) {
  std::string text = features.key;
  const auto add = [&text](const auto& value) { text += fmt::format("|{}", value); };
  for (const LayerSpec& layer : spec.layers) {
    add(layer.hidden), add(layer.bidirectional), add(layer.peepholes), add(layer.dropout);
  }
  for (const HeadSpec& head : spec.heads) add(head.name), add(head.loss_weight);
  add(spec.head_dropout);
  text += config.task->target_text();
  const AugmentationSettings& a = config.augmentation;
  add(a.lowest_semitones), add(a.highest_semitones), add(a.tempo), add(a.gain_db), add(a.tilt_db);
  add(a.bin_gain_db), add(a.noise), add(a.frequency_masks), add(a.frequency_mask_width),
      add(a.time_masks);
  add(a.time_mask_seconds);
  add(config.crop_seconds), add(config.batch), add(config.passes), add(config.seed);
  const TrainSettings& t = config.training;
  add(t.epochs), add(t.patience), add(static_cast<int>(t.schedule.kind)), add(t.schedule.highest);
  add(t.schedule.warm_up), add(t.schedule.final_fraction), add(t.optimiser.beta1);
  add(t.optimiser.beta2), add(t.optimiser.epsilon), add(t.optimiser.weight_decay);
  add(t.optimiser.clip_norm);
  if (t.best_epoch == BestEpoch::kLoss) add("by loss");
  if (t.best_epoch == BestEpoch::kLast) add("the last");
  add(config.validation_songs), add(config.validation_batches), add(config.decoder_json);
  if (initial) add(initial->fingerprint);
  if (config.initial_network > 1) add(config.initial_network);
  if (!teachers.empty()) add(config.distil.weight);
  for (const LoadedModel& teacher : teachers) {
    add(teacher.fingerprint);
    if (const int keys = task_of(teacher.model)->keys(); keys > 1) add(keys);
  }
  if (const GateSettings& gates = config.prune.settings; gates.target < 1.0) {
    add(config.prune.with_gates() ? "gates" : "magnitude"), add(gates.target), add(gates.penalty);
  }
  add_songs(songs.training, add);
  add_songs(songs.validation, add);
  for (const auto& shard : songs.shards) add(shard->hash());
  return fmt::format("{:016x}", fnv1a(text));
}

}  // namespace tactus
