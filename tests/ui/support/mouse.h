// Gestures of the mouse on lanes.
#pragma once

#include <QApplication>
#include <QMouseEvent>
#include <QTest>

namespace tactus::ui::test {

// With the left button down.
inline void move(QWidget& widget, const QPoint& at, Qt::KeyboardModifiers keys = {}) {
  QMouseEvent move(QEvent::MouseMove, at, widget.mapToGlobal(at), Qt::NoButton, Qt::LeftButton,
                   keys);
  QApplication::sendEvent(&widget, &move);
}

inline void drag(QWidget& widget, const QPoint& from, const QPoint& to,
                 Qt::KeyboardModifiers keys = {}) {
  QTest::mousePress(&widget, Qt::LeftButton, keys, from);
  for (int step = 1; step <= 4; ++step) move(widget, from + (to - from) * step / 4, keys);
  QTest::mouseRelease(&widget, Qt::LeftButton, keys, to);
}

}  // namespace tactus::ui::test
