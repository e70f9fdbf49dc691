#include "datasets/shards/shard_pages.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "datasets/dataset_error.h"

namespace tactus {
namespace {

bool contains(const std::vector<std::uint32_t>& list, std::uint32_t shard) {
  return std::find(list.begin(), list.end(), shard) != list.end();
}

}  // namespace

ShardPages::ShardPages(std::vector<std::shared_ptr<const MappedShard>> shards,
                       std::vector<Song> songs)
    : shards_(std::move(shards)),
      songs_(std::move(songs)),
      songs_of_(shards_.size()),
      states_(songs_.size()) {
  for (std::size_t i = 0; i < songs_.size(); ++i)
    if (songs_[i].shard != kNoShard)
      songs_of_.at(songs_[i].shard).push_back(static_cast<std::uint32_t>(i));
}

void ShardPages::expect(const ShardStretch& stretch) {
  const std::lock_guard lock(mutex_);
  if (stretch.now != last_.now) {
    for (std::uint32_t shard = 0; shard < shards_.size(); ++shard)
      if (!contains(stretch.now, shard) && !contains(stretch.soon, shard))
        shards_[shard]->release();
  }
  for (const std::uint32_t shard : stretch.soon)
    if (shard < shards_.size() && !contains(last_.soon, shard)) shards_[shard]->will_need();
  last_ = stretch;
}

bool ShardPages::is_good(std::size_t song) {
  const Song& wanted = songs_[song];
  if (wanted.shard == kNoShard) return true;
  const State known = states_[song].load(std::memory_order_acquire);
  if (known != State::kUnknown) return known == State::kGood;
  const std::string damage =
      shards_[wanted.shard]->damage_of(wanted.frames, wanted.hash, wanted.id);
  const State found = damage.empty() ? State::kGood : State::kDamaged;
  if (states_[song].exchange(found, std::memory_order_acq_rel) == State::kUnknown &&
      found == State::kDamaged) {
    const std::lock_guard lock(mutex_);
    notes_.push_back(fmt::format("{} left out: {}", wanted.id, damage));
  }
  return found == State::kGood;
}

std::size_t ShardPages::readable(std::size_t song) {
  if (is_good(song)) return song;
  const std::vector<std::uint32_t>& others = songs_of_[songs_[song].shard];
  const auto at = std::find(others.begin(), others.end(), song) - others.begin();
  for (std::size_t i = 1; i < others.size(); ++i) {
    const std::size_t other = others[(static_cast<std::size_t>(at) + i) % others.size()];
    if (is_good(other)) return other;
  }
  throw DatasetError(
      fmt::format("{}: damaged: no song in it has intact frames; remove the file and run `tactus "
                  "dataset shards` again",
                  shards_[songs_[song].shard]->path().string()));
}

std::vector<std::string> ShardPages::take_notes() {
  const std::lock_guard lock(mutex_);
  return std::exchange(notes_, {});
}

}  // namespace tactus
