#include "ui/lanes/user_lane_header.h"

#include <QContextMenuEvent>
#include <QMouseEvent>
#include <QPainter>

#include "ui/look/theme.h"

namespace tactus::ui {

UserLaneHeader::UserLaneHeader(QWidget* parent) : QWidget(parent) {}

void UserLaneHeader::setLane(const QString& name, const QColor& colour, bool active) {
  name_ = name;
  colour_ = colour;
  active_ = active;
  setAccessibleName(name);
  setToolTip(
      tr("%1: your own lane. Insert marks a place or the selection in it, a double click does so "
         "under the pointer; drag marks to move them, Return names one. Right click: rename, "
         "colour, export, delete.")
          .arg(name));
  update();
}

void UserLaneHeader::paintEvent(QPaintEvent*) {
  constexpr int kStrip = 4;
  QPainter painter(this);
  painter.fillRect(QRect(0, 0, kStrip, height()), colour_);
  QFont bold = font();
  bold.setBold(active_);
  painter.setFont(bold);
  painter.setPen(theme().text);
  painter.drawText(rect().adjusted(kStrip + kGrid, kGrid, -kGrid, -kGrid),
                   Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, name_);
}

void UserLaneHeader::mousePressEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton) emit pressed();
}

void UserLaneHeader::mouseDoubleClickEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton) emit renameWanted();
}

void UserLaneHeader::contextMenuEvent(QContextMenuEvent* event) {
  emit menuWanted(event->globalPos());
}

}  // namespace tactus::ui
