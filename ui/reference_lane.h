// The reference annotation beside the piece's own: its beats above, its chords below, with a band
// that says where both agree.
#pragma once

#include "model/annotation_agreement.h"
#include "ui/annotation_document.h"
#include "ui/timeline_view.h"

namespace tactus::ui {

class ReferenceLane : public TimelineView {
  Q_OBJECT

 public:
  // Both must outlive the lane.
  ReferenceLane(AnnotationDocument& document, TimeAxis& axis, QWidget* parent = nullptr);

  void setSymbols(bool on);
  const BeatAgreements& beatAgreements() const { return beats_; }
  const std::vector<ChordAgreement>& chordAgreements() const { return chords_; }

 protected:
  void paintTile(QPainter& painter, double tile_start, double seconds_per_pixel,
                 const QRect& area) override;
  void paintOverlay(QPainter& painter, const QRect& exposed) override;

 private:
  void compare();
  void paintBeats(QPainter& painter, double tile_start, double seconds_per_pixel,
                  const QRectF& area) const;
  void paintChords(QPainter& painter, double tile_start, double seconds_per_pixel,
                   const QRectF& area) const;

  AnnotationDocument& document_;
  BeatAgreements beats_;
  std::vector<ChordAgreement> chords_;
  bool symbols_ = true;
};

}  // namespace tactus::ui
