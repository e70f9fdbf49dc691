#include "features/structure/structure_features.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <functional>
#include <numeric>
#include <stdexcept>
#include <vector>

namespace tactus {
namespace {

constexpr std::array<std::size_t, 5> kNoveltyFrames = {4, 8, 16, 32, 64};
constexpr std::array<std::size_t, 3> kRepeatFrames = {8, 16, 32};
constexpr std::array<std::size_t, 4> kLevelFrames = {4, 8, 16, 32};
constexpr std::size_t kNearest = 8;  // frames between two passages that are compared
constexpr std::size_t kHighest = 4;  // whose mean is a column
constexpr double kEdgeSeconds = 30.0;
constexpr double kShortestVector = 1e-6;  // length of a vector

// Sums of the first n rows, n = 0 .. N.
std::vector<double> running_sums(const FrameMatrix& rows) {
  std::vector<double> sums((rows.frames + 1) * rows.bins, 0.0);
  for (std::size_t t = 0; t < rows.frames; ++t)
    for (std::size_t k = 0; k < rows.bins; ++k)
      sums[(t + 1) * rows.bins + k] = sums[t * rows.bins + k] + double(rows.row(t)[k]);
  return sums;
}

void add_novelties(const FrameMatrix& vectors, FrameMatrix& features) {
  const std::vector<double> sums = running_sums(vectors);
  const std::size_t n = vectors.frames, bins = vectors.bins;
  for (std::size_t column = 0; column < kNoveltyFrames.size(); ++column) {
    const std::size_t width = kNoveltyFrames[column];
    for (std::size_t t = 0; t < n; ++t) {
      const std::size_t begin = t - std::min(t, width), end = std::min(n, t + width);
      double square = 0.0;
      for (std::size_t k = 0; k < bins; ++k) {
        const double middle = sums[t * bins + k];
        const double before = middle - sums[begin * bins + k],
                     after = sums[end * bins + k] - middle;
        square += (before - after) * (before - after);
      }
      features.row(t)[column] = static_cast<float>(square / double(2 * width * width));
    }
  }
}

// The best resemblances of the passages at one frame.
struct Repeats {
  std::array<float, kHighest> highest{};  // sorted, best first
  float sum = 0.0f;                       // of those above 0
  float best = 0.0f;                      // resemblance on the one side alone
  std::size_t count = 0;

  void add(float difference, float alone) {
    if (difference > highest.back()) {
      auto place = highest.end() - 1;
      for (; place != highest.begin() && *(place - 1) < difference; --place) *place = *(place - 1);
      *place = difference;
    }
    sum += std::max(difference, 0.0f);
    best = std::max(best, alone);
    ++count;
  }
  float mean_of_highest() const {
    return std::accumulate(highest.begin(), highest.end(), 0.0f) / float(kHighest);
  }
  float mean() const { return count > 0 ? sum / static_cast<float>(count) : 0.0f; }
};

// Beginnings and ends of repetitions at each frame, for one width.
struct RepeatsAt {
  std::vector<Repeats> begins, ends;
  explicit RepeatsAt(std::size_t frames) : begins(frames), ends(frames) {}

