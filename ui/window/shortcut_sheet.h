// One sheet with every shortcut, gesture and mark, made from the menus and the lanes. It can be
// searched.
#pragma once

#include <QDialog>

class QMenuBar;

namespace tactus::ui {

class LaneStack;

class ShortcutSheet : public QDialog {
  Q_OBJECT

 public:
  // Without lanes it has no marks of lanes.
  explicit ShortcutSheet(const QMenuBar& menus, const LaneStack* lanes = nullptr,
                         QWidget* parent = nullptr);
};

// Returns the sheet as HTML: the rows with all of these words in their keys, their text or the
// title above them, in either case; all rows without words.
QString shortcut_html(const QMenuBar& menus, const LaneStack* lanes = nullptr,
                      const QString& words = {});

}  // namespace tactus::ui
