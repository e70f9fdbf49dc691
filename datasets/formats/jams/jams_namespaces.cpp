#include "datasets/formats/jams/jams_namespaces.h"

#include <algorithm>
#include <array>

namespace tactus {
namespace {

// Removes matched parts from the front of `rest`.
struct Matcher {
  std::string_view rest;

  bool take(char c) {
    if (!rest.starts_with(c)) return false;
    rest.remove_prefix(1);
    return true;
  }

  // b* or #*
  void take_accidentals() {
    const char kind = rest.starts_with('b') ? 'b' : '#';
    while (take(kind)) {
    }
  }

  bool take_note() {
    if (rest.empty() || rest[0] < 'A' || rest[0] > 'G') return false;
    rest.remove_prefix(1);
    take_accidentals();
    return true;
  }

  // (b*|#*) 1..13
  bool take_degree() {
    take_accidentals();
    if (rest.empty() || rest[0] < '1' || rest[0] > '9') return false;
    const bool teens = rest.size() > 1 && rest[0] == '1' && rest[1] >= '0' && rest[1] <= '3';
    rest.remove_prefix(teens ? 2 : 1);
    return true;
  }

  // "(" ["*"] degree {"," ["*"] degree} ")"
  bool take_degrees() {
    if (!take('(')) return false;
    do {
      take('*');
      if (!take_degree()) return false;
    } while (take(','));
    return take(')');
  }

  std::string_view take_word() {
    const std::size_t end = std::min(rest.find_first_of("(/"), rest.size());
    const std::string_view word = rest.substr(0, end);
    rest.remove_prefix(end);
    return word;
  }
};

bool is_shorthand(std::string_view word) {
  constexpr std::array<std::string_view, 25> kShorthands = {
      "maj",  "min",  "dim",  "aug",   "1",     "5",     "sus2",    "sus4", "maj6",
      "min6", "7",    "maj7", "min7",  "dim7",  "hdim7", "minmaj7", "aug7", "9",
      "maj9", "min9", "11",   "maj11", "min11", "13",    "maj13"};
  return word == "min13" ||
         std::find(kShorthands.begin(), kShorthands.end(), word) != kShorthands.end();
}

}  // namespace

bool fits_jams_chord(std::string_view label) {
  if (label == "N" || label == "X") return true;
  Matcher matcher{label};
  if (!matcher.take_note()) return false;
  if (matcher.take(':')) {
    const bool shorthand = is_shorthand(matcher.take_word());
    const bool degrees = matcher.rest.starts_with('(');
    if (degrees && !matcher.take_degrees()) return false;
    if (!shorthand && !(degrees && label[label.find(':') + 1] == '(')) return false;
  }
  if (matcher.take('/') && !matcher.take_degree()) return false;
  return matcher.rest.empty();
}

bool fits_jams_key_mode(std::string_view label) {
  constexpr std::array<std::string_view, 9> kModes = {"major",      "minor",    "ionian",
                                                      "dorian",     "phrygian", "lydian",
                                                      "mixolydian", "aeolian",  "locrian"};
  if (label == "N") return true;
  if (label.empty() || label[0] < 'A' || label[0] > 'G') return false;
  const bool accidental = label.size() > 1 && (label[1] == 'b' || label[1] == '#');
  const std::string_view mode = label.substr(accidental ? 2 : 1);
  return mode.empty() || (mode[0] == ':' &&
                          std::find(kModes.begin(), kModes.end(), mode.substr(1)) != kModes.end());
}

}  // namespace tactus
