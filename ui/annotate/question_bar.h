// What is wrong with the whole song, as one line above the lanes with the command that corrects it:
// ReviewSession::songQuestion().
#pragma once

#include <QFrame>

class QLabel;

namespace tactus::ui {

class ReviewSession;

class QuestionBar : public QFrame {
  Q_OBJECT

 public:
  // The session must outlive the bar.
  explicit QuestionBar(ReviewSession& review, QWidget* parent = nullptr);

  QString text() const;

 private:
  void showQuestion();

  ReviewSession& review_;
  QLabel* text_;
};

}  // namespace tactus::ui
