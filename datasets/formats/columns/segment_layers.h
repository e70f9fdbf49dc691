// Decides whether a text file of labelled segments contains chords, keys or sections.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "datasets/formats/interface/format_functions.h"
#include "datasets/formats/labels/label_kinds.h"

namespace tactus {

inline constexpr double kOpenEnd = -1.0;  // the end of a segment that lasts until the next begins

// What the caller says of the layer (input.layer).
std::optional<SegmentLayer> told_layer(const FormatInput& input);

// Says what was decided where the labels leave a choice.
void note_reading(const FormatInput& input, const LabelReading& reading);

// "2 labels that are not chords, the first: H:maj: ...": what notes say of labels that even the
// lenient parser rejects.
inline constexpr const char* kOddChord = "label that is not a chord";
inline constexpr const char* kOddChords = "labels that are not chords";
std::string odd_chords(std::size_t count, std::string_view first);
// Notes such labels, if there are any.
void note_odd_chords(const FormatInput& input, const std::vector<LabelledSegment>& chords);

// Sets the open ends of segments that are in order of time. Removes a last open one, with a note
// unless its label is "end".
void close_open_ends(const FormatInput& input, std::vector<LabelledSegment>& segments);

// German note names of chords are translated, solfege is refused (label_note_names.h).
//
// Stores the segments of one file in the layer that the caller names (input.layer), else in that of
// their labels (label_kinds.h). A note says where the labels left a choice, a warning where they
// leave a doubt. Chord labels that even the lenient parser rejects are kept and noted. Open ends
// are closed. A last open label is removed with a note unless it is "end".
void store_segments(const FormatInput& input, std::vector<LabelledSegment> segments,
                    Annotation& annotation);

// Returns the segments with key labels, converted by key_label; leaves out the others, with a note.
std::vector<LabelledSegment> key_segments(const FormatInput& input,
                                          std::vector<LabelledSegment> segments);

}  // namespace tactus
