#include "ui/document/time_axis.h"

#include <algorithm>
#include <cmath>

namespace tactus::ui {

namespace {

constexpr int kLitMs = 900;
constexpr double kLeastLit = 6.0;  // pixels

}  // namespace

TimeAxis::TimeAxis(QObject* parent) : QObject(parent) {
  dark_again_.setSingleShot(true);
  dark_again_.setInterval(kLitMs);
  connect(&dark_again_, &QTimer::timeout, this, [this] {
    lit_ = {};
    emit litChanged();
  });
}

void TimeAxis::light(const TimeSpan& span) {
  const double margin = std::max(0.0, kLeastLit * seconds_per_pixel_ - span.length()) / 2.0;
  lit_ = {span.begin - margin, span.end + margin};
  dark_again_.start();
  emit litChanged();
}

double TimeAxis::coarsestSecondsPerPixel() const {
  return std::max(duration_ / width_, kFinestSecondsPerPixel);
}

void TimeAxis::setDuration(double seconds) {
  duration_ = std::isfinite(seconds) ? std::max(seconds, 0.0) : 0.0;
  setSelection(0.0, 0.0);
  setCursor(0.0);
  emit durationChanged(duration_);
  start_ = 0.0;
  seconds_per_pixel_ = coarsestSecondsPerPixel();
  emit viewChanged();
}

void TimeAxis::correctDuration(double seconds) {
  if (!std::isfinite(seconds) || seconds < 0 || seconds == duration_) return;
  const bool whole = seconds_per_pixel_ >= coarsestSecondsPerPixel();
  duration_ = seconds;
  setSelection(selection_.begin, selection_.end);
  setCursor(cursor_);
  emit durationChanged(duration_);
  const double zoom = whole ? coarsestSecondsPerPixel() : seconds_per_pixel_;
  seconds_per_pixel_ = std::clamp(zoom, kFinestSecondsPerPixel, coarsestSecondsPerPixel());
  start_ = std::clamp(start_, 0.0, std::max(0.0, duration_ - width_ * seconds_per_pixel_));
  emit viewChanged();
}

void TimeAxis::setWidth(int pixels) {
  if (pixels < 1 || pixels == width_) return;
  const bool whole = seconds_per_pixel_ >= coarsestSecondsPerPixel();
  width_ = pixels;
  const double zoom = whole ? coarsestSecondsPerPixel() : seconds_per_pixel_;
  seconds_per_pixel_ = std::clamp(zoom, kFinestSecondsPerPixel, coarsestSecondsPerPixel());
  start_ = std::clamp(start_, 0.0, std::max(0.0, duration_ - width_ * seconds_per_pixel_));
  emit viewChanged();
}

void TimeAxis::setView(double start, double seconds_per_pixel) {
  if (!std::isfinite(start) || !std::isfinite(seconds_per_pixel)) return;
  const double zoom =
      std::clamp(seconds_per_pixel, kFinestSecondsPerPixel, coarsestSecondsPerPixel());
  const double left = std::clamp(start, 0.0, std::max(0.0, duration_ - width_ * zoom));
  if (zoom == seconds_per_pixel_ && left == start_) return;
  if (zoom != seconds_per_pixel_) schedule_.zoomed();
  seconds_per_pixel_ = zoom;
  start_ = left;
  emit viewChanged();
}

void TimeAxis::showSpan(const TimeSpan& span) {
  if (span.empty()) return;
  const double margin = 0.05 * span.length();
  setView(span.begin - margin, (span.length() + 2 * margin) / width_);
}

void TimeAxis::zoomAbout(double x, double factor) {
  if (!(factor > 0)) return;
  const double pinned = toSeconds(x);
  const double zoom =
      std::clamp(seconds_per_pixel_ / factor, kFinestSecondsPerPixel, coarsestSecondsPerPixel());
  setView(pinned - x * zoom, zoom);
}

void TimeAxis::scrollBy(double pixels) {
  setView(start_ + pixels * seconds_per_pixel_, seconds_per_pixel_);
}

void TimeAxis::ensureVisible(double seconds) {
  if (seconds >= start_ && seconds < end()) return;
  setView(seconds - 0.1 * width_ * seconds_per_pixel_, seconds_per_pixel_);
}

void TimeAxis::setCursor(double seconds) {
  if (!std::isfinite(seconds)) return;
  const double clamped = std::clamp(seconds, 0.0, duration_);
  if (clamped == cursor_) return;
  cursor_ = clamped;
  emit cursorChanged(cursor_);
}

void TimeAxis::setSelection(double begin, double end) {
  if (!std::isfinite(begin) || !std::isfinite(end)) return;
  const auto [low, high] = std::minmax(begin, end);
  const TimeSpan wanted{std::clamp(low, 0.0, duration_), std::clamp(high, 0.0, duration_)};
  if (wanted == selection_) return;
  selection_ = wanted;
  emit selectionChanged();
}

void TimeAxis::dragSelection(double begin, double end, bool freely) {
  const auto [low, high] = std::minmax(begin, end);
  TimeSpan span{low, high};
  if (selection_snap_ && !freely) span = selection_snap_(span);
  setSelection(span.begin, span.end);
}

void TimeAxis::setLoop(bool on) {
  if (on == loop_) return;
  loop_ = on;
  emit loopChanged(on);
}

}  // namespace tactus::ui
