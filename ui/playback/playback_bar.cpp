#include "ui/playback/playback_bar.h"

#include <QAction>
#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QSettings>
#include <QSignalBlocker>
#include <QSlider>
#include <QToolButton>
#include <algorithm>

#include "app/click/click_track.h"
#include "ui/look/style.h"
#include "ui/look/theme.h"
#include "ui/playback/latency_dialog.h"
#include "ui/playback/player.h"
#include "ui/timeline/ruler_view.h"

namespace tactus::ui {
namespace {

constexpr int kQuietest = -40, kLoudest = 6;  // dB, of the sliders; the lowest value is silence
constexpr int kSpeeds[] = {100, 90, 80, 75, 70, 60, 50};  // percent

float amplitude(const QSlider& slider) {
  return slider.value() <= kQuietest ? 0.0f : static_cast<float>(amplitude_of_db(slider.value()));
}

}  // namespace

PlaybackBar::PlaybackBar(TimeAxis& axis, Player& player, QWidget* parent)
    : QWidget(parent), axis_(axis), player_(player) {
  makeActions();
  makeWidgets();
  QSettings settings;
  actions_.clicks->setChecked(settings.value(QStringLiteral("playback/clicks"), true).toBool());
  actions_.chords->setChecked(settings.value(QStringLiteral("playback/chords"), false).toBool());
  actions_.follow->setChecked(settings.value(QStringLiteral("playback/follow"), true).toBool());
  player_.setLatencyMs(settings.value(QStringLiteral("playback/latency_ms"), 0.0).toDouble());
  connect(&player_, &Player::latencyChanged, this, [](double milliseconds) {
    QSettings().setValue(QStringLiteral("playback/latency_ms"), milliseconds);
  });
  applyGains();
  applySpeed();
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
  actions_.to_start = addAction(tr("To the start"), Qt::Key_Home, false);
  actions_.loop = addAction(tr("Loop the selection"), Qt::Key_L, true);
  actions_.clicks = addAction(tr("Clicks on beats"), Qt::Key_K, true);
  actions_.chords = addAction(tr("Chord tones"), Qt::SHIFT | Qt::Key_K, true);
  actions_.follow = addAction(tr("Follow playback"), Qt::Key_F, true);
  actions_.calibrate = addAction(tr("Calibrate latency..."), {}, false);
  // The bar has less space than the menu.
  actions_.clicks->setIconText(tr("Clicks"));
  actions_.chords->setIconText(tr("Tones"));
  connect(actions_.play, &QAction::triggered, this, [this] {
    player_.toggle();
    actions_.play->setChecked(player_.playing());  // without sound, playback does not start
  });
  connect(&player_, &Player::playingChanged, this, [this](bool playing) {
    actions_.play->setChecked(playing);
    actions_.play->setText(playing ? tr("Pause") : tr("Play"));
    drawGlyphs();
  });
  connect(actions_.to_start, &QAction::triggered, this, [this] {
    axis_.setCursor(0.0);
    axis_.ensureVisible(0.0);
  });
  connect(actions_.loop, &QAction::toggled, &axis_, &TimeAxis::setLoop);
  connect(&axis_, &TimeAxis::loopChanged, actions_.loop, &QAction::setChecked);
  for (QAction* action : {actions_.clicks, actions_.chords}) {
    connect(action, &QAction::toggled, this, &PlaybackBar::applyGains);
  }
  connect(actions_.follow, &QAction::toggled, this, [this](bool on) {
    player_.setFollowing(on);
    QSettings().setValue(QStringLiteral("playback/follow"), on);
  });
  connect(actions_.calibrate, &QAction::triggered, this, [this] {
    player_.pause();
    LatencyDialog(player_, this).exec();
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
}

QToolButton* PlaybackBar::glyphButton(QAction* action) {
  QToolButton* tool = button(action);
  tool->setToolButtonStyle(Qt::ToolButtonIconOnly);
  tool->setFixedSize(8 * kGrid, 6 * kGrid);
  return tool;
}

QToolButton* PlaybackBar::button(QAction* action) {
  auto* tool = new QToolButton(this);
  tool->setDefaultAction(action);
  tool->setAutoRaise(true);
  tool->setFocusPolicy(Qt::TabFocus);
  tool->setAccessibleName(action->text());
  return tool;
}

QSlider* PlaybackBar::volume(const QString& name, const QString& key, int otherwise) {
  auto* slider = new QSlider(Qt::Horizontal, this);
  slider->setRange(kQuietest, kLoudest);
  slider->setFixedWidth(20 * kGrid);
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
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(kGrid, kGrid, kGrid, kGrid);
  row->setSpacing(kGrid);
  drawGlyphs();
  for (QAction* action : {actions_.to_start, actions_.play, actions_.loop}) {
    row->addWidget(glyphButton(action));
  }
  row->addSpacing(kGrid);
  time_ = new QLabel(this);
  time_->setAccessibleDescription(tr("Position"));
  time_->setMinimumWidth(fontMetrics().horizontalAdvance(QStringLiteral("0:00:00.000 / 0:00:00")));
  row->addWidget(time_);
  row->addSpacing(2 * kGrid);

  speed_ = new QComboBox(this);
  speed_->setAccessibleName(tr("Speed"));
  speed_->setToolTip(tr("Speed, at the same pitch"));
  speed_->setFocusPolicy(Qt::TabFocus);
  for (const int percent : kSpeeds) speed_->addItem(tr("%1 %").arg(percent), percent / 100.0);
  connect(speed_, &QComboBox::currentIndexChanged, this, &PlaybackBar::applySpeed);
  auto* speed_label = new QLabel(tr("Speed"), this);
  speed_label->setBuddy(speed_);
  row->addWidget(speed_label);
  row->addWidget(speed_);
  row->addSpacing(2 * kGrid);

  music_ = volume(tr("Music volume"), QStringLiteral("playback/music_db"), 0);
  clicks_ = volume(tr("Click volume"), QStringLiteral("playback/click_db"), -3);
  chords_ = volume(tr("Chord tone volume"), QStringLiteral("playback/chord_db"), -3);
  row->addWidget(new QLabel(tr("Music"), this));
  row->addWidget(music_);
  row->addWidget(button(actions_.clicks));
  row->addWidget(clicks_);
  row->addWidget(button(actions_.chords));
  row->addWidget(chords_);
  row->addSpacing(2 * kGrid);
  if (player_.audible()) {
    row->addStretch(1);
  } else {
    auto* silent = new QLabel(player_.deviceText(), this);
    silent->setEnabled(false);  // muted
    silent->setToolTip(player_.deviceText());
    silent->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);  // shrinks first
    row->addWidget(silent, 1);
  }
  connect(&axis_, &TimeAxis::cursorChanged, this, &PlaybackBar::showTime);
  connect(&axis_, &TimeAxis::durationChanged, this, &PlaybackBar::showTime);
  connect(&player_, &Player::speedChanged, this, [this](double speed) {
    const QSignalBlocker quiet(speed_);
    speed_->setCurrentIndex(speed_->findData(speed));
  });
}

void PlaybackBar::fill(QMenu& menu) const {
  menu.addActions({actions_.play, actions_.to_start, actions_.loop});
  menu.addSeparator();
  menu.addActions({actions_.clicks, actions_.chords});
  menu.addSeparator();
  const auto step = [this](int by) {
    speed_->setCurrentIndex(std::clamp(speed_->currentIndex() + by, 0, speed_->count() - 1));
  };
  menu.addAction(tr("Slower"), QKeySequence(Qt::Key_Comma), speed_, [step] { step(1); });
  menu.addAction(tr("Faster"), QKeySequence(Qt::Key_Period), speed_, [step] { step(-1); });
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
                    .chords = chords ? amplitude(*chords_) : 0.0f});
}

void PlaybackBar::applySpeed() {
  player_.setSpeed(speed_->currentData().toDouble());
}

void PlaybackBar::showTime() {
  time_->setText(tr("%1 / %2").arg(time_text(axis_.cursor(), 3), time_text(axis_.duration(), 0)));
}

}  // namespace tactus::ui
