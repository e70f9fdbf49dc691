#include "model/chords/chord_symbol.h"

#include <fmt/core.h>

#include <array>

namespace tactus {
namespace {

struct Suffix {
  std::string_view strict;  // canonical label after the root and its colon, without a bass
  std::string_view symbol;
};

// Other labels are tried as shorthand plus alterations, and stay strict if that fails.
constexpr std::array kSuffixes = {
    Suffix{"maj", ""},
    Suffix{"min", "m"},
    Suffix{"min7", "m7"},
    Suffix{"min6", "m6"},
    Suffix{"maj6", "6"},
    Suffix{"hdim7", "m7b5"},
    Suffix{"minmaj7", "m(maj7)"},
    Suffix{"min9", "m9"},
    Suffix{"min11", "m11"},
    Suffix{"min13", "m13"},
    Suffix{"sus4(b7)", "7sus4"},
    Suffix{"sus4(b7,9)", "9sus4"},
    Suffix{"maj(9)", "add9"},
    Suffix{"min(9)", "madd9"},
    Suffix{"maj6(9)", "6/9"},
    Suffix{"aug(b7)", "7#5"},
};

std::string suffix_of(std::string_view strict) {
  for (const Suffix& suffix : kSuffixes) {
    if (suffix.strict == strict) return std::string(suffix.symbol);
  }
  const std::size_t list = strict.find('(');
  if (list == std::string_view::npos) return std::string(strict);  // maj7 7 dim sus4 5 9 ...
  return suffix_of(strict.substr(0, list)) + std::string(strict.substr(list));
}

}  // namespace

std::string bass_note(const Chord& chord) {
  // Letter by the number of the degree, accidentals by its semitones.
  constexpr std::string_view kLetters = "CDEFGAB";
  const std::size_t letter = kLetters.find(chord.root_spelling[0]);
  const std::size_t steps = static_cast<std::size_t>(chord.bass_degree.number - 1);
  std::string note(1, kLetters[(letter + steps) % 7]);
  int accidentals = (chord.root + semitones(chord.bass_degree) - natural_pitch_class(note[0])) % 12;
  if (accidentals > 6) accidentals -= 12;
  if (accidentals < -6) accidentals += 12;
  for (; accidentals > 0; --accidentals) note += '#';
  for (; accidentals < 0; ++accidentals) note += 'b';
  return note;
}

std::string chord_symbol(std::string_view label) {
  const std::string strict = canonical_label(label, ChordSyntax::kLenient);
  const Chord chord = parse_chord(strict);
  if (chord.is_no_chord()) return "N.C.";
  if (chord.root < 0) return "X";
  const std::size_t colon = strict.find(':');
  const std::size_t slash = strict.find('/');
  const std::string_view quality = std::string_view(strict).substr(
      colon + 1, (slash == std::string::npos ? strict.size() : slash) - colon - 1);
  std::string symbol = chord.root_spelling + suffix_of(quality);
  if (slash != std::string::npos) symbol += fmt::format("/{}", bass_note(chord));
  try {
    if (canonical_label(symbol, ChordSyntax::kLenient) == strict) return symbol;
  } catch (const ChordLabelError&) {
  }
  return strict;
}

}  // namespace tactus
