// Labels of points that say that the points are beats, other than positions in the bar.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "datasets/formats/interface/format_functions.h"

namespace tactus {

// "117.45 bpm", as the tempo and beat tracker of Vamp writes.
bool is_tempo_label(std::string_view label);

// "beat 3", "downbeat", "7|3": one that are_beat_labels() takes as a word.
bool is_beat_label(const std::string& label);

// B and D of Audacity's Beat Finder mean beats and downbeats, but in other files chords.
enum class BeatLetters { kNone, kBeatAndDownbeat };

// Are the labels one of these?
//   tempi      "117.45 bpm"; some may be empty
//   words      "beat", "tap", "click"; "downbeat", "bar" and 1 are downbeats; "beat 3" and "7|3"
//              have the position, "bar 7" is a downbeat; some may be empty
//   numbers    1, 2, 3 ... without an end: each is one more than that before it, and there are more
//              than a bar has
bool are_beat_labels(std::span<const std::string> labels, BeatLetters letters = BeatLetters::kNone);

// The positions in the bar of the points with such labels (0 = unknown), with a note where they
// have none; nothing if the labels are others. Beats count up from each downbeat.
std::optional<std::vector<int>> positions_of_labels(const FormatInput& input,
                                                    std::span<const std::string> labels,
                                                    BeatLetters letters = BeatLetters::kNone);

}  // namespace tactus
