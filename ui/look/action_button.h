// Tool buttons of actions, for the mouse, the keyboard and a screen reader. A screen reader hears
// the text of the action, also after it has changed, and toggles the action itself.
#pragma once

class QAction;
class QToolButton;
class QWidget;

namespace tactus::ui {

QToolButton* action_button(QAction* action, QWidget* parent);
// Shows the icon alone.
QToolButton* glyph_button(QAction* action, QWidget* parent);

}  // namespace tactus::ui
