#include "ui/playback/listen_commands.h"

#include <QAction>
#include <QApplication>
#include <QFontMetrics>
#include <QGridLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QMenu>
#include <QScreen>
#include <QToolButton>
#include <algorithm>

#include "ui/look/action_button.h"
#include "ui/look/theme.h"
#include "ui/playback/player.h"

namespace tactus::ui {
namespace {

constexpr int kButtonWidth = 17 * kGrid;
constexpr int kTextWidth = kButtonWidth - 4 * kGrid;  // the tip has all of it

struct PartWords {
  const char* name;
  const char* what;
};
// In the order of SoundPart.
constexpr PartWords kParts[kSoundParts] = {
    {QT_TRANSLATE_NOOP("SoundPart", "Low"),
     QT_TRANSLATE_NOOP("SoundPart", "below 250 Hz: bass, bass drum")},
    {QT_TRANSLATE_NOOP("SoundPart", "Mid"),
     QT_TRANSLATE_NOOP("SoundPart", "250 to 2,500 Hz: voices, chords")},
    {QT_TRANSLATE_NOOP("SoundPart", "High"),
     QT_TRANSLATE_NOOP("SoundPart", "above 2,500 Hz: cymbals, attacks")},
    {QT_TRANSLATE_NOOP("SoundPart", "Middle"),
     QT_TRANSLATE_NOOP("SoundPart", "what both channels share: often voice and bass")},
    {QT_TRANSLATE_NOOP("SoundPart", "Side"),
     QT_TRANSLATE_NOOP("SoundPart", "what differs between the channels")},
    {QT_TRANSLATE_NOOP("SoundPart", "Left"),
     QT_TRANSLATE_NOOP("SoundPart", "the left channel; alone it is in both ears")},
    {QT_TRANSLATE_NOOP("SoundPart", "Right"),
     QT_TRANSLATE_NOOP("SoundPart", "the right channel; alone it is in both ears")},
};

QString name_of(SoundPart part) {
  return QCoreApplication::translate("SoundPart", kParts[static_cast<std::size_t>(part)].name);
}
QString words_about(SoundPart part) {
  return QCoreApplication::translate("SoundPart", kParts[static_cast<std::size_t>(part)].what);
}

}  // namespace

ListenCommands::ListenCommands(Player& player, QObject* parent) : QObject(parent), player_(player) {
  open_ = add(tr("Listen to parts..."), tr("Mutes bands and channels of the music (Y)"));
  open_->setShortcut(Qt::Key_Y);
  open_->setCheckable(true);
  everything_ = add(tr("Everything"), tr("Nothing is muted (Shift+Y)"));
  everything_->setShortcut(Qt::SHIFT | Qt::Key_Y);
  bass_ = add(tr("The bass alone"), tr("Below 250 Hz (G)"));
  bass_->setShortcut(Qt::Key_G);
  bass_->setCheckable(true);
  no_middle_ = add(tr("Without the middle"), tr("Often without the voice (Z)"));
  no_middle_->setShortcut(Qt::Key_Z);
  no_middle_->setCheckable(true);
  for (std::size_t i = 0; i < kSoundParts; ++i) addPart(static_cast<SoundPart>(i));
  connect(open_, &QAction::triggered, this, &ListenCommands::showPanel);
  connect(everything_, &QAction::triggered, this, [this] { player_.setListening({}); });
  connect(bass_, &QAction::triggered, this, [this] { toggle(SoundPart::kLow, PartState::kAlone); });
  connect(no_middle_, &QAction::triggered, this,
          [this] { toggle(SoundPart::kMiddle, PartState::kMuted); });
  connect(&player_, &Player::listeningChanged, this, &ListenCommands::showState);
  showState();
}

QAction* ListenCommands::add(const QString& text, const QString& tip) {
  auto* action = new QAction(text, this);
  action->setToolTip(tip);
  return action;
}

void ListenCommands::addPart(SoundPart part) {
  const QString name = name_of(part);
  const QString about = words_about(part);
  Part& made = parts_[static_cast<std::size_t>(part)];
  made = {add(tr("%1 alone").arg(name), tr("Hears this part alone: %1").arg(about)),
          add(tr("%1 muted").arg(name), tr("Mutes this part: %1").arg(about))};
  made.alone->setIconText(tr("Alone"));
  made.mute->setIconText(tr("Mute"));
  for (QAction* action : {made.alone, made.mute}) action->setCheckable(true);
  connect(made.alone, &QAction::triggered, this, [this, part] { toggle(part, PartState::kAlone); });
  connect(made.mute, &QAction::triggered, this, [this, part] { toggle(part, PartState::kMuted); });
}

void ListenCommands::toggle(SoundPart part, PartState state) {
  Listening listening = player_.listening();
  listening.set(part, listening.state(part) == state ? PartState::kHeard : state);
  player_.setListening(listening);
  showState();  // an action that changed nothing shows what is true, too
}

void ListenCommands::cycle(SoundPart part) {
  if (!is_band(part) && !player_.stereo()) return;
  Listening listening = player_.listening();
  const int next = (static_cast<int>(listening.state(part)) + 2) % 3;  // alone, muted, heard
  listening.set(part, static_cast<PartState>(next));
  player_.setListening(listening);
}

ListenCommands::State ListenCommands::state() const {
  State state;
  for (std::size_t i = 0; i < kSoundParts; ++i) {
    const auto part = static_cast<SoundPart>(i);
    if (!is_band(part) && !player_.stereo()) continue;
    const PartState now = player_.listening().state(part);
    if (now == PartState::kAlone) state.alone += name_of(part);
    if (now == PartState::kMuted) state.muted += name_of(part);
  }
  return state;
}

QString ListenCommands::stateText() const {
  const State now = state();
  QStringList words;
  if (!now.alone.isEmpty()) words += now.alone.join(QLatin1Char('+'));
  for (const QString& name : now.muted) words += tr("no %1").arg(name.toLower());
  return words.join(QStringLiteral(", "));
}

// A mono song has no parts of stereo: they are grey, and heard.
void ListenCommands::showState() {
  const Listening& listening = player_.listening();
  for (std::size_t i = 0; i < kSoundParts; ++i) {
    const auto part = static_cast<SoundPart>(i);
    parts_[i].alone->setChecked(listening.state(part) == PartState::kAlone);
    parts_[i].mute->setChecked(listening.state(part) == PartState::kMuted);
    for (QAction* action : {parts_[i].alone, parts_[i].mute})
      action->setEnabled(is_band(part) || player_.stereo());
  }
  bass_->setChecked(alone(SoundPart::kLow)->isChecked());
  no_middle_->setChecked(mute(SoundPart::kMiddle)->isChecked());
  no_middle_->setEnabled(player_.stereo());
  const QString text = stateText();
  everything_->setEnabled(!listening.hears_everything());
  open_->setChecked(!text.isEmpty());
  const State now = state();
  QString brief = now.alone.join(QLatin1Char('+'));
  for (const QString& name : now.muted) brief += QChar(0x2212) + name;
  brief = QFontMetrics(QApplication::font()).elidedText(brief, Qt::ElideRight, kTextWidth);
  open_->setIconText(brief.isEmpty() ? tr("Music") : brief);
  open_->setToolTip(text.isEmpty()
                        ? tr("Mutes bands and channels of the music (Y)")
                        : tr("You hear: %1 (Y changes it, Shift+Y: everything)").arg(text));
}

void ListenCommands::showPanel() {
  showState();  // a click has toggled the action
  QWidget* beside = QApplication::activeWindow();
  for (QObject* object : open_->associatedObjects()) {
    auto* button = qobject_cast<QToolButton*>(object);
    if (button && button->isVisible()) beside = button;
  }
  if (!beside) return;
  auto* panel = new ListenPanel(*this, beside->window());
  panel->setAttribute(Qt::WA_DeleteOnClose);
  panel->showBeside(*beside);
}

void ListenCommands::fill(QMenu& menu) const {
  menu.addActions({open_, everything_});
  menu.addSeparator();
  menu.addActions({bass_, no_middle_});
  menu.addSeparator();
  for (const Part& part : parts_) menu.addAction(part.alone);
  menu.addSeparator();
  for (const Part& part : parts_) menu.addAction(part.mute);
}

QToolButton* listen_button(QAction* action, QWidget* parent) {
  QToolButton* button = action_button(action, parent);
  button->setFixedWidth(kButtonWidth);
  return button;
}

ListenPanel::ListenPanel(ListenCommands& commands, QWidget* parent)
    : QFrame(parent, Qt::Popup), commands_(commands) {
  setAccessibleName(tr("Listen to parts"));
  setFrameShape(QFrame::StyledPanel);
  setFocusPolicy(Qt::StrongFocus);
  auto* grid = new QGridLayout(this);
  grid->setContentsMargins(2 * kGrid, 2 * kGrid, 2 * kGrid, 2 * kGrid);
  grid->setVerticalSpacing(kGrid);
  for (int row = 0; row < static_cast<int>(kSoundParts); ++row) {
    const auto part = static_cast<SoundPart>(row);
    QAction* alone = commands_.alone(part);
    auto* name = new QLabel(tr("%1  %2").arg(row + 1).arg(name_of(part)), this);
    auto* what = new QLabel(words_about(part), this);
    what->setForegroundRole(QPalette::PlaceholderText);
    for (QLabel* label : {name, what}) label->setEnabled(alone->isEnabled());
    const bool group = part == SoundPart::kMiddle || part == SoundPart::kLeft;
    if (group) grid->setRowMinimumHeight(grid->rowCount(), kGrid);
    const int at = grid->rowCount();
    grid->addWidget(name, at, 0);
    grid->addWidget(action_button(alone, this), at, 1);
    grid->addWidget(action_button(commands_.mute(part), this), at, 2);
    grid->addWidget(what, at, 3);
  }
  const int at = grid->rowCount();
  grid->addWidget(action_button(commands_.everything(), this), at, 1, 1, 2);
  auto* keys = new QLabel(tr("Keys: 1 to 7, 0 for everything"), this);
  keys->setForegroundRole(QPalette::PlaceholderText);
  grid->addWidget(keys, at, 3);
}

void ListenPanel::showBeside(const QWidget& widget) {
  adjustSize();
  const QRect screen = widget.screen()->availableGeometry();
  QPoint place = widget.mapToGlobal(QPoint(0, widget.height()));
  if (place.y() + height() > screen.bottom()) place = widget.mapToGlobal(QPoint(0, -height()));
  place.setX(
      std::clamp(place.x(), screen.left(), std::max(screen.left(), screen.right() - width())));
  place.setY(std::max(place.y(), screen.top()));
  move(place);
  show();
  setFocus(Qt::PopupFocusReason);
}

void ListenPanel::keyPressEvent(QKeyEvent* event) {
  const int part = event->key() - Qt::Key_1;
  if (part >= 0 && part < static_cast<int>(kSoundParts)) return commands_.cycle(SoundPart(part));
  if (event->key() == Qt::Key_0) return commands_.everything()->trigger();
  if (event->key() == Qt::Key_Y || event->key() == Qt::Key_Escape) {
    close();
  } else {
    QFrame::keyPressEvent(event);
  }
}

}  // namespace tactus::ui
