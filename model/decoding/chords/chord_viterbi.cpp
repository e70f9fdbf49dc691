#include "model/decoding/chords/chord_viterbi.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <stdexcept>

namespace tactus {
namespace {

constexpr double kImpossible = -std::numeric_limits<double>::infinity();

// The semi-Markov search. Notation: S_t(v) = sum of the observations of v before frame t,
// enter_t(v) = best score of a path in which v begins at frame t, leave_t(v) = ... in which v ends
// before t.
class SemiMarkovSearch {
 public:
  SemiMarkovSearch(const FrameMatrix& observations, const ChordStatistics& statistics)
      : observations_(observations),
        statistics_(statistics),
        chords_(static_cast<std::size_t>(statistics.chords)),
        longest_(static_cast<std::size_t>(statistics.max_duration)),
        sums_(chords_, 0.0),
        begun_(longest_ * chords_, kImpossible),
        long_score_(chords_, kImpossible),
        long_start_(chords_, 0),
        leave_(chords_, -std::log(static_cast<double>(chords_))) {
    starts_.resize(observations.frames * chords_);
    sources_.resize(observations.frames * chords_);
    const auto [low, high] =
        std::minmax_element(statistics.change.begin(), statistics.change.end());
    spread_ = *high - *low;
    begun_highest_.assign(chords_, kImpossible);
    begun_highest_before_.assign(chords_, kImpossible);
    duration_highest_.assign(chords_, kImpossible);
    for (std::size_t d = 0; d < longest_; ++d) {
      for (std::size_t v = 0; v < chords_; ++v)
        duration_highest_[v] = std::max(duration_highest_[v], statistics.duration[d * chords_ + v]);
    }
  }

  std::vector<ChordRun> run() {
    const std::size_t frames = observations_.frames;
    for (std::size_t t = 0; t < frames; ++t) {
      enter_runs(t);
      add_frame(t);
      extend_long_runs(t + 1);
      leave_runs(t + 1, t + 1 == frames);
    }
    return trace();
  }

 private:
  // Finds the best predecessor of every chord at frame t; at frame 0 all are equally likely.
  void enter_runs(std::size_t t) {
    double* begun = begun_.data() + (t % longest_) * chords_;
    std::uint16_t* sources = sources_.data() + t * chords_;
    if (t == 0) {
      std::copy(leave_.begin(), leave_.end(), begun);
    } else {
      std::fill(begun, begun + chords_, kImpossible);
      best_ =
          static_cast<std::size_t>(std::max_element(leave_.begin(), leave_.end()) - leave_.begin());
      const double worth = leave_[best_] - spread_;
      for (std::size_t from = 0; from < chords_; ++from) {
        if (leave_[from] < worth) continue;  // the best chord precedes all others better
        const double* change = statistics_.change.data() + from * chords_;
        const double own = begun[from];
        const std::uint16_t own_source = sources[from];
        for (std::size_t to = 0; to < chords_; ++to) {
          const double score = leave_[from] + change[to];
          if (score <= begun[to]) continue;
          begun[to] = score;
          sources[to] = static_cast<std::uint16_t>(from);
        }
        begun[from] = own;
        sources[from] = own_source;
      }
      for (std::size_t v = 0; v < chords_; ++v) begun[v] -= sums_[v];
    }
    if (t % longest_ == 0) {
      begun_highest_before_.swap(begun_highest_);
      std::fill(begun_highest_.begin(), begun_highest_.end(), kImpossible);
    }
    for (std::size_t v = 0; v < chords_; ++v)
      begun_highest_[v] = std::max(begun_highest_[v], begun[v]);
  }

  void add_frame(std::size_t t) {
    const auto row = observations_.row(t);
    for (std::size_t v = 0; v < chords_; ++v) sums_[v] += row[v];
  }

  // Runs of more than D frames: one frame longer, or those that began D + 1 frames before `end`.
  void extend_long_runs(std::size_t end) {
    if (end <= longest_) return;
    for (std::size_t v = 0; v < chords_; ++v) {
      const double stay = long_score_[v] + statistics_.longer[v];
      const double fresh = overdue_.empty() ? kImpossible : overdue_[v] + statistics_.longer[v];
      long_score_[v] = std::max(stay, fresh);
      if (fresh > stay) long_start_[v] = static_cast<std::uint32_t>(end - longest_ - 1);
    }
  }

  // Scores of runs that end here. A chord that is less likely than the best by more than the spread
  // precedes no other (enter_runs), so its score is not needed.
  void leave_runs(std::size_t end, bool cut_off) {
    if (cut_off) survival_ = survival();
    leave_.assign(chords_, kImpossible);
    leave_run(best_, end, cut_off);  // is often the best again
    double worth = leave_[best_] - spread_;
    for (std::size_t v = 0; v < chords_; ++v) {
      if (v == best_ || (!cut_off && highest_leave(v) < worth)) continue;
      leave_run(v, end, cut_off);
      worth = std::max(worth, leave_[v] - spread_);
    }
    remember_overdue(end);
  }

  // No run of the chord that ends here is likelier. Adds in the same order as leave_run, and
  // rounding keeps the order of numbers.
  double highest_leave(std::size_t v) const {
    const double begun = std::max(begun_highest_[v], begun_highest_before_[v]);
    return std::max(begun + duration_highest_[v], long_score_[v]) + sums_[v];
  }

  void leave_run(std::size_t v, std::size_t end, bool cut_off) {
    double best = long_score_[v] - (cut_off ? log_probability_of_leaving(v) : 0.0);
    std::uint32_t start = long_start_[v];
    const double* duration = (cut_off ? survival_ : statistics_.duration).data() + v;
    std::size_t row = (end - 1) % longest_;
    for (std::size_t d = 1; d <= std::min(longest_, end); ++d) {
      const double score = begun_[row * chords_ + v] + duration[(d - 1) * chords_];
      if (score > best) {
        best = score;
        start = static_cast<std::uint32_t>(end - d);
      }
      row = row > 0 ? row - 1 : longest_ - 1;
    }
    leave_[v] = best + sums_[v];
    starts_[(end - 1) * chords_ + v] = start;
  }

