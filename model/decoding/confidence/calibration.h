// Confidence that means something: a map from what a decoder feels sure of to the share of such
// events that turned out right, and the measures of how far the two are apart.
#pragma once

#include <span>
#include <vector>

namespace tactus {

// One event or song: what was claimed, 0..1, and what was the case: 0 (wrong) .. 1 (right), counted
// `weight` times.
struct ConfidenceSample {
  double confidence = 0.0;
  double correct = 0.0;
  double weight = 1.0;
};

// A rising, piecewise linear map of [0,1] into itself: pairs (confidence, share of right ones),
// both rising, constant beyond the ends. Empty = every value stays. As a flat list it lies in the
// decoder's parameters.
using CalibrationMap = std::vector<float>;
double calibrated(const CalibrationMap& map, double confidence);
// Throws std::invalid_argument for a list that is no such map.
void check_calibration(const CalibrationMap& map);

// Isotonic regression by pooling adjacent violators (Zadrozny & Elkan, KDD 2002), on at most
// `groups` groups of samples of equal weight, so that the map is short and no single event makes a
// step of its own. Empty for no samples.
CalibrationMap fit_calibration(std::span<const ConfidenceSample> samples, int groups = 16);

// Samples by confidence in `bins` equal parts of [0,1]; the means of both within each.
struct ReliabilityBin {
  double confidence = 0.0;
  double correct = 0.0;
  double weight = 0.0;  // 0: nothing fell in here
};
std::vector<ReliabilityBin> reliability_table(std::span<const ConfidenceSample> samples,
                                              int bins = 10);
// Mean distance of the two, weighted (Guo, Pleiss, Sun & Weinberger, ICML 2017). 0 without samples.
double expected_calibration_error(std::span<const ReliabilityBin> table);

// Spearman's rank correlation of confidence and correctness (equal values share their mean rank);
// 0 where one side does not vary. Weights do not count.
double rank_correlation(std::span<const ConfidenceSample> samples);

}  // namespace tactus
