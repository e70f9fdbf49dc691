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
  connect(dismiss, &QToolButton::clicked, this, [this] { clear(); });
  hide();
}

void NoticeBar::setSoundText(const QString& text) {
  show(text, file_);
}

void NoticeBar::setFileText(const QString& text) {
  show(sound_, text);
}

void NoticeBar::clear() {
  show({}, {});
}

void NoticeBar::show(const QString& sound, const QString& file) {
  sound_ = sound;
  file_ = file;
  const bool both = !sound.isEmpty() && !file.isEmpty();
  text_->setText(both ? sound + QLatin1Char('\n') + file : sound + file);
  setVisible(!text().isEmpty());
  if (text().isEmpty()) return;
  QAccessibleEvent event(text_, QAccessible::Alert);
  QAccessible::updateAccessibility(&event);
}

QString NoticeBar::text() const {
  return text_->text();
}

}  // namespace tactus::ui
