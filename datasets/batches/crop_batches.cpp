#include "datasets/batches/crop_batches.h"

#include <fmt/core.h>

#include <algorithm>
#include <span>
#include <stdexcept>

namespace tactus {
namespace {

std::vector<std::size_t> lengths_of(const std::vector<FrameView>& songs) {
  std::vector<std::size_t> lengths;
  for (const FrameView& song : songs) lengths.push_back(song.frames);
  return lengths;
}

// The targets of column b of [steps, batch] count for nothing.
void mask_column(std::vector<HeadTarget>& targets, std::size_t steps, std::size_t b,
                 std::size_t batch) {
  for (HeadTarget& target : targets) {
    if (target.weight.empty()) target.weight.assign(steps * batch, 1.0f);
    for (std::size_t t = 0; t < steps; ++t) target.weight[t * batch + b] = 0.0f;
  }
}

}  // namespace

CropBatches::CropBatches(SongSet training, SongSet validation, Standardisation standardisation,
                         BinLayout layout, CropBatchSettings settings,
                         std::size_t max_validation_batches)
    : training_(std::move(training)),
      validation_(std::move(validation)),
      standardisation_(std::move(standardisation)),
      layout_(std::move(layout)),
      settings_(settings),
      sampler_(lengths_of(training_.frames), settings.crop_frames, settings.batch, settings.passes,
               settings.seed, training_.sharded) {
  std::vector<Example> all;
  for (std::size_t song = 0; song < validation_.frames.size(); ++song) {
    const FrameView& frames = validation_.frames[song];
    for (std::size_t first = 0; first < frames.frames; first += settings_.crop_frames) {
      CropView crop{static_cast<double>(first), 1.0,
                    std::min(settings_.crop_frames, frames.frames - first), 0, frames.fps};
      all.push_back({song, crop, CropPlan{}, 0});
    }
  }
  const std::size_t wanted = std::min(all.size(), max_validation_batches * settings_.batch);
  for (std::size_t i = 0; i < wanted; ++i) {
    validation_examples_.push_back(all[i * all.size() / wanted]);
  }
  validation_batches_ = (wanted + settings_.batch - 1) / settings_.batch;
}

TrainBatch CropBatches::train_batch(int epoch, std::size_t index) const {
  FrameStore* const store = training_.store.get();
  if (store) store->expect(sampler_.stretch(epoch, index));
  std::vector<Example> examples;
  const std::vector<CropChoice> whole = sampler_.batch(epoch, index);
  const std::size_t last = settings_.last > 0 ? settings_.last : whole.size();
  for (const CropChoice& choice :
       std::span(whole).subspan(settings_.first, last - settings_.first)) {
    Example example;
    example.song = store ? store->readable(choice.song) : choice.song;
    example.key = choice.key;
    example.plan = draw_crop_plan(settings_.augmentation, choice.key);
    example.crop = place_crop(training_.frames[example.song], choice.position,
                              settings_.crop_frames, example.plan);
    examples.push_back(example);
  }
  return assemble(training_, examples, &settings_.augmentation);
}

TrainBatch CropBatches::validation_batch(std::size_t index) const {
  if (index >= validation_batches_) {
    throw std::invalid_argument(
        fmt::format("CropBatches: validation batch {} of {}", index, validation_batches_));
  }
  const std::size_t first = index * settings_.batch;
  const std::size_t last = std::min(first + settings_.batch, validation_examples_.size());
  return assemble(validation_,
                  {validation_examples_.begin() + static_cast<long>(first),
                   validation_examples_.begin() + static_cast<long>(last)},
                  nullptr);
}

TrainBatch CropBatches::assemble(const SongSet& songs, const std::vector<Example>& examples,
                                 const AugmentationSettings* disturbance) const {
  const std::size_t bins = standardisation_.mean.size();
  const std::size_t steps = settings_.crop_frames;
  const std::size_t count = examples.size();
  TrainBatch batch;
  batch.steps = static_cast<int>(steps);
  batch.batch = static_cast<int>(count);
  batch.x.assign(steps * count * bins, 0.0f);
  batch.targets = songs.targets->prepare(steps, count);
  std::vector<float> frames;  // of one crop, [T,C]
  for (std::size_t b = 0; b < count; ++b) {
    const Example& example = examples[b];
    const FrameView& song = songs.frames[example.song];
    frames.resize(example.crop.frames * bins);
    cut_crop(song, example.crop, example.plan, layout_, frames);
    standardise(frames, standardisation_);
    if (disturbance) disturb(frames, bins, song.fps, *disturbance, example.key);
    for (std::size_t t = 0; t < example.crop.frames; ++t) {
      std::copy_n(frames.begin() + static_cast<long>(t * bins), bins,
                  batch.x.begin() + static_cast<long>((t * count + b) * bins));
    }
    batch.lengths.push_back(static_cast<std::int32_t>(example.crop.frames));
    if (songs.labelled.empty() || songs.labelled[example.song])
      songs.targets->fill(example.song, example.crop, b, count, batch.targets);
    else
      mask_column(batch.targets, steps, b, count);
  }
  return batch;
}

}  // namespace tactus
