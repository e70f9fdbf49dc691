// A lane of one's own: points, a curve or regions. A click chooses an item, a drag moves it (of a
// region the edge under the pointer, of a curve the value too), a double click adds one or names
// it.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ui/document/annotation_editor.h"
#include "ui/timeline/timeline_view.h"

namespace tactus::ui {

class UserLaneView : public TimelineView {
  Q_OBJECT

 public:
  // The lane of this name, while the song has it. The editor must outlive the view.
  UserLaneView(AnnotationEditor& editor, const QString& name, QWidget* parent = nullptr);

  std::optional<std::size_t> lane() const;  // of the annotation
  const UserLane& shown() const;            // empty without it
  QRectF box(std::size_t index) const;      // of an item, as it is painted
  double valueAt(double y) const;           // of a curve
  // Paints the lane again; its items have changed.
  void refresh();
  LaneHelp help() const override;

 signals:
  void nameWanted(std::size_t lane, std::size_t item);

 protected:
  void paintTile(QPainter& painter, double tile_start, double seconds_per_pixel,
                 const QRect& area) override;
  void paintLegend(QPainter& painter, const Shown& part, const QRect& exposed) override;
  void paintOverlay(QPainter& painter, const QRect& exposed) override;
  bool lanePress(QMouseEvent* event) override;
  bool laneMove(QMouseEvent* event) override;
  bool laneRelease(QMouseEvent* event) override;
  bool laneDoubleClick(QMouseEvent* event) override;
  bool event(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  enum class Part { kWhole, kBegin, kEnd };
  struct Grip {
    std::size_t item;
    Part part;
  };
  struct Drag {
    std::size_t item;
    Part part;
    UserItem before;
    GestureId gesture;
    QPointF from;
    bool moved = false;
  };

  QColor colour() const;
  double yOf(double value) const;
  QRectF boxAt(std::size_t index, double start, double seconds_per_pixel) const;
  std::pair<std::size_t, std::size_t> itemsBetween(double begin, double end) const;
  std::optional<Grip> gripUnder(const QPointF& place) const;
  void paintCurve(QPainter& painter, double start, double seconds_per_pixel, const QRect& area);
  QString textOf(const UserItem& item) const;
  bool takes(const QKeyEvent& key) const;

  AnnotationEditor& editor_;
  const std::string name_;
  double lowest_ = 0.0, highest_ = 1.0;  // of the values
  double longest_ = 0.0;                 // seconds, of the items
  std::vector<int> rows_;                // of each region
  std::optional<Drag> drag_;
};

}  // namespace tactus::ui
