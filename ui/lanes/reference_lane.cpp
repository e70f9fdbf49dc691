#include "ui/lanes/reference_lane.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

#include "ui/lanes/chord_lane.h"
#include "ui/lanes/structure_lanes.h"
#include "ui/look/theme.h"

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
    const Annotation &reference = document_.reference(), &own = document_.annotation();
    segments_ = {compare_chords(reference.chords, own.chords),
                 compare_keys(reference.keys, own.keys),
                 compare_sections(reference.sections, own.sections)};
  } else {
    beats_ = {};
    segments_ = {};
  }
  invalidateTiles();
}

const std::vector<SegmentAgreement>& ReferenceLane::agreements(SegmentLayer layer) const {
  return segments_[static_cast<std::size_t>(layer)];
}

// One row per layer; beats and chords get more height than keys and sections.
ReferenceLane::Rows ReferenceLane::rows(double width) const {
  const Annotation& reference = document_.reference();
  const auto weight = [](SegmentLayer layer) {
    return layer == SegmentLayer::kChords ? 1.0 : 0.75;
  };
  double weights = reference.beats.empty() ? 0.0 : 1.0;
  for (const SegmentLayer layer : kSegmentLayers) {
    if (!segments_of(reference, layer).empty()) weights += weight(layer);
  }
  double bottom = 0.0;
  const auto next = [&](double share) {
    const double top = std::round(bottom);
    bottom += height() * share / weights;
    return QRectF(0, top, width, std::round(bottom) - top);
  };
  Rows rows;
  if (!reference.beats.empty()) rows.beats = next(1.0);
  for (const SegmentLayer layer : kSegmentLayers) {
    if (!segments_of(reference, layer).empty())
      rows.segments.push_back({layer, next(weight(layer))});
  }
  return rows;
}

SegmentLook ReferenceLane::look(SegmentLayer layer, const LabelledSegment& segment) const {
  if (layer == SegmentLayer::kChords) return chord_look(segment, symbols_);
  return layer == SegmentLayer::kKeys ? key_look(segment) : section_look(segment);
}

void ReferenceLane::paintTile(QPainter& painter, double tile_start, double seconds_per_pixel,
                              const QRect& area) {
  const Rows all = rows(area.width());
  if (!all.beats.isNull()) paintBeats(painter, tile_start, seconds_per_pixel, all.beats);
  for (const auto& [layer, row] : all.segments) {
    paintSegments(painter, layer, tile_start, seconds_per_pixel, row);
  }
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
  // Beats that are missing in the reference hang below it.
  paint(document_.annotation().beats, beats_.estimate, middle + 1, area.bottom() - 1, true);
}

void ReferenceLane::paintSegments(QPainter& painter, SegmentLayer layer, double tile_start,
                                  double seconds_per_pixel, const QRectF& area) const {
  const auto x = [&](double time) { return std::round((time - tile_start) / seconds_per_pixel); };
  for (const LabelledSegment& segment : segments_of(document_.reference(), layer)) {
    if (x(segment.end) < 0 || x(segment.start) > area.width()) continue;
    const QRectF box(x(segment.start), area.top(), std::max(1.0, x(segment.end) - x(segment.start)),
                     area.height() - 5);
    paint_segment(painter, box, look(layer, segment));
  }
  for (const SegmentAgreement& part : agreements(layer)) {
    if (x(part.end) < 0 || x(part.begin) > area.width()) continue;
    const QColor colour = !part.equal ? theme().line : *part.equal ? theme().agree : theme().differ;
    painter.fillRect(QRectF(x(part.begin), area.bottom() - 4, x(part.end) - x(part.begin), 4),
                     colour);
  }
}

void ReferenceLane::paintOverlay(QPainter& painter, const QRect&) {
  if (document_.hasReference()) {
    for (const auto& [layer, row] : rows(width()).segments) {
      paint_leading_name(
          painter, segments_of(document_.reference(), layer), axis(), row.top(), row.height() - 5,
          [this, layer = layer](const LabelledSegment& segment) { return look(layer, segment); });
    }
    return;
  }
  painter.setPen(theme().muted);
  painter.drawText(rect(), Qt::AlignCenter,
                   document_.isOpen() ? tr("No reference: File, Load reference...") : QString());
}

}  // namespace tactus::ui
