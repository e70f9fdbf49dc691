#include "ui/look/action_button.h"

#include <QAction>
#include <QToolButton>

#include "ui/look/theme.h"

namespace tactus::ui {
namespace {

class ActionButton : public QToolButton {
 public:
  using QToolButton::QToolButton;

 protected:
  // A screen reader checks the button; that alone would not trigger the action.
  void checkStateSet() override {
    QAction* action = defaultAction();
    if (action && action->isChecked() != isChecked()) action->trigger();
  }
};

}  // namespace

QToolButton* action_button(QAction* action, QWidget* parent) {
  auto* tool = new ActionButton(parent);
  tool->setDefaultAction(action);
  tool->setAutoRaise(true);
  tool->setFocusPolicy(Qt::TabFocus);
  const auto name = [tool, action] { tool->setAccessibleName(action->text()); };
  name();
  QObject::connect(action, &QAction::changed, tool, name);
  return tool;
}

QToolButton* glyph_button(QAction* action, QWidget* parent) {
  QToolButton* tool = action_button(action, parent);
  tool->setToolButtonStyle(Qt::ToolButtonIconOnly);
  tool->setFixedSize(8 * kGrid, 6 * kGrid);
  return tool;
}

}  // namespace tactus::ui
