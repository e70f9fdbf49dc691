// The chords: coloured by root, with their names, confidence as opacity. Boundaries are dragged, a
// double click or a typed letter names the chord.
#pragma once

#include "ui/annotation_editor.h"
#include "ui/timeline_view.h"

namespace tactus::ui {

// One chord as the chord lane and the reference lane paint it. `symbols`: "Dm7" instead of
// "D:min7".
void paint_chord(QPainter& painter, const QRectF& box, const LabelledSegment& chord, bool symbols);

// The name of the chord that reaches into the view from before it, at the left edge: the lane's
// picture has it where the chord begins, out of sight.
void paint_leading_name(QPainter& painter, const std::vector<LabelledSegment>& chords,
                        const TimeAxis& axis, double top, double height, bool symbols);
// How a label is shown to people.
QString chord_text(const std::string& label, bool symbols);

class ChordLane : public TimelineView {
  Q_OBJECT

 public:
  // The editor must outlive the lane.
  explicit ChordLane(AnnotationEditor& editor, QWidget* parent = nullptr);

  void setSymbols(bool on);
  // The part of the lane that a chord takes, for popups beside it.
  QRect chordRect(std::size_t index) const;

 signals:
  // A chord wants to be named: by double click, or a typed capital letter (which begins the name).
  void nameWanted(const QString& begin);

 protected:
  void paintTile(QPainter& painter, double tile_start, double seconds_per_pixel,
                 const QRect& area) override;
  void paintOverlay(QPainter& painter, const QRect& exposed) override;
  bool lanePress(QMouseEvent* event) override;
  bool laneMove(QMouseEvent* event) override;
  bool laneRelease(QMouseEvent* event) override;
  bool laneDoubleClick(QMouseEvent* event) override;
  bool event(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  // The boundary within reach of the pointer: before chord i, or the end of the last.
  std::optional<std::size_t> boundaryUnder(double x) const;
  const ChordList& chords() const { return editor_.document().annotation().chords; }

  AnnotationEditor& editor_;
  std::optional<std::size_t> dragged_;
  GestureId gesture_ = 0;
  bool moved_ = false;
  bool symbols_ = true;
};

}  // namespace tactus::ui
