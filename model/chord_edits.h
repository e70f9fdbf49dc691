// Edits of chord segments as people make them, the segments sorted and not overlapping. Lists come
// in by value and go out changed. What a person has named or placed gets the confidence kCertain of
// beat_edits.h. Indices out of range are std::invalid_argument.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "model/annotation.h"

namespace tactus {

inline constexpr double kShortestChord = 0.02;  // seconds; edits make no chord shorter

using ChordList = std::vector<LabelledSegment>;

// The chord that sounds at a time, chords.size() where there is none.
std::size_t chord_at(std::span<const LabelledSegment> chords, double time);

// Nothing happens where a part would be shorter than kShortestChord.
ChordList split_chord(ChordList chords, double time);
// Chords [first, last) become one with the label of the longest of them.
ChordList merge_chords(ChordList chords, std::size_t first, std::size_t last);
// Its time goes to the chord before it, else to the one after it.
ChordList delete_chord(ChordList chords, std::size_t index);
ChordList relabel_chord(ChordList chords, std::size_t index, const std::string& label);
// The boundary before chord `index` (chords.size(): the end of the last). Where two chords touch
// both move. It stays between the neighbouring boundaries and within [0, duration] (duration 0 =
// unknown).
ChordList move_boundary(ChordList chords, std::size_t index, double time, double duration);
// What was there before is cut to make room.
ChordList overwrite_chords(ChordList chords, double begin, double end, const std::string& label);

// Chords of a passage in beats from its begin, so that they can be put on other beats.
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
// The chords within [begin, end), cut to it; both ends go to the nearest half beat. Throws
// std::invalid_argument for fewer than two beats.
ChordPassage copy_passage(std::span<const LabelledSegment> chords, std::span<const Beat> beats,
                          double begin, double end);
// `times` copies one after another from the beat nearest to `at`; nothing beyond `duration`.
ChordList paste_passage(ChordList chords, std::span<const Beat> beats, const ChordPassage& passage,
                        double at, int times, double duration);

}  // namespace tactus
