// Chords and keys in the words of MusicXML 4.0: the elements <harmony> and <key>.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tactus {

// <degree>. `alter` counts semitones: for "add" and "subtract" from the degree above a dominant
// chord (7 is the minor seventh), for "alter" from the chord's own degree.
struct HarmonyDegree {
  int value = 1;
  int alter = 0;
  std::string type;  // "add", "alter", "subtract"
  bool operator==(const HarmonyDegree&) const = default;
};

struct Harmony {
  std::string root;  // "Bb"; empty for N and X
  std::string kind;  // "minor-seventh"
  std::string text;  // what is shown after the root: "m7"
  std::vector<HarmonyDegree> degrees;
  std::string bass;  // "D"; empty in root position
  bool operator==(const Harmony&) const = default;
};

// The harmony of a chord label, strict or colloquial. N and X have the kind "none" and the texts
// "N.C." and "X". A label that is no chord becomes X. Chords that no kind names have the kind
// "other", and their degrees as text.
Harmony harmony_of(std::string_view label);
// The canonical label of a harmony. Nothing for a kind or text that names no chord.
std::optional<std::string> harmony_label(const Harmony& harmony);

// Sharps (or flats, negative) of a key "Bb:major", -7 to 7. The keys beyond are named by their
// enharmonic key. Modes other than the church modes are written like major. Nothing for N.
struct KeySignature {
  int fifths = 0;
  std::string mode;  // "major"; empty = unknown
  bool operator==(const KeySignature&) const = default;
};
std::optional<KeySignature> key_signature(std::string_view key);
// "Bb:major"; nothing without a mode, or for fifths outside -15 to 15.
std::optional<std::string> key_of(const KeySignature& signature);

}  // namespace tactus
