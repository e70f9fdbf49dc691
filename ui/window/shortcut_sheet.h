// One sheet with every shortcut and gesture, made from the menus.
#pragma once

#include <QDialog>

class QMenuBar;

namespace tactus::ui {

class ShortcutSheet : public QDialog {
  Q_OBJECT

 public:
  explicit ShortcutSheet(const QMenuBar& menus, QWidget* parent = nullptr);
};

// Returns the sheet as HTML.
QString shortcut_html(const QMenuBar& menus);

}  // namespace tactus::ui
