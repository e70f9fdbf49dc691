// Shorthands of chord labels and their degrees: the only place that lists them.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "model/chords/chord_degree.h"

namespace tactus {

struct ChordQuality {
  std::string_view shorthand;
  std::string_view degrees;    // within the octave: "1,b3,5,b7"
  std::string_view base;       // shorthand that remains without the extension; "" = none
  std::string_view extension;  // degrees on top of `base`: "9,11"
  bool written = true;         // false: Tactus reads it but never writes it
};
// In order of preference for spelling.
std::span<const ChordQuality> chord_quality_table();
const ChordQuality* find_chord_quality(std::string_view shorthand);  // nullptr when unknown

// "1,b3,*5" -> degrees. The text must be well-formed.
std::vector<ChordDegree> parse_degrees(std::string_view list);
// Degrees of a shorthand with its extension, sorted. 13 -> 1,3,5,b7,9,11,13.
std::vector<ChordDegree> all_degrees(const ChordQuality& quality);

// The shorthand that has exactly these degrees (sorted), or nullptr.
const ChordQuality* quality_with(const std::vector<ChordDegree>& degrees);
// ":shorthand(degrees)" for these sounding degrees, with the fewest additions and omissions.
std::string describe_degrees(std::vector<ChordDegree> degrees);
// "(b7,9,*5)": additions, then omissions, both in order and once each; "" for none.
std::string degree_list(std::vector<ChordDegree> degrees);

}  // namespace tactus
