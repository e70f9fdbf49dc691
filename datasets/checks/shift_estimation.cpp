#include "datasets/checks/shift_estimation.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <span>

namespace tactus {
namespace {

constexpr std::size_t kQuarters = 4;
constexpr std::size_t kFewestBeats = 16;
constexpr std::size_t kFewestChords = 13;
constexpr double kBeatStep = 1.0 / SoundSketch::kOnsetRate;  // seconds
constexpr double kChordStep = 0.01;                          // seconds
constexpr double kBeatTolerance =
    0.03;  // seconds: tolerance of beats, and of agreement between quarters
constexpr double kBeatContrast = 0.4;  // strength at the beats' own place relative to the best
constexpr double kChordTolerance = 0.06;

// score(shift) on a grid from -reach to reach.
struct Curve {
  double step = 0.0;
  double reach = 0.0;
  std::vector<double> scores;

  double shift(std::size_t i) const { return static_cast<double>(i) * step - reach; }
  std::size_t best() const {
    return static_cast<std::size_t>(std::max_element(scores.begin(), scores.end()) -
                                    scores.begin());
  }
  // Finds the maximum; a parabola through it and its neighbours refines it.
  double best_shift() const {
    const std::size_t i = best();
    if (i == 0 || i + 1 == scores.size()) return shift(i);
    const double a = scores[i - 1], b = scores[i], c = scores[i + 1];
    const double bend = a - 2 * b + c;
    return shift(i) + (bend < 0.0 ? 0.5 * (a - c) / bend * step : 0.0);
  }
  double mean() const {
    double sum = 0.0;
    for (const double score : scores) sum += score;
    return sum / static_cast<double>(scores.size());
  }
  // Returns the greatest score within `tolerance` of zero shift.
  double unshifted(double tolerance) const {
    double greatest = -INFINITY;
    for (std::size_t i = 0; i < scores.size(); ++i) {
      if (std::abs(shift(i)) <= tolerance + 1e-9) greatest = std::max(greatest, scores[i]);
    }
    return greatest;
  }
};

Curve make_curve(double reach, double step, const std::function<double(double)>& score) {
  Curve curve{step, std::floor(reach / step + 1e-9) * step, {}};
  const auto count = static_cast<std::size_t>(std::lround(2 * curve.reach / step)) + 1;
  for (std::size_t i = 0; i < count; ++i) curve.scores.push_back(score(curve.shift(i)));
  return curve;
}

template <class Value>
std::span<const Value> quarter(std::span<const Value> values, std::size_t q) {
  const std::size_t begin = values.size() * q / kQuarters;
  return values.subspan(begin, values.size() * (q + 1) / kQuarters - begin);
}

// Onset strength without its slow trend; loud hits are limited so that they do not dominate.
std::vector<float> evened_out(const std::vector<float>& onsets) {
  constexpr auto kHalf = static_cast<std::size_t>(2 * SoundSketch::kOnsetRate);
  std::vector<double> sums(onsets.size() + 1, 0.0);
  for (std::size_t i = 0; i < onsets.size(); ++i) sums[i + 1] = sums[i] + onsets[i];
  std::vector<float> level(onsets.size());
  for (std::size_t i = 0; i < onsets.size(); ++i) {
    const std::size_t begin = i > kHalf ? i - kHalf : 0;
    const std::size_t end = std::min(onsets.size(), i + kHalf);
    const double mean = (sums[end] - sums[begin]) / static_cast<double>(end - begin);
    if (mean > 0.0) level[i] = static_cast<float>(std::min(4.0, onsets[i] / mean) - 1.0);
  }
  return level;
}

Curve beat_curve(const std::vector<float>& onsets, std::span<const Beat> beats, double reach) {
  return make_curve(reach, kBeatStep, [&](double shift) {
    double sum = 0.0;
    for (const Beat& beat : beats) {
      const double place = (beat.time + shift) * SoundSketch::kOnsetRate;
      const auto index = static_cast<std::ptrdiff_t>(std::floor(place));
      if (index < 0 || index + 1 >= static_cast<std::ptrdiff_t>(onsets.size())) continue;
      const double part = place - std::floor(place);
      const auto i = static_cast<std::size_t>(index);
      sum += (1.0 - part) * onsets[i] + part * onsets[i + 1];
    }
    return sum / static_cast<double>(beats.size());
  });
}

double median_interval(const std::vector<Beat>& beats) {
  std::vector<double> intervals;
  for (std::size_t i = 0; i + 1 < beats.size(); ++i)
    intervals.push_back(beats[i + 1].time - beats[i].time);
  const auto middle = intervals.begin() + static_cast<std::ptrdiff_t>(intervals.size() / 2);
  std::nth_element(intervals.begin(), middle, intervals.end());
  return *middle;
}

// Sums of chroma rows up to any time, so that the sum of a segment is a difference.
class ChromaSums {
 public:
  explicit ChromaSums(const SoundSketch& sketch)
      : rate_(sketch.chroma.fps),
        // Row i covers the time around its centre, from half a row before.
        start_(sketch.chroma_start - 0.5 / sketch.chroma.fps),
        bins_(sketch.chroma.bins),
        rows_(sketch.chroma.frames),
        sums_((rows_ + 1) * bins_, 0.0) {
    for (std::size_t t = 0; t < rows_; ++t) add_row(sketch.chroma.row(t), t);
  }

