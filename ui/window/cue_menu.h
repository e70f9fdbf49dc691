// The menu of cues and loops, which also opens on their lane.
//
// Digits alone are taken: 1 says that a bar begins, and corrects a place in the queue. With Ctrl
// they work wherever the keyboard is, and on any layout, as no letter is typed with it.
#pragma once

#include <QMenu>

namespace tactus::ui {

class AnnotatePage;

class CueMenu : public QMenu {
  Q_OBJECT

 public:
  // The page must outlive the menu.
  explicit CueMenu(AnnotatePage& page, QWidget* parent = nullptr);
};

}  // namespace tactus::ui
