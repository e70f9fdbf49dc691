// Horizontal bars, each below its name and its text.
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
};

class BarChart : public QWidget {
  Q_OBJECT

 public:
  explicit BarChart(QWidget* parent = nullptr);
  void setBars(const QString& title, QVector<Bar> bars);
  const QVector<Bar>& bars() const { return bars_; }
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return {240, 120}; }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QString title_;
  QVector<Bar> bars_;
};

}  // namespace tactus::ui
