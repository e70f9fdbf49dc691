// A rising, piecewise linear map of seconds to seconds, and functions that apply it: tempo curves,
// swing, silence at the start, wow of a tape.
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

// Linear between its knots; before the first and after the last knot the slope is 1.
class TimeMap {
 public:
  TimeMap() = default;  // identity
  // Throws std::invalid_argument if `from` or `to` does not rise from knot to knot.
  explicit TimeMap(std::vector<TimeKnot> knots);

  double operator()(double seconds) const;
  double inverse(double seconds) const;
  const std::vector<TimeKnot>& knots() const { return knots_; }

 private:
  std::vector<TimeKnot> knots_;
};

// Maps beats, segments and duration exactly; tempo candidates are removed, because they no longer
// apply. If chords began at 0 and now begin later, "N" fills the time before them.
void move_in_time(Annotation& annotation, const TimeMap& map);

// Maps notes and controllers; controllers at time 0 (programs, volumes) stay there.
void move_in_time(std::vector<TimedMessage>& messages, const TimeMap& map);

}  // namespace tactus
