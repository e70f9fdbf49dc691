// The keys, coloured by tonic like chords, and the sections of the song and all other layers of
// names, coloured by kind.
#pragma once

#include "ui/lanes/segment_lane.h"

namespace tactus::ui {

// Paint keys and sections as their lanes and those of comparisons show them.
SegmentLook key_look(const LabelledSegment& key);
SegmentLook section_look(const LabelledSegment& section);

class KeyLane : public SegmentLane {
  Q_OBJECT

 public:
  explicit KeyLane(AnnotationEditor& editor, QWidget* parent = nullptr);
  LaneHelp help() const override;

 protected:
  SegmentLook look(const LabelledSegment& segment) const override;
  QString emptyText() const override;
  bool beginsName(int key) const override;
};

class SectionLane : public SegmentLane {
  Q_OBJECT

 public:
  explicit SectionLane(AnnotationEditor& editor, SegmentLayer layer = SegmentLayer::kSections,
                       QWidget* parent = nullptr);
  LaneHelp help() const override;

 protected:
  SegmentLook look(const LabelledSegment& segment) const override;
  QString emptyText() const override;
};

}  // namespace tactus::ui
