// Which place of the song each frame of the output is.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>

namespace tactus::ui {

// Output from output_begin on is the song from song_begin on, in frames.
struct SongRun {
  std::int64_t output_begin = 0;
  double song_begin = 0.0;
  double speed = 1.0;
  int round = 0;  // of a practised loop, from 0
  double songFrame(double output_frame) const {
    return song_begin + std::max(output_frame - static_cast<double>(output_begin), 0.0) * speed;
  }
};

// The runs of about the last `remembered` frames, in order; the last one is current.
class SongRuns {
 public:
  explicit SongRuns(double remembered) : remembered_(remembered) {}

  const SongRun& current() const { return runs_.back(); }
  // Replaces a run that has not begun to sound.
  void add(const SongRun& run) {
    if (!runs_.empty() && runs_.back().output_begin == run.output_begin) runs_.pop_back();
    runs_.push_back(run);
    const double oldest = static_cast<double>(run.output_begin) - remembered_;
    while (runs_.size() > 1 && static_cast<double>(runs_[1].output_begin) < oldest)
      runs_.pop_front();
  }
  const SongRun& at(double output_frame) const {
    auto run = runs_.end() - 1;
    while (run != runs_.begin() && static_cast<double>(run->output_begin) > output_frame) --run;
    return *run;
  }

 private:
  double remembered_;
  std::deque<SongRun> runs_;
};

}  // namespace tactus::ui
