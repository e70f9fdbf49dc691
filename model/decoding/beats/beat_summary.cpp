#include "model/decoding/beats/beat_summary.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <stdexcept>

#include "model/decoding/beats/steady_runs.h"
#include "model/tempo_grid.h"

namespace tactus {
namespace {

constexpr double kSlowest = 30.0;  // BPM, of the candidates
constexpr double kFastest = 300.0;
constexpr double kLeastStrength = 0.01;  // of a candidate beside the 1 of the beats' own tempo

// Largest value of column `bin` in the frames within `reach` of a time; 0 outside the activation.
double peak_near(const FrameMatrix& activation, double time, std::int64_t reach, std::size_t bin) {
  const auto centre = static_cast<std::int64_t>(std::lround(time * activation.fps));
  const auto last = static_cast<std::int64_t>(activation.frames) - 1;
  double peak = 0.0;
  for (std::int64_t t = std::max<std::int64_t>(centre - reach, 0);
       t <= std::min(centre + reach, last); ++t) {
    peak = std::max<double>(peak, activation.row(static_cast<std::size_t>(t))[bin]);
  }
  return peak;
}

std::vector<double> intervals_of(const std::vector<Beat>& beats) {
  std::vector<double> intervals;
  for (std::size_t k = 1; k < beats.size(); ++k) {
    intervals.push_back(beats[k].time - beats[k - 1].time);
  }
  return intervals;
}

double mean(const std::vector<double>& values) {
  if (values.empty()) return 0.0;
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

// Mean activation at the points that divide each interval into n, divided by that on the beats.
double evidence_for_faster(const std::vector<Beat>& beats, const FrameMatrix& activation, int n) {
  double between = 0.0;
  double on_beats = 0.0;
  for (std::size_t k = 0; k + 1 < beats.size(); ++k) {
    const double interval = beats[k + 1].time - beats[k].time;
    on_beats += peak_near(activation, beats[k].time, 1, 0);
    for (int part = 1; part < n; ++part) {
      between += peak_near(activation, beats[k].time + interval * part / n, 1, 0) / (n - 1);
    }
  }
  return on_beats > 0.0 ? std::min(1.0, between / on_beats) : 0.0;
}

// How much every n-th beat, in the best phase, stands out over the others.
double evidence_for_slower(const std::vector<Beat>& beats, const FrameMatrix& activation,
                           std::size_t n) {
  if (beats.size() < 2 * n) return 0.0;
  std::vector<double> sums(n, 0.0);
  std::vector<double> counts(n, 0.0);
  for (std::size_t k = 0; k < beats.size(); ++k) {
    sums[k % n] += peak_near(activation, beats[k].time, 1, 0);
    counts[k % n] += 1.0;
  }
  const double total = std::accumulate(sums.begin(), sums.end(), 0.0);
  double best = 0.0;
  for (std::size_t phase = 0; phase < n; ++phase) {
    const double strong = sums[phase] / counts[phase];
    const double weak = (total - sums[phase]) / (static_cast<double>(beats.size()) - counts[phase]);
    if (strong > weak) best = std::max(best, (strong - weak) / strong);
  }
  return best;
}

// The level that listeners would choose by tempo alone: the one nearest to 120 BPM.
TempoCandidate* most_usual(std::vector<TempoCandidate>& candidates) {
  const auto distance = [](const TempoCandidate& c) { return std::abs(std::log(c.bpm / 120.0)); };
  return &*std::min_element(
      candidates.begin(), candidates.end(),
      [&](const auto& a, const auto& b) { return distance(a) < distance(b); });
}

// The other metrical levels of a piece at `bpm`, each with what speaks for it.
std::vector<TempoCandidate> other_levels(double bpm, const std::vector<Beat>& beats,
                                         const FrameMatrix& activation) {
  const int meter = usual_bar(beats);
  std::vector<TempoCandidate> levels;
  for (const int n : {2, 3}) {
    levels.push_back({bpm * n, evidence_for_faster(beats, activation, n)});
    if (meter % n == 0)
      levels.push_back(
          {bpm / n, evidence_for_slower(beats, activation, static_cast<std::size_t>(n))});
  }
  std::erase_if(levels, [](const auto& c) { return c.bpm < kSlowest || c.bpm > kFastest; });
  if (levels.empty()) return levels;
  const auto weak = [](const TempoCandidate& c) { return c.strength < kLeastStrength; };
  if (std::all_of(levels.begin(), levels.end(), weak))
    most_usual(levels)->strength = kLeastStrength;
  std::erase_if(levels, weak);
  std::stable_sort(levels.begin(), levels.end(),
                   [](const auto& a, const auto& b) { return a.strength > b.strength; });
  return levels;
}

double mean_around(const FrameMatrix& activation, double time, double period) {
  const auto centre = static_cast<std::int64_t>(std::lround(time * activation.fps));
  const auto reach = static_cast<std::int64_t>(std::lround(0.5 * period * activation.fps));
  const auto inner = std::max<std::int64_t>(
      1, static_cast<std::int64_t>(std::lround(period * activation.fps / 16.0)));
  double sum = 0.0;
  int count = 0;
  for (std::int64_t t = centre - reach; t <= centre + reach; ++t) {
    if (std::abs(t - centre) <= inner || t < 0) continue;
    if (t >= static_cast<std::int64_t>(activation.frames)) break;
    sum += activation.row(static_cast<std::size_t>(t))[0];
    ++count;
  }
  return count > 0 ? sum / count : 0.0;
}

// Mean relative deviation of the intervals on both sides of beat k from its period.
double irregularity(const std::vector<Beat>& beats, std::size_t k, double period) {
  double sum = 0.0;
  int count = 0;
  for (std::size_t right : {k, k + 1}) {
    if (right == 0 || right >= beats.size()) continue;
    if (beats[right].time - beats[right - 1].time > kPause * period) continue;
    sum += std::abs(beats[right].time - beats[right - 1].time - period) / period;
    ++count;
  }
  return count > 0 ? sum / count : 0.0;
}

}  // namespace

std::vector<double> tempo_curve(const std::vector<Beat>& beats) {
  std::vector<double> curve;
  if (beats.size() < 2) return curve;
  for (std::size_t k = 0; k < beats.size(); ++k) {
    const std::size_t first = k < 2 ? 0 : k - 2;
    const std::size_t last = std::min(k + 2, beats.size() - 1);
    const double centre = 0.5 * static_cast<double>(first + last);
    double covariance = 0.0;
    double variance = 0.0;
    for (std::size_t m = first; m <= last; ++m) {
      const double offset = static_cast<double>(m) - centre;
      covariance += offset * (beats[m].time - beats[k].time);
      variance += offset * offset;
    }
    curve.push_back(60.0 * variance / covariance);
  }
  return curve;
}

double overall_tempo(const std::vector<Beat>& beats) {
  std::vector<double> intervals = intervals_of(beats);
  if (intervals.empty()) return 0.0;
  const auto middle = intervals.begin() + static_cast<std::ptrdiff_t>(intervals.size() / 2);
  std::nth_element(intervals.begin(), middle, intervals.end());
  const double median = *middle;
  std::erase_if(intervals, [median](double d) { return std::abs(d - median) > 0.15 * median; });
  return 60.0 / mean(intervals);
}

std::vector<TempoCandidate> tempo_candidates(const std::vector<Beat>& beats,
                                             const FrameMatrix& activation) {
  const double bpm = overall_tempo(beats);
  if (bpm <= 0.0) return {};
  std::vector<TempoCandidate> candidates = {{bpm, 1.0}};
  const std::vector<TempoCandidate> others = other_levels(bpm, beats, activation);
  candidates.insert(candidates.end(), others.begin(), others.end());
  double total = 0.0;
  for (const TempoCandidate& candidate : candidates) total += candidate.strength;
  for (TempoCandidate& candidate : candidates) candidate.strength /= total;
  return candidates;
}

void rate_beats(std::vector<Beat>& beats, const FrameMatrix& activation) {
  const std::vector<double> curve = tempo_curve(beats);
  for (std::size_t k = 0; k < beats.size(); ++k) {
    const double period = curve.empty() ? 0.5 : 60.0 / curve[k];
    const double peak = peak_near(activation, beats[k].time, 1, 0);
    const double contrast = std::max(0.0, peak - mean_around(activation, beats[k].time, period));
    const double deviation = irregularity(beats, k, period) / 0.2;
    beats[k].confidence = std::min(1.0, contrast * std::exp(-0.5 * deviation * deviation));
  }
}

double mean_confidence(const std::vector<Beat>& beats) {
  double sum = 0.0;
  for (const Beat& beat : beats) sum += beat.confidence;
  return beats.empty() ? 0.0 : sum / static_cast<double>(beats.size());
}

std::vector<double> rate_bars(const std::vector<Beat>& beats, const FrameMatrix& activations) {
  const std::size_t last = activations.bins - 1;
  std::vector<double> ratings;
  for (std::size_t k = 0; k < beats.size(); ++k) {
    if (beats[k].position != 1) continue;
    const double downbeat = peak_near(activations, beats[k].time, 1, last);
    double sum = downbeat;
    std::size_t end = k + 1;
    for (; end < beats.size() && beats[end].position != 1; ++end) {
      sum += peak_near(activations, beats[end].time, 1, last);
    }
    const double even = 1.0 / static_cast<double>(end - k);
    const double share = sum > 0.0 ? downbeat / sum : 0.0;
    ratings.push_back(end - k > 1 ? std::max(0.0, (share - even) / (1.0 - even)) : downbeat);
  }
  return ratings;
}

double beat_coordinate(std::span<const Beat> beats, double time) {
  if (beats.size() < 2) {
    throw std::invalid_argument(
        fmt::format("a grid of {} beats: expected 2 or more", beats.size()));
  }
  const auto later = std::ranges::lower_bound(beats, time, {}, &Beat::time) - beats.begin();
  const auto after = std::clamp<std::size_t>(static_cast<std::size_t>(later), 1, beats.size() - 1);
  const double begin = beats[after - 1].time;
  return static_cast<double>(after - 1) + (time - begin) / (beats[after].time - begin);
}

double time_at_coordinate(std::span<const Beat> beats, double coordinate) {
  if (beats.size() < 2) {
    throw std::invalid_argument(
        fmt::format("a grid of {} beats: expected 2 or more", beats.size()));
  }
  const double last = static_cast<double>(beats.size() - 2);
  const double index = std::clamp(std::floor(coordinate), 0.0, last);
  const auto i = static_cast<std::size_t>(index);
  return beats[i].time + (coordinate - index) * (beats[i + 1].time - beats[i].time);
}

}  // namespace tactus
