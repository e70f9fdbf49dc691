// Which pieces of which songs make up the minibatches of an epoch.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace tactus {

// A crop to be cut from a song. `position` in [0, 1] is where its middle is wanted: 0 = at the
// song's start, 1 = at its end; see place_crop().
struct CropChoice {
  std::size_t song = 0;
  double position = 0.0;
  std::uint64_t key = 0;  // for the crop's own random draws (augmentation)
  bool operator==(const CropChoice&) const = default;
};

// Each epoch visits every song in proportion to its length: a song of n crop lengths (rounded, at
// least 1) gives n crops, one in each n-th of its span, at a random place there. All crops of an
// epoch are shuffled over the batches. Everything is a function of (seed, epoch, batch).
class CropSampler {
 public:
  // song_frames: length of each song; crop_frames > 0; batch > 0; passes: how often an epoch covers
  // the songs (0.5 = half as many crops from each). Throws std::invalid_argument for no songs or
  // sizes below 1.
  CropSampler(std::span<const std::size_t> song_frames, std::size_t crop_frames, std::size_t batch,
              double passes, std::uint64_t seed);

  std::size_t batches_per_epoch() const { return batches_; }
  // `batch` choices; the last batch of an epoch is filled up from the epoch's first crops.
  // Throws std::invalid_argument for index >= batches_per_epoch().
  std::vector<CropChoice> batch(int epoch, std::size_t index) const;

 private:
  std::vector<CropChoice> epoch_crops(int epoch) const;

  std::vector<std::size_t> crops_per_song_;
  std::size_t batch_ = 0;
  std::size_t batches_ = 0;
  std::uint64_t seed_ = 0;
};

}  // namespace tactus
