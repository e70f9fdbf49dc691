// Practice: the loop gets faster each few rounds. The plan is remembered.
#pragma once

#include <QDialog>
#include <QObject>

#include "ui/playback/practice_plan.h"

class QAction;
class QMenu;
class QSpinBox;
class QToolButton;

namespace tactus::ui {

class LoopCommands;
class Player;
class TimeAxis;

class PracticeMode : public QObject {
  Q_OBJECT

 public:
  // All must outlive this object.
  PracticeMode(TimeAxis& axis, Player& player, LoopCommands& loops, QObject* parent = nullptr);

  // Starts and ends it (Shift+R). Its short text says the round.
  QAction* action() const { return action_; }
  void fill(QMenu& menu) const;
  const PracticePlan& plan() const { return plan_; }
  void setPlan(const PracticePlan& plan);
  // From the start of the loop; without one, a loop of four bars from the cursor on.
  void start();

 private:
  void showState();
  void ask();

  TimeAxis& axis_;
  Player& player_;
  LoopCommands& loops_;
  PracticePlan plan_;
  QAction *action_, *ask_;
};

// The button of the action, which is there while practice runs.
QToolButton* practice_button(QAction* action, QWidget* parent);

class PracticeDialog : public QDialog {
  Q_OBJECT

 public:
  explicit PracticeDialog(const PracticePlan& plan, QWidget* parent = nullptr);
  PracticePlan plan() const;

 private:
  QSpinBox *from_, *to_, *step_, *rounds_;
};

}  // namespace tactus::ui
