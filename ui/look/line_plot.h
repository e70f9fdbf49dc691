// Curves over a common x: several series with a legend, values at the pointer, export as picture
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
  QVector<QPointF> points;  // x: whole numbers, rising; a y that is infinite or NaN is a gap
  bool faint = false;       // raw values: thin, behind the others, not in the legend
  bool dashed = false;
};

// The colours of series, distinguishable in both themes; they repeat.
QColor series_colour(int index);

class LinePlot : public QWidget {
  Q_OBJECT

 public:
  LinePlot(const QString& title, const QString& x_name, QWidget* parent = nullptr);

  void setSeries(QVector<PlotSeries> series);
  // Shown while there are no points.
  void setEmptyText(const QString& text);
  QString emptyText() const { return empty_text_; }
  const QVector<PlotSeries>& series() const { return series_; }
  // Shows powers of ten on the y axis; values of 0 or less become gaps.
  void setLogarithmic(bool logarithmic);
  bool logarithmic() const { return logarithmic_; }

  QString heading() const;         // the title; says that the axis is logarithmic
  QVector<double> xMarks() const;  // the numbers below the curves: steps and epochs are whole

  // One line per x with a column per series; the cell is empty if a series has no value at x.
  QString csv() const;
  QSize sizeHint() const override { return {320, 200}; }
  QSize minimumSizeHint() const override { return {200, 120}; }
  // Returns the position of a value on the widget.
  QPointF place(QPointF value) const;
  // Returns the text for the pointer at x, one line per series; empty without series.
  QString valuesAt(double x) const;
  // Returns the places of the series' names (except faint and empty series), in rows from the
  // right. The first row also contains the title.
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
  double scaled(double y) const;  // in units of the y axis
  void findRange();
  void paintGrid(QPainter& painter, const QRectF& area) const;
  void paintSeries(QPainter& painter, const QRectF& area, const PlotSeries& series) const;
  void paintLegend(QPainter& painter) const;
  void paintPointer(QPainter& painter, const QRectF& area) const;

  QString title_, x_name_, empty_text_ = tr("Nothing yet");
  QVector<PlotSeries> series_;
  bool logarithmic_ = false;
  double x_low_ = 0.0, x_high_ = 1.0, y_low_ = 0.0, y_high_ = 1.0;
  double pointer_ = -1.0;  // x on the widget, < 0 = none
};

}  // namespace tactus::ui
