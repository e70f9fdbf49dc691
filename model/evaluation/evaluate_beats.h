// Scores of beat tracking, as in mir_eval.beat (Davies, Degara & Plumbley, "Evaluation Methods for
// Musical Audio Beat Tracking Algorithms", 2009). Times are seconds, sorted.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "model/annotation.h"
#include "model/evaluation/evaluation_math.h"

namespace tactus {

inline constexpr double kFirstScoredBeat = 5.0;  // seconds; earlier beats of both sides are ignored

struct BeatScores {
  double f_measure = 0.0;
  double cemgil = 0.0;
  double cemgil_best = 0.0;  // over the metrical variations of the reference
  double goto_score = 0.0;   // 0 or 1
  double p_score = 0.0;
  double cml_continuous = 0.0;
  double cml_total = 0.0;
  double aml_continuous = 0.0;
  double aml_total = 0.0;
  double information_gain = 0.0;
};
// In mir_eval's order with its keys: "F-measure", "Cemgil", ..., "Information gain".
NamedScores named_scores(const BeatScores& scores);

std::vector<double> beat_times(std::span<const Beat> beats);
std::vector<double> downbeat_times(std::span<const Beat> beats);  // position 1

// All scores, without beats before kFirstScoredBeat. If a side is empty, all scores are 0. Throws
// std::invalid_argument for times that are not finite, decrease, or exceed 30,000 s.
BeatScores evaluate_beats(std::span<const double> reference, std::span<const double> estimate);

// The single scores, for all given beats. `window` is inclusive.
double beat_f_measure(std::span<const double> reference, std::span<const double> estimate,
                      double window = 0.07);
struct CemgilScore {
  double original = 0.0;
  double best = 0.0;
};
CemgilScore cemgil_score(std::span<const double> reference, std::span<const double> estimate);
double goto_score(std::span<const double> reference, std::span<const double> estimate);
// If all reference beats are in one 10 ms bin, mir_eval gives no result; this function gives 0.
double p_score(std::span<const double> reference, std::span<const double> estimate);
struct ContinuityScores {
  double cml_continuous = 0.0;
  double cml_total = 0.0;
  double aml_continuous = 0.0;
  double aml_total = 0.0;
};
ContinuityScores beat_continuity(std::span<const double> reference,
                                 std::span<const double> estimate);
double information_gain(std::span<const double> reference, std::span<const double> estimate);

// The reference and its metrical variations: off-beat, double tempo, half tempo on odd and even
// beats.
std::array<std::vector<double>, 5> metrical_variations(std::span<const double> reference);

}  // namespace tactus
