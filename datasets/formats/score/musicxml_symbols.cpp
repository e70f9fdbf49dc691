#include "datasets/formats/score/musicxml_symbols.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstdlib>

#include "model/chords/chord_label.h"
#include "model/chords/chord_quality.h"
#include "model/chords/chord_symbol.h"

namespace tactus {
namespace {

struct Kind {
  std::string_view quality;  // of a canonical label, behind the colon
  std::string_view name;
};
// Of kinds with the same quality the first one is written.
constexpr std::array kKinds = {
    Kind{"maj", "major"},
    Kind{"min", "minor"},
    Kind{"7", "dominant"},
    Kind{"maj7", "major-seventh"},
    Kind{"min7", "minor-seventh"},
    Kind{"dim", "diminished"},
    Kind{"aug", "augmented"},
    Kind{"sus4", "suspended-fourth"},
    Kind{"sus2", "suspended-second"},
    Kind{"maj6", "major-sixth"},
    Kind{"min6", "minor-sixth"},
    Kind{"dim7", "diminished-seventh"},
    Kind{"hdim7", "half-diminished"},
    Kind{"minmaj7", "major-minor"},
    Kind{"aug(b7)", "augmented-seventh"},
    Kind{"9", "dominant-ninth"},
    Kind{"maj9", "major-ninth"},
    Kind{"min9", "minor-ninth"},
    Kind{"11", "dominant-11th"},
    Kind{"maj9(11)", "major-11th"},
    Kind{"min11", "minor-11th"},
    Kind{"13", "dominant-13th"},
    Kind{"maj13", "major-13th"},
    Kind{"min13", "minor-13th"},
    Kind{"5", "power"},
};

std::string_view kind_of_quality(std::string_view quality) {
  const auto found = std::find_if(kKinds.begin(), kKinds.end(),
                                  [&](const Kind& kind) { return kind.quality == quality; });
  return found == kKinds.end() ? std::string_view() : found->name;
}

int from_dominant(const ChordDegree& degree) {
  return degree.accidental + (degree.number == 7 ? 1 : 0);
}

// An added degree that replaces an omitted one of its number alters it.
std::vector<HarmonyDegree> changes_of(const std::vector<ChordDegree>& degrees) {
  std::vector<HarmonyDegree> changes;
  const auto find = [&](int number, bool omitted) {
    return std::find_if(degrees.begin(), degrees.end(), [&](const ChordDegree& degree) {
      return degree.number == number && degree.omitted == omitted;
    });
  };
  for (const ChordDegree& degree : degrees) {
    const auto other = find(degree.number, !degree.omitted);
    if (other == degrees.end())
      changes.push_back(
          {degree.number, from_dominant(degree), degree.omitted ? "subtract" : "add"});
    else if (!degree.omitted)
      changes.push_back({degree.number, degree.accidental - other->accidental, "alter"});
  }
  return changes;
}

// What follows the root in a chord symbol: "m7", "add9", "7b5", "(no3)".
std::string text_of(const Chord& chord, std::string_view quality) {
  const std::string label = chord.root_spelling + ':' + std::string(quality);
  const std::string symbol = chord_symbol(label);
  return symbol == label ? std::string(quality) : symbol.substr(chord.root_spelling.size());
}

// The same for a quality that leaves degrees out.
std::string text_with_omissions(const Chord& chord) {
  std::string text = text_of(chord, chord.quality);
  for (const HarmonyDegree& change : changes_of(chord.degrees)) {
    const auto degree =
        std::find_if(chord.degrees.begin(), chord.degrees.end(), [&](const ChordDegree& candidate) {
          return candidate.number == change.value && !candidate.omitted;
        });
    if (change.type == "subtract")
      text += fmt::format("(no{})", change.value);
    else
      text += change.type == "alter" ? to_text(*degree) : fmt::format("({})", to_text(*degree));
  }
  return text;
}

std::string degrees_label(std::vector<ChordDegree> degrees,
                          const std::vector<HarmonyDegree>& changes) {
  for (const HarmonyDegree& change : changes) {
    const auto same = [&](const ChordDegree& degree) { return degree.number == change.value; };
    const auto found = std::find_if(degrees.begin(), degrees.end(), same);
    if (change.type == "subtract")
      std::erase_if(degrees, same);
    else if (change.type == "alter" && found != degrees.end())
      found->accidental += change.alter;
    else
      degrees.push_back({change.value, change.alter - (change.value == 7 ? 1 : 0)});
  }
  return describe_degrees(degrees);
}

// "/b3" for the note Eb above C.
std::string bass_label(std::string_view root, std::string_view bass) {
  constexpr std::string_view kLetters = "CDEFGAB";
  const auto pitch = [](std::string_view note) {
    return natural_pitch_class(note[0]) +
           static_cast<int>(std::count(note.begin() + 1, note.end(), '#')) -
           static_cast<int>(std::count(note.begin() + 1, note.end(), 'b'));
  };
  const auto steps = (kLetters.find(bass[0]) + 7 - kLetters.find(root[0])) % 7;
  ChordDegree degree{static_cast<int>(steps) + 1, 0};
  int distance = (pitch(bass) - pitch(root) - semitones(degree)) % 12;
  if (distance > 6) distance -= 12;
  if (distance < -6) distance += 12;
  degree.accidental = distance;
  return '/' + to_text(degree);
}

// Tries the text as degrees ("(1,4,b7)"), then as a symbol ("7sus4").
std::optional<std::string> label_by_text(const Harmony& harmony) {
  if (harmony.text.empty()) return std::nullopt;
  for (const char* separator : {":", ""}) {
    try {
      return canonical_label(harmony.root + separator + harmony.text, ChordSyntax::kLenient);
    } catch (const ChordLabelError&) {
    }
  }
  return std::nullopt;
}

// ---- keys

constexpr std::string_view kLine = "FCGDAEB";  // of fifths

struct Mode {
  std::string_view name;
  int place;  // of the tonic, fifths above that of the major key with the same signature
};
constexpr std::array kXmlModes = {Mode{"major", 0},      Mode{"minor", 3},    Mode{"ionian", 0},
                                  Mode{"dorian", 2},     Mode{"phrygian", 4}, Mode{"lydian", -1},
                                  Mode{"mixolydian", 1}, Mode{"aeolian", 3},  Mode{"locrian", 5}};

int place_of_mode(std::string_view mode) {
  for (const Mode& known : kXmlModes) {
    if (known.name == mode) return known.place;
  }
  return 0;
}

}  // namespace

Harmony harmony_of(std::string_view label) {
  const Harmony unknown = {"", "none", "X", {}, ""};
  std::string strict;
  try {
    strict = canonical_label(label, ChordSyntax::kLenient);
  } catch (const ChordLabelError&) {
    return unknown;
  }
  const Chord chord = parse_chord(strict);
  if (chord.is_no_chord()) return {"", "none", "N.C.", {}, ""};
  if (chord.root < 0) return unknown;
  const std::size_t colon = strict.find(':') + 1;
  const std::string quality = strict.substr(colon, strict.find('/') - colon);
  Harmony harmony{chord.root_spelling, std::string(kind_of_quality(quality)), "", {}, ""};
  harmony.text = text_of(chord, quality);
  if (harmony.kind.empty()) {
    harmony.kind = kind_of_quality(chord.quality);
    if (harmony.kind.empty()) harmony.kind = "other";
    if (harmony.kind != "other") {
      harmony.degrees = changes_of(chord.degrees);
      if (quality.find('*') != std::string::npos) harmony.text = text_with_omissions(chord);
    }
  }
  if (chord.bass != 0) harmony.bass = bass_note(chord);
  return harmony;
}

std::optional<std::string> harmony_label(const Harmony& harmony) {
  if (harmony.kind == "none") return harmony.text == "X" ? "X" : "N";
  if (harmony.root.empty()) return std::nullopt;
  const auto kind = std::find_if(kKinds.begin(), kKinds.end(),
                                 [&](const Kind& known) { return known.name == harmony.kind; });
  try {
    const auto quality = kind == kKinds.end() ? label_by_text(harmony)
                                              : harmony.root + ':' + std::string(kind->quality);
    if (!quality) return std::nullopt;
    std::vector<ChordDegree> degrees;
    const Chord chord = parse_chord(*quality);
    if (const ChordQuality* known = find_chord_quality(chord.quality))
      degrees = all_degrees(*known);
    degrees.insert(degrees.end(), chord.degrees.begin(), chord.degrees.end());
    std::string label =
        kind == kKinds.end() ? *quality : harmony.root + degrees_label(degrees, harmony.degrees);
    if (!harmony.bass.empty()) label += bass_label(harmony.root, harmony.bass);
    return canonical_label(label);
  } catch (const ChordLabelError&) {
    return std::nullopt;
  }
}

std::optional<KeySignature> key_signature(std::string_view key) {
  if (key.empty() || kLine.find(key[0]) == kLine.npos) return std::nullopt;
  const std::size_t colon = std::min(key.find(':'), key.size());
  const std::string_view tonic = key.substr(0, colon);
  const std::string_view mode = colon < key.size() ? key.substr(colon + 1) : "major";
  int fifths = static_cast<int>(kLine.find(key[0])) - 1 - place_of_mode(mode);
  fifths += 7 * static_cast<int>(std::count(tonic.begin() + 1, tonic.end(), '#'));
  fifths -= 7 * static_cast<int>(std::count(tonic.begin() + 1, tonic.end(), 'b'));
  while (fifths > 7) fifths -= 12;
  while (fifths < -7) fifths += 12;
  return KeySignature{fifths, std::string(mode)};
}

std::optional<std::string> key_of(const KeySignature& signature) {
  if (signature.mode.empty() || std::abs(signature.fifths) > 15) return std::nullopt;
  const int place = signature.fifths + place_of_mode(signature.mode) + 1;  // F = 0
  const int accidentals = (place + 28) / 7 - 4;
  std::string key(1, kLine[static_cast<std::size_t>((place + 28) % 7)]);
  key.append(static_cast<std::size_t>(std::abs(accidentals)), accidentals < 0 ? 'b' : '#');
  return key + ':' + signature.mode;
}

}  // namespace tactus
