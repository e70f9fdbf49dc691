#include "ui/lanes/comparison_lane.h"

#include <QMouseEvent>
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

ComparisonLane::ComparisonLane(AnnotationDocument& document, int id, TimeAxis& axis,
                               QWidget* parent)
    : TimelineView(axis, {}, parent), document_(document), id_(id) {
  if (const Comparison* comparison = document_.comparisons().find(id_)) {
    setWindowTitle(comparison->name);
    setAccessibleName(tr("Comparison: %1").arg(comparison->name));
  }
  connect(&document_, &AnnotationDocument::annotationChanged, this, &ComparisonLane::compare);
  connect(&document_.comparisons(), &Comparisons::contentChanged, this, [this](int changed) {
    if (changed == id_) compare();
  });
  setAccessibleDescription(
      tr("Green where it agrees with the annotation of the song, red where it does not."));
  compare();
}

LaneHelp ComparisonLane::help() const {
  const Theme& t = theme();
  return {
      tr("Another annotation of the song: its beats, chords, keys and sections, each in a row."),
      tr("Scores: F-measure of the beats and majmin of the chords, from 0 to 1. The comparison "
         "counts as the reference."),
      {{{t.agree}, tr("Agrees with the annotation of the song"), {}},
       {{t.doubt}, tr("The beat agrees, but it is another beat of the bar"), {}},
       {{t.differ}, tr("Differs, or the song has no beat there"), {}},
       {{t.differ}, tr("Below the other beats: a beat of the song that is missing here"), {}},
       {{t.line}, tr("Cannot be compared"), {}}}};
}

void ComparisonLane::setSymbols(bool on) {
  symbols_ = on;
  invalidateTiles();
}

const Annotation& ComparisonLane::shown() const {
  static const Annotation nothing;
  const Comparison* comparison = document_.comparisons().find(id_);
  return comparison ? comparison->annotation : nothing;
}

void ComparisonLane::compare() {
  const Annotation &other = shown(), &own = document_.annotation();
  beats_ = compare_beats(other.beats, own.beats);
  segments_.clear();
  for (const SegmentLayerInfo& layer : segment_layers()) {
    const auto compared = layer.segments == SegmentLayer::kChords ? compare_chords
                          : layer.segments == SegmentLayer::kKeys ? compare_keys
                                                                  : compare_sections;
    segments_.push_back(compared(other.*layer.member, own.*layer.member));
  }
  invalidateTiles();
}

bool ComparisonLane::lanePress(QMouseEvent* event) {
  document_.comparisons().choose(id_);
  return event->button() == Qt::RightButton;
}

void ComparisonLane::focusInEvent(QFocusEvent* event) {
  document_.comparisons().choose(id_);
  TimelineView::focusInEvent(event);
}

const std::vector<SegmentAgreement>& ComparisonLane::agreements(SegmentLayer layer) const {
  return segments_[static_cast<std::size_t>(layer)];
}

// One row per layer; beats and chords get more height than keys and sections.
ComparisonLane::Rows ComparisonLane::rows(double width) const {
  const Annotation& other = shown();
  const auto weight = [](SegmentLayer layer) {
    return layer == SegmentLayer::kChords ? 1.0 : 0.75;
  };
  double weights = other.beats.empty() ? 0.0 : 1.0;
  for (const SegmentLayerInfo& layer : segment_layers())
    if (!(other.*layer.member).empty()) weights += weight(layer.segments);
  double bottom = 0.0;
  const auto next = [&](double share) {
    const double top = std::round(bottom);
    bottom += height() * share / weights;
    return QRectF(0, top, width, std::round(bottom) - top);
  };
  Rows rows;
  if (!other.beats.empty()) rows.beats = next(1.0);
  for (const SegmentLayerInfo& layer : segment_layers())
    if (!(other.*layer.member).empty())
      rows.segments.push_back({layer.segments, next(weight(layer.segments))});
  return rows;
}

SegmentLook ComparisonLane::look(SegmentLayer layer, const LabelledSegment& segment) const {
  if (layer == SegmentLayer::kChords) return chord_look(segment, symbols_);
  return layer == SegmentLayer::kKeys ? key_look(segment) : section_look(segment);
}

void ComparisonLane::paintTile(QPainter& painter, double tile_start, double seconds_per_pixel,
                               const QRect& area) {
  const Rows all = rows(area.width());
  if (!all.beats.isNull()) paintBeats(painter, tile_start, seconds_per_pixel, all.beats);
  for (const auto& [layer, row] : all.segments) {
    paintSegments(painter, layer, tile_start, seconds_per_pixel, row);
  }
}

void ComparisonLane::paintBeats(QPainter& painter, double tile_start, double seconds_per_pixel,
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
  paint(shown().beats, beats_.reference, area.top() + 1, middle, false);
  // Beats that are missing in it hang below it.
  paint(document_.annotation().beats, beats_.estimate, middle + 1, area.bottom() - 1, true);
}

void ComparisonLane::paintSegments(QPainter& painter, SegmentLayer layer, double tile_start,
                                   double seconds_per_pixel, const QRectF& area) const {
  const auto x = [&](double time) { return std::round((time - tile_start) / seconds_per_pixel); };
  for (const LabelledSegment& segment : segments_of(shown(), layer)) {
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

QString ComparisonLane::emptyText() const {
  const Comparison* comparison = document_.comparisons().find(id_);
  if (!comparison) return {};
  if (comparison->waiting) return tr("The models are tagging...");
  return comparison->fault.isEmpty() ? tr("Nothing to compare here") : comparison->fault;
}

void ComparisonLane::paintLegend(QPainter& painter, const Shown& part, const QRect&) {
  for (const auto& [layer, row] : rows(width()).segments) {
    paint_leading_name(
        painter, segments_of(shown(), layer), part, row.top(), row.height() - 5,
        [this, layer = layer](const LabelledSegment& segment) { return look(layer, segment); });
  }
}

void ComparisonLane::paintOverlay(QPainter& painter, const QRect&) {
  const Rows all = rows(width());
  if (!all.beats.isNull() || !all.segments.empty()) return;
  painter.setPen(theme().muted);
  painter.drawText(rect().adjusted(kGrid, 0, -kGrid, 0), Qt::AlignCenter | Qt::TextWordWrap,
                   emptyText());
}

}  // namespace tactus::ui
