// What the window shows without a song: what a person can begin with, each as a button with its
// key, and the songs that were open last.
#pragma once

#include <QStringList>
#include <QWidget>

class QAction;
class QLabel;
class QProgressBar;
class QVBoxLayout;

namespace tactus::ui {

class StartPage : public QWidget {
  Q_OBJECT

 public:
  explicit StartPage(QWidget* parent = nullptr);

  // A button that triggers the action and shows its key. The action must outlive the page.
  void addChoice(QAction* action, const QString& text, const QString& what_for);
  void setRecent(const QStringList& paths);
  // While the demo song is tagged: done is 0..1, or negative without an end in sight; the choices
  // stay. `waiting` = false: it is over.
  void showProgress(bool waiting, double done = -1.0);

 signals:
  void songWanted(const QString& path);

 private:
  QVBoxLayout *choices_, *recent_;
  QLabel *recent_title_, *busy_text_;
  QProgressBar* busy_;
};

}  // namespace tactus::ui
