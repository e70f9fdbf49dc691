#include "ui/document/tile_schedule.h"

#include <algorithm>

namespace tactus::ui {

TileSchedule::TileSchedule(QObject* parent) : QObject(parent) {
  rest_.setSingleShot(true);
  rest_.setInterval(kRestMs);
  work_.setSingleShot(true);
  connect(&rest_, &QTimer::timeout, this, &TileSchedule::rested);
  connect(&work_, &QTimer::timeout, this, &TileSchedule::work);
}

bool TileSchedule::windowIsOver() const {
  return !window_.isValid() || static_cast<double>(window_.nsecsElapsed()) * 1e-6 > kWindowMs;
}

bool TileSchedule::mayPaint() const {
  return windowIsOver() || painted_ < kTilesAtLeast || spent_ms_ < kShareMs;
}

void TileSchedule::painted(double milliseconds) {
  if (windowIsOver()) {
    window_.start();
    spent_ms_ = 0.0;
    painted_ = 0;
  }
  spent_ms_ += milliseconds;
  ++painted_;
}

void TileSchedule::want(Painter& painter, bool urgent) {
  if (std::find(wanting_.begin(), wanting_.end(), &painter) == wanting_.end()) {
    wanting_.push_back(&painter);
  }
  if (urgent || !zooming()) work_.start(0);
}

void TileSchedule::forget(Painter& painter) {
  std::erase(wanting_, &painter);
  std::erase(ahead_, &painter);
}

// Takes painters in turn, so that all lanes become sharp together.
void TileSchedule::work() {
  while (!wanting_.empty() && mayPaint()) {
    Painter* const painter = wanting_.front();
    wanting_.erase(wanting_.begin());
    if (painter->paintMissing()) {
      wanting_.push_back(painter);
    } else if (std::find(ahead_.begin(), ahead_.end(), painter) == ahead_.end()) {
      ahead_.push_back(painter);
    }
  }
  if (!wanting_.empty()) return work_.start(static_cast<int>(kWindowMs / 4));
  if (zooming() || ahead_.empty()) return;  // a repaint asks again
  Painter* const painter = ahead_.front();
  ahead_.erase(ahead_.begin());
  if (painter->paintAhead()) ahead_.push_back(painter);
  if (!ahead_.empty()) work_.start(kAheadMs);
}

}  // namespace tactus::ui
