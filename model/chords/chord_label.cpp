#include "model/chords/chord_label.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "audio/text.h"
#include "model/chords/chord_colloquial.h"
#include "model/chords/chord_quality.h"

namespace tactus {
namespace {

int octave_fold(int semitone) {
  return ((semitone % 12) + 12) % 12;
}

// Reads one label by the strict grammar, from left to right.
class StrictParser {
 public:
  explicit StrictParser(std::string_view label) : label_(label) {}

  Chord parse() {
    Chord chord;
    if (label_ == "N" || label_ == "X") {
      chord.unknown = label_ == "X";
      return chord;
    }
    parse_root(chord);
    chord.quality = "maj";
    if (accept(':')) parse_quality(chord);
    if (accept('/')) chord.bass_degree = parse_degree();
    if (place_ != label_.size()) {
      fail(fmt::format("unexpected '{}', expected ':', '(', '/' or the end", label_[place_]));
    }
    return chord;
  }

 private:
  [[noreturn]] void fail(const std::string& reason) const { fail_at(place_, reason); }
  [[noreturn]] void fail_at(std::size_t place, const std::string& reason) const {
    throw ChordLabelError(label_, place + 1, reason);
  }
  char peek() const { return place_ < label_.size() ? label_[place_] : '\0'; }
  bool accept(char c) {
    if (place_ >= label_.size() || label_[place_] != c) return false;
    ++place_;
    return true;
  }
  // b* or #*, as semitones.
  int parse_accidentals() {
    int semitone = 0;
    const char sign = peek();
    while ((sign == 'b' || sign == '#') && accept(sign)) semitone += sign == 'b' ? -1 : 1;
    if (sign != peek() && (peek() == 'b' || peek() == '#')) {
      if (semitone != 0) fail("mixed accidentals, expected only 'b' or only '#'");
    }
    return semitone;
  }
  void parse_root(Chord& chord) {
    if (label_.empty()) fail("empty label, expected a root A..G, N or X");
    const int natural = natural_pitch_class(peek());
    if (natural < 0) {
      fail(fmt::format("'{}' is not a root, expected A..G, or N or X alone", label_[place_]));
    }
    ++place_;
    chord.root = octave_fold(natural + parse_accidentals());
    chord.root_spelling = label_.substr(0, place_);
  }
  void parse_quality(Chord& chord) {
    const std::size_t start = place_;
    place_ = std::min(label_.find_first_of("(/", place_), label_.size());
    chord.quality = label_.substr(start, place_ - start);
    if (chord.quality.empty() && peek() != '(') {
      fail_at(start, "nothing after ':', expected a shorthand such as maj or a list of degrees");
    }
    if (!chord.quality.empty() && find_chord_quality(chord.quality) == nullptr) {
      fail_at(start, fmt::format("unknown shorthand '{}', expected one of {}", chord.quality,
                                 shorthands()));
    }
    if (!accept('(')) return;
    do {
      const bool omitted = accept('*');
      chord.degrees.push_back(parse_degree());
      chord.degrees.back().omitted = omitted;
    } while (accept(','));
    if (!accept(')')) fail("unexpected text in the list of degrees, expected ',' or ')'");
  }
  ChordDegree parse_degree() {
    ChordDegree degree;
    degree.accidental = parse_accidentals();
    const std::size_t start = place_;
    degree.number = 0;
    while (is_ascii_digit(peek()) && place_ - start < 3)
      degree.number = degree.number * 10 + (label_[place_++] - '0');
    if (place_ == start) fail("expected a degree, 1 to 13");
    if (label_[start] == '0' || degree.number > 13 || is_ascii_digit(peek())) {
      fail_at(start, "degree out of range, expected 1 to 13");
    }
    return degree;
  }
  static std::string shorthands() {
    std::string list;
    for (const ChordQuality& quality : chord_quality_table()) {
      if (!list.empty()) list += ' ';
      list += quality.shorthand;
    }
    return list;
  }

