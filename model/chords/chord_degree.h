// Parts of chord labels that all their readers need: notes, degrees and the error.
#pragma once

#include <compare>
#include <cstddef>
#include <string>
#include <string_view>

#include "audio/error.h"

namespace tactus {

class ChordLabelError : public ErrorOf<ErrorCode::kLabel> {
 public:
  // The message names the label, the column and the reason.
  ChordLabelError(std::string_view label, std::size_t column, const std::string& reason);
  std::size_t column() const { return column_; }  // 1-based byte in the label

 private:
  std::size_t column_;
};

// A degree of the scale above the root: {3, -1} is b3, {11, 1} is #11.
struct ChordDegree {
  int number = 1;      // 1..13
  int accidental = 0;  // semitones: -1 per b, +1 per #
  bool omitted = false;
  auto operator<=>(const ChordDegree&) const = default;
};
// Semitones above the root, not folded into the octave: 9 -> 14, b1 -> -1.
int semitones(const ChordDegree& degree);
// "b3", "*5".
std::string to_text(const ChordDegree& degree);

// 0..11 for the letters C..B, -1 for anything else.
int natural_pitch_class(char letter);

}  // namespace tactus
