// What is wrong with the sound of the open song, above the lanes until the user dismisses it.
#pragma once

#include <QFrame>

class QLabel;

namespace tactus::ui {

class NoticeBar : public QFrame {
  Q_OBJECT

 public:
  explicit NoticeBar(QWidget* parent = nullptr);

  // An empty text hides the bar.
  void setText(const QString& text);
  QString text() const;

 private:
  QLabel* text_;
};

}  // namespace tactus::ui
