#include "model/decoding/chords/chord_repeats.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace tactus {
namespace {

constexpr std::size_t kWindowFrames = 12'000;  // searched together
constexpr std::size_t kLags = 4;               // whose cosines are computed together
constexpr std::size_t kWidth = 8;              // frames of a vector
constexpr float kFloor = 1e-9f;                // of probabilities

typedef float Vector __attribute__((vector_size(kWidth * 4)));
typedef float Unaligned __attribute__((vector_size(kWidth * 4), aligned(4)));

// Bins of frames: bin b of frame t lies at b * stride + t. Zero beyond the frames.
struct Planes {
  std::size_t bins, frames, stride;
  std::vector<float> values;
};

// Smoothed frames [first, first + frames), of unit length.
Planes unit_vectors(const FrameMatrix& features, std::size_t first, std::size_t frames) {
  const std::size_t bins = features.bins;
  Planes planes{bins, frames, frames + kWidth + kLags, {}};
  planes.values.resize(bins * planes.stride);
  std::vector<float> sum(bins);
  for (std::size_t t = 0; t < frames; ++t) {
    std::fill(sum.begin(), sum.end(), 0.0f);
    for (std::size_t near = t > 0 ? t - 1 : 0; near < std::min(t + 2, frames); ++near) {
      const auto row = features.row(first + near);
      for (std::size_t b = 0; b < bins; ++b) sum[b] += row[b];
    }
    double square = 0.0;
    for (const float x : sum) square += static_cast<double>(x) * x;
    const float scale = std::isfinite(square) && square > 1e-12
                            ? static_cast<float>(1.0 / std::sqrt(square))
                            : 0.0f;
    for (std::size_t b = 0; b < bins; ++b)
      planes.values[b * planes.stride + t] = scale > 0.0f ? sum[b] * scale : 0.0f;
  }
  return planes;
}

// cosines[k * stride + i] = x_i . x_(i + lag + k) for k < kLags and all i that have a partner. Adds
// bin after bin without fused operations, so wider vectors do not change a bit.
inline __attribute__((always_inline)) void cosines_of(const Planes& planes, std::size_t lag,
                                                      float* cosines) {
  for (std::size_t i = 0; i + lag < planes.frames; i += kWidth) {
    Vector sums[kLags] = {};
    const float* left = planes.values.data() + i;
    for (std::size_t b = 0; b < planes.bins; ++b, left += planes.stride) {
      const Vector here = *reinterpret_cast<const Unaligned*>(left);
#pragma GCC unroll 8
      for (std::size_t k = 0; k < kLags; ++k)
        sums[k] += here * *reinterpret_cast<const Unaligned*>(left + lag + k);
    }
#pragma GCC unroll 8
    for (std::size_t k = 0; k < kLags; ++k)
      *reinterpret_cast<Unaligned*>(cosines + k * planes.stride + i) = sums[k];
  }
}

#if defined(__x86_64__)
__attribute__((target("avx2"))) void cosines_avx2(const Planes& planes, std::size_t lag,
                                                  float* cosines) {
  cosines_of(planes, lag, cosines);
}
#endif

void cosines_at_lags(const Planes& planes, std::size_t lag, float* cosines) {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2")) return cosines_avx2(planes, lag, cosines);
#endif
  cosines_of(planes, lag, cosines);
}

class RepeatSearch {
 public:
  RepeatSearch(const FrameMatrix& features, const RepeatParameters& parameters, Repeats& found)
      : features_(features), parameters_(parameters), found_(found) {
    half_ = static_cast<std::size_t>(parameters.seconds * features.fps / 2.0);
    least_ = static_cast<std::size_t>(std::ceil(parameters.seconds * features.fps / 2.0));
    nearest_ = std::max<std::size_t>(
        2, static_cast<std::size_t>(std::ceil(parameters.distance * features.fps)));
  }

  void look_at(std::size_t first, std::size_t frames) {
    if (frames <= nearest_ + 1) return;
    const Planes planes = unit_vectors(features_, first, frames);
    // Mean similarity at three successive lags, to find its peaks over the lag.
    std::vector<float> cosines(kLags * planes.stride), before, here, after;
    std::vector<double> running(frames + 1);
    const auto similarity = [&](std::size_t lag, std::vector<float>& out) {
      out.assign(frames, -1.0f);
      if (lag >= frames) return;
      const std::size_t of_group = (lag - (nearest_ - 1)) % kLags;
      if (of_group == 0) cosines_at_lags(planes, lag, cosines.data());
      const float* own = cosines.data() + of_group * planes.stride;
      const std::size_t pairs = frames - lag;
      for (std::size_t i = 0; i < pairs; ++i) running[i + 1] = running[i] + own[i];
      means_of(running, pairs, out);
    };
    similarity(nearest_ - 1, before);
    similarity(nearest_, here);
    const auto threshold = static_cast<float>(parameters_.similarity);
    for (std::size_t lag = nearest_; lag < frames; ++lag) {
      similarity(lag + 1, after);
      for (std::size_t i = 0; i < frames - lag; ++i) {
        if (here[i] < threshold) continue;
        const std::size_t later = i + lag;
        // The neighbours are the places at the same frame with one lag less or more.
        if (here[i] >= before[i] && here[i] > after[i]) add(first + i, first + later, here[i]);
        const float earlier = i > 0 ? after[i - 1] : -1.0f;
        if (here[i] >= earlier && here[i] > before[i + 1]) add(first + later, first + i, here[i]);
      }
      before.swap(here);
      here.swap(after);
    }
  }

