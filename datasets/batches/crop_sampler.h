// Which pieces of which songs make up the minibatches of an epoch.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "datasets/batches/crop_choice.h"
#include "datasets/batches/frame_store.h"

namespace tactus {

// Songs in shards: the number of the shard of each song, and how many shards are read at a time.
struct ShardedSongs {
  std::vector<std::uint32_t> shard_of = {};  // empty = the songs are in no shards
  std::size_t window = 8;
};

// Each epoch visits every song in proportion to its length: a song of n crop lengths (rounded, at
// least 1) gives n crops, one in each n-th of its span, at a random place there. All crops of an
// epoch are shuffled over the batches; those of songs in shards only within a window of shards
// (crop_windows.h). Everything is a function of (seed, epoch, batch). Keeps the crops
// of the last two epochs, or windows. Thread-safe; move-only.
class CropSampler {
 public:
  // song_frames: length of each song; crop_frames > 0; batch > 0; passes: how often an epoch covers
  // the songs (0.5 = half as many crops from each). Throws std::invalid_argument for no songs or
  // sizes below 1.
  CropSampler(std::span<const std::size_t> song_frames, std::size_t crop_frames, std::size_t batch,
              double passes, std::uint64_t seed, const ShardedSongs& sharded = {});
  ~CropSampler();
  CropSampler(CropSampler&&) noexcept;

  std::size_t batches_per_epoch() const { return batches_; }
  // `batch` choices; the last batch of an epoch is filled up from the epoch's first crops, or those
  // of its last window. Throws std::invalid_argument for index >= batches_per_epoch().
  std::vector<CropChoice> batch(int epoch, std::size_t index) const;
  // The shards of the batch, and those of the next window that are needed soon: the more, the
  // further the batch is in its window. Both empty for songs in no shards. Throws as batch().
  ShardStretch stretch(int epoch, std::size_t index) const;

 private:
  struct Memory;
  void check(std::size_t index) const;
  std::vector<CropChoice> epoch_crops(int epoch) const;

  std::vector<std::size_t> crops_per_song_;
  std::size_t crops_ = 0;  // of an epoch
  std::size_t batch_ = 0;
  std::size_t batches_ = 0;
  std::uint64_t seed_ = 0;
  std::unique_ptr<Memory> memory_;
};

}  // namespace tactus
