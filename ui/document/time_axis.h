// The time axis that all lanes share: which seconds are seen, where the cursor is, what is
// selected. Knows no widget; x is in (device-independent) pixels from the lanes' left edge.
#pragma once

#include <QObject>

#include "ui/document/tile_schedule.h"

namespace tactus::ui {

// A span [begin, end) in seconds; empty when begin == end.
struct TimeSpan {
  double begin = 0.0;
  double end = 0.0;
  bool empty() const { return !(end > begin); }
  double length() const { return end - begin; }
  bool contains(double seconds) const { return seconds >= begin && seconds < end; }
  bool operator==(const TimeSpan&) const = default;
};

class TimeAxis : public QObject {
  Q_OBJECT

 public:
  static constexpr double kFinestSecondsPerPixel = 2e-5;  // about a sample of CD audio

  explicit TimeAxis(QObject* parent = nullptr) : QObject(parent) {}

  double duration() const { return duration_; }  // seconds, 0 = nothing is open
  int width() const { return width_; }
  double start() const { return start_; }  // seconds at the left edge
  double secondsPerPixel() const { return seconds_per_pixel_; }
  double end() const { return start_ + width_ * seconds_per_pixel_; }
  double toX(double seconds) const { return (seconds - start_) / seconds_per_pixel_; }
  double toSeconds(double x) const { return start_ + x * seconds_per_pixel_; }
  // The zoom at which the whole duration fills the width: the coarsest that setView takes.
  double coarsestSecondsPerPixel() const;

  // Shares the time for painting among the lanes.
  TileSchedule& schedule() { return schedule_; }

  double cursor() const { return cursor_; }
  TimeSpan selection() const { return selection_; }
  bool loop() const { return loop_; }  // playback goes round the selection

  // Another piece: the whole of it is shown, the cursor is at its start, nothing is selected.
  void setDuration(double seconds);
  // The same piece turns out to be longer or shorter: view, cursor and selection stay as far as
  // they lie inside; the whole stays the whole.
  void correctDuration(double seconds);
  // Keeps the left edge and the zoom; the whole stays the whole.
  void setWidth(int pixels);
  // Both are clamped: no finer than kFinestSecondsPerPixel, nothing beyond the piece is shown.
  void setView(double start, double seconds_per_pixel);
  void showAll() { setView(0.0, coarsestSecondsPerPixel()); }
  // Shows the span with a margin of a twentieth on either side.
  void showSpan(const TimeSpan& span);
  // factor > 1 zooms in; the time under x stays there as far as the ends allow.
  void zoomAbout(double x, double factor);
  void scrollBy(double pixels);  // positive: towards the end
  // Scrolls so that the time stands at a tenth of the width when it was out of sight.
  void ensureVisible(double seconds);

  void setCursor(double seconds);               // clamped to the piece
  void setSelection(double begin, double end);  // in either order, clamped
  void clearSelection() { setSelection(0.0, 0.0); }
  void setLoop(bool on);

 signals:
  void durationChanged(double seconds);
  void viewChanged();
  void cursorChanged(double seconds);
  void selectionChanged();
  void loopChanged(bool on);

 private:
  TileSchedule schedule_;
  double duration_ = 0.0;
  int width_ = 1000;
  double start_ = 0.0;
  double seconds_per_pixel_ = 0.01;
  double cursor_ = 0.0;
  TimeSpan selection_;
  bool loop_ = false;
};

}  // namespace tactus::ui
