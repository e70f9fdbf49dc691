// The column at the left of a comparison's lane: its colour, name and scores, and a button with its
// menu.
#pragma once

#include <QWidget>
#include <optional>

#include "ui/document/comparisons.h"

class QToolButton;

namespace tactus::ui {

class ComparisonHeader : public QWidget {
  Q_OBJECT

 public:
  explicit ComparisonHeader(const Comparison& comparison, QWidget* parent = nullptr);

  // Takes name, colour and state. The chosen one is bold. `shown`: the name in the column
  // (short_names); the whole one is in the tip.
  void setComparison(const Comparison& comparison, bool chosen, const QString& shown = {});
  const QString& shownName() const { return shown_; }
  // Between 0 and 1; nothing if unknown.
  void setScores(std::optional<double> beats, std::optional<double> chords);
  void setProgress(double done);  // of its models, 0..1
  // The lines below the name.
  const QStringList& lines() const { return lines_; }

  QSize minimumSizeHint() const override;

 signals:
  void menuWanted(const QPoint& place);  // on the screen
  void pressed();

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void setLines(const QStringList& lines);

  QToolButton* button_;
  QString name_, shown_;
  QString fault_;
  bool waiting_ = false;
  bool chosen_ = false;
  int colour_ = 0;
  QStringList lines_;
};

}  // namespace tactus::ui
