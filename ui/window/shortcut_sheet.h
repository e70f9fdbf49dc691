// Every action with a shortcut and every gesture on one sheet, made from the menus themselves.
#pragma once

#include <QDialog>

class QMenuBar;

namespace tactus::ui {

class ShortcutSheet : public QDialog {
  Q_OBJECT

 public:
  explicit ShortcutSheet(const QMenuBar& menus, QWidget* parent = nullptr);
};

// The sheet as HTML.
QString shortcut_html(const QMenuBar& menus);

}  // namespace tactus::ui
