#include "model/network/standardisation.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace tactus {

void FrameSums::add(const FrameView& song, std::size_t stride) {
  for (std::size_t i = 0; i < song.frames; i += stride, count += 1.0) {
    const std::span<const float> row = song.row(i);
    for (std::size_t c = 0; c < row.size(); ++c) {
      const double x = row[c];
      sum[c] += x;
      squares[c] += x * x;
    }
  }
}

void FrameSums::add(std::span<const double> sums, std::span<const double> sums_of_squares,
                    double frames) {
  for (std::size_t c = 0; c < sum.size(); ++c) {
    sum[c] += sums[c];
    squares[c] += sums_of_squares[c];
  }
  count += frames;
}

Standardisation standardisation_of(const FrameSums& sums) {
  if (!(sums.count > 0.0))
    throw std::invalid_argument("measure_standardisation: the songs have no frames");
  Standardisation result;
  std::vector<double> deviation(sums.sum.size());
  for (std::size_t c = 0; c < deviation.size(); ++c) {
    const double mean = sums.sum[c] / sums.count;
    result.mean.push_back(static_cast<float>(mean));
    deviation[c] = std::sqrt(std::max(0.0, sums.squares[c] / sums.count - mean * mean));
  }
  const double liveliest = *std::max_element(deviation.begin(), deviation.end());
  const double least = liveliest > 0.0 ? 0.01 * liveliest : 1.0;
  for (double d : deviation) result.scale.push_back(static_cast<float>(1.0 / std::max(d, least)));
  return result;
}

Standardisation measure_standardisation(std::span<const FrameView> songs, std::size_t max_frames) {
  std::size_t total = 0;
  for (const FrameView& song : songs) total += song.frames;
  if (total == 0) throw std::invalid_argument("measure_standardisation: the songs have no frames");
  const std::size_t bins = songs.front().bins;
  const std::size_t stride = std::max<std::size_t>(1, total / std::max<std::size_t>(1, max_frames));
  FrameSums sums(bins);
  for (const FrameView& song : songs) {
    if (song.bins != bins) {
      throw std::invalid_argument(
          fmt::format("measure_standardisation: songs of {} and {} bins, expected equal numbers",
                      bins, song.bins));
    }
    sums.add(song, stride);
  }
  return standardisation_of(sums);
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
