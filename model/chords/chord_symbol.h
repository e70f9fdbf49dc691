// Chord labels as musicians write them in lead sheets and song books: "Dm7b5", "Bb/D", "C7sus4".
#pragma once

#include <string>
#include <string_view>

#include "model/chords/chord_label.h"

namespace tactus {

// The colloquial symbol of a label (strict or colloquial): root as typed, bass as a note; "N.C."
// for N, "X" for X. A chord without such a symbol keeps its canonical label. Reading the symbol
// leniently gives the chord's canonical label again. Throws ChordLabelError for a label that is no
// chord.
std::string chord_symbol(std::string_view label);

// The note that is the chord's bass degree above its root: "D" for Bb:maj/3. The chord has a root.
std::string bass_note(const Chord& chord);

}  // namespace tactus
