// The most likely sequence of chords under frame-wise log probabilities: two Viterbi searches over
// an abstract vocabulary of V chords.
#pragma once

#include <cstddef>
#include <vector>

#include "features/frames/frame_matrix.h"

namespace tactus {

// Frames [first, last) in one chord.
struct ChordRun {
  std::size_t first = 0;
  std::size_t last = 0;
  int chord = 0;
  bool operator==(const ChordRun&) const = default;
};

// A hidden Markov model: staying in a chord is `stay_bonus` nats likelier than moving to any given
// other one. observations [T,V]: log probabilities, finite. O(TV). T = 0 gives no runs.
std::vector<ChordRun> best_chords_by_stay_bonus(const FrameMatrix& observations, double stay_bonus);

// A semi-Markov model: explicit durations, then a change to another chord. All values are finite.
struct ChordStatistics {
  int chords = 0;                // V
  int max_duration = 0;          // D
  std::vector<double> change;    // [V,V] log P(to | from, a change happens), stored [from * V + to]
  std::vector<double> duration;  // [D,V] log P(a run of d frames), stored [(d - 1) * V + chord]
  std::vector<double> longer;    // [V] log of P(d + 1 frames) / P(d frames) for d >= D, below 0
};
// The end of the song cuts off the last run, so it gets the probability of lasting at least that
// long. Takes O(T V D + T V^2) at worst: chords that are, or by a bound must be, less likely than
// the best by more than the spread of `change` are skipped. Only the best chord itself could win by
// them. Skipping them also keeps a chord from being left for a moment only because it has lasted
// for minutes.
// Throws std::invalid_argument if the sizes disagree.
std::vector<ChordRun> best_chords_by_statistics(const FrameMatrix& observations,
                                                const ChordStatistics& statistics);

}  // namespace tactus
