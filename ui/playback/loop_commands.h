// Loops for practising: whole bars, the section, halved, doubled, moved on. A loop is the selection
// of the axis. Contains no widget.
#pragma once

#include <QObject>
#include <vector>

#include "ui/document/time_axis.h"

class QAction;
class QMenu;

namespace tactus::ui {

class AnnotationEditor;

class LoopCommands : public QObject {
  Q_OBJECT

 public:
  // The editor must outlive the commands.
  explicit LoopCommands(AnnotationEditor& editor, QObject* parent = nullptr);
  ~LoopCommands() override;

  // On (remembered): a dragged loop takes the nearest whole bars, and so does the selection when
  // the loop goes on. Songs without downbeats have no bars; their loops are free.
  bool snapping() const { return snapping_; }
  void setSnapping(bool on);

  void fill(QMenu& menu);  // adds the actions with their keys

  // Each turns the loop on. A message says why there is nothing to loop.
  void loopBars(int count);  // from the bar at the cursor on
  void loopSection();
  void resize(double factor);  // keeps the start
  void move(int lengths);      // does nothing beyond the ends of the song

 signals:
  // The playhead was in the old loop and follows into the new one, by so many seconds.
  void playheadMoved(double seconds);
  void message(const QString& text);

 private:
  std::vector<double> lines() const;
  TimeSpan snapped(const TimeSpan& span) const;
  void take(const TimeSpan& next);
  bool hasLoop();

  AnnotationEditor& editor_;
  TimeAxis& axis_;
  bool snapping_ = true;
};

}  // namespace tactus::ui
