// An annotation that the song is compared with, below the annotation of the song. Each of its
// layers (beats, chords, keys, sections) is a row with a band that shows agreement.
#pragma once

#include <utility>
#include <vector>

#include "model/evaluation/annotation_agreement.h"
#include "ui/document/annotation_document.h"
#include "ui/lanes/segment_lane.h"
#include "ui/timeline/timeline_view.h"

namespace tactus::ui {

class ComparisonLane : public TimelineView {
  Q_OBJECT

 public:
  // Document and axis must outlive the lane; the comparison `id` need not.
  ComparisonLane(AnnotationDocument& document, int id, TimeAxis& axis, QWidget* parent = nullptr);

  LaneHelp help() const override;
  void setSymbols(bool on);
  const std::vector<SegmentAgreement>& agreements(SegmentLayer layer) const;

 protected:
  void paintTile(QPainter& painter, double tile_start, double seconds_per_pixel,
                 const QRect& area) override;
  void paintLegend(QPainter& painter, const Shown& part, const QRect& exposed) override;
  void paintOverlay(QPainter& painter, const QRect& exposed) override;
  bool lanePress(QMouseEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;

 private:
  // The rows of its layers, from top to bottom.
  struct Rows {
    QRectF beats;  // null = it has no beats
    std::vector<std::pair<SegmentLayer, QRectF>> segments;
  };
  Rows rows(double width) const;
  SegmentLook look(SegmentLayer layer, const LabelledSegment& segment) const;
  void compare();
  const Annotation& shown() const;  // empty without the comparison
  QString emptyText() const;
  void paintBeats(QPainter& painter, double tile_start, double seconds_per_pixel,
                  const QRectF& area) const;
  void paintSegments(QPainter& painter, SegmentLayer layer, double tile_start,
                     double seconds_per_pixel, const QRectF& area) const;

  AnnotationDocument& document_;
  int id_;
  BeatAgreements beats_;
  std::vector<std::vector<SegmentAgreement>> segments_;  // of segment_layers()
  bool symbols_ = true;
};

}  // namespace tactus::ui
