// Edits of cues and loops (annotation.h), which stay sorted, each key with at most one. Functions
// take lists by value and return the changed list. Indices out of range throw
// std::invalid_argument.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "model/annotation.h"

namespace tactus {

using CueList = std::vector<Cue>;

// The colours of Serato's pads, which are those of the keys, 0xRRGGBB.
std::span<const int> cue_palette();
// The own colour of a cue, else that of its key; red without a key, as rekordbox shows memory cues.
int shown_colour(const Cue& cue);

// The cue with this key; nothing if the key is free.
std::optional<std::size_t> cue_with_key(std::span<const Cue> cues, int key);
// The lowest free key, 0 if all are taken.
int free_key(std::span<const Cue> cues);

// The same cues in order. A cue whose key another one has takes the lowest free one: points keep
// theirs before loops. Keys that do not exist, ends before the start, and colours that the key
// gives anyway go.
CueList ordered_cues(CueList cues);

struct PlacedCue {
  CueList cues;
  std::size_t index = 0;
};
// Puts a cue at its place. One that had its key goes.
PlacedCue put_cue(CueList cues, Cue cue);
// Changes a cue. One that had the new key takes the old one.
PlacedCue change_cue(CueList cues, std::size_t index, Cue cue);
CueList delete_cue(CueList cues, std::size_t index);

// A cue with its name at the start of each section where there is none yet; the first ones take the
// free keys.
CueList add_section_cues(CueList cues, std::span<const LabelledSegment> sections);

}  // namespace tactus
