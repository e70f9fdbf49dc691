#include "ui/window/song_keys.h"

#include <algorithm>

namespace tactus::ui {
namespace {

bool belongs_to_views(const QKeySequence& keys) {
  const QKeyCombination first = keys[0];
  const bool held = first.keyboardModifiers() & ~Qt::ShiftModifier;
  return !held && first.key() != Qt::Key_Space && first.key() <= Qt::Key_F35;
}

}  // namespace

void enable_menu(QMenu& menu, bool on) {
  constexpr const char* kTitle = "title";
  QAction* action = menu.menuAction();
  if (!action->property(kTitle).isValid()) action->setProperty(kTitle, action->text());
  QString title = action->property(kTitle).toString();
  action->setEnabled(on);
  action->setText(on ? title : title.remove(QLatin1Char('&')));
}

void keep_keys_in(const QList<QWidget*>& views, const QMenu& menu) {
  for (QAction* action : menu.actions()) {
    if (const QMenu* inner = action->menu()) keep_keys_in(views, *inner);
    if (std::ranges::none_of(action->shortcuts(), belongs_to_views)) continue;
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    for (QWidget* view : views) view->addAction(action);
  }
}

}  // namespace tactus::ui
