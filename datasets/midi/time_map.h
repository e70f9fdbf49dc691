// A rising, piecewise linear map of seconds to seconds, and the things that move along with it:
// tempo curves, swing, silence at the start, the wow of a tape.
#pragma once

#include <vector>

#include "datasets/midi/midi_file.h"
#include "model/annotation.h"

namespace tactus {

struct TimeKnot {
  double from = 0.0;  // seconds before
  double to = 0.0;    // seconds after
  bool operator==(const TimeKnot&) const = default;
};

// Straight between its knots; beyond the first and the last one every second stays a second long.
class TimeMap {
 public:
  TimeMap() = default;  // changes nothing
  // Throws std::invalid_argument when `from` or `to` does not rise from knot to knot.
  explicit TimeMap(std::vector<TimeKnot> knots);

  double operator()(double seconds) const;
  double inverse(double seconds) const;
  // First this map, then `next`.
  TimeMap then(const TimeMap& next) const;
  const std::vector<TimeKnot>& knots() const { return knots_; }

 private:
  std::vector<TimeKnot> knots_;
};

// Beats, segments and duration move exactly; tempo candidates are dropped, because one number no
// longer says it. Where chords began at 0 and now begin later, "N" fills the time before them.
void move_in_time(Annotation& annotation, const TimeMap& map);

// Notes and controllers; what is set at time 0 (programs, volumes) stays there.
void move_in_time(std::vector<TimedMessage>& messages, const TimeMap& map);

}  // namespace tactus
