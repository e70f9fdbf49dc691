#include "ui/annotate/notice_bar.h"

#include <QAccessible>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

#include "ui/look/theme.h"

namespace tactus::ui {

NoticeBar::NoticeBar(QWidget* parent) : QFrame(parent), text_(new QLabel(this)) {
  auto* mark = new QLabel(QStringLiteral("\u26a0"), this);
  auto* dismiss = new QToolButton(this);
  dismiss->setText(tr("Dismiss"));
  text_->setWordWrap(true);
  text_->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(kGrid, kGrid, kGrid, kGrid);
  layout->addWidget(mark);
  layout->addWidget(text_, 1);
  layout->addWidget(dismiss);
  setFrameShape(QFrame::StyledPanel);
  setAccessibleName(tr("Notice"));
  connect(dismiss, &QToolButton::clicked, this, [this] { setText({}); });
  hide();
}

void NoticeBar::setText(const QString& text) {
  text_->setText(text);
  setVisible(!text.isEmpty());
  if (text.isEmpty()) return;
  QAccessibleEvent event(text_, QAccessible::Alert);
  QAccessible::updateAccessibility(&event);
}

QString NoticeBar::text() const {
  return text_->text();
}

}  // namespace tactus::ui
