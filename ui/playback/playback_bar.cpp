#include "ui/playback/playback_bar.h"

#include <QAction>
#include <QComboBox>
#include <QEvent>
#include <QLabel>
#include <QMenu>
#include <QSettings>
#include <QSignalBlocker>
#include <QSlider>
#include <QToolButton>
#include <algorithm>
#include <cmath>

#include "app/engine/click/click_track.h"
#include "ui/document/song_place.h"
#include "ui/look/action_button.h"
#include "ui/look/flow_layout.h"
#include "ui/look/style.h"
#include "ui/look/theme.h"
#include "ui/playback/latency_dialog.h"
#include "ui/playback/listen_commands.h"
#include "ui/playback/loop_commands.h"
#include "ui/playback/player.h"
#include "ui/playback/practice_mode.h"
#include "ui/timeline/ruler_view.h"

namespace tactus::ui {
namespace {

constexpr int kQuietest = -40, kLoudest = 6;  // dB, of the sliders; the lowest value is silence
constexpr int kSpeedStep = 5;                 // percent

float amplitude(const QSlider& slider) {
  return slider.value() <= kQuietest ? 0.0f : static_cast<float>(amplitude_of_db(slider.value()));
}

int percent(double speed) {
  return static_cast<int>(std::lround(100.0 * speed));
}

// Chooses a neighbour; `by` rows up or down the list.
void step(QComboBox& box, int by) {
  box.setCurrentIndex(std::clamp(box.currentIndex() + by, 0, box.count() - 1));
}

}  // namespace

PlaybackBar::PlaybackBar(TimeAxis& axis, Player& player, LoopCommands& loops, QWidget* parent)
    : QWidget(parent),
      axis_(axis),
      player_(player),
      loops_(loops),
      listening_(new ListenCommands(player, this)),
      practice_(new PracticeMode(axis, player, loops, this)) {
  makeActions();
  connectTransport();
  makeWidgets();
  QSettings settings;
  actions_.clicks->setChecked(settings.value(QStringLiteral("playback/clicks"), true).toBool());
  actions_.chords->setChecked(settings.value(QStringLiteral("playback/chords"), false).toBool());
  player_.setLatencyMs(settings.value(QStringLiteral("playback/latency_ms"), 0.0).toDouble());
  connect(&player_, &Player::latencyChanged, this, [](double milliseconds) {
    QSettings().setValue(QStringLiteral("playback/latency_ms"), milliseconds);
  });
  applyGains();
  showTime();
}

QAction* PlaybackBar::addAction(const QString& text, const QKeySequence& shortcut, bool checkable) {
  auto* action = new QAction(text, this);
  action->setShortcut(shortcut);
  action->setCheckable(checkable);
  action->setToolTip(shortcut.isEmpty()
                         ? text
                         : tr("%1 (%2)").arg(text, shortcut.toString(QKeySequence::NativeText)));
  QWidget::addAction(action);
  return action;
}

void PlaybackBar::makeActions() {
  actions_.play = addAction(tr("Play"), Qt::Key_Space, true);
  actions_.play->setShortcuts(
      {Qt::Key_Space, Qt::Key_MediaPlay, Qt::Key_MediaTogglePlayPause, Qt::Key_MediaPause});
  actions_.stop = addAction(tr("Stop and go back"), Qt::SHIFT | Qt::Key_Space, false);
  actions_.stop->setShortcuts({QKeySequence(Qt::SHIFT | Qt::Key_Space), Qt::Key_MediaStop});
  actions_.to_start = addAction(tr("To the start"), Qt::Key_Home, false);
  actions_.loop = addAction(tr("Loop the selection"), Qt::Key_L, true);
  actions_.count_in = addAction(tr("Count in one bar"), Qt::Key_C, true);
  actions_.count_each =
      addAction(tr("Count in before each round of a loop"), Qt::SHIFT | Qt::Key_C, true);
  actions_.clicks = addAction(tr("Clicks on beats"), Qt::Key_K, true);
  actions_.chords = addAction(tr("Chord tones"), Qt::SHIFT | Qt::Key_K, true);
  actions_.slower = addAction(tr("Slower"), Qt::Key_Comma, false);
  actions_.faster = addAction(tr("Faster"), Qt::Key_Period, false);
  actions_.lower = addAction(tr("A semitone lower"), Qt::Key_O, false);
  actions_.higher = addAction(tr("A semitone higher"), Qt::Key_P, false);
  actions_.reset = addAction(tr("Speed and pitch as recorded"), Qt::Key_R, false);
  actions_.follow = addAction(tr("Follow playback"), Qt::Key_F, true);
  actions_.calibrate = addAction(tr("Calibrate latency..."), {}, false);
  actions_.listen = listening_->open();
  actions_.practice = practice_->action();
  QWidget::addActions({actions_.listen, listening_->everything(), actions_.practice});
  // The bar has less space than the menu.
  actions_.clicks->setIconText(tr("Clicks"));
  actions_.chords->setIconText(tr("Tones"));
}

void PlaybackBar::connectTransport() {
  connect(actions_.play, &QAction::triggered, this, [this] {
    player_.toggle();
    actions_.play->setChecked(player_.playing());  // without sound, playback does not start
  });
  connect(&player_, &Player::playingChanged, this, [this](bool playing) {
    actions_.play->setChecked(playing);
    actions_.play->setText(playing ? tr("Pause") : tr("Play"));
    drawGlyphs();
  });
  connect(actions_.stop, &QAction::triggered, &player_, &Player::stop);
  connect(actions_.to_start, &QAction::triggered, this, [this] {
    axis_.setCursor(0.0);
    axis_.ensureVisible(0.0);
  });
  connect(actions_.loop, &QAction::toggled, &axis_, &TimeAxis::setLoop);
  connect(&axis_, &TimeAxis::loopChanged, actions_.loop, &QAction::setChecked);
  for (QAction* action : {actions_.clicks, actions_.chords}) {
    connect(action, &QAction::toggled, this, &PlaybackBar::applyGains);
  }
  remember(actions_.count_in, QStringLiteral("playback/count_in"), false, &Player::setCountsIn);
  remember(actions_.count_each, QStringLiteral("playback/count_each"), false,
           &Player::setCountsRoundsIn);
  remember(actions_.follow, QStringLiteral("playback/follow"), true, &Player::setFollowing);
  connect(actions_.calibrate, &QAction::triggered, this, [this] {
    player_.pause();
    LatencyDialog(player_, this).exec();
  });
}

// A switch of the player that is kept.
void PlaybackBar::remember(QAction* action, const QString& key, bool otherwise,
                           void (Player::*set)(bool)) {
  const bool on = QSettings().value(key, otherwise).toBool();
  action->setChecked(on);
  (player_.*set)(on);
  connect(action, &QAction::toggled, this, [this, key, set](bool now) {
    (player_.*set)(now);
    QSettings().setValue(key, now);
  });
}

// Another theme has another text colour.
void PlaybackBar::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::PaletteChange) drawGlyphs();
}

