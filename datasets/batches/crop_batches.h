// Minibatches of random crops from many songs, for training: a BatchSource.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "datasets/batches/augmentation.h"
#include "datasets/batches/crop.h"
#include "datasets/batches/crop_sampler.h"
#include "datasets/batches/frame_store.h"
#include "features/frames/frame_view.h"
#include "model/network/network_spec.h"
#include "model/network/standardisation.h"
#include "model/training/trainer.h"

namespace tactus {

// Port: the labels of a set of songs as targets of one network's heads.
class TargetMaker {
 public:
  virtual ~TargetMaker() = default;
  // Empty targets of the right sizes and settings for T x B frames, one per head of the network.
  virtual std::vector<HeadTarget> prepare(std::size_t steps, std::size_t batch) const = 0;
  // Fills column b of `targets` for a crop of that song; frames from crop.frames on are left as
  // prepared.
  virtual void fill(std::size_t song, const CropView& crop, std::size_t b, std::size_t batch,
                    std::vector<HeadTarget>& targets) const = 0;
};

struct CropBatchSettings {
  std::size_t crop_frames = 0;  // T
  std::size_t batch = 32;       // B
  double passes = 1.0;          // over the training songs in one epoch
  std::uint64_t seed = 1;
  AugmentationSettings augmentation;
  // Of the crops of each training batch, those at [first, last); 0, 0 = all. See process_group.h.
  std::size_t first = 0, last = 0;
};

// Songs whose frames (views that must outlive the source) and targets go together by index.
struct SongSet {
  std::vector<FrameView> frames;
  std::shared_ptr<const TargetMaker> targets;
  // Per song; empty: all are. The targets of the others have the weight 0 in every frame.
  std::vector<bool> labelled = {};
  // Only for songs in shards, and only for training.
  ShardedSongs sharded = {};
  std::shared_ptr<FrameStore> store = {};
};

// Training batches are augmented random crops; validation batches cut the validation songs into
// neighbouring crops without augmentation, at most `max_validation_batches`, spread over the songs.
class CropBatches : public BatchSource {
 public:
  CropBatches(SongSet training, SongSet validation, Standardisation standardisation,
              BinLayout layout, CropBatchSettings settings, std::size_t max_validation_batches);

  std::size_t batches_per_epoch() const override { return sampler_.batches_per_epoch(); }
  TrainBatch train_batch(int epoch, std::size_t index) const override;
  std::size_t validation_batches() const override { return validation_batches_; }
  TrainBatch validation_batch(std::size_t index) const override;

 private:
  struct Example {
    std::size_t song = 0;
    CropView crop;
    CropPlan plan;
    std::uint64_t key = 0;
  };
  TrainBatch assemble(const SongSet& songs, const std::vector<Example>& examples,
                      const AugmentationSettings* disturbance) const;

  SongSet training_;
  SongSet validation_;
  Standardisation standardisation_;
  BinLayout layout_;
  CropBatchSettings settings_;
  CropSampler sampler_;
  std::vector<Example> validation_examples_;
  std::size_t validation_batches_ = 0;
};

}  // namespace tactus