  double rate() const { return rate_; }

  // |sum of rows|^2 / rows between two times: the part that their mean explains.
  double explained(double start, double end) const {
    const double a = place(start);
    const double b = place(end);
    if (b - a < 1e-6) return 0.0;
    double energy = 0.0;
    for (std::size_t k = 0; k < bins_; ++k) {
      const double sum = sum_until(b, k) - sum_until(a, k);
      energy += sum * sum;
    }
    return energy / (b - a);
  }

 private:
  // All rows have equal weight, whatever their loudness.
  void add_row(std::span<const float> row, std::size_t t) {
    double energy = 0.0;
    for (const float value : row) energy += static_cast<double>(value) * value;
    const double scale = energy > 0.0 ? 1.0 / std::sqrt(energy) : 0.0;
    for (std::size_t k = 0; k < bins_; ++k)
      sums_[(t + 1) * bins_ + k] = sums_[t * bins_ + k] + row[k] * scale;
  }
  double place(double time) const {
    return std::clamp((time - start_) * rate_, 0.0, static_cast<double>(rows_));
  }
  double sum_until(double place, std::size_t k) const {
    const auto row = std::min(static_cast<std::size_t>(place), rows_ - 1);
    const double part = place - static_cast<double>(row);
    return (1.0 - part) * sums_[row * bins_ + k] + part * sums_[(row + 1) * bins_ + k];
  }

  double rate_;
  double start_;
  std::size_t bins_;
  std::size_t rows_;
  std::vector<double> sums_;
};

// Chroma is constant within a row, so scores curve upwards from the middle of a row to its edges.
// The mean over the width of a row puts the maximum in the right place.
Curve chord_curve(const ChromaSums& sums, std::span<const LabelledSegment> chords) {
  const auto half = static_cast<std::size_t>(std::lround(0.5 / (sums.rate() * kChordStep)));
  const double margin = static_cast<double>(half) * kChordStep;
  const Curve raw = make_curve(kLargestShift + margin, kChordStep, [&](double shift) {
    double explained = 0.0;
    for (const LabelledSegment& chord : chords)
      explained += sums.explained(chord.start + shift, chord.end + shift);
    return explained;
  });
  Curve curve{kChordStep, raw.reach - margin, {}};
  for (std::size_t i = half; i + half < raw.scores.size(); ++i) {
    double sum = 0.0;
    for (std::size_t k = i - half; k <= i + half; ++k) sum += raw.scores[k];
    curve.scores.push_back(sum / static_cast<double>(2 * half + 1));
  }
  return curve;
}

// Neighbours with the same label are one chord.
std::vector<LabelledSegment> merged(const std::vector<LabelledSegment>& chords) {
  std::vector<LabelledSegment> merged;
  for (const LabelledSegment& chord : chords) {
    if (!merged.empty() && merged.back().label == chord.label)
      merged.back().end = chord.end;
    else
      merged.push_back(chord);
  }
  return merged;
}

}  // namespace

std::optional<double> beat_shift(const SoundSketch& sketch, const std::vector<Beat>& beats) {
  if (sketch.onsets.empty() || beats.size() < kFewestBeats) return std::nullopt;
  const std::vector<float> onsets = evened_out(sketch.onsets);
  const double reach = std::min(kLargestShift, 0.5 * median_interval(beats));
  const Curve whole = beat_curve(onsets, beats, reach);
  const double best = whole.best_shift();
  const double mean = whole.mean();
  const double contrast = whole.scores[whole.best()] - mean;
  if (contrast <= 0.0) return std::nullopt;
  const bool beside = std::abs(best) > kBeatTolerance;
  if (beside && whole.unshifted(kBeatTolerance) - mean > kBeatContrast * contrast)
    return std::nullopt;
  for (std::size_t q = 0; q < kQuarters; ++q) {
    const double here = beat_curve(onsets, quarter(std::span(beats), q), reach).best_shift();
    const double apart = std::abs(here - best);
    // Half a beat early equals half a beat late.
    if (std::min(apart, std::abs(apart - 2 * reach)) > kBeatTolerance) return std::nullopt;
  }
  return best;
}

std::optional<double> chord_shift(const SoundSketch& sketch,
                                  const std::vector<LabelledSegment>& chords) {
  const std::vector<LabelledSegment> segments = merged(chords);
  if (sketch.chroma.frames == 0 || segments.size() < kFewestChords) return std::nullopt;
  const ChromaSums sums(sketch);
  const Curve whole = chord_curve(sums, segments);
  if (!(whole.scores[whole.best()] > 0.0)) return std::nullopt;  // silence
  const double best = whole.best_shift();
  for (std::size_t q = 0; q < kQuarters; ++q) {
    const double here = chord_curve(sums, quarter(std::span(segments), q)).best_shift();
    if (std::abs(here - best) > kChordTolerance) return std::nullopt;
  }
  return best;
}

}  // namespace tactus
