// What a person can do with one key about a place of the review (review_places.h).
#pragma once

#include <limits>
#include <span>
#include <vector>

#include "model/editing/grid_edits.h"
#include "model/editing/review_places.h"

namespace tactus {

struct Correction {
  enum class Kind {
    kAddBeats,    // `number` beats, evenly between the two of the range
    kDeleteBeat,  // the first of the range
    kEvenOut,     // moves the first of the range half-way between its neighbours
    kCountBars,   // counts bars of `number` beats
    kShiftBars,   // by `number` beats
    kDouble,      // tempo
    kHalve,       // tempo
    kHalfBeat     // later for `number` 1, earlier for -1
  };
  Kind kind = Kind::kShiftBars;
  BeatRange range;
  int number = 0;
  bool operator==(const Correction&) const = default;
};

// The most likely one first; none for chords and keys. A shift of bars goes as far as they are
// regular, so that it makes no odd bar.
std::vector<Correction> corrections_of(std::span<const Beat> beats, const ReviewPlace& place);

// The beats after a correction. What belongs to the place is certain then. `end`: of the song in
// seconds.
GridBeats corrected(GridBeats song, const ReviewPlace& place, const Correction& correction,
                    double end = std::numeric_limits<double>::infinity());

}  // namespace tactus
