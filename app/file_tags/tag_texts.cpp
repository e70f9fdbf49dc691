#include "app/file_tags/tag_texts.h"

#include <fmt/core.h>

#include <array>

#include "app/file_tags/grid_markers.h"
#include "datasets/formats/key_label.h"
#include "model/chords/chord_degree.h"

namespace tactus {
namespace {

struct TonicAndMode {
  int pitch_class = 0;  // C = 0
  bool minor = false;
};

// Of a label whose key_symbol is not empty.
TonicAndMode tonic_and_mode(const std::string& label) {
  int pitch = natural_pitch_class(label.front());
  for (std::size_t i = 1; i < label.size() && label[i] != ':'; ++i)
    pitch += label[i] == '#' ? 1 : -1;
  return {(pitch % 12 + 12) % 12, label.ends_with(":minor")};
}

// ID3v2 allows three characters: rare spellings ("Bbb:minor") get their usual name.
std::string musical_text(const std::string& label) {
  constexpr std::size_t kMost = 3;
  constexpr std::array kMajor = {"C", "Db", "D", "Eb", "E", "F", "F#", "G", "Ab", "A", "Bb", "B"};
  constexpr std::array kMinor = {"Cm",  "C#m", "Dm",  "Ebm", "Em",  "Fm",
                                 "F#m", "Gm",  "G#m", "Am",  "Bbm", "Bm"};
  const std::string symbol = key_symbol(label);
  if (symbol.size() <= kMost) return symbol;
  const TonicAndMode key = tonic_and_mode(label);
  const auto pitch = static_cast<std::size_t>(key.pitch_class);
  return key.minor ? kMinor[pitch] : kMajor[pitch];
}

// Fifths above C major or A minor, 0..11.
int fifths(const TonicAndMode& key) {
  return (key.pitch_class + (key.minor ? 3 : 0)) * 7 % 12;
}

}  // namespace

std::optional<KeyNotation> key_notation_named(std::string_view name) {
  if (name == "musical") return KeyNotation::kMusical;
  if (name == "camelot") return KeyNotation::kCamelot;
  if (name == "openkey") return KeyNotation::kOpenKey;
  return std::nullopt;
}

std::string bpm_text(const Annotation& annotation) {
  double bpm = annotation.tempi.empty() ? 0.0 : annotation.tempi.front().bpm;
  if (annotation.grid.kind == GridKind::kConstant && !annotation.grid.segments.empty())
    bpm = annotation.grid.segments.front().bpm;
  if (!(bpm > 0.0)) return "";
  std::string text = fmt::format("{:.2f}", bpm);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.ends_with('.')) text.pop_back();
  return text;
}

std::string key_text(const Annotation& annotation, KeyNotation notation) {
  const std::string label = main_key(annotation.keys);
  if (key_symbol(label).empty()) return "";
  if (notation == KeyNotation::kMusical) return musical_text(label);
  const TonicAndMode key = tonic_and_mode(label);
  if (notation == KeyNotation::kCamelot)
    return fmt::format("{}{}", (fifths(key) + 7) % 12 + 1, key.minor ? 'A' : 'B');
  return fmt::format("{}{}", fifths(key) + 1, key.minor ? 'm' : 'd');
}

TagWish tag_wish(const Annotation& annotation, const TagChoice& choice) {
  TagWish wish;
  wish.overwrite = choice.overwrite;
  if (choice.bpm) wish.bpm = bpm_text(annotation);
  if (choice.key) wish.key = key_text(annotation, choice.notation);
  if (choice.grid) wish.grid = grid_markers(annotation);
  return wish;
}

}  // namespace tactus