 private:
  // Means over the window around each pair, from running sums. -1 stays where it is cut too short.
  void means_of(const std::vector<double>& running, std::size_t pairs, std::vector<float>& out) {
    const auto mean = [&](std::size_t i, std::size_t begin, std::size_t end) {
      if (end - begin >= least_)
        out[i] =
            static_cast<float>((running[end] - running[begin]) / static_cast<double>(end - begin));
    };
    const std::size_t whole = std::min(half_, pairs);  // the first whose window is not cut before
    const std::size_t cut = std::max(whole, pairs - std::min(pairs, half_));  // the first cut after
    for (std::size_t i = 0; i < whole; ++i) mean(i, 0, std::min(i + half_ + 1, pairs));
    const auto width = static_cast<double>(2 * half_ + 1);  // at least least_
    for (std::size_t i = whole; i < cut; ++i)
      out[i] = static_cast<float>((running[i + half_ + 1] - running[i - half_]) / width);
    for (std::size_t i = cut; i < pairs; ++i) mean(i, i - half_, pairs);
  }

  // Keeps the most similar places of the frame, in order; weight_ holds similarities until the end.
  void add(std::size_t frame, std::size_t place, float similarity) {
    const std::size_t places = found_.places;
    float* const likest = found_.weight.data() + frame * places;
    if (similarity <= likest[places - 1]) return;
    std::uint32_t* const frames = found_.frame.data() + frame * places;
    std::size_t k = places - 1;
    for (; k > 0 && likest[k - 1] < similarity; --k) {
      likest[k] = likest[k - 1];
      frames[k] = frames[k - 1];
    }
    likest[k] = similarity;
    frames[k] = static_cast<std::uint32_t>(place);
  }

  const FrameMatrix& features_;
  const RepeatParameters& parameters_;
  Repeats& found_;
  std::size_t half_ = 0, least_ = 0, nearest_ = 0;
};

}  // namespace

Repeats find_repeats(const FrameMatrix& features, const RepeatParameters& parameters) {
  if (!(features.fps > 0.0)) throw std::invalid_argument("repeats: frames per second <= 0");
  Repeats found;
  if (parameters.places <= 0) return found;
  found.places = static_cast<std::size_t>(parameters.places);
  constexpr float kNone = -2.0f;
  found.frame.assign(features.frames * found.places, 0);
  found.weight.assign(features.frames * found.places, kNone);
  RepeatSearch search(features, parameters, found);
  for (std::size_t first = 0; first < features.frames; first += kWindowFrames)
    search.look_at(first, std::min(kWindowFrames, features.frames - first));
  for (float& weight : found.weight) {
    const double similarity = weight;
    weight = weight == kNone ? 0.0f
                             : static_cast<float>(std::exp((similarity - 1.0) / parameters.scale));
  }
  return found;
}

FrameMatrix mean_over_repeats(const FrameMatrix& logits, const Repeats& repeats) {
  if (repeats.places == 0) return logits;
  if (repeats.weight.size() != logits.frames * repeats.places)
    throw std::invalid_argument("repeats: found in another number of frames");
  FrameMatrix result = logits;
  for (std::size_t t = 0; t < logits.frames; ++t) {
    const auto mean = result.row(t);
    float total = 1.0f;
    for (std::size_t k = t * repeats.places; k < (t + 1) * repeats.places; ++k) {
      const float weight = repeats.weight[k];
      if (weight <= 0.0f) break;
      const auto other = logits.row(repeats.frame[k]);
      for (std::size_t b = 0; b < logits.bins; ++b) mean[b] += weight * other[b];
      total += weight;
    }
    for (float& x : mean) x /= total;
  }
  return result;
}

FrameMatrix averaged_over_repeats(const FrameMatrix& probabilities, const Repeats& repeats) {
  FrameMatrix logs = probabilities;
  for (float& p : logs.data) p = std::log(std::max(kFloor, p));  // NaN becomes the floor
  FrameMatrix result = mean_over_repeats(logs, repeats);
  for (std::size_t t = 0; t < result.frames; ++t) {
    const auto row = result.row(t);
    float sum = 0.0f;
    for (float& x : row) sum += x = std::exp(x);
    for (float& x : row) x /= sum;
  }
  return result;
}

void learn_from_repeats(FrameMatrix& posteriors, FrameMatrix& bass_logits,
                        const FrameMatrix& features, const RepeatParameters& parameters) {
  const Repeats repeats = find_repeats(features, parameters);
  posteriors = averaged_over_repeats(posteriors, repeats);
  bass_logits = mean_over_repeats(bass_logits, repeats);
}

}  // namespace tactus
