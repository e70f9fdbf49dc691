// Chord symbols as people type them (lead sheets, song books, other programs), turned into strict
// labels.
//   symbol  ::= root [":"] quality [alterations] ["/" (note | degree)] | "N" | "NC" | "N.C." |
//   "none" | "X" root    ::= A..G or a..g, accidentals b # ♭ ♯ quality ::= mode [number] | "sus"
//   ["2" | "4"] | "5" | "2" | "4" | "69" | "6/9" mode    ::= maj Maj MAJ ma M major ^ Δ | min mi m
//   minor - | dim o ° | hdim ø | aug + | dom number  ::= 6 | 7 | 9 | 11 | 13 | 69 alterations, with
//   or without "( , )": b5 #9 -5 +5 add9 no3 omit5 sus4 maj7 *3 9 ...
#pragma once

#include <string>
#include <string_view>

#include "model/chords/chord_degree.h"

namespace tactus {

// Throws ChordLabelError; the column counts bytes of `symbol`.
std::string strict_spelling(std::string_view symbol);

}  // namespace tactus
