#include "ui/page/page.h"

#include <QLayout>
#include <QScrollArea>
#include <QVBoxLayout>

namespace tactus::ui {

void Page::takeKeys() {
  QWidget* last = focusWidget();
  (last && last->isVisible() ? last : this)->setFocus();
}

void Page::scrollWhenSmall() {
  auto* content = new QWidget;
  content->setLayout(layout());  // its widgets move with it
  auto* scroll = new QScrollArea;
  scroll->setWidgetResizable(true);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setFocusPolicy(Qt::NoFocus);
  scroll->setWidget(content);
  auto* whole = new QVBoxLayout(this);
  whole->setContentsMargins(0, 0, 0, 0);
  whole->addWidget(scroll);
}

}  // namespace tactus::ui
