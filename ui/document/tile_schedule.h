// Schedules the painting of lanes that share an axis. All lanes paint in one thread. Together they
// must not delay a frame.
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>
#include <vector>

namespace tactus::ui {

// In each kWindowMs the lanes spend about kShareMs on new tiles; other tiles wait for the next
// windows. While the zoom changes, tiles of other zooms are shown; the exact ones follow after
// kRestMs of rest.
class TileSchedule : public QObject {
  Q_OBJECT

 public:
  static constexpr double kWindowMs = 16.0, kShareMs = 8.0;
  static constexpr int kTilesAtLeast = 6;  // per window, also on a slow machine
  static constexpr int kRestMs = 70;
  static constexpr int kAheadMs = 20;  // between tiles outside the view

  // A lane with tiles to paint.
  class Painter {
   public:
    virtual ~Painter() = default;
    // Paints one missing tile in view; returns false if none is missing.
    virtual bool paintMissing() = 0;
    // Paints one tile that may come into view next; returns false if there is none.
    virtual bool paintAhead() = 0;
  };

  explicit TileSchedule(QObject* parent = nullptr);

  // Call this when the zoom changes.
  void zoomed() { rest_.start(); }
  bool zooming() const { return rest_.isActive(); }
  // True if one more tile may be painted now.
  bool mayPaint() const;
  void painted(double milliseconds);

  // Calls painter.paintMissing() until nothing is missing, then paintAhead(), as soon as there is
  // time. While the zoom changes, this happens only if `urgent`. Call forget() before deleting the
  // painter.
  void want(Painter& painter, bool urgent);
  void forget(Painter& painter);

 signals:
  void rested();  // after the zoom has changed

 private:
  void work();
  bool windowIsOver() const;

  QTimer rest_, work_;
  QElapsedTimer window_;
  double spent_ms_ = 0.0;
  int painted_ = 0;
  std::vector<Painter*> wanting_, ahead_;
};

}  // namespace tactus::ui