  std::string_view label_;
  std::size_t place_ = 0;
};

// Replaces a shorthand that Tactus never writes: aug7 -> aug(b7), maj11 -> maj9(11).
Chord with_written_quality(Chord chord) {
  const ChordQuality* quality = find_chord_quality(chord.quality);
  if (quality == nullptr || quality->written) return chord;
  const bool augmented = chord.quality == "aug7";
  chord.quality = augmented ? "aug" : "maj9";
  chord.degrees.push_back(augmented ? ChordDegree{7, -1} : ChordDegree{11, 0});
  return chord;
}

// The degrees that sound: those of the shorthand, plus the added ones, minus the omitted ones.
std::vector<ChordDegree> sounding_degrees(const Chord& chord) {
  std::vector<ChordDegree> sounding = {ChordDegree{}};
  if (const ChordQuality* quality = find_chord_quality(chord.quality))
    sounding = all_degrees(*quality);
  for (const ChordDegree& degree : chord.degrees) {
    if (!degree.omitted) sounding.push_back(degree);
  }
  for (ChordDegree degree : chord.degrees) {
    if (!std::exchange(degree.omitted, false)) continue;
    std::erase(sounding, degree);
  }
  std::sort(sounding.begin(), sounding.end());
  sounding.erase(std::unique(sounding.begin(), sounding.end()), sounding.end());
  return sounding;
}

// Are two chords equal under every metric, with and without extensions?
bool same_to_all(const Chord& a, const Chord& b) {
  return encode_chord(a) == encode_chord(b) &&
         encode_chord(a, {.reduce_extended = true}) == encode_chord(b, {.reduce_extended = true});
}

Chord shortened(const Chord& chord) {
  const ChordQuality* quality = quality_with(sounding_degrees(chord));
  if (quality == nullptr) return chord;
  Chord shorter = chord;
  shorter.quality = quality->shorthand;
  shorter.degrees.clear();
  return same_to_all(shorter, chord) ? shorter : chord;
}

}  // namespace

Chord parse_chord(std::string_view label, ChordSyntax syntax) {
  Chord chord;
  try {
    chord = StrictParser(label).parse();
  } catch (const ChordLabelError&) {
    if (syntax == ChordSyntax::kStrict) throw;
    return parse_chord(strict_spelling(label), ChordSyntax::kStrict);
  }
  if (chord.root < 0) return chord;
  const EncodedChord encoded = encode_chord(chord, {.reduce_extended = true});
  std::transform(encoded.notes.begin(), encoded.notes.end(), chord.notes.begin(),
                 [](std::int8_t note) { return note != 0; });
  chord.bass = encoded.bass;
  return chord;
}

std::string chord_fault(std::string_view label, ChordSyntax syntax) {
  try {
    parse_chord(label, syntax);
    return "";
  } catch (const ChordLabelError& error) {
    return error.what();
  }
}

bool is_chord(std::string_view label, ChordSyntax syntax) {
  return chord_fault(label, syntax).empty();
}

std::string canonical_label(const Chord& chord) {
  if (chord.root < 0) return chord.unknown ? "X" : "N";
  Chord spelled = shortened(with_written_quality(chord));
  std::vector<ChordDegree>& degrees = spelled.degrees;
  const auto names_root = [](const ChordDegree& d) { return d.number == 1 && d.accidental == 0; };
  if (spelled.quality.empty() && std::none_of(degrees.begin(), degrees.end(), names_root)) {
    degrees.push_back(ChordDegree{});
  }
  ChordDegree bass = spelled.bass_degree;
  if (bass.number > 7) bass.number -= 7;
  const std::string inversion = bass == ChordDegree{} ? "" : fmt::format("/{}", to_text(bass));
  return fmt::format("{}:{}{}{}", spelled.root_spelling, spelled.quality, degree_list(degrees),
                     inversion);
}

std::string canonical_label(std::string_view label, ChordSyntax syntax) {
  return canonical_label(parse_chord(label, syntax));
}

EncodedChord encode_chord(const Chord& chord, ChordEncoding encoding) {
  EncodedChord encoded;
  if (chord.root < 0) {
    if (chord.unknown) encoded.notes.fill(-1);
    return encoded;
  }
  const ChordQuality* quality = find_chord_quality(chord.quality);
  std::vector<ChordDegree> changes = chord.degrees;
  if (encoding.reduce_extended && quality != nullptr && !quality->base.empty()) {
    const std::vector<ChordDegree> extension = parse_degrees(quality->extension);
    changes.insert(changes.end(), extension.begin(), extension.end());
    quality = find_chord_quality(quality->base);
  }
  std::sort(changes.begin(), changes.end());
  changes.erase(std::unique(changes.begin(), changes.end()), changes.end());
  std::array<int, 12> count{};
  count[0] = 1;
  if (quality != nullptr) {
    for (const ChordDegree& degree : parse_degrees(quality->degrees)) {
      count[static_cast<std::size_t>(octave_fold(semitones(degree)))] = 1;
    }
  }
  for (const ChordDegree& degree : changes) {
    const int semitone = semitones(degree);
    if (semitone >= 12 && !encoding.reduce_extended) continue;
    count[static_cast<std::size_t>(octave_fold(semitone))] += degree.omitted ? -1 : 1;
  }
  std::transform(count.begin(), count.end(), encoded.notes.begin(),
                 [](int n) { return static_cast<std::int8_t>(n > 0 ? 1 : 0); });
  encoded.root = chord.root;
  encoded.bass = octave_fold(semitones(chord.bass_degree));
  encoded.notes[static_cast<std::size_t>(encoded.bass)] = 1;
  return encoded;
}

}  // namespace tactus
