#include "datasets/formats/score/transposition.h"

#include <cstdlib>
#include <optional>

#include "datasets/formats/labels/key_label.h"
#include "datasets/formats/score/musicxml_symbols.h"
#include "model/chords/chord_label.h"
#include "model/chords/chord_spelling.h"

namespace tactus {
namespace {

constexpr int kOctave = 12;
constexpr int kFifthsOfSemitone = 7;

int modulo12(int value) {
  return (value % kOctave + kOctave) % kOctave;
}

// root_in_key knows major and minor keys of up to seven signs.
std::string spelling_key(std::string_view key) {
  std::optional<KeySignature> signature = key_signature(key);
  if (!signature) return "";
  if (signature->mode != "minor") signature->mode = "major";
  return key_of(*signature).value_or("");
}

}  // namespace

std::string transposed_key(std::string_view key, int semitones) {
  const std::optional<KeySignature> old = key_signature(key);
  if (!old || semitones % kOctave == 0) return std::string(key);
  int fifths = modulo12(old->fifths + kFifthsOfSemitone * semitones);
  if (fifths > 6 || (fifths == 6 && old->fifths < 0)) fifths -= kOctave;
  return key_of({fifths, old->mode}).value_or(std::string(key));
}

std::string transposed_chord(const std::string& label, int semitones, std::string_view key) {
  try {
    const std::string strict = canonical_label(label, ChordSyntax::kLenient);
    const Chord chord = parse_chord(strict);
    if (chord.root < 0) return label;
    return root_in_key(modulo12(chord.root + semitones), spelling_key(key)) +
           strict.substr(chord.root_spelling.size());
  } catch (const ChordLabelError&) {
    return label;
  }
}

void transpose(Annotation& annotation, int semitones) {
  if (semitones == 0) return;
  for (LabelledSegment& key : annotation.keys) key.label = transposed_key(key.label, semitones);
  for (LabelledSegment& chord : annotation.chords)
    chord.label = transposed_chord(chord.label, semitones, key_at(annotation.keys, chord.start));
}

}  // namespace tactus
