#include "ui/sound_lanes/overview_strip.h"

#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

#include "ui/look/theme.h"
#include "ui/sound_lanes/cue_marks.h"
#include "ui/sound_lanes/waveform_view.h"

namespace tactus::ui {
namespace {

constexpr double kGripReach = 5.0;  // pixels to each side of an end
constexpr double kCueMark = 5.0;    // pixels, its height
constexpr double kNarrowest = 3.0;  // the window is at least this wide

}  // namespace

QPixmap wave_picture(const SongSound* sound, double seconds, const QSize& size, double ratio) {
  QPixmap picture((QSizeF(size) * ratio).toSize());
  picture.setDevicePixelRatio(ratio);
  picture.fill(theme().lane);
  if (!sound || !(seconds > 0) || picture.isNull()) return picture;
  QPainter painter(&picture);
  const int columns = picture.width();
  const WaveColumns wave = waveform_columns(*sound, 0.0, seconds / columns, columns);
  const double middle = size.height() / 2.0, half = middle - 2.0;
  for (int c = 0; c < wave.known; ++c) {
    const Envelope& peak = wave.peaks[static_cast<std::size_t>(c)];
    const auto bar = [&](double low, double high, const QColor& colour) {
      high = std::clamp(high, -1.0, 1.0);
      low = std::clamp(low, -1.0, 1.0);
      painter.fillRect(QRectF(c / ratio, middle - high * half, 1 / ratio,
                              std::max((high - low) * half, 1 / ratio)),
                       c < wave.exact ? colour : rough_colour(colour));
    };
    bar(peak.low, peak.high, theme().wave);
    bar(-peak.rms, peak.rms, theme().wave_inner);
  }
  return picture;
}

OverviewStrip::OverviewStrip(TimeAxis& axis, SoundModel& model, QWidget* parent)
    : QWidget(parent), axis_(axis), model_(model) {
  setAccessibleName(tr("Overview"));
  setMouseTracking(true);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  connect(&axis_, &TimeAxis::viewChanged, this, qOverload<>(&QWidget::update));
  connect(&axis_, &TimeAxis::selectionChanged, this, qOverload<>(&QWidget::update));
  connect(&axis_, &TimeAxis::cursorChanged, this, qOverload<>(&QWidget::update));
  connect(&axis_, &TimeAxis::durationChanged, this, &OverviewStrip::forget);
  connect(&model_, &SoundModel::soundChanged, this, &OverviewStrip::forget);
  connect(&model_, &SoundModel::sketched, this, &OverviewStrip::forget);
  connect(&model_, &SoundModel::grown, this, &OverviewStrip::forget);
}

void OverviewStrip::forget() {
  wave_ = {};
  update();
}

double OverviewStrip::toX(double seconds) const {
  const QRect area = contentsRect();
  return area.left() + (axis_.duration() > 0 ? seconds / axis_.duration() * area.width() : 0.0);
}

double OverviewStrip::toSeconds(double x) const {
  const QRect area = contentsRect();
  return (x - area.left()) / std::max(area.width(), 1) * axis_.duration();
}

QRectF OverviewStrip::windowRect() const {
  const double left = toX(axis_.start());
  const double right = toX(std::min(axis_.end(), axis_.duration()));
  return {left, 0.0, std::max(right - left, kNarrowest), static_cast<double>(height())};
}

void OverviewStrip::paintWave() {
  wave_ = wave_picture(model_.sound().get(), axis_.duration(), contentsRect().size(),
                       devicePixelRatioF());
}

void OverviewStrip::setCues(std::vector<Cue> cues) {
  if (cues == cues_) return;
  cues_ = std::move(cues);
  update();
}

void OverviewStrip::paintEvent(QPaintEvent*) {
  if (wave_.isNull()) paintWave();
  QPainter painter(this);
  const QRectF area = contentsRect();
  painter.drawPixmap(area.topLeft(), wave_);
  if (!(axis_.duration() > 0)) return;
  const TimeSpan selection = axis_.selection();
  if (!selection.empty()) {
    const double left = toX(selection.begin);
    painter.fillRect(QRectF(left, 0, std::max(toX(selection.end) - left, 1.0), height()),
                     theme().selection);
  }
  const QRectF window = windowRect();
  QColor shade = theme().window;
  shade.setAlphaF(0.62f);
  painter.fillRect(QRectF(area.left(), 0, window.left() - area.left(), height()), shade);
  painter.fillRect(QRectF(window.right(), 0, area.right() - window.right(), height()), shade);
  painter.setPen(QPen(theme().accent, 1.0));
  painter.drawRect(window.adjusted(0.5, 0.5, -0.5, -0.5));
  for (const Cue& cue : cues_) {
    const double left = std::round(toX(cue.start));
    const double width = std::max(std::round(toX(cue.end)) - left, 3.0);
    painter.fillRect(QRectF(left, 0, width, kCueMark), cue_colour(cue));
  }
  painter.fillRect(QRectF(std::round(toX(axis_.cursor())), 0, 1, height()), theme().cursor);
}

OverviewStrip::Grip OverviewStrip::gripAt(const QPointF& position) const {
  const QRectF window = windowRect();
  const double x = position.x();
  const double reach = std::min(kGripReach, window.width() / 4.0);
  if (std::abs(x - window.left()) <= std::max(reach, 2.0)) return Grip::kLeft;
  if (std::abs(x - window.right()) <= std::max(reach, 2.0)) return Grip::kRight;
  return x > window.left() && x < window.right() ? Grip::kWindow : Grip::kNone;
}

void OverviewStrip::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton || !(axis_.duration() > 0)) return event->ignore();
  grip_ = gripAt(event->position());
  const double seconds = toSeconds(event->position().x());
  const double shown = axis_.width() * axis_.secondsPerPixel();
  if (grip_ == Grip::kNone) {
    axis_.setView(seconds - shown / 2.0, axis_.secondsPerPixel());
    grip_ = Grip::kWindow;
  }
  grip_seconds_ = seconds - axis_.start();
}

