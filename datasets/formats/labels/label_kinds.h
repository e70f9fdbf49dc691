// Decides by their words whether a column of labels names chords, keys or sections.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/annotation.h"

namespace tactus {

enum class LabelKind {
  kNothing,  // empty, a pause or the end: "silence", "end", "&pause"
  kNoChord,  // N, X, N.C.
  kChord,    // a chord with more than a capital: "C-7", "Bb", "am", also odd ones such as "C7alt"
  kKey,      // "A:minor", "C major", "D dorian", "8A": chords or keys
  kLetter,   // "A", "a", "B'", "A1", "Aa": a chord or the form
  kWord      // any other
};
LabelKind label_kind(std::string_view label);
// One for each segment; equal labels are looked at once.
std::vector<LabelKind> label_kinds(std::span<const LabelledSegment> segments);

// Does a text in small letters name a part of a song, in the languages of published annotations?
bool names_a_part(std::string_view lower);

struct LabelReading {
  SegmentLayer layer = SegmentLayer::kChords;
  std::string reason;     // "4 labels in alphabetical order, no chord quality"; "" = plain
  bool doubtful = false;  // it may as well be `other`
  SegmentLayer other = SegmentLayer::kSections;
};
// The segments are in order of time and have their ends. `named` is what the name of the file says,
// which counts unless the labels contradict it.
LabelReading read_labels(std::span<const LabelledSegment> segments,
                         std::optional<SegmentLayer> named);

}  // namespace tactus
