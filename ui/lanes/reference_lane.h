// The reference annotation beside the piece's own: its beats, chords, keys and sections one below
// the other, as far as it has them, each with a band that says where both agree.
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
  // Where what the reference has lies, from top to bottom.
  struct Rows {
    QRectF beats;  // null = it has none
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
