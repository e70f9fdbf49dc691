// The time axis of all lanes: visible seconds, cursor and selection. Contains no widget. x is in
// device-independent pixels from the left edge of the lanes.
#pragma once

#include <QObject>
#include <QTimer>
#include <functional>

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

  explicit TimeAxis(QObject* parent = nullptr);

  double duration() const { return duration_; }  // seconds, 0 = no song is open
  int width() const { return width_; }
  double start() const { return start_; }  // seconds at the left edge
  double secondsPerPixel() const { return seconds_per_pixel_; }
  double end() const { return start_ + width_ * seconds_per_pixel_; }
  double toX(double seconds) const { return (seconds - start_) / seconds_per_pixel_; }
  double toSeconds(double x) const { return start_ + x * seconds_per_pixel_; }
  // Returns the coarsest zoom that setView accepts: the whole duration fills the width.
  double coarsestSecondsPerPixel() const;

  // Distributes painting time among the lanes.
  TileSchedule& schedule() { return schedule_; }

  double cursor() const { return cursor_; }
  TimeSpan selection() const { return selection_; }
  bool loop() const { return loop_; }  // playback repeats the selection

  // Sets another song: shows all of it, with the cursor at its start and no selection.
  void setDuration(double seconds);
  // Corrects the duration of the same song. View, cursor and selection stay as far as they are
  // inside; a view of the whole song stays one.
  void correctDuration(double seconds);
  // Keeps the left edge and the zoom; a view of the whole song stays one.
  void setWidth(int pixels);
  // Both are clamped: not finer than kFinestSecondsPerPixel, nothing beyond the song.
  void setView(double start, double seconds_per_pixel);
  void showAll() { setView(0.0, coarsestSecondsPerPixel()); }
  // Shows the span with a margin of a twentieth on each side.
  void showSpan(const TimeSpan& span);
  // factor > 1 zooms in; the time under x stays at x if the ends of the song allow it.
  void zoomAbout(double x, double factor);
  void scrollBy(double pixels);  // positive: towards the end
  // If the time is out of view, scrolls it to a tenth of the width.
  void ensureVisible(double seconds);

  void setCursor(double seconds);               // clamped to the song
  void setSelection(double begin, double end);  // in either order, clamped
  // What a drag makes of its span unless it is free: for example whole bars. Without such a
  // function the span stays.
  using SelectionSnap = std::function<TimeSpan(const TimeSpan& span)>;
  void setSelectionSnap(SelectionSnap snap) { selection_snap_ = std::move(snap); }
  void dragSelection(double begin, double end, bool freely);
  void clearSelection() { setSelection(0.0, 0.0); }
  void setLoop(bool on);
  // Lights a span up for a moment: what a command has just changed.
  void light(const TimeSpan& span);
  TimeSpan lit() const { return lit_; }

 signals:
  void durationChanged(double seconds);
  void viewChanged();
  void cursorChanged(double seconds);
  void selectionChanged();
  void loopChanged(bool on);
  void litChanged();

 private:
  TileSchedule schedule_;
  double duration_ = 0.0;
  int width_ = 1000;
  double start_ = 0.0;
  double seconds_per_pixel_ = 0.01;
  double cursor_ = 0.0;
  TimeSpan selection_;
  SelectionSnap selection_snap_;
  bool loop_ = false;
  TimeSpan lit_;
  QTimer dark_again_;
};

}  // namespace tactus::ui
