#include "model/evaluation/evaluate_beats.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

namespace tactus {
namespace {

constexpr double kLatestBeat = 30000.0;  // seconds; a larger time has a wrong unit

std::vector<double> trimmed(std::span<const double> beats) {
  std::vector<double> kept;
  std::copy_if(beats.begin(), beats.end(), std::back_inserter(kept),
               [](double time) { return !(time < kFirstScoredBeat); });
  return kept;
}

void validate(std::span<const double> beats, const char* side) {
  for (std::size_t i = 0; i < beats.size(); ++i) {
    if (!std::isfinite(beats[i]) || beats[i] > kLatestBeat) {
      throw std::invalid_argument(fmt::format("{} beat {}: {} s, expected at most {} s", side,
                                              i + 1, beats[i], kLatestBeat));
    }
    if (i > 0 && beats[i] < beats[i - 1]) {
      throw std::invalid_argument(
          fmt::format("{} beat {}: {} s comes after {} s, expected rising times", side, i + 1,
                      beats[i], beats[i - 1]));
    }
  }
}

// Errors of the reference beats relative to half the interval on their side. The error is 1 for the
// first and the last beat, and if the number of estimates in a beat's window is not one.
std::vector<double> goto_errors(std::span<const double> reference,
                                std::span<const double> estimate) {
  std::vector<double> error(reference.size(), 1.0);
  for (std::size_t n = 1; n + 1 < reference.size(); ++n) {
    const double before = 0.5 * (reference[n] - reference[n - 1]);
    const double after = 0.5 * (reference[n + 1] - reference[n]);
    const auto first = std::lower_bound(estimate.begin(), estimate.end(), reference[n] - before);
    const auto last = std::lower_bound(estimate.begin(), estimate.end(), reference[n] + after);
    if (last - first != 1) continue;
    const double offset = *first - reference[n];
    error[n] = offset / (offset < 0.0 ? before : after);
  }
  return error;
}

// Mean of |error| and standard deviation of the error are below Goto's limits. A track that is too
// short has neither.
bool is_steady(std::span<const double> track) {
  constexpr double kMaxMean = 0.2;
  constexpr double kMaxDeviation = 0.2;
  if (track.size() < 2) return false;
  const auto size = static_cast<double>(track.size());
  std::vector<double> values(track.size());
  std::transform(track.begin(), track.end(), values.begin(), [](double e) { return std::abs(e); });
  const double mean_size = pairwise_sum(values) / size;
  const double mean = pairwise_sum(track) / size;
  std::transform(track.begin(), track.end(), values.begin(),
                 [mean](double e) { return (e - mean) * (e - mean); });
  const double deviation = std::sqrt(pairwise_sum(values) / (size - 1.0));
  return mean_size < kMaxMean && deviation < kMaxDeviation;
}

// 10 ms bins with a beat, each once, counted from `offset`.
std::vector<long> impulse_train(std::span<const double> beats, double offset) {
  constexpr double kBinsPerSecond = 100.0;
  std::vector<long> bins;
  for (const double time : beats) {
    bins.push_back(static_cast<long>(std::ceil((time - offset) * kBinsPerSecond)));
  }
  bins.erase(std::unique(bins.begin(), bins.end()), bins.end());
  return bins;
}

double median_interval(const std::vector<long>& train) {
  std::vector<double> intervals;
  for (std::size_t i = 1; i < train.size(); ++i) {
    intervals.push_back(static_cast<double>(train[i] - train[i - 1]));
  }
  return median(std::move(intervals));
}

constexpr int kErrorBins = 41;

// np.mod(x, -1): in (-1, 0].
double mod_minus_one(double x) {
  const double rest = std::fmod(x, -1.0);
  return rest > 0.0 ? rest - 1.0 : rest;
}

// Error of an estimated beat in beats, wrapped into (-0.5, 0.5].
double beat_error(double beat, std::span<const double> reference) {
  const std::size_t closest = nearest_index(reference, beat);
  const std::size_t last = reference.size() - 1;
  const double error = beat - reference[closest];
  double interval = 0.0;
  if (closest == last) {
    interval = 0.5 * (reference[last] - reference[last - 1]);
  } else if (error < 0.0) {
    // Before the first beat mir_eval uses the last one (index -1), and so does this code.
    interval = 0.5 * (reference[closest] - reference[closest == 0 ? last : closest - 1]);
  } else {
    interval = 0.5 * (reference[closest + 1] - reference[closest]);
  }
  return mod_minus_one(0.5 * error / interval + 0.5) + 0.5;
}

// Entropy in bits of the histogram of beat errors over kErrorBins equal bins of [-0.5, 0.5].
double error_entropy(std::span<const double> reference, std::span<const double> estimate) {
  std::array<double, kErrorBins + 1> edges;
  for (int i = 0; i < kErrorBins; ++i)
    edges[static_cast<std::size_t>(i)] = i * (1.0 / kErrorBins) - 0.5;
  edges.back() = 0.5;
  std::array<double, kErrorBins> histogram{};
  double total = 0.0;
  for (const double beat : estimate) {
    const double error = beat_error(beat, reference);
    if (!(error >= -0.5 && error <= 0.5)) continue;  // no interval for the error
    const auto above = std::upper_bound(edges.begin(), edges.end(), error) - edges.begin();
    histogram[static_cast<std::size_t>(std::clamp<long>(above - 1, 0, kErrorBins - 1))] += 1.0;
    total += 1.0;
  }
  double entropy = 0.0;
  for (const double count : histogram) {
    const double share = count / total;
    if (share != 0.0) entropy -= share * std::log2(share);
  }
  return entropy;
}

}  // namespace

NamedScores named_scores(const BeatScores& scores) {
  return {{"F-measure", scores.f_measure},
          {"Cemgil", scores.cemgil},
          {"Cemgil Best Metric Level", scores.cemgil_best},
          {"Goto", scores.goto_score},
          {"P-score", scores.p_score},
          {"Correct Metric Level Continuous", scores.cml_continuous},
          {"Correct Metric Level Total", scores.cml_total},
          {"Any Metric Level Continuous", scores.aml_continuous},
          {"Any Metric Level Total", scores.aml_total},
          {"Information gain", scores.information_gain}};
}

std::vector<double> beat_times(std::span<const Beat> beats) {
  std::vector<double> times;
  for (const Beat& beat : beats) times.push_back(beat.time);
  return times;
}

std::vector<double> downbeat_times(std::span<const Beat> beats) {
  std::vector<double> times;
  for (const Beat& beat : beats) {
    if (beat.position == 1) times.push_back(beat.time);
  }
  return times;
}

BeatScores evaluate_beats(std::span<const double> all_reference,
                          std::span<const double> all_estimate) {
  const std::vector<double> reference = trimmed(all_reference);
  const std::vector<double> estimate = trimmed(all_estimate);
  validate(reference, "reference");
  validate(estimate, "estimated");
  const CemgilScore cemgil = cemgil_score(reference, estimate);
  const ContinuityScores continuity = beat_continuity(reference, estimate);
  return {.f_measure = beat_f_measure(reference, estimate),
          .cemgil = cemgil.original,
          .cemgil_best = cemgil.best,
          .goto_score = goto_score(reference, estimate),
          .p_score = p_score(reference, estimate),
          .cml_continuous = continuity.cml_continuous,
          .cml_total = continuity.cml_total,
          .aml_continuous = continuity.aml_continuous,
          .aml_total = continuity.aml_total,
          .information_gain = information_gain(reference, estimate)};
}

double beat_f_measure(std::span<const double> reference, std::span<const double> estimate,
                      double window) {
  if (reference.empty() || estimate.empty()) return 0.0;
  const auto matches = static_cast<double>(count_matches(reference, estimate, window));
  return f_measure(matches / static_cast<double>(estimate.size()),
                   matches / static_cast<double>(reference.size()));
}

CemgilScore cemgil_score(std::span<const double> reference, std::span<const double> estimate) {
  constexpr double kSigma = 0.04;  // seconds
  if (reference.empty() || estimate.empty()) return {};
  std::vector<double> accuracies;
  for (const std::vector<double>& variation : metrical_variations(reference)) {
    double accuracy = 0.0;
    for (const double beat : variation) {
      const double error = std::abs(beat - estimate[nearest_index(estimate, beat)]);
      accuracy += std::exp(-(error * error) / (2.0 * kSigma * kSigma));
    }
    accuracies.push_back(accuracy /
                         (0.5 * static_cast<double>(estimate.size() + variation.size())));
  }
  return {accuracies.front(), *std::max_element(accuracies.begin(), accuracies.end())};
}

double goto_score(std::span<const double> reference, std::span<const double> estimate) {
  constexpr double kThreshold = 0.35;
  constexpr double kShortestTrack = 0.25;  // of the song
  if (reference.empty() || estimate.empty()) return 0.0;
  const std::vector<double> error = goto_errors(reference, estimate);
  std::vector<std::size_t> incorrect;
  for (std::size_t n = 0; n < error.size(); ++n) {
    if (std::abs(error[n]) > kThreshold) incorrect.push_back(n);
  }
  const std::span<const double> errors = error;
  if (incorrect.size() < 3) {  // only the first and the last, which have no error
    const std::size_t first = incorrect.front() + 1;
    const std::size_t end = incorrect.back() == 0 ? 0 : incorrect.back() - 1;
    return end > first && is_steady(errors.subspan(first, end - first)) ? 1.0 : 0.0;
  }
  std::size_t longest = 0;
  for (std::size_t i = 0; i + 1 < incorrect.size(); ++i) {
    if (incorrect[i + 1] - incorrect[i] > incorrect[longest + 1] - incorrect[longest]) longest = i;
  }
  const std::size_t start = incorrect[longest];
  const std::size_t length = incorrect[longest + 1] - start;
  const double needed = kShortestTrack * static_cast<double>(reference.size() - 2);
  if (!(static_cast<double>(length - 1) > needed)) return 0.0;
  return is_steady(errors.subspan(start, length + 1)) ? 1.0 : 0.0;
}

double p_score(std::span<const double> reference, std::span<const double> estimate) {
  constexpr double kWindow = 0.2;  // of the median interval
  if (reference.size() <= 1 || estimate.size() <= 1) return 0.0;
  const double offset = std::min(reference.front(), estimate.front());
  const std::vector<long> reference_train = impulse_train(reference, offset);
  const std::vector<long> estimated_train = impulse_train(estimate, offset);
  if (reference_train.size() < 2) return 0.0;
  const auto window = static_cast<long>(std::nearbyint(kWindow * median_interval(reference_train)));
  long pairs = 0;
  for (const long bin : reference_train) {
    const auto first =
        std::lower_bound(estimated_train.begin(), estimated_train.end(), bin - window);
    const auto last = std::upper_bound(first, estimated_train.end(), bin + window);
    pairs += last - first;
  }
  return static_cast<double>(pairs) /
         static_cast<double>(std::max(reference.size(), estimate.size()));
}

double information_gain(std::span<const double> reference, std::span<const double> estimate) {
  if (reference.size() <= 1 || estimate.size() <= 1) return 0.0;
  const double forward = error_entropy(reference, estimate);
  const double backward = error_entropy(estimate, reference);
  const double norm = std::log2(static_cast<double>(kErrorBins));
  return (norm - (forward > backward ? forward : backward)) / norm;
}

std::array<std::vector<double>, 5> metrical_variations(std::span<const double> reference) {
  std::array<std::vector<double>, 5> variations;
  auto& [original, off_beat, twice, half_odd, half_even] = variations;
  original.assign(reference.begin(), reference.end());
  for (std::size_t i = 0; i < reference.size(); ++i) {
    (i % 2 == 0 ? half_odd : half_even).push_back(reference[i]);
    twice.push_back(reference[i]);
    if (i + 1 == reference.size()) break;
    off_beat.push_back((reference[i + 1] - reference[i]) * 0.5 + reference[i]);
    twice.push_back(off_beat.back());
  }
  return variations;
}

}  // namespace tactus
