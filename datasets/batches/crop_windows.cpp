#include "datasets/batches/crop_windows.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <stdexcept>

namespace tactus {
namespace {

// What random numbers are for; the third number of their key.
enum WindowPurpose : std::uint64_t { kSong, kShards, kWindow };

}  // namespace

CropWindows::CropWindows(std::vector<std::size_t> crops, std::span<const std::uint32_t> shard_of,
                         std::size_t window, std::uint64_t seed)
    : crops_(std::move(crops)), window_(window), seed_(seed) {
  if (crops_.empty() || crops_.size() != shard_of.size() || window < 1) {
    throw std::invalid_argument(
        fmt::format("CropWindows: {} songs, the shards of {}, windows of {} shards", crops_.size(),
                    shard_of.size(), window));
  }
  std::map<std::uint32_t, Shard> shards;
  for (std::size_t song = 0; song < crops_.size(); ++song) {
    Shard& shard = shards[shard_of[song]];
    shard.number = shard_of[song];
    shard.songs.push_back(static_cast<std::uint32_t>(song));
    shard.crops += crops_[song];
  }
  for (auto& [number, shard] : shards) shards_.push_back(std::move(shard));
}

std::size_t CropWindows::Plan::window_of(std::size_t crop) const {
  const auto after = std::upper_bound(first.begin(), first.end(), crop);
  return static_cast<std::size_t>(after - first.begin()) - 1;
}

CropWindows::Plan CropWindows::plan(int epoch) const {
  Plan plan;
  plan.order.resize(shards_.size());
  std::iota(plan.order.begin(), plan.order.end(), 0u);
  RandomSource random{seed_, static_cast<std::uint64_t>(epoch), kShards};
  random.shuffle(std::span(plan.order));
  std::size_t crops = 0;
  for (std::size_t i = 0; i < plan.order.size(); ++i) {
    if (i % window_ == 0) plan.first.push_back(crops);
    crops += shards_[plan.order[i]].crops;
  }
  plan.first.push_back(crops);
  return plan;
}

std::span<const std::uint32_t> CropWindows::places(const Plan& plan, std::size_t window) const {
  const std::size_t begin = window * window_;
  return std::span(plan.order).subspan(begin, std::min(window_, plan.order.size() - begin));
}

std::vector<CropChoice> CropWindows::crops(int epoch, const Plan& plan, std::size_t window) const {
  const auto epoch_key = static_cast<std::uint64_t>(epoch);
  std::vector<CropChoice> crops;
  crops.reserve(plan.first.at(window + 1) - plan.first[window]);
  for (const std::uint32_t place : places(plan, window)) {
    for (const std::uint32_t song : shards_[place].songs) {
      RandomSource random{seed_, epoch_key, kSong, song};
      add_crops(song, crops_[song], random, crops);
    }
  }
  RandomSource random{seed_, epoch_key, kWindow, window};
  random.shuffle(std::span(crops));
  return crops;
}

std::vector<std::uint32_t> CropWindows::shards(const Plan& plan, std::size_t window) const {
  std::vector<std::uint32_t> numbers;
  for (const std::uint32_t place : places(plan, window)) numbers.push_back(shards_[place].number);
  return numbers;
}

}  // namespace tactus
