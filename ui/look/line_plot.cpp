#include "ui/look/line_plot.h"

#include <QContextMenuEvent>
#include <QLocale>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "ui/look/page_files.h"
#include "ui/look/theme.h"

namespace tactus::ui {
namespace {

constexpr double kLeft = 56, kRight = 12, kTop = 28, kBottom = 36;  // around the curves
constexpr double kLegendRow = 18;  // each row of the legend below the first
constexpr double kSample = 20;     // of the line before a series' name

// Returns a step of 1, 2 or 5 times a power of ten that divides the span into about `parts`.
double nice_step(double span, int parts) {
  const double raw = span / std::max(1, parts);
  if (!(raw > 0)) return 1.0;
  const double power = std::pow(10.0, std::floor(std::log10(raw)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (factor * power >= raw * 0.999) return factor * power;
  }
  return 10.0 * power;
}

QString number_text(double value) {
  return QLocale().toString(std::abs(value) < 1e-12 ? 0.0 : value, 'g', 4);
}

// Returns the point of the series nearest to x.
const QPointF* nearest(const PlotSeries& series, double x) {
  const auto& points = series.points;
  if (points.isEmpty()) return nullptr;
  auto at = std::lower_bound(points.begin(), points.end(), x,
                             [](const QPointF& point, double value) { return point.x() < value; });
  if (at == points.end()) return &points.back();
  if (at != points.begin() && x - (at - 1)->x() < at->x() - x) --at;
  return &*at;
}

}  // namespace

QColor series_colour(int index) {
  const Theme& t = theme();
  const QColor colours[] = {t.accent, t.downbeat, t.agree, t.differ, t.tempo, t.wave_inner};
  return colours[static_cast<std::size_t>(index) % std::size(colours)];
}

LinePlot::LinePlot(const QString& title, const QString& x_name, QWidget* parent)
    : QWidget(parent), title_(title), x_name_(x_name) {
  setMouseTracking(true);
  setFocusPolicy(Qt::StrongFocus);  // the menu key opens its menu
  setAccessibleName(title);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

void LinePlot::setSeries(QVector<PlotSeries> series) {
  series_ = std::move(series);
  findRange();
  update();
}

void LinePlot::setLogarithmic(bool logarithmic) {
  logarithmic_ = logarithmic;
  findRange();
  update();
}

bool LinePlot::visible(double y) const {
  return std::isfinite(y) && (!logarithmic_ || y > 0);
}

double LinePlot::scaled(double y) const {
  return logarithmic_ ? std::log10(y) : y;
}

void LinePlot::findRange() {
  constexpr double kEndless = std::numeric_limits<double>::infinity();
  x_low_ = y_low_ = kEndless;
  x_high_ = y_high_ = -kEndless;
  for (const PlotSeries& series : series_) {
    for (const QPointF& point : series.points) {
      if (!visible(point.y())) continue;
      x_low_ = std::min(x_low_, point.x());
      x_high_ = std::max(x_high_, point.x());
      y_low_ = std::min(y_low_, scaled(point.y()));
      y_high_ = std::max(y_high_, scaled(point.y()));
    }
  }
  if (x_low_ > x_high_) x_low_ = 0, x_high_ = 1, y_low_ = 0, y_high_ = 1;
  if (x_high_ - x_low_ < 1e-9) x_low_ -= 0.5, x_high_ += 0.5;
  const double margin = std::max((y_high_ - y_low_) * 0.06, 1e-3 * std::abs(y_high_) + 1e-9);
  y_low_ -= margin;
  y_high_ += margin;
}

QString LinePlot::heading() const {
  return logarithmic_ ? tr("%1 (logarithmic)").arg(title_) : title_;
}

QVector<double> LinePlot::xMarks() const {
  const double step =
      std::max(1.0, nice_step(x_high_ - x_low_, static_cast<int>(area().width() / 80)));
  QVector<double> marks;
  for (double x = std::ceil(x_low_ / step) * step; x <= x_high_; x += step) marks.append(x);
  return marks;
}

QRectF LinePlot::area() const {
  const QVector<LegendEntry> entries = legend();
  const double top = entries.isEmpty() ? kTop : std::max(kTop, entries.back().text.bottom());
  return QRectF(rect()).adjusted(kLeft, top, -kRight, -kBottom);
}

QPointF LinePlot::place(QPointF value) const {
  const QRectF a = area();
  return {a.left() + (value.x() - x_low_) / (x_high_ - x_low_) * a.width(),
          a.bottom() - (scaled(value.y()) - y_low_) / (y_high_ - y_low_) * a.height()};
}

void LinePlot::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.fillRect(rect(), theme().panel);
  const QRectF a = area();
  painter.setPen(theme().text);
  painter.drawText(QRectF(2 * kGrid, 0, width() - 4 * kGrid, kTop), Qt::AlignVCenter, heading());
  const bool any = std::any_of(series_.begin(), series_.end(),
                               [](const PlotSeries& s) { return !s.points.isEmpty(); });
  if (!any) {
    painter.setPen(theme().muted);
    painter.drawText(rect(), Qt::AlignCenter | Qt::TextWordWrap, empty_text_);
    return;
  }
  paintGrid(painter, a);
  painter.save();
  painter.setClipRect(a.adjusted(-2, -2, 2, 2));
  for (const bool faint : {true, false}) {
    for (const PlotSeries& series : series_) {
      if (series.faint == faint) paintSeries(painter, a, series);
    }
  }
  painter.restore();
  paintLegend(painter);
  paintPointer(painter, a);
}

void LinePlot::paintGrid(QPainter& painter, const QRectF& a) const {
  const int rows = std::max(2, static_cast<int>(a.height() / 36));
  const double y_step = logarithmic_ ? std::max(1.0, nice_step(y_high_ - y_low_, rows))
                                     : nice_step(y_high_ - y_low_, rows);
  for (double y = std::ceil(y_low_ / y_step) * y_step; y <= y_high_; y += y_step) {
    const double at = a.bottom() - (y - y_low_) / (y_high_ - y_low_) * a.height();
    painter.setPen(theme().line);
    painter.drawLine(QPointF(a.left(), at), QPointF(a.right(), at));
    painter.setPen(theme().muted);
    painter.drawText(QRectF(0, at - 8, kLeft - 2 * kGrid, 16), Qt::AlignRight | Qt::AlignVCenter,
                     number_text(logarithmic_ ? std::pow(10.0, y) : y));
  }
  for (const double x : xMarks()) {
    const double at = a.left() + (x - x_low_) / (x_high_ - x_low_) * a.width();
    painter.setPen(theme().muted);
    painter.drawText(QRectF(at - 32, a.bottom() + 2, 64, 16), Qt::AlignCenter, number_text(x));
  }
  painter.drawText(QRectF(a.left(), a.bottom() + 16, a.width(), 18), Qt::AlignCenter, x_name_);
}

void LinePlot::paintSeries(QPainter& painter, const QRectF& a, const PlotSeries& series) const {
  QColor colour = series.colour;
  if (series.faint) colour.setAlphaF(0.35f);
  QPen pen(colour, series.faint ? 1.0 : 2.0, series.dashed ? Qt::DashLine : Qt::SolidLine);
  pen.setJoinStyle(Qt::RoundJoin);
  painter.setPen(pen);
  QPainterPath path;
  bool drawing = false;
  const bool dense = series.points.size() > 3 * a.width();
  int column = std::numeric_limits<int>::min();
  double low = 0, high = 0;
  const auto put = [&](QPointF at) {
    drawing ? path.lineTo(at) : path.moveTo(at);
    drawing = true;
  };
  const auto flush = [&] {
    if (column == std::numeric_limits<int>::min()) return;
    put(QPointF(column, low));
    put(QPointF(column, high));
  };
  for (const QPointF& point : series.points) {
    if (!visible(point.y())) {
      drawing = false;
      continue;
    }
    const QPointF at = place(point);
    if (!dense) {
      put(at);
      if (series.points.size() <= 40 && !series.faint) painter.drawEllipse(at, 1.5, 1.5);
      continue;
    }
    if (static_cast<int>(at.x()) != column) {
      flush();
      column = static_cast<int>(at.x());
      low = high = at.y();
    }
    low = std::min(low, at.y());
    high = std::max(high, at.y());
  }
  if (dense) flush();
  painter.drawPath(path);
}

QVector<LinePlot::LegendEntry> LinePlot::legend() const {
  QVector<LegendEntry> entries;
  const QFontMetrics metrics = fontMetrics();
  const double right = width() - kRight;
  double left = 4 * kGrid + metrics.horizontalAdvance(heading());  // of the row
  double x = right, top = 0.0, height = kTop;
  for (auto series = series_.rbegin(); series != series_.rend(); ++series) {
    if (series->faint || series->points.isEmpty()) continue;
    const double wanted = metrics.horizontalAdvance(series->name);
    if (x - wanted - kSample < left && (x < right || top == 0.0)) {  // starts the next row
      top += height;
      height = kLegendRow;
      left = 2 * kGrid;
      x = right;
    }
    const double text_width =
        std::min(wanted, x - kSample - left);  // if a name is as wide as the plot
    entries.push_back({&*series, QRectF(x - text_width, top, text_width + 2, height)});
    x -= text_width + kSample + 2 * kGrid;
  }
  return entries;
}

void LinePlot::paintLegend(QPainter& painter) const {
  for (const auto& [series, text] : legend()) {
    const double y = text.center().y();
    painter.setPen(theme().text);
    painter.drawText(text, Qt::AlignVCenter, series->name);
    painter.setPen(QPen(series->colour, 2, series->dashed ? Qt::DashLine : Qt::SolidLine));
    painter.drawLine(QPointF(text.left() - 18, y), QPointF(text.left() - 4, y));
  }
}

QString LinePlot::valuesAt(double x) const {
  const QRectF a = area();
  const double value = x_low_ + (x - a.left()) / a.width() * (x_high_ - x_low_);
  QString text;
  for (const PlotSeries& series : series_) {
    const QPointF* point = nearest(series, value);
    if (!point || series.faint) continue;
    if (text.isEmpty()) text = QStringLiteral("%1 %2").arg(x_name_, number_text(point->x()));
    text += QStringLiteral("\n%1  %2").arg(series.name, number_text(point->y()));
  }
  return text;
}

void LinePlot::paintPointer(QPainter& painter, const QRectF& a) const {
  if (pointer_ < a.left() || pointer_ > a.right()) return;
  const QString text = valuesAt(pointer_);
  if (text.isEmpty()) return;
  painter.setPen(QPen(theme().muted, 1, Qt::DotLine));
  painter.drawLine(QPointF(pointer_, a.top()), QPointF(pointer_, a.bottom()));
  const QRectF size = painter.boundingRect(QRectF(0, 0, 400, 400), Qt::AlignLeft, text);
  QRectF box(pointer_ + 8, a.top() + 4, size.width() + 4 * kGrid, size.height() + 2 * kGrid);
  if (box.right() > width()) box.moveRight(pointer_ - 8);
  painter.setPen(theme().line);
  painter.setBrush(theme().raised);
  painter.drawRoundedRect(box, kGrid, kGrid);
  painter.setPen(theme().text);
  painter.drawText(box.adjusted(2 * kGrid, kGrid, 0, 0), Qt::AlignLeft, text);
}

void LinePlot::mouseMoveEvent(QMouseEvent* event) {
  pointer_ = event->position().x();
  update();
}

void LinePlot::leaveEvent(QEvent*) {
  pointer_ = -1;
  update();
}

void LinePlot::contextMenuEvent(QContextMenuEvent* event) {
  QMenu menu(this);
  menu.addAction(tr("Save as picture..."), this, &LinePlot::exportPicture);
  menu.addAction(tr("Save as CSV..."), this, &LinePlot::exportCsv);
  QAction* scale = menu.addAction(tr("Logarithmic"));
  scale->setCheckable(true);
  scale->setChecked(logarithmic_);
  connect(scale, &QAction::toggled, this, &LinePlot::setLogarithmic);
  menu.exec(event->globalPos());
}

void LinePlot::setEmptyText(const QString& text) {
  empty_text_ = text;
  update();
}

QString LinePlot::csv() const {
  std::map<double, QVector<QString>> rows;
  for (int s = 0; s < series_.size(); ++s) {
    for (const QPointF& point : series_[s].points) {
      QVector<QString>& row = rows[point.x()];
      row.resize(series_.size());
      if (std::isfinite(point.y())) row[s] = QString::number(point.y(), 'g', 9);
    }
  }
  const auto quoted = [](QString text) {
    return QStringLiteral("\"%1\"").arg(text.replace(QLatin1Char('"'), QStringLiteral("\"\"")));
  };
  QString text = quoted(x_name_);
  for (const PlotSeries& series : series_) {
    text += QLatin1Char(',') + quoted(series.faint ? tr("%1 (raw)").arg(series.name) : series.name);
  }
  text += QLatin1Char('\n');
  for (const auto& [x, row] : rows) {
    text += QString::number(x, 'g', 9);
    for (const QString& value : row) text += QLatin1Char(',') + value;
    text += QLatin1Char('\n');
  }
  return text;
}

void LinePlot::exportPicture() {
  save_picture(*this, title_);
}

void LinePlot::exportCsv() {
  save_text(*this, title_, csv(), tr("Table (*.csv)"));
}

}  // namespace tactus::ui
