#include "ui/page/page.h"

namespace tactus::ui {

void Page::takeKeys() {
  QWidget* last = focusWidget();
  (last && last->isVisible() ? last : this)->setFocus();
}

}  // namespace tactus::ui
