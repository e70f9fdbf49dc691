#include "datasets/formats/labels/label_note_names.h"

#include <fmt/core.h>

#include <algorithm>
#include <set>
#include <string>

#include "audio/text.h"
#include "datasets/formats/labels/label_kinds.h"
#include "datasets/formats/labels/sheet_note_names.h"
#include "datasets/formats/text/text_lines.h"
#include "model/chords/chord_label.h"

namespace tactus {
namespace {

using LabelSet = std::set<std::string>;

LabelSet names_in(const std::vector<LabelledSegment>& segments) {
  LabelSet labels;
  for (const LabelledSegment& segment : segments) labels.insert(segment.label);
  std::erase_if(labels, [](const std::string& label) {
    const LabelKind kind = label_kind(label);
    return kind == LabelKind::kNothing || kind == LabelKind::kNoChord;
  });
  return labels;
}

void refuse_solfege(const FormatInput& input, const LabelSet& labels) {
  LabelSet notes, chords;
  for (const std::string& label : labels) {
    if (!is_solfege(label)) continue;
    notes.insert(lower_case(label.substr(0, 2)));
    chords.insert(label);
  }
  if (notes.size() < 2 || 2 * chords.size() <= labels.size()) return;
  const std::string fault =
      fmt::format("solfege names of chords ('{}', '{}'), expected letters (C D E)", *chords.begin(),
                  *chords.rbegin());
  for (const TextLine& line : content_lines(input.content)) {
    const std::size_t place = line.text.rfind(*chords.begin());
    if (place != std::string_view::npos) fail_at(input, line, place + 1, fault);
  }
  throw FormatError(input.name, 0, 0, fault);
}

// Are most labels chords if their notes are German, and more than letters of the form? The syntax
// of Harte (C:maj) has English names.
bool are_german_chords(const LabelSet& labels, const NoteNames& names) {
  for (const std::string& label : labels)
    if (label.find(':') != std::string::npos) return false;
  std::size_t chords = 0, long_ones = 0;
  for (const std::string& label : labels) {
    if (!is_chord(english_chord(label, names))) continue;
    ++chords;
    if (label_kind(label) != LabelKind::kLetter) ++long_ones;
  }
  return names.german && long_ones > 0 && 2 * chords > labels.size();
}

}  // namespace

void mend_note_names(const FormatInput& input, std::vector<LabelledSegment>& segments) {
  const LabelSet labels = names_in(segments);
  refuse_solfege(input, labels);
  const NoteNames names = note_names(labels);
  if (!are_german_chords(labels, names)) return;
  for (LabelledSegment& segment : segments) {
    const std::string english = english_chord(segment.label, names);
    if (labels.contains(segment.label) && is_chord(english)) segment.label = english;
  }
  input.notes->push_back(fmt::format("{}: {}", input.name, how_german_names_are_read(names)));
}

}  // namespace tactus
