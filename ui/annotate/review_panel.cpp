#include "ui/annotate/review_panel.h"

#include <QApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QListWidget>
#include <QLocale>
#include <QProgressBar>
#include <QToolButton>
#include <QTreeWidget>
#include <QVBoxLayout>

#include "ui/look/theme.h"
#include "ui/playback/player.h"
#include "ui/timeline/ruler_view.h"

namespace tactus::ui {

ReviewPanel::ReviewPanel(ReviewSession& session, Player& player, QWidget* parent)
    : QWidget(parent),
      session_(session),
      player_(player),
      progress_(new QProgressBar(this)),
      places_(new QTreeWidget(this)),
      empty_(new QLabel(this)),
      choices_(new QListWidget(this)) {
  progress_->setAccessibleName(tr("Places reviewed"));
  progress_->setFormat(tr("%v of %m done"));
  places_->setAccessibleName(tr("Doubtful places"));
  places_->setHeaderLabels({tr("Time"), tr("Place"), tr("Confidence")});
  places_->setRootIsDecorated(false);
  places_->setUniformRowHeights(true);
  places_->header()->setStretchLastSection(false);
  places_->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
  places_->header()->setSectionResizeMode(1, QHeaderView::Stretch);
  places_->installEventFilter(this);
  empty_->setWordWrap(true);
  empty_->setMargin(2 * kGrid);
  choices_->setAccessibleName(tr("Corrections"));
  choices_->setUniformItemSizes(true);
  choices_->installEventFilter(this);
  setMinimumWidth(256);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(kGrid, kGrid, kGrid, kGrid);
  layout->setSpacing(kGrid);
  layout->addWidget(progress_);
  layout->addWidget(places_, 1);
  layout->addWidget(empty_);
  layout->addWidget(choices_);
  auto* row = new QHBoxLayout;
  layout->addLayout(row);
  QToolButton* accept = button(tr("Accept"), tr("The place is right (A)"));
  QToolButton* hear = button(tr("Play"), tr("Plays the bars around the place (Return)"));
  QToolButton* next = button(tr("Next song"), tr("Opens the next song of the list (N)"));
  for (QToolButton* each : {accept, hear, next}) row->addWidget(each);
  row->addStretch();
  connect(accept, &QToolButton::clicked, &session_, &ReviewSession::accept);
  connect(hear, &QToolButton::clicked, this, &ReviewPanel::play);
  connect(next, &QToolButton::clicked, this, &ReviewPanel::nextSongWanted);
  connect(places_, &QTreeWidget::currentItemChanged, this, [this](QTreeWidgetItem* item) {
    if (!filling_ && item)
      session_.select(static_cast<std::size_t>(places_->indexOfTopLevelItem(item)));
  });
  connect(choices_, &QListWidget::itemActivated, this,
          [this](QListWidgetItem* item) { session_.choose(choices_->row(item) + 1); });
  connect(choices_, &QListWidget::itemClicked, choices_, &QListWidget::itemActivated);
  connect(&session_, &ReviewSession::placesChanged, this, &ReviewPanel::showPlaces);
  connect(&session_, &ReviewSession::selectionChanged, this, &ReviewPanel::showSelected);
  showPlaces();
}

QToolButton* ReviewPanel::button(const QString& text, const QString& tip) {
  auto* made = new QToolButton(this);
  made->setText(text);
  made->setToolTip(tip);
  return made;
}

bool ReviewPanel::hasKeys() const {
  const QWidget* focus = QApplication::focusWidget();
  return focus && isAncestorOf(focus);
}

bool ReviewPanel::isSeen() const {
  return !visibleRegion().isEmpty();
}

void ReviewPanel::takeKeys() {
  places_->setFocus(Qt::ShortcutFocusReason);
  session_.showSelected();
}

void ReviewPanel::play() {
  const ReviewPlace* place = session_.place();
  if (!place) return;
  const auto& beats = session_.editor().document().annotation().beats;
  const auto [begin, end] = bars_around(beats, place->begin, place->end);
  player_.playPassage(begin, end);
}

// Only a person who works here moves the cursor of the lanes.
void ReviewPanel::showPlaces() {
  filling_ = true;
  places_->clear();
  for (const ReviewPlace& place : session_.places()) {
    const QString confidence =
        place.odd() ? tr("odd") : QLocale().toString(place.confidence, 'f', 2);
    auto* item = new QTreeWidgetItem(
        places_, {time_text(place.begin, 1), session_.title(place), confidence});
    item->setTextAlignment(2, Qt::AlignRight | Qt::AlignVCenter);
    if (place.odd()) item->setForeground(2, theme().doubt);
  }
  filling_ = false;
  const auto left = static_cast<int>(session_.places().size());
  const auto total = static_cast<int>(session_.total());
  progress_->setRange(0, std::max(total, 1));
  progress_->setValue(total - left);
  progress_->setVisible(total > 0);
  empty_->setText(left == 0 ? session_.emptyReason() : QString());
  empty_->setVisible(left == 0);
  if (hasKeys()) session_.showSelected();
  showSelected();
}

void ReviewPanel::showSelected() {
  filling_ = true;
  const bool any = session_.place() != nullptr;
  places_->setCurrentItem(any ? places_->topLevelItem(static_cast<int>(session_.selected()))
                              : nullptr);
  filling_ = false;
  choices_->clear();
  for (const ReviewChoice& choice : session_.choices())
    choices_->addItem(tr("%1   %2").arg(choices_->count() + 1).arg(choice.text));
  choices_->setVisible(choices_->count() > 0);
  const int rows = std::min(choices_->count(), 6);
  choices_->setFixedHeight((rows ? rows * choices_->sizeHintForRow(0) : 0) + kGrid);
}

bool ReviewPanel::isKey(const QKeyEvent& key) const {
  if (key.modifiers() & ~Qt::KeypadModifier) return false;
  const int code = key.key();
  return (code >= Qt::Key_0 && code <= Qt::Key_9) || code == Qt::Key_A || code == Qt::Key_N ||
         code == Qt::Key_Return || code == Qt::Key_Enter || code == Qt::Key_Delete ||
         code == Qt::Key_Left || code == Qt::Key_Right || code == Qt::Key_Escape;
}

bool ReviewPanel::press(const QKeyEvent& key) {
  const std::size_t at = session_.selected();
  switch (key.key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
      play();
      break;
    case Qt::Key_A:
      session_.accept();
      break;
    case Qt::Key_N:
      emit nextSongWanted();
      break;
    case Qt::Key_0:
      session_.takeSongCorrection();
      break;
    case Qt::Key_Delete:
      session_.deleteItem();
      break;
    case Qt::Key_Right:
      session_.select(at + 1);
      break;
    case Qt::Key_Left:
      if (at > 0) session_.select(at - 1);
      break;
    case Qt::Key_Escape:
      emit left();
      break;
    default:
      session_.choose(key.key() - Qt::Key_0);
  }
  return true;
}

// Keys of the panel come before the commands of the window that have the same keys. Behind another
// panel or hidden, it acts on nothing.
bool ReviewPanel::eventFilter(QObject* watched, QEvent* event) {
  if (!isSeen()) return QWidget::eventFilter(watched, event);
  if (event->type() == QEvent::FocusIn) session_.showSelected();
  if (event->type() != QEvent::ShortcutOverride && event->type() != QEvent::KeyPress)
    return QWidget::eventFilter(watched, event);
  const auto& key = *static_cast<QKeyEvent*>(event);
  const bool enters_choice =
      watched == choices_ && (key.key() == Qt::Key_Return || key.key() == Qt::Key_Enter);
  if (!isKey(key) || enters_choice) return QWidget::eventFilter(watched, event);
  if (event->type() == QEvent::KeyPress) return press(key);
  event->accept();
  return true;
}

}  // namespace tactus::ui
