#include "model/evaluation/evaluate_fine_timing.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace tactus {
namespace {

constexpr double kUndefined = std::numeric_limits<double>::quiet_NaN();
constexpr double kMilliseconds = 1000.0;
constexpr double kNormalDeviation = 1.4826;   // per median absolute deviation
constexpr std::size_t kFewestTempoBeats = 4;  // of the reference
constexpr double kEdge = 0.02;                // seconds by which beats may leave a stretch
constexpr double kLevels[] = {1.0, 1.0 / 3.0, 0.5, 2.0, 3.0};  // metrical levels of a tempo

void require_rising(std::span<const double> beats, const char* side) {
  for (std::size_t i = 0; i < beats.size(); ++i) {
    if (std::isfinite(beats[i]) && (i == 0 || beats[i] >= beats[i - 1])) continue;
    throw std::invalid_argument(
        fmt::format("{} beat {}: {} s, expected rising times", side, i + 1, beats[i]));
  }
}

struct BeatPair {
  std::size_t reference = 0;
  std::size_t estimate = 0;
};

class Matching {
 public:
  Matching(std::span<const double> reference, std::span<const double> estimate)
      : reference_(reference), estimate_(estimate) {
    match_first();
    move_to_nearer();
  }

  const std::vector<BeatPair>& pairs() const { return pairs_; }
  double error(const BeatPair& pair) const {
    return estimate_[pair.estimate] - reference_[pair.reference];
  }

 private:
  // The matching of count_matches: as many pairs as possible, each as early as possible.
  void match_first() {
    std::size_t next = 0;
    for (std::size_t j = 0; j < estimate_.size(); ++j) {
      while (next < reference_.size() && reference_[next] < estimate_[j] - kFineWindow) ++next;
      if (next == reference_.size()) break;
      if (reference_[next] <= estimate_[j] + kFineWindow) pairs_.push_back({next++, j});
    }
  }

  // From the last pair to the first, as long as a later free beat is nearer.
  void move_to_nearer() {
    BeatPair free = {reference_.size(), estimate_.size()};  // ends of the beats that are free
    for (auto pair = pairs_.rbegin(); pair != pairs_.rend(); ++pair) {
      BeatPair best = *pair;
      for (BeatPair next = {best.reference, best.estimate + 1}; next.estimate < free.estimate;
           ++next.estimate)
        if (std::abs(error(next)) < std::abs(error(best))) best = next;
      for (BeatPair next = {best.reference + 1, best.estimate}; next.reference < free.reference;
           ++next.reference)
        if (std::abs(error(next)) < std::abs(error(best))) best = next;
      free = *pair = best;
    }
  }

