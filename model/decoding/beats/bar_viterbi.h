// The most likely path of the bar pointer for each of several meters, frame after frame, in bounded
// memory.
//
// Inside a beat the pointer moves with certainty. So the Viterbi variable of a state is that of its
// beat's first frame plus log densities of observations, which are differences of running sums. Per
// frame, only the best predecessor of each (beat of the bar, interval) that starts there is
// computed: O(B * transitions) instead of O(states), with the same result as the plain Viterbi.
// The beats of the bars of all meters are lanes of one computation (beat_entries.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

#include "model/decoding/beats/beat_entries.h"
#include "model/decoding/beats/beat_state_space.h"

namespace tactus {

// Log densities of one frame: outside beat ranges, in a beat's range, in a downbeat's range.
struct FrameDensities {
  double rest = 0.0;
  double beat = 0.0;
  double downbeat = 0.0;
};

// One beat of a path: it occupies the frames [start, start + interval). The first may start before
// frame 0 but ends after it; the last may end after the last frame.
struct PathBeat {
  std::int64_t start = 0;
  int position = 0;  // 0 = the bar's first
  int interval = 0;  // frames
  int range = 0;     // leading frames that count as the beat
  bool operator==(const PathBeat&) const = default;
};

// A beat of a path through parts of frames, in whole frames.
PathBeat in_frames(const PathBeat& beat, int parts);

class BarViterbi {
 public:
  // meters: beats per bar, one model each; all see the same frames. window: number of undecided
  // frames. If more are undecided, the best path of the meter so far is fixed up to half a window
  // before the current frame, and paths that disagree with it are dropped. The result is exactly
  // the plain Viterbi path if the input is shorter, or if all paths have met by then. A window
  // below eight of the longest beats becomes that long. Throws std::invalid_argument for no meter,
  // or one below 1. All loops have the same results.
  BarViterbi(const BeatStateSpace& space, const std::vector<int>& meters, std::int64_t window,
             const BeatLoop& loop = beat_loops().front());

  void push(const FrameDensities& densities);

  // Log probability of the best path of a meter (by its place in `meters`) through the frames so
  // far. Before frame 0 all states of the model are equally likely.
  double log_probability(std::size_t meter = 0) const;
  // The best path so far, by time. Empty if no frame was pushed.
  std::vector<PathBeat> path(std::size_t meter = 0) const;

 private:
  // A beat of a meter's bar. The lanes of a meter are in order of the position.
  struct Lane {
    std::size_t meter;
    int position;
    std::size_t before;  // the lane of the bar's beat before
  };
  struct Entry {  // a beat that starts at `start`, in the grid of (lane, interval index)
    std::int64_t start;
    std::size_t lane;
    std::size_t interval;
    bool operator==(const Entry&) const = default;
  };
  struct Best {
    Entry entry;
    double score;
  };
  struct Sums {  // running sums of the densities before a frame
    double rest = 0.0;
    double beat = 0.0;
    double downbeat = 0.0;
  };
  struct Meter {
    int beats = 0;
    std::size_t lane = 0;          // of its downbeat
    std::int64_t base = 0;         // frames from here on are undecided
    std::vector<PathBeat> fixed;   // up to and with the anchor, which all remaining paths pass
    Entry anchor{-1, kNoLane, 0};  // kNoLane = none yet
  };
  static constexpr std::size_t kNoLane = static_cast<std::size_t>(-1);

  void add_lanes();
  std::size_t place(const Entry& entry) const;  // in scores_
  const Sums& sums_before(std::int64_t frame) const;
  // Log density of the frames [max(start, 0), end) of a beat.
  double density(const Entry& entry, std::int64_t end) const;
  void leave_beats();
  void enter_beats();
  Best best_survivor(const Meter& meter) const;
  const std::uint8_t* sources_of(std::int64_t frame) const;
  Entry parent(const Entry& entry) const;
  PathBeat path_beat(const Entry& entry) const;
  // Appends the beats from `entry` back to, and without, the meter's anchor; newest first.
  void trace(const Meter& meter, Entry entry, std::vector<PathBeat>& beats) const;
  void fix_path(Meter& meter);
  void drop_dissenters(const Meter& meter, const Entry& anchor);
  void forget_decided();

  BeatStateSpace space_;
  std::vector<Meter> meters_;
  std::vector<Lane> lanes_;
  std::size_t width_;  // number of lanes, rounded up to that of the loop
  BeatLoop loop_;
  std::int64_t window_;
  std::int64_t ring_;       // frames kept in sums_, a power of two above the longest beat
  std::int64_t frame_ = 0;  // frames pushed
  std::vector<Sums> sums_;  // [ring]
  // For each interval, as many rows as it has frames: log probabilities of paths that enter such a
  // beat, without its first frame. A beat leaves when the next one takes its row.
  std::vector<double> scores_;          // [sum of intervals, width + 1]
  std::vector<std::size_t> first_row_;  // [I + 1]
  std::vector<std::size_t> row_;        // [I] of beats that start at the current frame
  // Of the step at a frame, see BeatStep.
  std::vector<double*> entered_;
  std::vector<double> downbeat_, beat_, leaving_;
  std::vector<std::int64_t> is_downbeat_;
  // Blocks of frames since base_. For each frame and [I, width]: the interval before, of a beat
  // that follows a beat of that lane, as an index: the lower bytes and, if there are more than 256
  // intervals, the upper ones after them.
  std::int64_t base_ = 0;
  std::size_t frame_bytes_;
  std::deque<std::vector<std::uint8_t>> sources_;
};

}  // namespace tactus
