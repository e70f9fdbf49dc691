// Horizontal bars, each below its name and its text. A predicted bar is hatched, with a line over
// its range; a measured bar may have a dashed line where it was predicted. Where some bars would be
// too short beside predicted ones, the scale is logarithmic and has numbers.
#pragma once

#include <QColor>
#include <QString>
#include <QVector>
#include <QWidget>

namespace tactus::ui {

struct Bar {
  QString name;
  double value = 0.0;
  QString text;  // at the right, above the bar
  QColor colour;
  bool predicted = false;        // not measured
  double low = 0.0, high = 0.0;  // of a predicted bar
  double expected = 0.0;         // of a measured bar, where it was predicted; 0: it was not
  QString tip = {};
};

class BarChart : public QWidget {
  Q_OBJECT

 public:
  explicit BarChart(QWidget* parent = nullptr);
  void setBars(const QString& title, QVector<Bar> bars);
  const QVector<Bar>& bars() const { return bars_; }
  bool logarithmic() const { return scale_.logarithmic; }
  // What hatching and lines mean; empty if there are none.
  QString legend() const;
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return {240, 120}; }

 protected:
  bool event(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  int head() const;  // height above the first bar
  void findScale();
  double lengthOf(double value, double width) const;  // on the widget
  void paintLegend(QPainter& painter) const;
  void paintScale(QPainter& painter, const QRectF& area) const;
  void paintBar(QPainter& painter, const Bar& bar, const QRectF& room) const;

  struct Scale {
    bool logarithmic = false;
    double low = 0.0, high = 1.0;  // values, or their powers of ten
  };
  Scale scale_;
  QString title_;
  QVector<Bar> bars_;
};

}  // namespace tactus::ui
