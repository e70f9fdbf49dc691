// The commands of AnnotationEditor for chords, keys and sections.
#include <algorithm>
#include <cmath>

#include "ui/document/annotation_editor.h"

namespace tactus::ui {
namespace {

constexpr double kBeatReach = 0.1;  // seconds; wide, as chords change on beats
constexpr double kBarReach = 0.5;   // keys and sections change with bars

QString of_layer(SegmentLayer layer, const QString& chord, const QString& key,
                 const QString& section) {
  if (layer == SegmentLayer::kChords) return chord;
  return layer == SegmentLayer::kKeys ? key : section;
}

}  // namespace

std::optional<std::size_t> AnnotationEditor::segmentHere(SegmentLayer layer) const {
  if (const auto current = currentSegment(layer)) return current;
  const std::size_t found = segment_at(segments(layer), axis_.cursor());
  return found < segments(layer).size() ? std::optional(found) : std::nullopt;
}

std::optional<double> AnnotationEditor::barNear(double time, double reach) const {
  std::optional<double> best;
  for (const Beat& beat : annotation().beats) {
    if (beat.position != 1 || std::abs(beat.time - time) > reach) continue;
    reach = std::abs(beat.time - time);
    best = beat.time;
  }
  return best;
}

double AnnotationEditor::snapped(SegmentLayer layer, double time, double reach) const {
  if (snapping_ && layer != SegmentLayer::kChords) {
    if (const auto bar = barNear(time, reach)) return *bar;
  }
  return snappedToBeat(time, reach);
}

double AnnotationEditor::snappedCursor(SegmentLayer layer) const {
  if (snapping_ && layer != SegmentLayer::kChords) {
    if (const auto bar = barNear(axis_.cursor(), kBarReach)) return *bar;
  }
  return snappedToBeat(axis_.cursor(), kBeatReach);
}

void AnnotationEditor::moveBoundary(SegmentLayer layer, std::size_t index, double time,
                                    GestureId gesture) {
  if (index > segments(layer).size()) return;
  SegmentList moved = move_boundary(segments(layer), index, time, annotation().duration);
  if (const auto current = currentSegment(layer)) current_time_ = moved[*current].start;
  document_.editSegments(layer,
                         of_layer(layer, tr("Move chord boundary"), tr("Move key boundary"),
                                  tr("Move section boundary")),
                         std::move(moved), gesture);
}

void AnnotationEditor::nameSegment(SegmentLayer layer, std::size_t index, const QString& label) {
  if (index >= segments(layer).size()) return;
  document_.editSegments(layer,
                         of_layer(layer, tr("Name chord"), tr("Name key"), tr("Name section")),
                         relabel_segment(segments(layer), index, label.toStdString()));
}

void AnnotationEditor::nameHere(SegmentLayer layer, const QString& label) {
  const TimeSpan span = axis_.selection();
  if (!span.empty()) {
    nameSpan(layer, span, label);
  } else if (const auto index = segmentHere(layer)) {
    nameSegment(layer, *index, label);
  } else {
    emit message(of_layer(layer, tr("Select a passage first: there is no chord at the cursor."),
                          tr("Select a passage first: there is no key at the cursor."),
                          tr("Select a passage first: there is no section at the cursor.")));
  }
}

void AnnotationEditor::nameSpan(SegmentLayer layer, const TimeSpan& span, const QString& label) {
  document_.editSegments(
      layer, of_layer(layer, tr("Write chord"), tr("Write key"), tr("Write section")),
      overwrite_segments(segments(layer), span.begin, span.end, label.toStdString()));
}

void AnnotationEditor::beginHere(SegmentLayer layer, const QString& label) {
  const double time = snappedCursor(layer);
  const double end = annotation().duration > 0 ? annotation().duration : axis_.duration();
  if (document_.editSegments(layer,
                             of_layer(layer, tr("New chord"), tr("New key"), tr("New section")),
                             begin_segment(segments(layer), time, end, label.toStdString()))) {
    setCurrentSegment(layer, segment_at(segments(layer), time));
  }
}

void AnnotationEditor::deleteSegment(SegmentLayer layer, std::size_t index) {
  document_.editSegments(
      layer, of_layer(layer, tr("Delete chord"), tr("Delete key"), tr("Delete section")),
      delete_segment(segments(layer), index));
}

void AnnotationEditor::splitSegment() {
  const SegmentLayer layer = active_layer_;
  const double time = snappedCursor(layer);
  if (document_.editSegments(
          layer, of_layer(layer, tr("Split chord"), tr("Split key"), tr("Split section")),
          split_segment(segments(layer), time))) {
    setCurrentSegment(layer, segment_at(segments(layer), time));
  }
}

void AnnotationEditor::mergeSegments() {
  const SegmentLayer layer = active_layer_;
  const SegmentList& list = segments(layer);
  const TimeSpan span = axis_.selection();
  std::size_t first = 0, last = 0;
  if (!span.empty()) {
    while (first < list.size() && list[first].end <= span.begin) ++first;
    last = first;
    while (last < list.size() && list[last].start < span.end) ++last;
  } else if (const auto index = segmentHere(layer)) {
    first = *index;
    last = std::min(first + 2, list.size());
  }
  if (first + 1 >= last) {
    emit message(of_layer(layer, tr("Select the chords to merge."), tr("Select the keys to merge."),
                          tr("Select the sections to merge.")));
    return;
  }
  document_.editSegments(
      layer, of_layer(layer, tr("Merge chords"), tr("Merge keys"), tr("Merge sections")),
      merge_segments(list, first, last));
}

void AnnotationEditor::stepToSegment(SegmentLayer layer, int by) {
  const SegmentList& list = segments(layer);
  if (list.empty()) return;
  const auto last = static_cast<std::ptrdiff_t>(list.size()) - 1;
  std::size_t index = std::min(segment_at(list, axis_.cursor()), list.size() - 1);
  if (const auto current = currentSegment(layer)) {
    const auto wanted = static_cast<std::ptrdiff_t>(*current) + by;
    index = static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(wanted, 0, last));
  }
  setCurrentSegment(layer, index);
  axis_.setCursor(list[index].start);
  axis_.ensureVisible(list[index].start);
}

void AnnotationEditor::copyChords() {
  if (!wantsBeats(2)) return;
  const auto& chords = annotation().chords;
  TimeSpan span = axis_.selection();
  if (const auto index = segmentHere(SegmentLayer::kChords); span.empty() && index) {
    span = {chords[*index].start, chords[*index].end};
  }
  clipboard_ = copy_passage(chords, annotation().beats, span.begin, span.end);
  emit message(clipboard_.empty() ? tr("Select the chords to copy.")
                                  : tr("Copied %n beat(s) of chords.", nullptr, clipboard_.beats));
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