void PlaybackBar::drawGlyphs() {
  const auto draw = [this](QAction* action, Glyph glyph) {
    action->setIcon(glyph_icon(glyph, palette()));
    action->setIconVisibleInMenu(false);
  };
  draw(actions_.to_start, Glyph::kToStart);
  draw(actions_.play, actions_.play->isChecked() ? Glyph::kPause : Glyph::kPlay);
  draw(actions_.loop, Glyph::kLoop);
  draw(actions_.count_in, Glyph::kCountIn);
}

QSlider* PlaybackBar::volume(const QString& name, const QString& key, int otherwise) {
  auto* slider = new QSlider(Qt::Horizontal, this);
  slider->setRange(kQuietest, kLoudest);
  slider->setFixedWidth(9 * kGrid);
  slider->setFocusPolicy(Qt::TabFocus);
  slider->setAccessibleName(name);
  slider->setValue(QSettings().value(key, otherwise).toInt());
  const auto describe = [slider, name] {
    slider->setToolTip(slider->value() <= kQuietest
                           ? tr("%1: silent").arg(name)
                           : tr("%1: %2 dB").arg(name).arg(slider->value()));
  };
  describe();
  connect(slider, &QSlider::valueChanged, this, [this, slider, key, describe] {
    QSettings().setValue(key, slider->value());
    describe();
    applyGains();
  });
  return slider;
}

void PlaybackBar::makeWidgets() {
  auto* rows = new FlowLayout(this);
  rows->setContentsMargins(kGrid, kGrid, kGrid, kGrid);
  rows->setSpacing(kGrid);
  drawGlyphs();
  time_ = new QLabel(this);
  time_->setAccessibleDescription(tr("Position"));
  QList<QWidget*> transport;
  for (QAction* action : {actions_.to_start, actions_.play, actions_.loop, actions_.count_in})
    transport.append(glyph_button(action, this));
  transport.append(practice_button(actions_.practice, this));
  addGroup(transport << time_);
  makeSpeed();
  makePitch();
  makeVolumes();
  if (!player_.audible()) {
    auto* silent = new QLabel(player_.deviceText(), this);
    silent->setEnabled(false);  // muted
    addGroup({silent});
  }
  connect(&axis_, &TimeAxis::cursorChanged, this, &PlaybackBar::showTime);
  connect(&axis_, &TimeAxis::durationChanged, this, &PlaybackBar::showTime);
}

void PlaybackBar::addGroup(const QList<QWidget*>& widgets) {
  static_cast<FlowLayout*>(layout())->addGroup(widgets);
}

QComboBox* PlaybackBar::choice(const QString& name, const QString& tip) {
  auto* box = new QComboBox(this);
  box->setAccessibleName(name);
  box->setToolTip(tip);
  box->setFocusPolicy(Qt::TabFocus);
  box->setMaxVisibleItems(25);
  auto* label = new QLabel(name, this);
  label->setBuddy(box);
  addGroup({label, box});
  return box;
}

