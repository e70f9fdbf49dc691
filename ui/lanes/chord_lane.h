// The chords: coloured by root, with their names, confidence as opacity. A typed capital letter
// begins a chord's name.
#pragma once

#include "ui/lanes/segment_lane.h"

namespace tactus::ui {

// As the chord lane and the reference lane paint it. `symbols`: "Dm7" instead of "D:min7".
SegmentLook chord_look(const LabelledSegment& chord, bool symbols);

class ChordLane : public SegmentLane {
  Q_OBJECT

 public:
  // The editor must outlive the lane.
  explicit ChordLane(AnnotationEditor& editor, QWidget* parent = nullptr);

  void setSymbols(bool on);

 protected:
  SegmentLook look(const LabelledSegment& segment) const override;
  QString emptyText() const override;
  bool beginsName(int key) const override;

 private:
  bool symbols_ = true;
};

}  // namespace tactus::ui
