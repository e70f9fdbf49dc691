// Curves over a common x: several series with a legend, values under the pointer, export as picture
// and as CSV. Long series are drawn as the extremes of each pixel column.
#pragma once

#include <QColor>
#include <QPointF>
#include <QString>
#include <QVector>
#include <QWidget>

namespace tactus::ui {

struct PlotSeries {
  QString name;
  QColor colour;
  QVector<QPointF> points;  // x rising; a y that is not finite is a gap
  bool faint = false;       // behind the others, thin, not in the legend: raw values
  bool dashed = false;
};

// The colours of series, told apart in both themes; they repeat.
QColor series_colour(int index);

class LinePlot : public QWidget {
  Q_OBJECT

 public:
  LinePlot(const QString& title, const QString& x_name, QWidget* parent = nullptr);

  void setSeries(QVector<PlotSeries> series);
  const QVector<PlotSeries>& series() const { return series_; }
  // Powers of ten on the y axis; values of 0 or less are gaps then.
  void setLogarithmic(bool logarithmic);
  bool logarithmic() const { return logarithmic_; }

  // One line per x with a column per series; empty where a series has no such x.
  QString csv() const;
  QSize sizeHint() const override { return {320, 200}; }
  QSize minimumSizeHint() const override { return {200, 120}; }
  // Where a value lies on the widget.
  QPointF place(QPointF value) const;
  // What is shown for the pointer at x, one line per series; empty without series.
  QString valuesAt(double x) const;
  // Where the names of the series stand (all but the faint and the empty ones), in rows from the
  // right, as many as they need; the first shares its row with the title.
  struct LegendEntry {
    const PlotSeries* series;
    QRectF text;
  };
  QVector<LegendEntry> legend() const;

 public slots:
  void exportPicture();
  void exportCsv();

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;

 private:
  QRectF area() const;  // of the curves
  bool visible(double y) const;
  double scaled(double y) const;  // as the y axis counts
  void findRange();
  void paintGrid(QPainter& painter, const QRectF& area) const;
  void paintSeries(QPainter& painter, const QRectF& area, const PlotSeries& series) const;
  void paintLegend(QPainter& painter) const;
  void paintPointer(QPainter& painter, const QRectF& area) const;

  QString title_, x_name_;
  QVector<PlotSeries> series_;
  bool logarithmic_ = false;
  double x_low_ = 0.0, x_high_ = 1.0, y_low_ = 0.0, y_high_ = 1.0;
  double pointer_ = -1.0;  // x on the widget, < 0 = none
};

}  // namespace tactus::ui
