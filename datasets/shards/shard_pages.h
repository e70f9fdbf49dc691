// The pages of mapped shards during a training: which are in memory, and whether they are good.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "datasets/batches/frame_store.h"
#include "datasets/shards/mapped_shard.h"

namespace tactus {

// The frames of a song are compared with their hash when a batch needs them for the first time in a
// run. A damaged song is left out: the next good one of its shard takes its place, so that a
// resumed run makes the same batches.
class ShardPages : public FrameStore {
 public:
  static constexpr std::uint32_t kNoShard = 0xffffffff;
  struct Song {
    std::uint32_t shard = kNoShard;  // in `shards`; kNoShard = elsewhere, and never checked
    FrameView frames;
    std::string hash;
    std::string id;  // for messages
  };
  ShardPages(std::vector<std::shared_ptr<const MappedShard>> shards, std::vector<Song> songs);

  // Numbers of no shard are ignored.
  void expect(const ShardStretch& stretch) override;
  std::size_t readable(std::size_t song) override;
  // A note for each song left out since the last call.
  std::vector<std::string> take_notes();

 private:
  enum class State : std::uint8_t { kUnknown, kGood, kDamaged };
  bool is_good(std::size_t song);

  std::vector<std::shared_ptr<const MappedShard>> shards_;
  std::vector<Song> songs_;
  std::vector<std::vector<std::uint32_t>> songs_of_;  // by shard
  std::vector<std::atomic<State>> states_;            // by song
  std::mutex mutex_;                                  // guards the following
  ShardStretch last_;
  std::vector<std::string> notes_;
};

}  // namespace tactus
