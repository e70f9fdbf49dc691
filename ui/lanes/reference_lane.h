// The reference annotation beside the annotation of the song. Each of its layers (beats, chords,
// keys, sections) is a row with a band that shows agreement.
#pragma once

#include <array>
#include <iterator>

#include "model/evaluation/annotation_agreement.h"
#include "ui/document/annotation_document.h"
#include "ui/lanes/segment_lane.h"
#include "ui/timeline/timeline_view.h"

namespace tactus::ui {

class ReferenceLane : public TimelineView {
  Q_OBJECT

 public:
  // Both must outlive the lane.
  ReferenceLane(AnnotationDocument& document, TimeAxis& axis, QWidget* parent = nullptr);

  void setSymbols(bool on);
  const BeatAgreements& beatAgreements() const { return beats_; }
  const std::vector<SegmentAgreement>& agreements(SegmentLayer layer) const;

 protected:
  void paintTile(QPainter& painter, double tile_start, double seconds_per_pixel,
                 const QRect& area) override;
  void paintOverlay(QPainter& painter, const QRect& exposed) override;

 private:
  // The rows of the layers in the reference, from top to bottom.
  struct Rows {
    QRectF beats;  // null = the reference has no beats
    std::vector<std::pair<SegmentLayer, QRectF>> segments;
  };
  Rows rows(double width) const;
  SegmentLook look(SegmentLayer layer, const LabelledSegment& segment) const;
  void compare();
  void paintBeats(QPainter& painter, double tile_start, double seconds_per_pixel,
                  const QRectF& area) const;
  void paintSegments(QPainter& painter, SegmentLayer layer, double tile_start,
                     double seconds_per_pixel, const QRectF& area) const;

  AnnotationDocument& document_;
  BeatAgreements beats_;
  std::array<std::vector<SegmentAgreement>, std::size(kSegmentLayers)> segments_;
  bool symbols_ = true;
};

}  // namespace tactus::ui
