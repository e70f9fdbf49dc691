// The menu of visible lanes. Their state and heights are remembered between starts.
#pragma once

#include <QMenu>
#include <QTimer>

namespace tactus::ui {

class LaneStack;

// The constructor restores the state of the lanes, so all lanes must be in the stack. Every change
// is saved. `stack` must outlive the menu.
class LaneMenu : public QMenu {
  Q_OBJECT

 public:
  explicit LaneMenu(LaneStack& stack, QWidget* parent = nullptr);

 private:
  void restore();
  void save();
  void fill();

  LaneStack& stack_;
  QTimer save_soon_;  // collects the moves of a dragged handle
};

}  // namespace tactus::ui
