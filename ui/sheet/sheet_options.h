// The choices for the look of all sheets, as menus. They are remembered.
#pragma once

#include <QObject>

#include "ui/sheet/chord_sheet.h"

class QAction;
class QMenu;

namespace tactus::ui {

class SheetOptions : public QObject {
  Q_OBJECT

 public:
  static constexpr int kMostPages = 4;

  explicit SheetOptions(QObject* parent = nullptr);

  const SheetStyle& style() const { return style_; }
  void setStyle(const SheetStyle& style);
  // Adds the choices; `with_keys` also commands with keys, for one menu.
  void fill(QMenu& menu, bool with_keys);

 signals:
  void changed();

 private:
  template <class Value>
  void addChoice(QMenu& menu, const QString& title, Value SheetStyle::*what,
                 const std::vector<std::pair<Value, QString>>& values);
  QAction* addSwitch(QMenu& menu, const QString& title, bool SheetStyle::*what);

  SheetStyle style_;
};

}  // namespace tactus::ui
