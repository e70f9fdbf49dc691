// What is wrong with the open song, above the lanes until the user dismisses it.
#pragma once

#include <QFrame>

class QLabel;

namespace tactus::ui {

class NoticeBar : public QFrame {
  Q_OBJECT

 public:
  explicit NoticeBar(QWidget* parent = nullptr);

  // Of the sound, and of the annotation files as they were read. Without any text the bar is
  // hidden.
  void setSoundText(const QString& text);
  void setFileText(const QString& text);
  void clear();
  QString text() const;

 private:
  void show(const QString& sound, const QString& file);

  QLabel* text_;
  QString sound_;
  QString file_;
};

}  // namespace tactus::ui
