#include "datasets/formats/labels/salami_labels.h"

#include <fmt/core.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "audio/counted.h"
#include "audio/text.h"
#include "datasets/formats/labels/label_kinds.h"

namespace tactus {
namespace {

enum class Piece { kLargeLetter, kSmallLetter, kInstrument, kWord };

bool is_letter(std::string_view piece) {
  const std::string_view primes = piece.substr(1);
  return ((piece[0] >= 'A' && piece[0] <= 'Z') || (piece[0] >= 'a' && piece[0] <= 'z')) &&
         primes.find_first_not_of("'\"0123456789") == std::string_view::npos;
}

Piece kind_of(std::string_view piece) {
  if (piece.starts_with('(') || piece.ends_with(')') || piece == "---") return Piece::kInstrument;
  if (!is_letter(piece)) return Piece::kWord;
  return piece[0] <= 'Z' ? Piece::kLargeLetter : Piece::kSmallLetter;
}

// What the label says of each level; "" where it says nothing.
struct Levels {
  std::string function, letter;
  bool small = false, instrument = false;
};

Levels levels_of(std::string_view label) {
  Levels levels;
  while (!label.empty()) {
    const std::size_t comma = std::min(label.find(','), label.size());
    const std::string_view piece = trimmed(label.substr(0, comma));
    label.remove_prefix(std::min(comma + 1, label.size()));
    if (piece.empty()) continue;
    const Piece kind = kind_of(piece);
    if (kind == Piece::kLargeLetter) levels.letter = piece;
    if (kind == Piece::kWord && levels.function.empty()) levels.function = piece;
    levels.small |= kind == Piece::kSmallLetter;
    levels.instrument |= kind == Piece::kInstrument;
  }
  return levels;
}

bool has_levels(const Levels& levels) {
  return !levels.letter.empty() && (levels.small || levels.instrument || !levels.function.empty());
}

}  // namespace

bool are_salami_labels(const std::vector<LabelledSegment>& segments) {
  std::size_t with_levels = 0, others = 0;
  const auto chord = [](const LabelledSegment& segment) {
    const std::string function = levels_of(segment.label).function;
    return !function.empty() && label_kind(function) == LabelKind::kChord;
  };
  if (std::ranges::any_of(segments, chord)) return false;
  for (const LabelledSegment& segment : segments) {
    if (segment.label.find(',') == std::string::npos) continue;
    ++(has_levels(levels_of(segment.label)) ? with_levels : others);
  }
  return with_levels > 1 && with_levels > others && 8 * with_levels >= segments.size();
}

std::vector<LabelledSegment> salami_sections(const FormatInput& input,
                                             const std::vector<LabelledSegment>& segments) {
  std::vector<LabelledSegment> sections;
  std::size_t left_out = 0;
  for (const LabelledSegment& segment : segments) {
    const Levels levels = levels_of(segment.label);
    if (levels.small || levels.instrument) ++left_out;
    const std::string& name = levels.function.empty() ? levels.letter : levels.function;
    if (!name.empty())
      sections.push_back({segment.start, segment.end, name});
    else if (!sections.empty())
      sections.back().end = segment.end;
  }
  input.notes->push_back(fmt::format(
      "{}: read as sections: labels of SALAMI; sections have the names of their functions, or else "
      "letters; small parts and instruments are left out ({})",
      input.name, counted(left_out, "line")));
  return sections;
}

}  // namespace tactus
