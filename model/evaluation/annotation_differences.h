// Places where annotations of a song disagree, for lists and jumps.
#pragma once

#include <vector>

#include "model/annotation.h"

namespace tactus {

enum class DifferenceKind {
  kBeat,      // a beat without a partner on the other side
  kPosition,  // partners with different known positions in the bar
  kChord,     // by compare_chords, whichever side counts as the reference
  kKey        // by compare_keys, likewise
};
inline constexpr DifferenceKind kDifferenceKinds[] = {
    DifferenceKind::kBeat, DifferenceKind::kPosition, DifferenceKind::kChord, DifferenceKind::kKey};

struct Difference {
  double begin = 0.0;  // seconds
  double end = 0.0;    // == begin for beats
  DifferenceKind kind = DifferenceKind::kBeat;
  bool operator==(const Difference&) const = default;
};

// Sorted by begin. A layer that one side lacks is not compared. Beats are partners within `window`
// seconds (pair_beats); borders of chords and keys that are no farther apart do not count.
std::vector<Difference> find_differences(const Annotation& a, const Annotation& b,
                                         double window = 0.07);

// Differences of several comparisons as places of the song: those of one kind that overlap or lie
// at most `window` apart become one. Sorted by begin, then by kind.
std::vector<Difference> merge_differences(std::vector<Difference> differences,
                                          double window = 0.07);

}  // namespace tactus
