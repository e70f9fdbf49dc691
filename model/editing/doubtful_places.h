// Places of an annotation with the least confidence, which a user should check first.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "model/annotation.h"

namespace tactus {

struct DoubtfulPlace {
  double begin = 0.0;  // seconds
  double end = 0.0;    // equals begin for a single beat
  double confidence = 0.0;
  bool chord = false;  // else beats
  bool operator==(const DoubtfulPlace&) const = default;
};

// Chords and runs of beats whose known confidence is below the threshold, by time; a run has the
// confidence of its least certain beat.
std::vector<DoubtfulPlace> doubtful_places(const Annotation& annotation, double threshold);

// The first place that begins after the time, else the first of all; no value for an empty list.
std::optional<DoubtfulPlace> next_doubtful_place(std::span<const DoubtfulPlace> places,
                                                 double after);
std::optional<DoubtfulPlace> most_doubtful_place(std::span<const DoubtfulPlace> places);

}  // namespace tactus
