// The commands of AnnotationEditor for notes.
#include <algorithm>
#include <cmath>

#include "ui/document/annotation_editor.h"

namespace tactus::ui {
namespace {

constexpr double kSameMoment = 0.02;  // seconds

bool same_moment(double a, double b) {
  return std::abs(a - b) <= kSameMoment;
}

// Puts a note at its place in the order of time, and returns its index.
std::size_t insert_note(std::vector<LabelledSegment>& notes, LabelledSegment note) {
  const auto place = std::ranges::upper_bound(notes, note.start, {}, &LabelledSegment::start);
  const auto index = place - notes.begin();
  notes.insert(place, std::move(note));
  return static_cast<std::size_t>(index);
}

}  // namespace

std::optional<std::size_t> AnnotationEditor::currentNote() const {
  const bool there =
      current_.kind == CurrentItem::Kind::kNote && current_.index < annotation().notes.size();
  return there ? std::optional(current_.index) : std::nullopt;
}

void AnnotationEditor::setCurrentNote(std::size_t index) {
  if (index < annotation().notes.size()) setCurrent({CurrentItem::Kind::kNote, index});
}

std::optional<std::size_t> AnnotationEditor::noteHere() const {
  const TimeSpan span = axis_.selection();
  const auto& notes = annotation().notes;
  const auto here = std::ranges::find_if(notes, [&](const LabelledSegment& note) {
    return span.empty() ? same_moment(note.start, axis_.cursor())
                        : same_moment(note.start, span.begin) && same_moment(note.end, span.end);
  });
  if (here == notes.end()) return std::nullopt;
  return static_cast<std::size_t>(here - notes.begin());
}

void AnnotationEditor::writeNote(const QString& words) {
  if (words.simplified().isEmpty()) return;
  const TimeSpan span = axis_.selection();
  const double start = span.empty() ? axis_.cursor() : span.begin;
  Annotation next = annotation();
  const std::size_t index = insert_note(
      next.notes, {start, span.empty() ? start : span.end, words.simplified().toStdString()});
  if (document_.edit(tr("Write note"), std::move(next))) setCurrentNote(index);
}

void AnnotationEditor::setNote(std::size_t index, double start, double end, const QString& words) {
  if (index >= annotation().notes.size()) return;
  if (words.simplified().isEmpty()) {
    deleteNote(index);
    return;
  }
  Annotation next = annotation();
  LabelledSegment note = next.notes[index];
  note.start = std::clamp(start, 0.0, songEnd());
  note.end = std::clamp(end, note.start, std::max(note.start, songEnd()));
  if (note.label != words.toStdString()) note.label = words.simplified().toStdString();
  next.notes.erase(next.notes.begin() + static_cast<std::ptrdiff_t>(index));
  const std::size_t place = insert_note(next.notes, std::move(note));
  if (document_.edit(tr("Change note"), std::move(next))) setCurrentNote(place);
}

void AnnotationEditor::deleteNote(std::size_t index) {
  Annotation next = annotation();
  next.notes.erase(next.notes.begin() + static_cast<std::ptrdiff_t>(index));
  clearCurrent();
  document_.edit(tr("Delete note"), std::move(next));
}

void AnnotationEditor::stepToNote(int by) {
  const auto& notes = annotation().notes;
  if (notes.empty()) {
    emit message(tr("There are no notes: press N to write one."));
    return;
  }
  const auto after =
      std::ranges::upper_bound(notes, axis_.cursor() + 1e-6, {}, &LabelledSegment::start) -
      notes.begin();
  const auto before =
      std::ranges::lower_bound(notes, axis_.cursor() - 1e-6, {}, &LabelledSegment::start) -
      notes.begin();
  const auto last = std::ssize(notes) - 1;
  auto wanted = by > 0 ? after : before - 1;
  if (const auto current = currentNote()) wanted = static_cast<std::ptrdiff_t>(*current) + by;
  const auto index = static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(wanted, 0, last));
  setCurrentNote(index);
  axis_.setCursor(notes[index].start);
  axis_.ensureVisible(notes[index].start);
}

}  // namespace tactus::ui
