// How exactly beats lie in time. The F-measure of beats forgives 70 ms; these figures do not. No
// other program defines them, so the definitions stand here.
//
// Reference and estimated beats are matched one to one, as many as possible no further apart than
// 70 ms; of two free neighbours the nearer is taken. All beats count, those before 5 s too. The
// error of a match is estimate - reference.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "model/evaluation/evaluation_math.h"

namespace tactus {

inline constexpr double kFineWindow = 0.07;     // seconds, inclusive
inline constexpr std::size_t kDriftBeats = 16;  // matched beats of the moving median

// A stretch of one tempo in the estimate.
struct TempoStretch {
  double start = 0.0;  // seconds
  double end = 0.0;    // seconds, last beat
  double bpm = 0.0;
};

// Undefined figures are NaN.
struct FineTiming {
  double median_offset = 0.0;  // ms, median of the errors; negative = early
  double scatter = 0.0;        // ms, root mean square of the errors less their median: the headline
  double robust_scatter = 0.0;  // ms, 1.4826 * median of |error - median|; outliers do not count
  double within_5_ms = 0.0;     // share of the reference beats whose match has at most this error,
  double within_10_ms = 0.0;    // offset included; a beat without a match is not within
  double within_20_ms = 0.0;
  double interval_jitter =
      0.0;                     // ms, standard deviation of estimated less reference interval, where
                               // two neighbours of the reference match neighbours of the estimate
  double drift = 0.0;          // ms, largest less smallest median of 16 consecutive errors
  double tempo_regions = 0.0;  // number of stretches of one tempo in the estimate
  double tempo_error = 0.0;    // BPM, |longest stretch - reference|; 0 is exact
};

// `stretches` are those of the estimate. The tempo error compares the longest of them with the
// least-squares line through the reference beats within it, at least four. If 1/3, 1/2, 2 or 3
// times the estimated tempo is nearer to the reference, that is compared. Both lists of beats are
// sorted and finite, else std::invalid_argument.
FineTiming evaluate_fine_timing(std::span<const double> reference, std::span<const double> estimate,
                                std::span<const TempoStretch> stretches);

// "Median offset", "Scatter", "Robust scatter", "Within 5 ms", "Within 10 ms", "Within 20 ms",
// "Interval jitter", "Drift", "Tempo regions", "Tempo error".
NamedScores named_scores(const FineTiming& timing);

}  // namespace tactus
