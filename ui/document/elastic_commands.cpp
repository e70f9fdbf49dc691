// The commands of AnnotationEditor for the grid as elastic, and the tempo of taps.
#include <algorithm>
#include <cmath>

#include "model/editing/elastic_grid.h"
#include "ui/document/annotation_editor.h"

namespace tactus::ui {
namespace {

constexpr std::size_t kHeardBeats = 4;  // before and after the one that is dragged
constexpr double kOnsetReach = 0.05;    // seconds around the cursor

}  // namespace

void AnnotationEditor::beginStretch(std::size_t index, GestureId gesture) {
  before_stretch_ = document_.gridBeats();
  stretched_ = index;
  stretch_gesture_ = 0;
  const BeatList& beats = before_stretch_.beats;
  if (index >= beats.size() || !document_.allowsEdits()) return;
  stretch_gesture_ = gesture;
  const std::size_t first = index - std::min(index, kHeardBeats);
  const std::size_t last = std::min(index + kHeardBeats, beats.size() - 1);
  if (last > first) emit metronomeWanted(beats[first].time, beats[last].time);
}

void AnnotationEditor::stretchTo(double time) {
  if (document_.isOver(stretch_gesture_)) return;
  document_.editGrid(tr("Stretch beats"), drag_anchor(before_stretch_, stretched_, time, songEnd()),
                     stretch_gesture_);
  setCurrentBeat(nearest_beat(annotation().beats, time));
}

void AnnotationEditor::endStretch() {
  if (stretch_gesture_ == 0) return;
  stretch_gesture_ = 0;
  before_stretch_ = {};
  emit metronomeDone();
}

void AnnotationEditor::stretchToCursor() {
  if (!wantsBeats(1)) return;
  const double time = axis_.cursor();
  const std::size_t nearest = nearest_beat(annotation().beats, time);
  document_.editGrid(tr("Stretch beats"),
                     drag_anchor(document_.gridBeats(), nearest, time, songEnd()));
  setCurrentBeat(nearest_beat(annotation().beats, time));
}

void AnnotationEditor::toggleAnchor() {
  if (!wantsBeats(1)) return;
  const std::size_t index =
      currentBeat().value_or(nearest_beat(annotation().beats, axis_.cursor()));
  const bool on = annotation().beats[index].confidence < kCertain;
  if (!document_.editGrid(on ? tr("Anchor beat") : tr("Release beat"),
                          set_anchor(document_.gridBeats(), index, on)))
    return;
  setCurrentBeat(index);
  emit message(on ? tr("This beat is an anchor: the beats on each side stretch without it.")
                  : tr("This beat is no anchor any more."));
}

double AnnotationEditor::placeOfBeat() const {
  if (const auto beat = currentBeat()) return annotation().beats[*beat].time;
  return snappedToOnset(axis_.cursor(), kOnsetReach);
}

void AnnotationEditor::setTempoFrom(double bpm) {
  if (!document_.isOpen()) return;
  if (!std::isfinite(songEnd())) {
    emit message(tr("The length of the song is not known yet."));
    return;
  }
  const double time = placeOfBeat();
  document_.editGrid(tr("Tempo from here"),
                     tempo_from(document_.gridBeats(), time, bpm, songEnd()));
  setCurrentBeat(nearest_beat(annotation().beats, time));
}

void AnnotationEditor::tellTappedTempo() {
  const double bpm = tapped_tempo(taps_);
  if (!(bpm > 0.0)) return;
  const int taps = static_cast<int>(taps_.size());
  emit tempoTapped(bpm, taps);
  emit message(tr("%L1 BPM from %n tap(s)", nullptr, taps).arg(bpm, 0, 'f', 1));
}

}  // namespace tactus::ui
