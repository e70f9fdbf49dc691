// The commands of AnnotationEditor for cues and loops.
#include <algorithm>
#include <cmath>

#include "model/editing/cue_edits.h"
#include "ui/document/annotation_editor.h"

namespace tactus::ui {
namespace {

constexpr double kCueReach = 0.1;  // seconds: how near a beat must be to take a new cue

}  // namespace

std::optional<std::size_t> AnnotationEditor::currentCue() const {
  const bool there =
      current_.kind == CurrentItem::Kind::kCue && current_.index < annotation().cues.size();
  return there ? std::optional(current_.index) : std::nullopt;
}

void AnnotationEditor::setCurrentCue(std::size_t index) {
  if (index < annotation().cues.size()) setCurrent({CurrentItem::Kind::kCue, index});
}

void AnnotationEditor::chooseCueHere() {
  const auto& cues = annotation().cues;
  const auto here = std::ranges::find_if(
      cues, [this](const Cue& cue) { return std::abs(cue.start - axis_.cursor()) <= kCueReach; });
  if (here != cues.end()) setCurrentCue(static_cast<std::size_t>(here - cues.begin()));
}

void AnnotationEditor::pressCueKey(int key) {
  if (!document_.isOpen()) return;
  if (const auto there = cue_with_key(annotation().cues, key))
    goToCue(*there);
  else
    setCue(key);
}

void AnnotationEditor::addCue() {
  if (document_.isOpen()) setCue(free_key(annotation().cues));
}

void AnnotationEditor::setCue(int key) {
  const double now = tap_clock_ ? tap_clock_() : axis_.cursor();
  const TimeSpan loop = axis_.loop() ? axis_.selection() : TimeSpan{};
  Cue cue;
  cue.key = key;
  cue.start = cue.end = std::clamp(snappedToBeat(now, kCueReach), 0.0, songEnd());
  if (loop.contains(now)) {
    cue.start = loop.begin;
    cue.end = loop.end;
  }
  Annotation next = annotation();
  PlacedCue placed = put_cue(std::move(next.cues), std::move(cue));
  next.cues = std::move(placed.cues);
  if (document_.edit(loop.contains(now) ? tr("Keep loop") : tr("Set cue"), std::move(next)))
    setCurrentCue(placed.index);
}

void AnnotationEditor::goToCue(std::size_t index) {
  if (index >= annotation().cues.size()) return;
  const Cue cue = annotation().cues[index];
  setCurrentCue(index);
  if (cue.is_loop()) {
    axis_.setLoop(true);  // before the selection, which stays as it is
    axis_.setSelection(cue.start, cue.end);
  } else if (axis_.loop() && !axis_.selection().contains(cue.start)) {
    axis_.setLoop(false);
  }
  axis_.setCursor(cue.start);
  axis_.ensureVisible(cue.start);
}

void AnnotationEditor::changeCue(std::size_t index, Cue cue, GestureId gesture) {
  if (index >= annotation().cues.size()) return;
  cue.start = std::clamp(cue.start, 0.0, songEnd());
  cue.end = std::clamp(cue.end, cue.start, std::max(cue.start, songEnd()));
  cue.name = QString::fromStdString(cue.name).simplified().toStdString();
  Annotation next = annotation();
  const bool moved = cue.start != next.cues[index].start || cue.end != next.cues[index].end;
  PlacedCue placed = change_cue(std::move(next.cues), index, std::move(cue));
  next.cues = std::move(placed.cues);
  current_ = {CurrentItem::Kind::kCue, placed.index};
  document_.edit(moved ? tr("Move cue") : tr("Change cue"), std::move(next), gesture);
  setCurrentCue(placed.index);
}

void AnnotationEditor::moveCue(std::size_t index, double start, GestureId gesture) {
  if (index >= annotation().cues.size()) return;
  Cue cue = annotation().cues[index];
  const double length = cue.end - cue.start;
  cue.start = std::clamp(start, 0.0, std::max(songEnd() - length, 0.0));
  cue.end = cue.start + length;
  const GestureId nudging = nudge_gesture_;  // a cue that passes another has another index
  changeCue(index, std::move(cue), gesture);
  nudge_gesture_ = nudging;
}

void AnnotationEditor::deleteCue(std::size_t index) {
  Annotation next = annotation();
  next.cues = delete_cue(std::move(next.cues), index);
  clearCurrent();
  document_.edit(tr("Delete cue"), std::move(next));
}

void AnnotationEditor::deleteCueKey(int key) {
  if (const auto there = cue_with_key(annotation().cues, key)) {
    deleteCue(*there);
  } else if (document_.isOpen()) {
    emit message(tr("Key %1 has no cue.").arg(key));
  }
}

void AnnotationEditor::stepToCue(int by) {
  const CueList& cues = annotation().cues;
  if (cues.empty()) {
    emit message(tr("There are no cues: press Ctrl+1 to set one."));
    return;
  }
  constexpr double kHere = 1e-6;  // seconds
  const double time = axis_.cursor() + (by > 0 ? kHere : -kHere);
  const auto after = std::ranges::lower_bound(cues, time, {}, &Cue::start) - cues.begin();
  auto wanted = by > 0 ? after : after - 1;
  if (const auto current = currentCue()) wanted = static_cast<std::ptrdiff_t>(*current) + by;
  goToCue(static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(wanted, 0, std::ssize(cues) - 1)));
}

void AnnotationEditor::takeSectionsAsCues() {
  if (!document_.isOpen()) return;
  if (annotation().sections.empty()) {
    emit message(tr("There are no sections: tag the song, or press H where one begins."));
    return;
  }
  Annotation next = annotation();
  next.cues = add_section_cues(std::move(next.cues), next.sections);
  if (next.cues == annotation().cues)
    emit message(tr("Each section has a cue already."));
  else
    document_.edit(tr("Sections become cues"), std::move(next));
}

}  // namespace tactus::ui
