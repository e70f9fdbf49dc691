#include "model/network/standardisation.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace tactus {

Standardisation measure_standardisation(std::span<const FrameView> songs, std::size_t max_frames) {
  std::size_t total = 0;
  for (const FrameView& song : songs) total += song.frames;
  if (total == 0) throw std::invalid_argument("measure_standardisation: the songs have no frames");
  const std::size_t bins = songs.front().bins;
  const std::size_t stride = std::max<std::size_t>(1, total / std::max<std::size_t>(1, max_frames));
  std::vector<double> sum(bins, 0.0), squares(bins, 0.0);
  double count = 0.0;
  for (const FrameView& song : songs) {
    if (song.bins != bins) {
      throw std::invalid_argument(
          fmt::format("measure_standardisation: songs of {} and {} bins, expected equal numbers",
                      bins, song.bins));
    }
    for (std::size_t i = 0; i < song.frames; i += stride, count += 1.0) {
      const std::span<const float> row = song.row(i);
      for (std::size_t c = 0; c < bins; ++c) {
        const double x = row[c];
        sum[c] += x;
        squares[c] += x * x;
      }
    }
  }
  Standardisation result;
  std::vector<double> deviation(bins);
  for (std::size_t c = 0; c < bins; ++c) {
    const double mean = sum[c] / count;
    result.mean.push_back(static_cast<float>(mean));
    deviation[c] = std::sqrt(std::max(0.0, squares[c] / count - mean * mean));
  }
  const double liveliest = *std::max_element(deviation.begin(), deviation.end());
  const double least = liveliest > 0.0 ? 0.01 * liveliest : 1.0;
  for (double d : deviation) result.scale.push_back(static_cast<float>(1.0 / std::max(d, least)));
  return result;
}

void standardise(std::span<float> frames, const Standardisation& standardisation) {
  const std::size_t bins = standardisation.mean.size();
  for (std::size_t i = 0; i + bins <= frames.size(); i += bins) {
    for (std::size_t c = 0; c < bins; ++c) {
      frames[i + c] = (frames[i + c] - standardisation.mean[c]) * standardisation.scale[c];
    }
  }
}

}  // namespace tactus
