// The column at the left of a lane of one's own: its colour and name. A click makes it the lane in
// which Insert marks.
#pragma once

#include <QColor>
#include <QWidget>

namespace tactus::ui {

class UserLaneHeader : public QWidget {
  Q_OBJECT

 public:
  explicit UserLaneHeader(QWidget* parent = nullptr);

  // The active one is bold.
  void setLane(const QString& name, const QColor& colour, bool active);
  QSize minimumSizeHint() const override { return {60, 24}; }

 signals:
  void pressed();
  void renameWanted();
  void menuWanted(const QPoint& place);  // on the screen

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;

 private:
  QString name_;
  QColor colour_;
  bool active_ = false;
};

}  // namespace tactus::ui
