// The lane of chords: coloured by root, with names, confidence as opacity. A typed capital letter
// starts the name of a chord.
#pragma once

#include "ui/lanes/segment_lane.h"

namespace tactus::ui {

// Paints chords as the chord lane and those of comparisons show them. `symbols`: "Dm7" instead of
// "D:min7".
SegmentLook chord_look(const LabelledSegment& chord, bool symbols);
// What the colours of roots and tonics mean.
QVector<LaneMark> root_marks();

class ChordLane : public SegmentLane {
  Q_OBJECT

 public:
  // The editor must outlive the lane.
  explicit ChordLane(AnnotationEditor& editor, QWidget* parent = nullptr);

  LaneHelp help() const override;
  void setSymbols(bool on);
  // Colours chords by their doubt instead of their root. Those of unknown confidence keep it.
  void setDoubtShown(bool on);

 protected:
  SegmentLook look(const LabelledSegment& segment) const override;
  QString emptyText() const override;
  bool beginsName(int key) const override;

 private:
  bool symbols_ = true;
  bool doubt_shown_ = false;
};

}  // namespace tactus::ui
