#include "ui/annotate/question_bar.h"

#include <QAccessible>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

#include "ui/document/review_session.h"
#include "ui/look/theme.h"

namespace tactus::ui {

QuestionBar::QuestionBar(ReviewSession& review, QWidget* parent)
    : QFrame(parent), review_(review), text_(new QLabel(this)) {
  text_->setWordWrap(true);
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(kGrid, kGrid, kGrid, kGrid);
  layout->addWidget(new QLabel(QStringLiteral("?"), this));
  layout->addWidget(text_, 1);
  const auto add = [&](const QString& text, const QString& tip, auto slot) {
    auto* button = new QToolButton(this);
    button->setText(text);
    button->setToolTip(tip);
    connect(button, &QToolButton::clicked, &review_, slot);
    layout->addWidget(button);
  };
  add(tr("Yes (0)"), tr("Corrects the whole song. Undo takes it back."),
      &ReviewSession::takeSongCorrection);
  add(tr("No"), tr("The song is right: do not ask again"), &ReviewSession::dismissSongCorrection);
  setFrameShape(QFrame::StyledPanel);
  setAccessibleName(tr("Question about the whole song"));
  connect(&review_, &ReviewSession::songQuestionChanged, this, &QuestionBar::showQuestion);
  showQuestion();
}

QString QuestionBar::text() const {
  return text_->text();
}

void QuestionBar::showQuestion() {
  text_->setText(review_.songQuestion());
  setVisible(!text().isEmpty());
  if (text().isEmpty()) return;
  QAccessibleEvent event(text_, QAccessible::Alert);
  QAccessible::updateAccessibility(&event);
}

}  // namespace tactus::ui