  void add(std::size_t t, float after, float before) {
    begins[t].add(after - before, after);
    ends[t].add(before - after, before);
  }
};

// Takes the pairs of frames at distance `lag`: sums[t] is the sum of s(u, u - lag) for u < t.
void add_lag(const std::vector<double>& sums, std::size_t lag, std::size_t width, RepeatsAt& at) {
  const std::size_t n = sums.size() - 1;
  for (std::size_t t = lag; t < n; ++t) {
    const std::size_t end = std::min(n, t + width), begin = std::max(lag, t - std::min(t, width));
    const auto mean = [&](std::size_t from, std::size_t to) {
      return to > from ? static_cast<float>((sums[to] - sums[from]) / double(to - from)) : 0.0f;
    };
    const float after = mean(t, end), before = mean(begin, t);
    at.add(t, after, before);
    at.add(t - lag, after, before);
  }
}

void add_repeats(const FrameMatrix& vectors, std::size_t reach, std::size_t column,
                 FrameMatrix& features) {
  const std::size_t n = vectors.frames;
  std::vector<RepeatsAt> widths(kRepeatFrames.size(), RepeatsAt(n));
  std::vector<double> sums(n + 1, 0.0);
  for (std::size_t lag = kNearest; lag < std::min(n, reach); ++lag) {
    for (std::size_t t = 0; t < n; ++t) {
      double similarity = 0.0;
      if (t >= lag) {
        const auto a = vectors.row(t), b = vectors.row(t - lag);
        similarity = double(std::inner_product(a.begin(), a.end(), b.begin(), 0.0f));
      }
      sums[t + 1] = sums[t] + similarity;
    }
    for (std::size_t w = 0; w < widths.size(); ++w) add_lag(sums, lag, kRepeatFrames[w], widths[w]);
  }
  for (const RepeatsAt& at : widths) {
    for (std::size_t t = 0; t < n; ++t) {
      const Repeats &begin = at.begins[t], &end = at.ends[t];
      const std::array<float, 8> values = {begin.highest[0],
                                           begin.mean_of_highest(),
                                           begin.mean(),
                                           end.highest[0],
                                           end.mean_of_highest(),
                                           end.mean(),
                                           begin.best,
                                           end.best};
      std::ranges::copy(values, features.row(t).begin() + static_cast<std::ptrdiff_t>(column));
    }
    column += 8;
  }
}

void add_levels(const FrameMatrix& pooled, std::size_t column, FrameMatrix& features) {
  constexpr double kLeast = 1e-3;
  const std::size_t n = pooled.frames;
  std::vector<double> levels(n), sums(n + 1, 0.0);
  for (std::size_t t = 0; t < n; ++t) {
    const auto row = pooled.row(t);
    levels[t] =
        std::log(std::accumulate(row.begin(), row.end(), 0.0) / double(row.size()) + kLeast);
    sums[t + 1] = sums[t] + levels[t];
  }
  const auto mean = [&](std::size_t from, std::size_t to) {
    return to > from ? (sums[to] - sums[from]) / double(to - from) : levels[std::min(from, n - 1)];
  };
  for (std::size_t t = 0; t < n; ++t) {
    for (std::size_t k = 0; k < kLevelFrames.size(); ++k) {
      const std::size_t width = kLevelFrames[k];
      features.row(t)[column + k] =
          static_cast<float>(mean(t, std::min(n, t + width)) - mean(t - std::min(t, width), t));
    }
    features.row(t)[column + kLevelFrames.size()] = static_cast<float>(levels[t] - mean(0, n));
  }
}

void add_edges(std::size_t column, FrameMatrix& features) {
  const double whole = kEdgeSeconds * features.fps;
  for (std::size_t t = 0; t < features.frames; ++t) {
    features.row(t)[column] = static_cast<float>(std::min(double(t) / whole, 1.0));
    features.row(t)[column + 1] =
        static_cast<float>(std::min(double(features.frames - t) / whole, 1.0));
  }
}

void check(const FrameMatrix& frames, const StructureParameters& parameters) {
  check_structure(parameters);
  if (frames.bins != NnlsChromaParameters::kBins)
    throw std::invalid_argument(fmt::format("{} bins, expected {} of NNLS chroma", frames.bins,
                                            NnlsChromaParameters::kBins));
}

}  // namespace

void check_structure(const StructureParameters& parameters) {
  if (parameters.frames_pooled < 1 || parameters.frames_pooled > 1000 ||
      !(parameters.reach >= 1.0 && parameters.reach <= 3600.0))
    throw std::invalid_argument(
        fmt::format("structure features: frames_pooled {} (1 to 1000), reach {} s (1 to 3600)",
                    parameters.frames_pooled, parameters.reach));
}

FrameMatrix pooled_chroma(const FrameMatrix& frames, const StructureParameters& parameters) {
  check(frames, parameters);
  const auto width = static_cast<std::size_t>(parameters.frames_pooled);
  FrameMatrix pooled((frames.frames + width - 1) / width, frames.bins, parameters.fps());
  for (std::size_t t = 0; t < pooled.frames; ++t) {
    const std::size_t begin = t * width, end = std::min(frames.frames, begin + width);
    for (std::size_t k = 0; k < frames.bins; ++k) {
      float sum = 0.0f;
      for (std::size_t f = begin; f < end; ++f) sum += frames.row(f)[k];
      pooled.row(t)[k] = sum / static_cast<float>(end - begin);
    }
  }
  return pooled;
}

FrameMatrix similarity_vectors(const FrameMatrix& pooled) {
  FrameMatrix vectors = pooled;
  if (pooled.frames == 0) return vectors;
  const std::vector<double> sums = running_sums(pooled);
  const std::size_t bins = pooled.bins;
  const double* total = sums.data() + pooled.frames * bins;
  for (std::size_t t = 0; t < pooled.frames; ++t) {
    const auto row = vectors.row(t);
    double square = 0.0;
    for (std::size_t k = 0; k < bins; ++k) {
      row[k] = static_cast<float>(double(row[k]) - total[k] / double(pooled.frames));
      square += double(row[k]) * double(row[k]);
    }
    const double length = std::sqrt(square);
    const double scale = length > kShortestVector ? 1.0 / length : 0.0;
    for (float& value : row) value = static_cast<float>(double(value) * scale);
  }
  return vectors;
}

FrameMatrix structure_features(const FrameMatrix& pooled, const StructureParameters& parameters) {
  check(pooled, parameters);
  const auto bins = static_cast<std::size_t>(StructureParameters::kBins);
  FrameMatrix features(pooled.frames, bins, pooled.fps);
  if (pooled.frames == 0) return features;
  const FrameMatrix vectors = similarity_vectors(pooled);
  std::size_t column = 0;
  add_novelties(vectors, features);
  column += kNoveltyFrames.size();
  add_repeats(vectors, static_cast<std::size_t>(parameters.reach * pooled.fps), column, features);
  column += 8 * kRepeatFrames.size();
  add_levels(pooled, column, features);
  column += kLevelFrames.size() + 1;
  add_edges(column, features);
  return features;
}

FrameMatrix structure_of(const FrameMatrix& frames, const StructureParameters& parameters) {
  return structure_features(pooled_chroma(frames, parameters), parameters);
}

}  // namespace tactus
