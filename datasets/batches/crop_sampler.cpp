#include "datasets/batches/crop_sampler.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>

#include "datasets/random_source.h"

namespace tactus {

CropSampler::CropSampler(std::span<const std::size_t> song_frames, std::size_t crop_frames,
                         std::size_t batch, double passes, std::uint64_t seed)
    : batch_(batch), seed_(seed) {
  if (song_frames.empty() || crop_frames < 1 || batch < 1 || !(passes > 0.0)) {
    throw std::invalid_argument(fmt::format(
        "CropSampler: {} songs, crops of {} frames, batches of {}, {} passes: all must be positive",
        song_frames.size(), crop_frames, batch, passes));
  }
  for (std::size_t frames : song_frames) {
    const double crops = passes * static_cast<double>(frames) / static_cast<double>(crop_frames);
    crops_per_song_.push_back(static_cast<std::size_t>(std::max(1.0, std::round(crops))));
  }
  const std::size_t total =
      std::accumulate(crops_per_song_.begin(), crops_per_song_.end(), std::size_t{0});
  batches_ = (total + batch - 1) / batch;
}

std::vector<CropChoice> CropSampler::epoch_crops(int epoch) const {
  const auto epoch_key = static_cast<std::uint64_t>(epoch);
  RandomSource random{seed_, epoch_key};
  std::vector<CropChoice> crops;
  for (std::size_t song = 0; song < crops_per_song_.size(); ++song) {
    const std::size_t count = crops_per_song_[song];
    for (std::size_t k = 0; k < count; ++k) {
      const double position =
          (static_cast<double>(k) + random.uniform()) / static_cast<double>(count);
      crops.push_back({song, position, random.next()});
    }
  }
  random.shuffle(std::span<CropChoice>(crops));
  return crops;
}

std::vector<CropChoice> CropSampler::batch(int epoch, std::size_t index) const {
  if (index >= batches_) {
    throw std::invalid_argument(
        fmt::format("CropSampler: batch {} of an epoch of {} batches", index, batches_));
  }
  const std::vector<CropChoice> crops = epoch_crops(epoch);
  std::vector<CropChoice> chosen;
  for (std::size_t i = 0; i < batch_; ++i) {
    chosen.push_back(crops[(index * batch_ + i) % crops.size()]);
  }
  return chosen;
}

}  // namespace tactus