void PlaybackBar::makeSpeed() {
  const QString key = QStringLiteral("playback/speed");
  speed_ = choice(tr("Speed"), tr("Speed, at the same pitch (comma and full stop; R resets)"));
  const int fastest = percent(PlaybackMixer::kFastest), slowest = percent(PlaybackMixer::kSlowest);
  for (int value = fastest; value >= slowest; value -= kSpeedStep) {
    speed_->addItem(tr("%1 %").arg(value), value);
  }
  const auto show = [this](double speed) {
    const QSignalBlocker quiet(speed_);
    speed_->setCurrentIndex(speed_->findData(percent(speed)));
  };
  player_.setSpeed(QSettings().value(key, 100).toInt() / 100.0);
  show(player_.speed());
  connect(&player_, &Player::speedChanged, this, [show, key](double speed) {
    show(speed);
    QSettings().setValue(key, percent(speed));
  });
  connect(speed_, &QComboBox::currentIndexChanged, &player_,
          [this] { player_.setSpeed(speed_->currentData().toInt() / 100.0); });
  connect(actions_.slower, &QAction::triggered, speed_, [this] { step(*speed_, 1); });
  connect(actions_.faster, &QAction::triggered, speed_, [this] { step(*speed_, -1); });
  connect(actions_.reset, &QAction::triggered, &player_, [this] { player_.setSpeed(1.0); });
}

void PlaybackBar::makePitch() {
  const QString key = QStringLiteral("playback/pitch");
  pitch_ = choice(tr("Pitch"), tr("Semitones, at the same speed (O and P; R resets)"));
  for (int value = PlaybackMixer::kHighest; value >= PlaybackMixer::kLowest; --value) {
    pitch_->addItem(pitch_text(value), value);
  }
  const auto show = [this](int semitones) {
    const QSignalBlocker quiet(pitch_);
    pitch_->setCurrentIndex(pitch_->findData(semitones));
  };
  player_.setPitch(QSettings().value(key, 0).toInt());
  show(player_.pitch());
  connect(&player_, &Player::pitchChanged, this, [show, key](int semitones) {
    show(semitones);
    QSettings().setValue(key, semitones);
  });
  connect(pitch_, &QComboBox::currentIndexChanged, &player_,
          [this] { player_.setPitch(pitch_->currentData().toInt()); });
  connect(actions_.lower, &QAction::triggered, pitch_, [this] { step(*pitch_, 1); });
  connect(actions_.higher, &QAction::triggered, pitch_, [this] { step(*pitch_, -1); });
  connect(actions_.reset, &QAction::triggered, &player_, [this] { player_.setPitch(0); });
}

void PlaybackBar::makeVolumes() {
  music_ = volume(tr("Music volume"), QStringLiteral("playback/music_db"), 0);
  clicks_ = volume(tr("Click volume"), QStringLiteral("playback/click_db"), -3);
  chords_ = volume(tr("Chord tone volume"), QStringLiteral("playback/chord_db"), -3);
  addGroup({listen_button(actions_.listen, this), music_});
  addGroup({action_button(actions_.clicks, this), clicks_});
  addGroup({action_button(actions_.chords, this), chords_});
}

void PlaybackBar::fill(QMenu& menu) const {
  menu.addActions({actions_.play, actions_.stop, actions_.to_start});
  menu.addActions({actions_.count_in, actions_.count_each});
  menu.addSeparator();
  menu.addAction(actions_.loop);
  loops_.fill(*menu.addMenu(tr("Loop")));
  menu.addSeparator();
  menu.addActions({actions_.slower, actions_.faster, actions_.lower, actions_.higher});
  menu.addAction(actions_.reset);
  practice_->fill(menu);
  menu.addSeparator();
  listening_->fill(*menu.addMenu(tr("Listen to")));
  menu.addActions({actions_.clicks, actions_.chords});
  menu.addSeparator();
  menu.addActions({actions_.follow, actions_.calibrate});
}

void PlaybackBar::applyGains() {
  const bool clicks = actions_.clicks->isChecked(), chords = actions_.chords->isChecked();
  QSettings settings;
  settings.setValue(QStringLiteral("playback/clicks"), clicks);
  settings.setValue(QStringLiteral("playback/chords"), chords);
  player_.setGains({.music = amplitude(*music_),
                    .clicks = clicks ? amplitude(*clicks_) : 0.0f,
                    .chords = chords ? amplitude(*chords_) : 0.0f,
                    .count_in = amplitude(*clicks_)});
}

// As wide as the longest time of the song, so that nothing moves during playback.
void PlaybackBar::showTime() {
  const QString widest = axis_.duration() < 3600 ? QStringLiteral("00:00.000 / 00:00")
                                                 : QStringLiteral("00:00:00.000 / 00:00:00");
  time_->setMinimumWidth(fontMetrics().horizontalAdvance(widest));
  time_->setText(tr("%1 / %2").arg(time_text(axis_.cursor(), 3), time_text(axis_.duration(), 0)));
}

}  // namespace tactus::ui