void OverviewStrip::mouseMoveEvent(QMouseEvent* event) {
  if (grip_ != Grip::kNone) return drag(toSeconds(event->position().x()));
  switch (gripAt(event->position())) {
    case Grip::kLeft:
    case Grip::kRight:
      setCursor(Qt::SizeHorCursor);
      break;
    case Grip::kWindow:
      setCursor(Qt::OpenHandCursor);
      break;
    case Grip::kNone:
      setCursor(Qt::PointingHandCursor);
      break;
  }
}

void OverviewStrip::drag(double seconds) {
  const double start = axis_.start(), end = axis_.end();
  const double least = axis_.width() * TimeAxis::kFinestSecondsPerPixel;
  if (grip_ == Grip::kWindow) {
    axis_.setView(seconds - grip_seconds_, axis_.secondsPerPixel());
  } else if (grip_ == Grip::kLeft) {
    const double from = std::clamp(seconds, 0.0, end - least);
    axis_.setView(from, (end - from) / axis_.width());
  } else {
    const double to = std::clamp(seconds, start + least, axis_.duration());
    axis_.setView(start, (to - start) / axis_.width());
  }
}

void OverviewStrip::mouseReleaseEvent(QMouseEvent*) {
  grip_ = Grip::kNone;
}

void OverviewStrip::wheelEvent(QWheelEvent* event) {
  const double notches = event->angleDelta().y() / 120.0;
  if (event->modifiers() & Qt::ControlModifier) {
    axis_.zoomAbout(axis_.toX(toSeconds(event->position().x())), std::pow(1.25, notches));
  } else {
    axis_.scrollBy(-notches * 0.1 * axis_.width());
  }
  event->accept();
}

void OverviewStrip::resizeEvent(QResizeEvent*) {
  forget();
}

void OverviewStrip::changeEvent(QEvent* event) {
  if (event->type() == QEvent::PaletteChange) forget();
  QWidget::changeEvent(event);
}

}  // namespace tactus::ui
