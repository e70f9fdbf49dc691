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
  // A menu below the lanes.
  void setBelow(QMenu* menu);

 private:
  void restore();
  void save();
  void fill();

  LaneStack& stack_;
  QMenu* below_ = nullptr;
  QTimer save_soon_;  // collects the moves of a dragged handle
};

}  // namespace tactus::ui
