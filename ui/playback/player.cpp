#include "ui/playback/player.h"

#include <QScopedValueRollback>
#include <algorithm>
#include <cmath>
#include <utility>

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
  setPractice(std::nullopt);
  const bool stereo = sound && sound->store().channels() == 2;
  if (std::exchange(stereo_, stereo) != stereo) emit listeningChanged();
  if (!sound) return;
  mixer_ = std::make_shared<PlaybackMixer>(std::move(sound));
  mixer_->setAnnotation(annotation_);
  mixer_->setRoundsCountedIn(counts_rounds_in_);
  mixer_->setListening(listening_);
  prepare();
  updateLoop();
}

void Player::setAnnotation(const Annotation& annotation) {
  annotation_ = annotation;
  if (mixer_) mixer_->setAnnotation(annotation);
}

double Player::position() const {
  if (!playing_) return axis_.cursor();
  const double heard = heardFrame();
  // Sound that was sent to the device before a jump still plays for a moment.
  if (heard < static_cast<double>(jumped_at_)) return jump_target_;
  return mixer_->positionOf(heard);
}

double Player::heardFrame() const {
  const double late = latency_ms_ * 1e-3 * mixer_->rate();
  return static_cast<double>(started_at_) + std::max(output_->playedFrames() - late, 0.0);
}

void Player::play() {
  if (!mixer_ || playing_) return;
  halt();
  const TimeSpan selection = axis_.selection();
  double from = axis_.cursor();
  if (axis_.loop() && !selection.empty() && !selection.contains(from)) from = selection.begin;
  if (from >= axis_.duration() - 1e-3) from = 0.0;
  prepare();
  counts_in_ ? mixer_->seekCountedIn(from) : mixer_->seek(from);
  began_at_ = from;
  playing_ = true;
  start(Purpose::kSong);
  emit playingChanged(true);
}

// Gives the mixer what a snippet may have changed.
void Player::prepare() {
  mixer_->setGains(gains_);
  mixer_->setSpeed(speed_);
  mixer_->setPitch(pitch_);
}

void Player::start(Purpose purpose) {
  snippet_ = purpose == Purpose::kSnippet;
  started_at_ = jumped_at_ = mixer_->pulled();
  output_->start(mixer_->rate(),
                 [mixer = mixer_](std::span<float> block) { return mixer->pull(block); });
  timer_.start();
  if (playing_) showCountIn(mixer_->speedOf(heardFrame()) == 0.0);
}

void Player::showCountIn(bool counting) {
  if (counting == counting_in_) return;
  counting_in_ = counting;
  emit countingInChanged(counting);
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
  showCountIn(false);
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

void Player::stop() {
  if (!playing_) return;
  pause();
  axis_.setCursor(began_at_);
  axis_.ensureVisible(began_at_);
}

void Player::playSnippet(double seconds) {
  if (!mixer_ || playing_) return;
  halt();
  mixer_->setGains(gainsWithClicks());
  mixer_->setSpeed(1.0);
  mixer_->setPitch(0);
  mixer_->seek(seconds - kSnippetBefore, seconds + kSnippetAfter);
  start(Purpose::kSnippet);
}

PlaybackGains Player::gainsWithClicks() const {
  PlaybackGains gains = gains_;
  gains.clicks = std::max(gains.clicks, kSnippetClicks);
  return gains;
}

void Player::startMetronome(double begin, double end) {
  if (!mixer_) return;
  metronome_ = true;
  if (!playing_) {
    halt();
    prepare();
    mixer_->setRoundsCountedIn(false);
    mixer_->setLoop(TimeSpan{begin, end});
    mixer_->seek(begin);
    start(Purpose::kSnippet);
  }
  mixer_->setGains(gainsWithClicks());
}

void Player::stopMetronome() {
  if (!std::exchange(metronome_, false) || !mixer_) return;
  mixer_->setGains(gains_);
  if (playing_) return;
  halt();
  mixer_->setRoundsCountedIn(counts_rounds_in_);
  updateLoop();
}

void Player::playPassage(double begin, double end) {
  if (!mixer_) return;
  pause();
  halt();
  prepare();
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
    showCountIn(mixer_->speedOf(heardFrame()) == 0.0);
    showRound();
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

void Player::jumpBy(double seconds) {
  if (!playing_ || mixer_->ended()) return axis_.setCursor(axis_.cursor() + seconds);
  mixer_->jumpBy(seconds);
  jumped_at_ = started_at_;  // until then, what the device has got is shown
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
  if (mixer_ && !snippet_ && !metronome_) mixer_->setGains(gains);
  emit gainsChanged();
}

void Player::setSpeed(double speed) {
  speed = std::clamp(speed, PlaybackMixer::kSlowest, PlaybackMixer::kFastest);
  if (speed == speed_) return;
  if (practice_) {
    practice_.reset();
    if (mixer_) mixer_->setPractice(std::nullopt);
    emit practiceChanged();
  }
  if (mixer_ && !snippet_) mixer_->setSpeed(speed);
  takeSpeed(speed);
}

void Player::takeSpeed(double speed) {
  if (std::exchange(speed_, speed) != speed) emit speedChanged(speed);
}

void Player::setListening(const Listening& listening) {
  if (listening == listening_) return;
  listening_ = listening;
  if (mixer_) mixer_->setListening(listening);
  emit listeningChanged();
}

void Player::setPractice(const std::optional<PracticePlan>& plan) {
  if (plan == practice_) return;
  if (!practice_) speed_before_ = speed_;
  practice_ = plan;
  practice_round_ = 0;
  if (mixer_) {
    mixer_->setPractice(plan);
    practised_from_ = mixer_->pulled();
  }
  const double speed = plan ? plan->percentOf(0) / 100.0 : speed_before_;
  if (mixer_ && !snippet_) mixer_->setSpeed(speed);
  takeSpeed(speed);
  emit practiceChanged();
}

// The mixer changes the speed with the round; the window follows what is audible.
void Player::showRound() {
  const double heard = heardFrame();
  if (!practice_ || heard < static_cast<double>(practised_from_)) return;
  const int round = mixer_->roundOf(heard);
  if (round == practice_round_) return;
  practice_round_ = round;
  takeSpeed(practice_->percentOf(round) / 100.0);
  emit practiceChanged();
}

void Player::setPitch(int semitones) {
  semitones = std::clamp(semitones, PlaybackMixer::kLowest, PlaybackMixer::kHighest);
  if (semitones == pitch_) return;
  pitch_ = semitones;
  if (mixer_ && !snippet_) mixer_->setPitch(semitones);
  emit pitchChanged(semitones);
}

void Player::setCountsIn(bool on) {
  counts_in_ = on;
}

void Player::setCountsRoundsIn(bool on) {
  counts_rounds_in_ = on;
  if (mixer_) mixer_->setRoundsCountedIn(on);
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
