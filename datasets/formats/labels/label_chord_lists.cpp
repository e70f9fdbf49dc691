#include "datasets/formats/labels/label_chord_lists.h"

#include <fmt/core.h>

#include <map>
#include <utility>

#include "audio/counted.h"
#include "audio/text.h"
#include "datasets/formats/labels/key_label.h"
#include "datasets/formats/labels/key_names.h"
#include "datasets/formats/labels/label_kinds.h"
#include "datasets/formats/text/text_lines.h"
#include "model/chords/chord_label.h"

namespace tactus {
namespace {

constexpr std::string_view kMarks = "*!?~|()[]<>.,;";  // at the ends of a chord
constexpr std::size_t kMostSlots = 16;

std::vector<std::string_view> pieces_of(std::string_view label) {
  constexpr std::string_view kBetween = " \t,;|";
  std::vector<std::string_view> pieces;
  for (label = trimmed(label, kBetween); !label.empty(); label = trimmed(label, kBetween)) {
    const std::size_t end = std::min(label.find_first_of(kBetween), label.size());
    const std::string_view piece = label.substr(0, end);
    label.remove_prefix(end);
    const bool separates = piece == "-" || piece == "–" || piece == "->" || piece == "→";
    if (!separates) pieces.push_back(piece);
  }
  return pieces;
}

bool begins_like_a_chord(std::string_view text) {
  return !text.empty() && ((text[0] >= 'A' && text[0] <= 'G') || text[0] == 'N') && is_chord(text);
}

bool is_plain(LabelKind kind) {
  return kind != LabelKind::kWord && kind != LabelKind::kNothing;
}

struct Lists {
  std::map<std::string, std::vector<std::string>> chords;      // of each label that has some
  std::size_t plain = 0, several = 0, marked = 0, others = 0;  // segments
  std::string first_several, first_marked;

  explicit Lists(const std::vector<LabelledSegment>& segments) {
    for (const LabelledSegment& segment : segments) add(segment.label);
  }

  void add(const std::string& label) {
    const auto [found, unknown] = chords.try_emplace(label);
    if (unknown) found->second = chords_in_label(label);
    const std::size_t count = found->second.size();
    if (count == 0) {
      const LabelKind kind = label_kind(label);
      plain += is_plain(kind) ? 1 : 0;
      others += kind == LabelKind::kWord ? 1 : 0;
    } else {
      if (count > 1 && several++ == 0) first_several = label;
      if (count == 1 && marked++ == 0) first_marked = label;
    }
  }
};

}  // namespace

std::vector<std::string> chords_in_label(std::string_view label) {
  const std::string text = label_text(label);
  if (is_chord(text) || spelled_key(text) || key_of_two_names(text)) return {};
  std::vector<std::string> chords;
  for (const std::string_view piece : pieces_of(text)) {
    const std::string_view chord = begins_like_a_chord(piece) ? piece : trimmed(piece, kMarks);
    const bool holds = (piece == "." || piece == "/") && !chords.empty();
    if (!holds && !begins_like_a_chord(chord)) return {};
    chords.push_back(holds ? chords.back() : std::string(chord));
  }
  return chords.size() <= kMostSlots ? chords : std::vector<std::string>();
}

void mend_chord_lists(const FormatInput& input, std::vector<LabelledSegment>& segments) {
  Lists lists(segments);
  const std::size_t mended = lists.several + lists.marked;
  if (mended == 0 || lists.plain + mended <= lists.others) return;
  std::vector<LabelledSegment> divided;
  for (LabelledSegment& segment : segments) {
    std::vector<std::string>& chords = lists.chords[segment.label];
    const double length = (segment.end - segment.start) / static_cast<double>(chords.size());
    for (std::size_t i = 0; i < chords.size(); ++i) {
      const double start = segment.start + length * static_cast<double>(i);
      const double end = i + 1 == chords.size() ? segment.end : start + length;
      divided.push_back({start, end, chords[i], segment.confidence});
    }
    if (chords.empty()) divided.push_back(std::move(segment));
  }
  segments = std::move(divided);
  if (lists.several > 0)
    input.notes->push_back(fmt::format(
        "{}: {} with several chords, the first: '{}'; each chord has an equal part of the "
        "time",
        input.name, counted(lists.several, "label"), lists.first_several));
  if (lists.marked > 0)
    input.notes->push_back(fmt::format("{}: {} with marks, which are left out, the first: '{}'",
                                       input.name, counted(lists.marked, "chord"),
                                       lists.first_marked));
}

}  // namespace tactus
