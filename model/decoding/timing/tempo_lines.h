// How simple the tempo of a song is: one straight line through its beats, several, or none.
//
// Beats as heard scatter around the lines for two reasons: noise of each beat by itself, which
// second differences show, and slow drifts of a few milliseconds when the instruments change. The
// lines that minimise the description length are found by dynamic programming, as in segmented
// regression (Bellman & Roth 1969; Davis, Lee & Rodriguez-Yam 2006): squared errors in units of
// the noise, plus a price for each line. Beats of a passage that no line explains stay free at a
// price each. Then neighbouring lines join where the attacks in the sound lie on one line, and a
// passage that is hardly heard joins the line beside it. In the
// end the lines must explain the beats better than a tempo that is free from beat to beat.
#pragma once

#include <cstddef>
#include <vector>

namespace tactus {

// What is known of one beat. Times in seconds.
struct HeardBeat {
  double index = 0.0;   // number of the beat; a gap in the beats is a gap here
  double time = 0.0;    // as the activations say
  double attack = 0.0;  // as the sound says; the same as `time` where it says nothing
  double weight = 1.0;  // 0..1, of the beat in sums of squares: less where it is hardly heard
  bool fixed = false;   // set by a person: `time` is exact
};

// Beats [first, last) of the list lie at start + period * index.
struct TempoLine {
  std::size_t first = 0;
  std::size_t last = 0;
  double start = 0.0;    // seconds
  double period = 0.0;   // seconds
  double scatter = 0.0;  // seconds: standard deviation of the beats from the line, outliers apart,
                         // before it moves to a person's beats
  double error = 0.0;    // seconds: standard error of the period
  double at(double index) const { return start + period * index; }
};

// Numbers for beats at these times, from 0: intervals over the usual interval around them, rounded,
// at least 1.
std::vector<double> beat_indices(const std::vector<double>& times);

// The lines of a song, in order. Beats outside of all lines are free. Nothing where the tempo is
// free, and for fewer than eight beats.
std::vector<TempoLine> tempo_lines(const std::vector<HeardBeat>& beats);
// One line through all beats, which must be two or more. Its scatter counts all of them, outliers
// too: it shows whether the song keeps to one tempo.
TempoLine single_line(const std::vector<HeardBeat>& beats);

}  // namespace tactus
