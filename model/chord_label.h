// Chord labels after Harte et al. (2005) with the extensions in use. Grammar:
//   chord ::= note ":" shorthand ["(" degrees ")"] ["/" degree] | note ":" "(" degrees ")" ["/" degree]
//           | note ["/" degree] | "N" | "X"
//   note ::= A..G followed by b* or #*     degree ::= (b|#)* 1..13     degrees ::= ["*"] degree ["," ...]
#pragma once

#include <array>
#include <stdexcept>
#include <string>
#include <string_view>

namespace tactus {

class ChordLabelError : public std::invalid_argument {
 public:
  ChordLabelError(const std::string& what, std::size_t column)
      : std::invalid_argument(what), column_(column) {}
  std::size_t column() const { return column_; }  // 1-based place in the label

 private:
  std::size_t column_;
};

struct Chord {
  int root = -1;  // pitch class 0..11 (C = 0); -1 = N or X
  bool unknown = false;  // X
  std::array<bool, 12> notes{};  // relative to the root, the bass included
  int bass = 0;   // semitones above the root, 0..11
  std::string root_spelling;  // as typed: "Bb", "A#"
  std::string quality;        // canonical shorthand, "" when given by degrees alone
  bool is_no_chord() const { return root < 0 && !unknown; }
};

enum class ChordSyntax {
  kStrict,   // the grammar above
  kLenient,  // also Fm, Caug, C7, Bb/D, N.C., NC, Cmaj7, ...
};
// Throws ChordLabelError with column and reason.
Chord parse_chord(std::string_view label, ChordSyntax syntax = ChordSyntax::kStrict);
// One spelling for each chord; parse -> canonical -> parse is stable. Never writes maj11 or aug7.
std::string canonical_label(std::string_view label, ChordSyntax syntax = ChordSyntax::kStrict);

}  // namespace tactus
