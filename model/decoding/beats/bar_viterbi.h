// The most likely path of the bar pointer, frame after frame, in bounded memory.
//
// Inside a beat the pointer moves with certainty. So the Viterbi variable of a state is that of its
// beat's first frame plus log densities of observations, which are differences of running sums. Per
// frame, only the best predecessor of each (beat of the bar, interval) that starts there is
// computed: O(B * transitions) instead of O(states), with the same result as the plain Viterbi.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

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

class BarViterbi {
 public:
  // window: number of undecided frames. If more are undecided, the best path so far is fixed up to
  // half a window before the current frame, and paths that disagree with it are dropped. The result
  // is exactly the plain Viterbi path if the input is shorter, or if all paths have met by then. A
  // window below eight of the longest beats becomes that long. Throws std::invalid_argument for
  // beats_per_bar < 1.
  BarViterbi(const BeatStateSpace& space, int beats_per_bar, std::int64_t window);

  void push(const FrameDensities& densities);

  // Log probability of the best path through the frames so far. Before frame 0 all states of the
  // model are equally likely.
  double log_probability() const;
  // The best path so far, by time. Empty if no frame was pushed.
  std::vector<PathBeat> path() const;

 private:
  struct Entry {  // a beat that starts at `start`, in the grid of (position, interval index)
    std::int64_t start;
    int position;
    int interval;
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

  std::size_t cell(int position, int interval) const;
  std::size_t place(std::int64_t frame, std::size_t cell) const;  // in scores_
  double entry_score(const Entry& entry) const;
  // Log density of the frames [max(start, 0), end) of a beat.
  double density(const Entry& entry, std::int64_t end) const;
  void leave_beats();
  void enter_beats();
  Best best_survivor() const;
  Entry parent(const Entry& entry) const;
  PathBeat path_beat(const Entry& entry) const;
  // Appends the beats from `entry` back to, and without, the anchor; newest first.
  void trace(Entry entry, std::vector<PathBeat>& beats) const;
  void fix_path();
  void drop_dissenters(const Entry& anchor);

  BeatStateSpace space_;
  int beats_;
  int intervals_;  // I
  std::int64_t window_;
  std::int64_t ring_;  // frames kept in sums_ and scores_, a power of two above the longest beat
  std::int64_t frame_ = 0;  // frames pushed
  double initial_;          // log probability of each state before frame 0
  std::vector<Sums> sums_;  // [ring]
  // [B, I, ring] of paths that enter a beat at a frame, without that frame. Entries that one frame
  // reads lie beside those of the frame before.
  std::vector<double> scores_;
  std::vector<double> leaving_;  // [B, I] of paths whose beat ends before the current frame
  // [frames since base, B, I] index of the preceding beat's interval.
  std::int64_t base_ = 0;
  std::vector<std::uint16_t> sources_;
  std::vector<PathBeat> fixed_;  // up to and with the anchor, which all remaining paths pass
  Entry anchor_{-1, -1, -1};     // position -1 = none yet
};

}  // namespace tactus
