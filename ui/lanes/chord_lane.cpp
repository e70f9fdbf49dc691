#include "ui/lanes/chord_lane.h"

#include <string>

#include "model/chords/chord_label.h"
#include "model/chords/chord_vocabulary.h"
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

QVector<LaneMark> root_marks() {
  QVector<LaneMark> marks;
  for (int group = 0; group < 12; group += 3) {
    LaneMark mark;
    QStringList names;
    for (int fifths = group; fifths < group + 3; ++fifths) {
      const int root = fifths * 7 % 12;
      mark.colours.append(chord_colour(theme(), root));
      names.append(QString::fromStdString(std::string(root_name(root))));
    }
    mark.text = names.join(QStringLiteral(", "));
    marks.append(mark);
  }
  return marks;
}

ChordLane::ChordLane(AnnotationEditor& editor, QWidget* parent)
    : SegmentLane(editor, SegmentLayer::kChords, layer_title(SegmentLayer::kChords), parent) {
  setAccessibleDescription(tr("Chords. The table of chords shows the same as text."));
}

LaneHelp ChordLane::help() const {
  LaneHelp help = {tr("The chords. A double click or Return names one, a drag moves its edge."),
                   tr("Colours: the root; neighbours in the circle of fifths look alike. Paler "
                      "chords are less sure."),
                   root_marks()};
  help.marks.append({{chord_colour(theme(), -1)}, tr("N: no chord"), {}});
  help.marks.append({{doubt_tint(theme(), 0.5), doubt_tint(theme(), 0.0)},
                     tr("Ctrl+D: the more colour, the less sure"),
                     {}});
  return help;
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
