// When the lanes that share an axis paint: they live in one thread, and together must never take so
// long that a frame comes late.
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>
#include <vector>

namespace tactus::ui {

// Of every kWindowMs the lanes spend kShareMs on painting new tiles, and little more; what does not
// fit is painted in the next ones. While the zoom changes tiles of other zooms stand in, and the
// true ones are painted once it has rested for kRestMs.
class TileSchedule : public QObject {
  Q_OBJECT

 public:
  static constexpr double kWindowMs = 16.0, kShareMs = 8.0;
  static constexpr int kTilesAtLeast = 6;  // in a window, however slow the machine is
  static constexpr int kRestMs = 70;
  static constexpr int kAheadMs = 20;  // between tiles that nobody sees yet

  // Somebody with tiles to paint.
  class Painter {
   public:
    virtual ~Painter() = default;
    // Paints one tile that is in view and missing; false when there is none.
    virtual bool paintMissing() = 0;
    // Paints one that may come into view next; false when there is none.
    virtual bool paintAhead() = 0;
  };

  explicit TileSchedule(QObject* parent = nullptr);

  // The zoom has changed.
  void zoomed() { rest_.start(); }
  bool zooming() const { return rest_.isActive(); }
  // Whether one more tile may be painted now.
  bool mayPaint() const;
  void painted(double milliseconds);

  // Calls painter.paintMissing() until it has none, then paintAhead(): as soon as there is time,
  // and while the zoom changes only if it is `urgent`. forget() before the painter goes.
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
