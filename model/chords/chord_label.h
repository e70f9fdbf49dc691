// Chord labels after Harte et al. (2005) with the extensions in use. Grammar:
//   chord     ::= note ":" shorthand ["(" degrees ")"] ["/" degree] | note ":" "(" degrees ")" ["/"
//   degree]
//               | note ["/" degree] | "N" | "X"
//   note      ::= A..G followed by b* or #*          degree ::= (b* or #*) 1..13
//   degrees   ::= ["*"] degree ["," ["*"] degree]... "*d" leaves d out
//   shorthand ::= maj min dim aug maj7 min7 7 dim7 hdim7 minmaj7 maj6 min6 9 maj9 min9 sus4 (2005)
//               | 1 5 sus2 aug7 11 maj11 min11 13 maj13 min13 (in use)
// A bare note is major; the bass is a degree above the root (C:maj/3), not a note.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "model/chords/chord_degree.h"

namespace tactus {

struct Chord {
  int root = -1;         // pitch class 0..11 (C = 0); -1 = N or X
  bool unknown = false;  // X
  // Sounding pitch classes above the root, with extensions folded into the octave and the bass
  // included (mir_eval's encoding with reduce_extended_chords).
  std::array<bool, 12> notes{};
  int bass = 0;                      // semitones above the root, 0..11
  std::string root_spelling;         // as typed: "Bb", "A#"; empty for N and X
  std::string quality;               // shorthand, "" if given by degrees alone
  std::vector<ChordDegree> degrees;  // the list in parentheses, as typed
  ChordDegree bass_degree;           // as typed; 1 = root position
  bool is_no_chord() const { return root < 0 && !unknown; }
};

enum class ChordSyntax {
  kStrict,   // the grammar above
  kLenient,  // also what people type: Fm, Caug, C7, Bb/D, Cmaj7, Dm7b5, F♯m, am, N.C., NC, none
};

// Throws ChordLabelError with column and reason. A strict label means the same in both syntaxes.
Chord parse_chord(std::string_view label, ChordSyntax syntax = ChordSyntax::kStrict);
// What parse_chord says against the label; "" if it accepts it.
std::string chord_fault(std::string_view label, ChordSyntax syntax = ChordSyntax::kLenient);
// Does parse_chord accept the label, as it does N and X?
bool is_chord(std::string_view label, ChordSyntax syntax = ChordSyntax::kLenient);

// The strict spelling of a chord; the root is spelled as typed. Uses a shorthand if one names the
// notes ("C" -> "C:maj", "C:(1,b3,5,b7)" -> "C:min7"). Degrees are in order without repetitions,
// the bass is within an octave, "/1" is left out. Parsing it gives the same notes, and its
// canonical label is itself. Never writes maj11 or aug7, which older programs refuse.
std::string canonical_label(const Chord& chord);
std::string canonical_label(std::string_view label, ChordSyntax syntax = ChordSyntax::kStrict);

// A chord as numbers, as mir_eval.chord.encode defines them.
struct EncodedChord {
  int root = -1;                        // -1 = N or X
  std::array<std::int8_t, 12> notes{};  // above the root: 0 or 1; all -1 for X
  int bass = -1;                        // semitones above the root; -1 for N and X
  bool operator==(const EncodedChord&) const = default;
};
struct ChordEncoding {
  // Off: degrees an octave or more above the root are left out (as in mir_eval's scores). On: they
  // are folded into the octave, and 9, 11, 13 chords expand into all their degrees.
  bool reduce_extended = false;
};
EncodedChord encode_chord(const Chord& chord, ChordEncoding encoding = {});

}  // namespace tactus