  // Stores the runs of exactly D frames, before the ring overwrites where they began.
  void remember_overdue(std::size_t end) {
    if (end < longest_) return;
    const double* begun = begun_.data() + (end % longest_) * chords_;
    const double* duration = statistics_.duration.data() + (longest_ - 1) * chords_;
    overdue_.resize(chords_);
    for (std::size_t v = 0; v < chords_; ++v) overdue_[v] = begun[v] + duration[v];
  }

  // log P(no further frame | at least D so far).
  double log_probability_of_leaving(std::size_t v) const {
    return std::log(-std::expm1(statistics_.longer[v]));
  }

  // log P(at least d frames), [D,V], for the run that the end of the song cuts off.
  std::vector<double> survival() const {
    std::vector<double> table(statistics_.duration.size());
    for (std::size_t v = 0; v < chords_; ++v) {
      const std::size_t last = (longest_ - 1) * chords_ + v;
      table[last] = statistics_.duration[last] - log_probability_of_leaving(v);
      double mass = std::exp(table[last]);
      for (std::size_t d = longest_ - 1; d-- > 0;) {
        mass += std::exp(statistics_.duration[d * chords_ + v]);
        table[d * chords_ + v] = std::log(mass);
      }
    }
    return table;
  }

  std::vector<ChordRun> trace() const {
    std::vector<ChordRun> runs;
    std::size_t end = observations_.frames;
    auto chord =
        static_cast<std::size_t>(std::max_element(leave_.begin(), leave_.end()) - leave_.begin());
    while (end > 0) {
      const std::size_t start = starts_[(end - 1) * chords_ + chord];
      runs.push_back({start, end, static_cast<int>(chord)});
      chord = sources_[start * chords_ + chord];
      end = start;
    }
    std::reverse(runs.begin(), runs.end());
    return runs;
  }

  const FrameMatrix& observations_;
  const ChordStatistics& statistics_;
  std::size_t chords_;    // V
  std::size_t longest_;   // D
  double spread_ = 0.0;   // largest difference between two change probabilities
  std::size_t best_ = 0;  // chord before the current frame
  // [V] highest in begun_ since its row 0 was written, and in the D frames before that.
  std::vector<double> begun_highest_, begun_highest_before_;
  std::vector<double> duration_highest_;  // [V]
  std::vector<double> sums_;              // [V] S_t
  std::vector<double> begun_;             // ring [D,V]: enter_s(v) - S_s(v) of the last D frames s
  std::vector<double> overdue_;  // [V] runs of exactly D frames before the current one, without S
  std::vector<double> long_score_;  // [V] runs of more than D frames, without S
  std::vector<std::uint32_t> long_start_;
  std::vector<double> leave_;           // [V]
  std::vector<double> survival_;        // [D,V]
  std::vector<std::uint32_t> starts_;   // [T,V] where the best run that ends after frame t began
  std::vector<std::uint16_t> sources_;  // [T,V] what preceded the run that begins at frame t
};

void check(const FrameMatrix& observations, const ChordStatistics& s) {
  const auto chords = static_cast<std::size_t>(std::max(s.chords, 0));
  const auto durations = static_cast<std::size_t>(std::max(s.max_duration, 0));
  if (chords < 1 || chords > 65535 || durations < 1 || observations.bins != chords ||
      s.change.size() != chords * chords || s.duration.size() != durations * chords ||
      s.longer.size() != chords) {
    throw std::invalid_argument(fmt::format(
        "chord statistics of {} chords, {} changes, {} durations up to {} frames for {} columns: "
        "expected V, V * V, D * V, D, V",
        s.chords, s.change.size(), s.duration.size(), s.max_duration, observations.bins));
  }
}

}  // namespace

std::vector<ChordRun> best_chords_by_stay_bonus(const FrameMatrix& observations,
                                                double stay_bonus) {
  const std::size_t chords = observations.bins;
  if (observations.frames == 0 || chords == 0) return {};
  std::vector<double> score(chords, 0.0);
  std::vector<bool> stayed(observations.frames * chords);
  std::vector<std::size_t> best(observations.frames);  // before frame t
  for (std::size_t t = 0; t < observations.frames; ++t) {
    best[t] =
        static_cast<std::size_t>(std::max_element(score.begin(), score.end()) - score.begin());
    const double highest = score[best[t]];
    const auto row = observations.row(t);
    for (std::size_t v = 0; v < chords; ++v) {
      const bool stays = score[v] + stay_bonus >= highest;
      stayed[t * chords + v] = stays;
      score[v] = (stays ? score[v] + stay_bonus : highest) + row[v] - highest;
    }
  }
  std::vector<ChordRun> runs;
  auto chord =
      static_cast<std::size_t>(std::max_element(score.begin(), score.end()) - score.begin());
  std::size_t last = observations.frames;
  for (std::size_t t = observations.frames; t-- > 0;) {
    if (t > 0 && stayed[t * chords + chord]) continue;
    runs.push_back({t, last, static_cast<int>(chord)});
    chord = best[t];
    last = t;
  }
  std::reverse(runs.begin(), runs.end());
  return runs;
}

std::vector<ChordRun> best_chords_by_statistics(const FrameMatrix& observations,
                                                const ChordStatistics& statistics) {
  check(observations, statistics);
  if (observations.frames == 0) return {};
  return SemiMarkovSearch(observations, statistics).run();
}

}  // namespace tactus
