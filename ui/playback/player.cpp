#include "ui/playback/player.h"

#include <QScopedValueRollback>
#include <algorithm>
#include <cmath>

namespace tactus::ui {
namespace {

constexpr int kTickMs = 16;
constexpr double kSnippetBefore = 0.06, kSnippetAfter = 0.24;  // seconds
constexpr float kSnippetClicks =
    0.7f;  // minimum amplitude: a snippet compares the beat with the music

}  // namespace

Player::Player(TimeAxis& axis, std::unique_ptr<AudioOutput> output, QObject* parent)
    : QObject(parent), axis_(axis), output_(std::move(output)) {
  timer_.setTimerType(Qt::PreciseTimer);
  timer_.setInterval(kTickMs);
  connect(&timer_, &QTimer::timeout, this, &Player::tick);
  connect(&axis_, &TimeAxis::cursorChanged, this, &Player::cursorMoved);
  connect(&axis_, &TimeAxis::selectionChanged, this, &Player::updateLoop);
  connect(&axis_, &TimeAxis::loopChanged, this, &Player::updateLoop);
  connect(output_.get(), &AudioOutput::failed, this, [this](const QString& reason) {
    pause();
    emit deviceFailed(reason);
  });
}

Player::~Player() {
  output_->stop();
}

void Player::setSound(std::shared_ptr<const SongSound> sound) {
  pause();
  halt();
  mixer_.reset();
  if (!sound) return;
  mixer_ = std::make_shared<PlaybackMixer>(std::move(sound));
  mixer_->setAnnotation(annotation_);
  mixer_->setGains(gains_);
  mixer_->setSpeed(speed_);
  updateLoop();
}

void Player::setAnnotation(const Annotation& annotation) {
  annotation_ = annotation;
  if (mixer_) mixer_->setAnnotation(annotation);
}

double Player::position() const {
  if (!playing_) return axis_.cursor();
  const double late = latency_ms_ * 1e-3 * mixer_->rate();
  const double heard =
      static_cast<double>(started_at_) + std::max(output_->playedFrames() - late, 0.0);
  // Sound that was sent to the device before a jump still plays for a moment.
  if (heard < static_cast<double>(jumped_at_)) return jump_target_;
  return mixer_->positionOf(heard);
}

void Player::play() {
  if (!mixer_ || playing_) return;
  halt();
  const TimeSpan selection = axis_.selection();
  double from = axis_.cursor();
  if (axis_.loop() && !selection.empty() && !selection.contains(from)) from = selection.begin;
  if (from >= axis_.duration() - 1e-3) from = 0.0;
  mixer_->setGains(gains_);
  mixer_->setSpeed(speed_);
  mixer_->seek(from);
  playing_ = true;
  start(Purpose::kSong);
  emit playingChanged(true);
}

void Player::start(Purpose purpose) {
  snippet_ = purpose == Purpose::kSnippet;
  started_at_ = jumped_at_ = mixer_->pulled();
  output_->start(mixer_->rate(),
                 [mixer = mixer_](std::span<float> block) { return mixer->pull(block); });
  timer_.start();
}

void Player::halt() {
  timer_.stop();
  output_->stop();
  snippet_ = false;
}

void Player::pause() {
  if (!playing_) return;
  const double here = position();
  halt();
  playing_ = false;
  axis_.setCursor(here);
  emit playingChanged(false);
}

void Player::toggle() {
  if (playing_) {
    pause();
  } else {
    play();
  }
}

void Player::playSnippet(double seconds) {
  if (!mixer_ || playing_) return;
  halt();
  PlaybackGains gains = gains_;
  gains.clicks = std::max(gains.clicks, kSnippetClicks);
  mixer_->setGains(gains);
  mixer_->setSpeed(1.0);
  mixer_->seek(seconds - kSnippetBefore, seconds + kSnippetAfter);
  start(Purpose::kSnippet);
}

void Player::playPassage(double begin, double end) {
  if (!mixer_) return;
  pause();
  halt();
  mixer_->setGains(gains_);
  mixer_->setSpeed(speed_);
  mixer_->seek(std::max(begin, 0.0), end);
  start(Purpose::kSnippet);
}

// Moves the cursor, and stops after the device has played the last frame.
void Player::tick() {
  const double late = playing_ ? latency_ms_ * 1e-3 * mixer_->rate() : 0.0;
  const double played = static_cast<double>(started_at_) + output_->playedFrames() - late;
  const bool over = mixer_->ended() && played >= static_cast<double>(mixer_->pulled()) - 1.0;
  if (playing_) {
    const QScopedValueRollback moving(moving_cursor_, true);
    axis_.setCursor(position());
    if (following_) axis_.ensureVisible(axis_.cursor());
  }
  if (!over) return;
  if (playing_) {
    pause();
  } else {
    halt();
  }
}

// The user moved the cursor: playback follows.
void Player::cursorMoved(double seconds) {
  if (moving_cursor_ || !playing_) return;
  if (!mixer_->ended()) {
    jumped_at_ = mixer_->jump(seconds);
    jump_target_ = seconds;
    return;
  }
  output_->stop();  // the output already knows the end
  mixer_->seek(seconds);
  start(Purpose::kSong);
}

void Player::updateLoop() {
  if (!mixer_) return;
  const TimeSpan selection = axis_.selection();
  if (axis_.loop() && !selection.empty()) {
    mixer_->setLoop(selection);
  } else {
    mixer_->setLoop(std::nullopt);
  }
}

void Player::setGains(const PlaybackGains& gains) {
  if (gains == gains_) return;
  gains_ = gains;
  if (mixer_ && !snippet_) mixer_->setGains(gains);
  emit gainsChanged();
}

void Player::setSpeed(double speed) {
  speed = std::clamp(speed, PlaybackMixer::kSlowest, PlaybackMixer::kFastest);
  if (speed == speed_) return;
  speed_ = speed;
  if (mixer_ && !snippet_) mixer_->setSpeed(speed);
  emit speedChanged(speed);
}

void Player::setLatencyMs(double milliseconds) {
  if (milliseconds == latency_ms_) return;
  latency_ms_ = milliseconds;
  emit latencyChanged(milliseconds);
}

void Player::setFollowing(bool on) {
  if (on == following_) return;
  following_ = on;
  emit followingChanged(on);
}

}  // namespace tactus::ui
