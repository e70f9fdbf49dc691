// The scores of a tempo estimate, as in mir_eval.tempo (McKinney et al. 2007; MIREX audio tempo).
#pragma once

#include <array>
#include <span>
#include <vector>

#include "model/annotation.h"
#include "model/evaluation/evaluation_math.h"

namespace tactus {

// The two most salient tempi in BPM; 0 = none.
using TempoPair = std::array<double, 2>;

struct TempoScores {
  double p_score = 0.0;
  double one_correct = 0.0;   // 0 or 1
  double both_correct = 0.0;  // 0 or 1
};
// With mir_eval's keys: "P-score", "One-correct", "Both-correct".
NamedScores named_scores(const TempoScores& scores);

// A reference tempo is found if an estimate is within 8 % of it. `weight` is the relative strength
// of the first reference tempo. Throws std::invalid_argument for tempi that are negative or not
// finite, for a reference of zeros, and for a weight outside 0..1.
TempoScores evaluate_tempo(const TempoPair& reference, double weight, const TempoPair& estimate);

// One tempo against one (Gouyon et al. 2006). accuracy1: right within 4 %; accuracy2: right, or two
// or three times too fast or too slow. Throws as above; an estimate of 0 is wrong.
struct TempoAccuracy {
  double accuracy1 = 0.0, accuracy2 = 0.0;  // 0 or 1
};
TempoAccuracy tempo_accuracy(double reference, double estimate);

// The two tempi that listeners tap (McKinney and Moelants 2006: mostly two or three times apart):
// the first candidate, and the strongest of those that are two or three times faster or slower
// (within 8 %), else the strongest other. At most two; fewer if there are fewer candidates.
std::vector<TempoCandidate> tapped_tempi(std::span<const TempoCandidate> candidates);

// The tapped tempi as a pair, and the first one's share of their strength. A single
// candidate fills both places with weight 1, so that a song annotated with one tempo can be right.
struct WeightedTempi {
  TempoPair tempi{};
  double weight = 1.0;
};
WeightedTempi weighted_tempi(std::span<const TempoCandidate> candidates);

}  // namespace tactus
