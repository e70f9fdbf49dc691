#include "datasets/batches/crop_sampler.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <mutex>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <utility>

#include "datasets/batches/crop_windows.h"

namespace tactus {
namespace {

// The two values that were asked for last.
template <typename Value>
class LastTwo {
 public:
  using Key = std::pair<int, std::size_t>;  // epoch, window
  template <typename Make>
  std::shared_ptr<const Value> get(const Key& key, const Make& make) {
    for (const Entry& entry : entries_)
      if (entry.value && entry.key == key) return entry.value;
    std::swap(entries_[0], entries_[1]);
    entries_[0].value = nullptr;  // frees its memory before the new one
    entries_[0] = {key, std::make_shared<const Value>(make())};
    return entries_[0].value;
  }

 private:
  struct Entry {
    Key key;
    std::shared_ptr<const Value> value;
  };
  std::array<Entry, 2> entries_;
};

}  // namespace

struct CropSampler::Memory {
  std::optional<CropWindows> windows;
  std::mutex mutex;  // guards the following
  LastTwo<CropWindows::Plan> plans;
  LastTwo<std::vector<CropChoice>> crops;

  std::shared_ptr<const CropWindows::Plan> plan(int epoch) {
    const std::lock_guard lock(mutex);
    return plans.get({epoch, 0}, [&] { return windows->plan(epoch); });
  }
  std::shared_ptr<const std::vector<CropChoice>> window(int epoch, const CropWindows::Plan& plan,
                                                        std::size_t number) {
    const std::lock_guard lock(mutex);
    return crops.get({epoch, number}, [&] { return windows->crops(epoch, plan, number); });
  }
};

CropSampler::CropSampler(std::span<const std::size_t> song_frames, std::size_t crop_frames,
                         std::size_t batch, double passes, std::uint64_t seed,
                         const ShardedSongs& sharded)
    : batch_(batch), seed_(seed), memory_(std::make_unique<Memory>()) {
  if (song_frames.empty() || crop_frames < 1 || batch < 1 || !(passes > 0.0)) {
    throw std::invalid_argument(fmt::format(
        "CropSampler: {} songs, crops of {} frames, batches of {}, {} passes: all must be positive",
        song_frames.size(), crop_frames, batch, passes));
  }
  for (std::size_t frames : song_frames) {
    const double crops = passes * static_cast<double>(frames) / static_cast<double>(crop_frames);
    crops_per_song_.push_back(static_cast<std::size_t>(std::max(1.0, std::round(crops))));
  }
  crops_ = std::accumulate(crops_per_song_.begin(), crops_per_song_.end(), std::size_t{0});
  batches_ = (crops_ + batch - 1) / batch;
  if (!sharded.shard_of.empty())
    memory_->windows.emplace(crops_per_song_, sharded.shard_of, sharded.window, seed);
}

CropSampler::~CropSampler() = default;
CropSampler::CropSampler(CropSampler&&) noexcept = default;

std::vector<CropChoice> CropSampler::epoch_crops(int epoch) const {
  RandomSource random{seed_, static_cast<std::uint64_t>(epoch)};
  std::vector<CropChoice> crops;
  crops.reserve(crops_);
  for (std::size_t song = 0; song < crops_per_song_.size(); ++song)
    add_crops(song, crops_per_song_[song], random, crops);
  random.shuffle(std::span<CropChoice>(crops));
  return crops;
}

void CropSampler::check(std::size_t index) const {
  if (index < batches_) return;
  throw std::invalid_argument(
      fmt::format("CropSampler: batch {} of an epoch of {} batches", index, batches_));
}

std::vector<CropChoice> CropSampler::batch(int epoch, std::size_t index) const {
  check(index);
  std::vector<CropChoice> chosen;
  if (!memory_->windows) {
    const auto crops = [&] {
      const std::lock_guard lock(memory_->mutex);
      return memory_->crops.get({epoch, 0}, [&] { return epoch_crops(epoch); });
    }();
    for (std::size_t i = 0; i < batch_; ++i)
      chosen.push_back((*crops)[(index * batch_ + i) % crops->size()]);
    return chosen;
  }
  const auto plan = memory_->plan(epoch);
  for (std::size_t i = 0; i < batch_; ++i) {
    const std::size_t crop = index * batch_ + i;
    const std::size_t window = plan->window_of(std::min(crop, crops_ - 1));
    const auto crops = memory_->window(epoch, *plan, window);
    chosen.push_back(
        (*crops)[crop < crops_ ? crop - plan->first[window] : (crop - crops_) % crops->size()]);
  }
  return chosen;
}

ShardStretch CropSampler::stretch(int epoch, std::size_t index) const {
  check(index);
  ShardStretch stretch;
  if (!memory_->windows) return stretch;
  const CropWindows& windows = *memory_->windows;
  const auto plan = memory_->plan(epoch);
  const std::size_t begin = index * batch_;
  const std::size_t last = plan->window_of(std::min(begin + batch_, crops_) - 1);
  for (std::size_t window = plan->window_of(begin); window <= last; ++window) {
    const std::vector<std::uint32_t> shards = windows.shards(*plan, window);
    stretch.now.insert(stretch.now.end(), shards.begin(), shards.end());
  }
  const bool ends = last + 2 == plan->first.size();
  const auto next_plan = ends ? memory_->plan(epoch + 1) : plan;
  const std::vector<std::uint32_t> next = windows.shards(*next_plan, ends ? 0 : last + 1);
  const std::size_t size = plan->first[last + 1] - plan->first[last];
  const std::size_t done = begin - std::min(begin, plan->first[last]);
  const std::size_t wanted = next.size() * done / size;
  stretch.soon.assign(next.begin(), next.begin() + static_cast<std::ptrdiff_t>(wanted));
  return stretch;
}

}  // namespace tactus
