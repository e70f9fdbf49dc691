// States of the bar pointer without position: beat intervals in frames and the probabilities of
// changes between them. F. Krebs, S. Boeck, G. Widmer: "An efficient state-space model for joint
// tempo and meter tracking", ISMIR 2015. A state of the model is (beat of the bar, interval, frames
// since the beat). Inside a beat it moves on by one frame with certainty, so only the intervals and
// the borders of beats are stored.
#pragma once

#include <cstddef>
#include <limits>
#include <vector>

namespace tactus {

// Intervals in frames from round(60 fps / max_bpm) to round(60 fps / min_bpm), ascending. Returns
// every integer, or at least num_tempi of them with logarithmic spacing as in the paper, if
// num_tempi is above 0 and smaller. Throws std::invalid_argument if min_bpm > max_bpm or the
// fastest beat is shorter than two frames.
std::vector<int> beat_intervals(double fps, double min_bpm, double max_bpm, int num_tempi);

struct BeatStateSpace {
  std::vector<int> intervals;   // [I] frames per beat, ascending
  std::vector<int> beat_range;  // [I] leading frames of a beat that count as "the beat", at least 1
  // log P(interval j | interval i), stored [j * I + i]: p ~ exp(-lambda |interval_j / interval_i -
  // 1|), normalised over j; -infinity if that is below least_change.
  std::vector<double> log_transition;
  // Sources with a finite entry are first_source[j] .. last_source[j] - 1.
  std::vector<int> first_source;
  std::vector<int> last_source;

  std::size_t size() const { return intervals.size(); }
  // States of a bar: the sum of the intervals times the beats per bar.
  std::size_t state_count(int beats_per_bar) const;
};

// observation_lambda: the first 1/observation_lambda of a beat is its range. least_change: leaves
// out changes whose probability divided by that of no change is lower; the default is the published
// one. Throws std::invalid_argument for no interval, transition_lambda < 0 or observation_lambda <
// 2.
BeatStateSpace make_beat_state_space(std::vector<int> intervals, double transition_lambda,
                                     int observation_lambda,
                                     double least_change = std::numeric_limits<double>::epsilon());

}  // namespace tactus
