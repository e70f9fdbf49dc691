#include "model/chords/chord_spelling.h"

#include <fmt/core.h>

#include <stdexcept>

#include "model/chords/chord_label.h"

namespace tactus {
namespace {

// Places on the line of fifths: C = 0, G = 1, F = -1. Names from -7 (Cb) to 11 (E#) need at most
// one accidental.
constexpr int kLowest = -7;
constexpr int kHighest = 11;

std::string name_at(int fifths) {
  constexpr std::string_view kLetters = "FCGDAEB";
  const int shifted = fifths + 1;  // F = 0
  const int accidentals = (shifted + 7) / 7 - 1;
  std::string name(1, kLetters[static_cast<std::size_t>((shifted + 7) % 7)]);
  if (accidentals != 0) name += accidentals > 0 ? '#' : 'b';
  return name;
}

// The lowest of the key's twelve places.
int first_place(std::string_view key) {
  if (key.empty()) return -4;
  const std::size_t colon = key.find(':');
  const std::string_view tonic = key.substr(0, colon);
  const std::string_view mode = colon == key.npos ? "" : key.substr(colon + 1);
  const bool minor = mode == "minor";
  for (int place = kLowest; place <= kHighest; ++place) {
    if (name_at(place) != tonic || (!minor && mode != "major")) continue;
    return minor ? place - 6 : place - 4;
  }
  throw std::invalid_argument(fmt::format(
      "key \"{}\": expected a note and mode such as \"Bb:major\" or \"F#:minor\"", key));
}

}  // namespace

std::string root_in_key(int pitch_class, std::string_view key) {
  if (pitch_class < 0 || pitch_class > 11) {
    throw std::invalid_argument(
        fmt::format("pitch class {} does not exist: expected 0 to 11", pitch_class));
  }
  int place = first_place(key);
  while (((place * 7) % 12 + 12) % 12 != pitch_class) ++place;
  if (place < kLowest) place += 12;
  if (place > kHighest) place -= 12;
  return name_at(place);
}

void respell(std::span<LabelledSegment> chords, std::string_view key) {
  for (LabelledSegment& segment : chords) {
    const Chord chord = parse_chord(segment.label);
    if (chord.root < 0) continue;
    const std::size_t rest = segment.label.find_first_not_of("b#", 1);
    const std::string tail = rest == std::string::npos ? "" : segment.label.substr(rest);
    segment.label = root_in_key(chord.root, key) + tail;
  }
}

}  // namespace tactus
