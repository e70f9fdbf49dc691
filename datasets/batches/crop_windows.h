// The order of the crops of an epoch where the songs lie in large files, the shards: only a few of
// them are read at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "datasets/batches/crop_choice.h"
#include "datasets/batches/frame_store.h"

namespace tactus {

// An epoch takes the shards in an order that depends on the seed. Neighbours in it form windows of
// some shards each; the crops of a window are shuffled. All is a function of (seed, epoch), and
// each window can be made without the others.
class CropWindows {
 public:
  // crops[i] > 0: how many crops song i gives. shard_of[i]: its shard, from 0; the numbers need not
  // be dense. window > 0: shards that are read together. Throws std::invalid_argument if the
  // lengths differ or a size is 0.
  CropWindows(std::vector<std::size_t> crops, std::span<const std::uint32_t> shard_of,
              std::size_t window, std::uint64_t seed);

  struct Plan {
    std::vector<std::uint32_t> order;  // places in the list of shards
    std::vector<std::size_t> first;  // of each window, its first crop of the epoch; then their sum
    std::size_t window_of(std::size_t crop) const;
  };
  Plan plan(int epoch) const;
  std::vector<CropChoice> crops(int epoch, const Plan& plan, std::size_t window) const;

  // The shards of a window.
  std::vector<std::uint32_t> shards(const Plan& plan, std::size_t window) const;

 private:
  std::span<const std::uint32_t> places(const Plan& plan, std::size_t window) const;

  struct Shard {
    std::uint32_t number = 0;
    std::vector<std::uint32_t> songs;
    std::size_t crops = 0;
  };
  std::vector<std::size_t> crops_;  // of each song
  std::vector<Shard> shards_;       // by number
  std::size_t window_;
  std::uint64_t seed_;
};

}  // namespace tactus
