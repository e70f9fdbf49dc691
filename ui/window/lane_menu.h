// Which lanes are shown, and how high: a menu, and what is remembered from one start to the next.
#pragma once

#include <QMenu>
#include <QTimer>

namespace tactus::ui {

class LaneStack;

// Restores the lanes' state when made (after all lanes are in the stack) and saves every change.
// `stack` must outlive the menu.
class LaneMenu : public QMenu {
  Q_OBJECT

 public:
  explicit LaneMenu(LaneStack& stack, QWidget* parent = nullptr);

 private:
  void restore();
  void save();
  void fill();

  LaneStack& stack_;
  QTimer save_soon_;  // a dragged handle moves many times
};

}  // namespace tactus::ui
