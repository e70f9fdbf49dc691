#include "app/engine/file_tags/file_tag_texts.h"

#include <fmt/core.h>

#include <array>

#include "app/engine/file_tags/cue_markers.h"
#include "app/engine/file_tags/grid_markers.h"
#include "datasets/formats/labels/key_label.h"
#include "model/chords/chord_degree.h"

namespace tactus {
namespace {

// The number of key_name. Of a label whose key_symbol is not empty.
int number_of(const std::string& label) {
  int pitch = natural_pitch_class(label.front());
  for (std::size_t i = 1; i < label.size() && label[i] != ':'; ++i)
    pitch += label[i] == '#' ? 1 : -1;
  return (pitch % 12 + 12) % 12 + (label.ends_with(":minor") ? 12 : 0);
}

// Of a person, or sure enough.
bool is_certain_key(const Annotation& annotation) {
  const double confidence = main_key_confidence(annotation.keys);
  return annotation.review == Review::kChecked || confidence == kUnknownConfidence ||
         confidence >= kLeastKeyConfidence;
}

}  // namespace

std::optional<KeyNotation> key_notation_named(std::string_view name) {
  if (name == "musical") return KeyNotation::kMusical;
  if (name == "camelot") return KeyNotation::kCamelot;
  if (name == "openkey") return KeyNotation::kOpenKey;
  return std::nullopt;
}

std::string key_name(int key, KeyNotation notation) {
  constexpr std::array kMajor = {"C", "Db", "D", "Eb", "E", "F", "F#", "G", "Ab", "A", "Bb", "B"};
  constexpr std::array kMinor = {"Cm",  "C#m", "Dm",  "Ebm", "Em",  "Fm",
                                 "F#m", "Gm",  "G#m", "Am",  "Bbm", "Bm"};
  const bool minor = key >= 12;
  const int pitch = key % 12;
  if (notation == KeyNotation::kMusical)
    return (minor ? kMinor : kMajor)[static_cast<std::size_t>(pitch)];
  const int fifths = (pitch + (minor ? 3 : 0)) * 7 % 12;  // above C major or A minor
  if (notation == KeyNotation::kCamelot)
    return fmt::format("{}{}", (fifths + 7) % 12 + 1, minor ? 'A' : 'B');
  return fmt::format("{}{}", fifths + 1, minor ? 'm' : 'd');
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
  const std::string symbol = key_symbol(label);
  if (symbol.empty() || !is_certain_key(annotation)) return "";
  // ID3v2 allows three characters: rare spellings ("Bbb:minor") get their usual name.
  constexpr std::size_t kMost = 3;
  if (notation == KeyNotation::kMusical && symbol.size() <= kMost) return symbol;
  return key_name(number_of(label), notation);
}

FileTagWish file_tag_wish(const Annotation& annotation, const FileTagOptions& choice) {
  FileTagWish wish;
  wish.overwrite = choice.overwrite;
  if (choice.bpm) wish.bpm = bpm_text(annotation);
  if (choice.key) wish.key = key_text(annotation, choice.notation);
  if (choice.grid) wish.grid = grid_markers(annotation);
  if (choice.cues) wish.cues = file_cues(annotation);
  return wish;
}

}  // namespace tactus
