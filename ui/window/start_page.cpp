#include "ui/window/start_page.h"

#include <QAction>
#include <QCommandLinkButton>
#include <QFileInfo>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

#include "ui/look/theme.h"

namespace tactus::ui {
namespace {

constexpr int kColumn = 520;  // pixels
constexpr qsizetype kRecent = 5;

}  // namespace

StartPage::StartPage(QWidget* parent) : QWidget(parent) {
  auto* whole = new QVBoxLayout(this);
  whole->setContentsMargins(0, 0, 0, 0);
  auto* scroll = new QScrollArea(this);
  scroll->setWidgetResizable(true);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setFocusPolicy(Qt::NoFocus);
  whole->addWidget(scroll);
  auto* ground = new QWidget;
  scroll->setWidget(ground);
  auto* centre = new QHBoxLayout(ground);
  auto* column = new QWidget(ground);
  column->setMaximumWidth(kColumn);
  centre->addWidget(column);
  auto* layout = new QVBoxLayout(column);
  layout->setSpacing(kGrid);
  layout->addStretch(1);
  auto* title = new QLabel(QStringLiteral("Tactus"), this);
  QFont large = title->font();
  large.setPointSizeF(1.8 * large.pointSizeF());
  title->setFont(large);
  layout->addWidget(title);
  auto* does = new QLabel(tr("Tactus hears the beats, bars, chords and keys of recorded music. You "
                             "see, hear and correct "
                             "them."),
                          this);
  does->setWordWrap(true);
  layout->addWidget(does);
  choices_ = new QVBoxLayout;
  choices_->setSpacing(0);
  layout->addLayout(choices_);
  busy_text_ = new QLabel(tr("The networks are listening to the demo song..."), this);
  busy_ = new QProgressBar(this);
  busy_->setAccessibleName(tr("Tagging is running"));
  layout->addWidget(busy_text_);
  layout->addWidget(busy_);
  auto* drop = new QLabel(
      tr("Or drop songs, folders or playlists anywhere on this window. F1 shows all keys."), this);
  drop->setWordWrap(true);
  drop->setEnabled(false);  // muted
  layout->addWidget(drop);
  recent_title_ = new QLabel(tr("Open recent"), this);
  layout->addSpacing(kGrid);
  layout->addWidget(recent_title_);
  recent_ = new QVBoxLayout;
  recent_->setSpacing(0);
  layout->addLayout(recent_);
  layout->addStretch(2);
  showProgress(false);
  setRecent({});
}

void StartPage::addChoice(QAction* action, const QString& text, const QString& what_for) {
  const QString key = action->shortcut().toString(QKeySequence::NativeText);
  auto* button = new QCommandLinkButton(text, tr("%1 (%2)").arg(what_for, key), this);
  button->setAccessibleDescription(button->description());
  connect(button, &QAbstractButton::clicked, action, &QAction::trigger);
  choices_->addWidget(button);
  if (!focusProxy()) setFocusProxy(button);
}

void StartPage::setRecent(const QStringList& paths) {
  while (QLayoutItem* item = recent_->takeAt(0)) {
    delete item->widget();
    delete item;
  }
  for (const QString& path : paths.mid(0, kRecent)) {
    if (!QFileInfo::exists(path)) continue;
    auto* button = new QPushButton(QFileInfo(path).fileName().replace('&', "&&"), this);
    button->setFlat(true);
    button->setToolTip(path);
    button->setStyleSheet(QStringLiteral("text-align: left;"));
    connect(button, &QPushButton::clicked, this, [this, path] { emit songWanted(path); });
    recent_->addWidget(button);
  }
  recent_title_->setVisible(recent_->count() > 0);
}

void StartPage::showProgress(bool waiting, double done) {
  busy_text_->setVisible(waiting);
  busy_->setVisible(waiting);
  busy_->setRange(0, done < 0 ? 0 : 100);
  busy_->setValue(static_cast<int>(100 * done));
}

}  // namespace tactus::ui
