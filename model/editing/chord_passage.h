// Chords of a passage, copied in beats, so that they can be pasted on other beats.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "model/editing/segment_edits.h"

namespace tactus {

// In beats from the beginning of the passage.
struct ChordPassage {
  struct Item {
    double begin = 0.0;  // beats
    double end = 0.0;
    std::string label;
  };
  std::vector<Item> items;
  double beats = 0.0;  // length of the passage
  bool empty() const { return items.empty() || !(beats > 0); }
};
// The chords within [begin, end), cut at both ends; the ends move to the nearest half beat. Throws
// std::invalid_argument for fewer than two beats.
ChordPassage copy_passage(std::span<const LabelledSegment> chords, std::span<const Beat> beats,
                          double begin, double end);
// Pastes `times` copies one after another from the beat nearest to `at`; nothing beyond `duration`.
SegmentList paste_passage(SegmentList chords, std::span<const Beat> beats,
                          const ChordPassage& passage, double at, int times, double duration);

}  // namespace tactus
