#include "ui/reference_lane.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

#include "ui/chord_lane.h"
#include "ui/theme.h"

namespace tactus::ui {
namespace {

QColor colour_of(BeatAgreement agreement) {
  switch (agreement) {
    case BeatAgreement::kAgrees:
      return theme().agree;
    case BeatAgreement::kPosition:
      return theme().doubt;
    case BeatAgreement::kAlone:
      break;
  }
  return theme().differ;
}

}  // namespace

ReferenceLane::ReferenceLane(AnnotationDocument& document, TimeAxis& axis, QWidget* parent)
    : TimelineView(axis, tr("Reference"), parent), document_(document) {
  connect(&document_, &AnnotationDocument::annotationChanged, this, &ReferenceLane::compare);
  connect(&document_, &AnnotationDocument::referenceChanged, this, &ReferenceLane::compare);
  setAccessibleDescription(
      tr("The reference: green where it agrees with the annotation, red where it does not."));
}

void ReferenceLane::setSymbols(bool on) {
  symbols_ = on;
  invalidateTiles();
}

void ReferenceLane::compare() {
  if (document_.hasReference()) {
    beats_ = compare_beats(document_.reference().beats, document_.annotation().beats);
    chords_ = compare_chords(document_.reference().chords, document_.annotation().chords);
  } else {
    beats_ = {};
    chords_.clear();
  }
  invalidateTiles();
}

void ReferenceLane::paintTile(QPainter& painter, double tile_start, double seconds_per_pixel,
                              const QRect& area) {
  const QRectF upper(0, 0, area.width(), area.height() / 2.0);
  paintBeats(painter, tile_start, seconds_per_pixel, upper);
  paintChords(painter, tile_start, seconds_per_pixel, upper.translated(0, upper.height()));
}

void ReferenceLane::paintBeats(QPainter& painter, double tile_start, double seconds_per_pixel,
                               const QRectF& area) const {
  const auto paint = [&](const std::vector<Beat>& beats,
                         const std::vector<BeatAgreement>& agreements, double top, double bottom,
                         bool only_alone) {
    for (std::size_t i = 0; i < beats.size() && i < agreements.size(); ++i) {
      const double x = std::round((beats[i].time - tile_start) / seconds_per_pixel);
      if (x < -2 || x > area.width()) continue;
      if (only_alone && agreements[i] != BeatAgreement::kAlone) continue;
      painter.fillRect(QRectF(x, top, beats[i].position == 1 ? 2 : 1, bottom - top),
                       colour_of(agreements[i]));
    }
  };
  const double middle = std::round(area.height() * 0.7);
  paint(document_.reference().beats, beats_.reference, area.top() + 1, middle, false);
  // Beats that the reference does not have hang below it.
  paint(document_.annotation().beats, beats_.estimate, middle + 1, area.bottom() - 1, true);
}

void ReferenceLane::paintChords(QPainter& painter, double tile_start, double seconds_per_pixel,
                                const QRectF& area) const {
  const auto x = [&](double time) { return std::round((time - tile_start) / seconds_per_pixel); };
  for (const LabelledSegment& chord : document_.reference().chords) {
    if (x(chord.end) < 0 || x(chord.start) > area.width()) continue;
    const QRectF box(x(chord.start), area.top(), std::max(1.0, x(chord.end) - x(chord.start)),
                     area.height() - 5);
    paint_chord(painter, box, chord, symbols_);
  }
  for (const ChordAgreement& part : chords_) {
    if (x(part.end) < 0 || x(part.begin) > area.width()) continue;
    const QColor colour = !part.equal ? theme().line : *part.equal ? theme().agree : theme().differ;
    painter.fillRect(QRectF(x(part.begin), area.bottom() - 4, x(part.end) - x(part.begin), 4),
                     colour);
  }
}

void ReferenceLane::paintOverlay(QPainter& painter, const QRect&) {
  if (document_.hasReference()) {
    paint_leading_name(painter, document_.reference().chords, axis(), height() / 2.0,
                       height() / 2.0 - 5, symbols_);
    return;
  }
  painter.setPen(theme().muted);
  painter.drawText(rect(), Qt::AlignCenter,
                   document_.isOpen() ? tr("No reference: File, Load reference...") : QString());
}

}  // namespace tactus::ui
