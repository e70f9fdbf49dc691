#include "app/workshop/training/shard_batches.h"

#include <utility>
#include <vector>

namespace tactus {
namespace {

// Gives the songs in no shard numbers from `next` on.
class FurtherShards {
 public:
  explicit FurtherShards(std::uint32_t next) : next_(next) {}
  std::uint32_t number_of(const FrameView& song) {
    constexpr std::size_t kBytes = std::size_t{256} << 20;
    if (bytes_ >= kBytes) ++next_, bytes_ = 0;
    bytes_ += song.frames * song.bins * sizeof(float);
    return next_;
  }

 private:
  std::uint32_t next_;
  std::size_t bytes_ = 0;
};

}  // namespace

std::shared_ptr<ShardPages> add_shards(const TrainingSongs& songs, SongSet& set) {
  if (songs.shards.empty()) return nullptr;
  std::vector<ShardPages::Song> places;
  FurtherShards others(static_cast<std::uint32_t>(songs.shards.size()));
  for (const TrainingSong& song : songs.training) {
    set.sharded.shard_of.push_back(song.shard ? *song.shard : others.number_of(song.frames.view()));
    places.push_back(
        {song.shard.value_or(ShardPages::kNoShard), song.frames.view(), song.content, song.id});
  }
  auto pages = std::make_shared<ShardPages>(songs.shards, std::move(places));
  set.store = pages;
  return pages;
}

void forget_labels(TrainingSongs& songs) {
  for (TrainingSong& song : songs.training)
    if (song.shard) song.labels = {};
}

Standardisation standardisation_of(const TrainingSongs& songs) {
  std::vector<FrameView> views;
  for (const TrainingSong& song : songs.training)
    if (!song.shard) views.push_back(song.frames.view());
  if (!songs.sums) return measure_standardisation(views);
  FrameSums sums = *songs.sums;
  for (const FrameView& view : views) sums.add(view);
  return standardisation_of(sums);
}

}  // namespace tactus