  std::span<const double> reference_;
  std::span<const double> estimate_;
  std::vector<BeatPair> pairs_;
};

double root_mean_square(std::span<const double> values) {
  double sum = 0.0;
  for (const double value : values) sum += value * value;
  return std::sqrt(sum / static_cast<double>(values.size()));
}

double standard_deviation(std::vector<double> values) {
  const double mean = pairwise_sum(values) / static_cast<double>(values.size());
  for (double& value : values) value -= mean;
  return root_mean_square(values);
}

double share_within(std::span<const double> errors, double seconds, std::size_t beats) {
  constexpr double kRounding = 1e-9;  // seconds
  const auto within = std::count_if(errors.begin(), errors.end(), [&](double error) {
    return std::abs(error) <= seconds + kRounding;
  });
  return static_cast<double>(within) / static_cast<double>(beats);
}

double jitter(const Matching& matching) {
  std::vector<double> differences;
  const std::vector<BeatPair>& pairs = matching.pairs();
  for (std::size_t k = 1; k < pairs.size(); ++k) {
    const bool neighbours = pairs[k].reference == pairs[k - 1].reference + 1 &&
                            pairs[k].estimate == pairs[k - 1].estimate + 1;
    if (neighbours) differences.push_back(matching.error(pairs[k]) - matching.error(pairs[k - 1]));
  }
  return differences.size() < 2 ? kUndefined : standard_deviation(std::move(differences));
}

double drift(const std::vector<double>& errors) {
  if (errors.size() < kDriftBeats) return kUndefined;
  double least = std::numeric_limits<double>::infinity();
  double greatest = -least;
  for (auto first = errors.begin(); errors.end() - first >= std::ptrdiff_t{kDriftBeats}; ++first) {
    const double middle = median({first, first + kDriftBeats});
    least = std::min(least, middle);
    greatest = std::max(greatest, middle);
  }
  return greatest - least;
}

// BPM of the least-squares line through the beats over their indices.
double line_tempo(std::span<const double> beats) {
  const auto size = static_cast<double>(beats.size());
  const double middle = (size - 1.0) / 2.0;
  double sum = 0.0;
  for (std::size_t k = 0; k < beats.size(); ++k)
    sum += (static_cast<double>(k) - middle) * (beats[k] - beats.front());
  return 60.0 * (size * (size * size - 1.0) / 12.0) / sum;
}

double tempo_error(std::span<const double> reference, std::span<const TempoStretch> stretches) {
  const auto longest = std::max_element(stretches.begin(), stretches.end(),
                                        [](const TempoStretch& a, const TempoStretch& b) {
                                          return a.end - a.start < b.end - b.start;
                                        });
  if (longest == stretches.end()) return kUndefined;
  const auto first = std::lower_bound(reference.begin(), reference.end(), longest->start - kEdge);
  const auto last = std::upper_bound(first, reference.end(), longest->end + kEdge);
  if (last - first < std::ptrdiff_t{kFewestTempoBeats}) return kUndefined;
  const double truth = line_tempo({first, last});
  double least = std::numeric_limits<double>::infinity();
  for (const double level : kLevels)
    least = std::min(least, std::abs(longest->bpm * level - truth));
  return least;
}

}  // namespace

FineTiming evaluate_fine_timing(std::span<const double> reference, std::span<const double> estimate,
                                std::span<const TempoStretch> stretches) {
  require_rising(reference, "reference");
  require_rising(estimate, "estimated");
  const Matching matching(reference, estimate);
  std::vector<double> errors;
  for (const BeatPair& pair : matching.pairs()) errors.push_back(matching.error(pair));
  FineTiming timing{.median_offset = kUndefined,
                    .scatter = kUndefined,
                    .robust_scatter = kUndefined,
                    .interval_jitter = kMilliseconds * jitter(matching),
                    .drift = kMilliseconds * drift(errors),
                    .tempo_regions = static_cast<double>(stretches.size()),
                    .tempo_error = tempo_error(reference, stretches)};
  if (errors.empty()) return timing;
  timing.within_5_ms = share_within(errors, 0.005, reference.size());
  timing.within_10_ms = share_within(errors, 0.010, reference.size());
  timing.within_20_ms = share_within(errors, 0.020, reference.size());
  const double offset = median(errors);
  for (double& error : errors) error -= offset;
  timing.median_offset = kMilliseconds * offset;
  timing.scatter = kMilliseconds * root_mean_square(errors);
  for (double& error : errors) error = std::abs(error);
  timing.robust_scatter = kMilliseconds * kNormalDeviation * median(std::move(errors));
  return timing;
}

NamedScores named_scores(const FineTiming& timing) {
  return {{"Median offset", timing.median_offset},     {"Scatter", timing.scatter},
          {"Robust scatter", timing.robust_scatter},   {"Within 5 ms", timing.within_5_ms},
          {"Within 10 ms", timing.within_10_ms},       {"Within 20 ms", timing.within_20_ms},
          {"Interval jitter", timing.interval_jitter}, {"Drift", timing.drift},
          {"Tempo regions", timing.tempo_regions},     {"Tempo error", timing.tempo_error}};
}

}  // namespace tactus
