// Calibration: a map from a decoder's confidence to the share of such events that were right, and
// measures of the distance between the two.
#pragma once

#include <span>
#include <vector>

namespace tactus {

// One event or song: the claimed confidence, 0..1, and the truth, 0 (wrong) .. 1 (right). Counts
// `weight` times.
struct ConfidenceSample {
  double confidence = 0.0;
  double correct = 0.0;
  double weight = 1.0;
};

// A rising, piecewise linear map of [0,1] into itself: pairs (confidence, share of right ones),
// both rising, constant beyond the ends. Empty = no change. Parameters of decoders hold it as a
// flat list.
using CalibrationMap = std::vector<float>;
double calibrated(const CalibrationMap& map, double confidence);
// Throws std::invalid_argument if the list is not such a map.
void check_calibration(const CalibrationMap& map);

// Isotonic regression by pooling adjacent violators (Zadrozny & Elkan, KDD 2002) on at most
// `groups` groups of samples with equal weight. So the map is short, and no single event makes a
// step. Empty for no samples.
CalibrationMap fit_calibration(std::span<const ConfidenceSample> samples, int groups = 16);

// Samples sorted by confidence into `bins` equal parts of [0,1]; the means of both within each.
struct ReliabilityBin {
  double confidence = 0.0;
  double correct = 0.0;
  double weight = 0.0;  // 0 = no sample in this bin
};
std::vector<ReliabilityBin> reliability_table(std::span<const ConfidenceSample> samples,
                                              int bins = 10);
// Weighted mean distance of the two (Guo, Pleiss, Sun & Weinberger, ICML 2017). 0 without samples.
double expected_calibration_error(std::span<const ReliabilityBin> table);

// Spearman's rank correlation of confidence and correctness (equal values share their mean rank); 0
// if one of them is constant. Ignores weights.
double rank_correlation(std::span<const ConfidenceSample> samples);

}  // namespace tactus
