#include "ui/lanes/chord_lane.h"

#include "model/chords/chord_label.h"
#include "ui/document/segment_labels.h"
#include "ui/look/theme.h"

namespace tactus::ui {
namespace {

constexpr double kFaintestChord = 0.3;

int root_of(const std::string& label) {
  try {
    return parse_chord(label, ChordSyntax::kLenient).root;
  } catch (const ChordLabelError&) {
    return -1;
  }
}

}  // namespace

SegmentLook chord_look(const LabelledSegment& chord, bool symbols) {
  const double share = chord.confidence == kUnknownConfidence
                           ? 1.0
                           : kFaintestChord + (1.0 - kFaintestChord) * chord.confidence;
  return {blended(chord_colour(theme(), root_of(chord.label)), theme().lane, share),
          segment_text(SegmentLayer::kChords, chord.label, symbols)};
}

ChordLane::ChordLane(AnnotationEditor& editor, QWidget* parent)
    : SegmentLane(editor, SegmentLayer::kChords, layer_title(SegmentLayer::kChords), parent) {
  setAccessibleDescription(tr("Chords. The table of chords shows the same as text."));
}

void ChordLane::setSymbols(bool on) {
  symbols_ = on;
  invalidateTiles();
}

void ChordLane::setDoubtShown(bool on) {
  doubt_shown_ = on;
  invalidateTiles();
}

SegmentLook ChordLane::look(const LabelledSegment& chord) const {
  SegmentLook look = chord_look(chord, symbols_);
  if (doubt_shown_ && chord.confidence != kUnknownConfidence)
    look.fill = doubt_tint(theme(), chord.confidence);
  return look;
}

QString ChordLane::emptyText() const {
  return tr("No chords yet: Tag (Ctrl+T), or select a passage and press Return");
}

bool ChordLane::beginsName(int key) const {
  return (key >= Qt::Key_A && key <= Qt::Key_G) || key == Qt::Key_N;
}

}  // namespace tactus::ui
