// The verbs of AnnotationEditor that act on chords.
#include <algorithm>

#include "ui/annotation_editor.h"

namespace tactus::ui {

std::optional<std::size_t> AnnotationEditor::chordHere() const {
  if (currentChord()) return currentChord();
  const std::size_t found = chord_at(annotation().chords, axis_.cursor());
  return found < annotation().chords.size() ? std::optional(found) : std::nullopt;
}

void AnnotationEditor::nameChord(std::size_t index, const QString& label) {
  if (index >= annotation().chords.size()) return;
  document_.editChords(tr("Name chord"),
                       relabel_chord(annotation().chords, index, label.toStdString()));
}

void AnnotationEditor::nameChordHere(const QString& label) {
  const TimeSpan span = axis_.selection();
  if (!span.empty()) {
    document_.editChords(tr("Write chord"), overwrite_chords(annotation().chords, span.begin,
                                                             span.end, label.toStdString()));
  } else if (const auto index = chordHere()) {
    nameChord(*index, label);
  } else {
    emit message(tr("Select a passage first: there is no chord at the cursor."));
  }
}

void AnnotationEditor::splitChord() {
  constexpr double kReach = 0.1;  // seconds; wide, as chords change on beats
  const double time = snappedToBeat(axis_.cursor(), kReach);
  if (!document_.editChords(tr("Split chord"), split_chord(annotation().chords, time))) return;
  setCurrentChord(chord_at(annotation().chords, time));
}

void AnnotationEditor::mergeChords() {
  const auto& chords = annotation().chords;
  const TimeSpan span = axis_.selection();
  std::size_t first = 0, last = 0;
  if (!span.empty()) {
    while (first < chords.size() && chords[first].end <= span.begin) ++first;
    last = first;
    while (last < chords.size() && chords[last].start < span.end) ++last;
  } else if (const auto index = chordHere()) {
    first = *index;
    last = std::min(first + 2, chords.size());
  }
  if (first + 1 >= last) {
    emit message(tr("Select the chords to merge."));
    return;
  }
  document_.editChords(tr("Merge chords"), merge_chords(chords, first, last));
}

void AnnotationEditor::copyChords() {
  if (!wantsBeats(2)) return;
  const auto& chords = annotation().chords;
  TimeSpan span = axis_.selection();
  if (const auto index = chordHere(); span.empty() && index) {
    span = {chords[*index].start, chords[*index].end};
  }
  clipboard_ = copy_passage(chords, annotation().beats, span.begin, span.end);
  emit message(clipboard_.empty() ? tr("Select the chords to copy.")
                                  : tr("Copied %1 beats of chords.").arg(clipboard_.beats));
}

void AnnotationEditor::pasteChords() {
  if (clipboard_.empty()) {
    emit message(tr("Copy a passage of chords first."));
    return;
  }
  if (!wantsBeats(2)) return;
  const TimeSpan span = axis_.selection();
  document_.editChords(
      tr("Paste chords"),
      paste_passage(annotation().chords, annotation().beats, clipboard_,
                    span.empty() ? axis_.cursor() : span.begin, 1, axis_.duration()));
}

void AnnotationEditor::repeatChords(int times) {
  const TimeSpan span = axis_.selection();
  if (span.empty()) {
    emit message(tr("Select the passage to repeat."));
    return;
  }
  if (!wantsBeats(2)) return;
  const ChordPassage passage =
      copy_passage(annotation().chords, annotation().beats, span.begin, span.end);
  document_.editChords(tr("Repeat chords"),
                       paste_passage(annotation().chords, annotation().beats, passage, span.end,
                                     times, axis_.duration()));
}

}  // namespace tactus::ui
