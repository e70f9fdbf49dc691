#include "ui/playback/playback_mixer.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "ui/document/bar_spans.h"

namespace tactus::ui {
namespace {

constexpr double kRememberedSeconds = 60.0;
constexpr double kShortestLoop = 0.02;  // seconds: a shorter loop would sound as a tone

// The annotation at a playback speed: all times are stretched.
Annotation stretched(const Annotation& annotation, double speed) {
  Annotation result;
  result.beats = annotation.beats;
  result.chords = annotation.chords;
  for (Beat& beat : result.beats) beat.time /= speed;
  for (LabelledSegment& chord : result.chords) {
    chord.start /= speed;
    chord.end /= speed;
  }
  return result;
}

}  // namespace

PlaybackMixer::PlaybackMixer(std::shared_ptr<const SongSound> sound, int rate)
    : sound_(std::move(sound)),
      rate_(sound_ ? sound_->store().sample_rate() : rate),
      annotation_(std::make_shared<const Annotation>()),
      runs_(kRememberedSeconds * rate_) {
  if (sound_) heard_.emplace(sound_->store());
  tracks_ = makeTracks(speed_);
  beginRun(0.0);
}

PlaybackMixer::Tracks PlaybackMixer::makeTracks(double speed) const {
  const Annotation heard = stretched(*annotation_, speed);
  return {speed,
          std::make_shared<const ClickTrack>(heard, rate_,
                                             ClickSettings{.clicks = true, .chords = false}),
          std::make_shared<const ClickTrack>(
              heard, rate_,
              ClickSettings{.clicks = false, .chords = true, .chord_semitones = semitones_})};
}

void PlaybackMixer::setAnnotation(const Annotation& annotation) {
  const std::lock_guard lock(mutex_);
  annotation_ = std::make_shared<const Annotation>(annotation);
  tracks_ = makeTracks(speed_);
}

void PlaybackMixer::setGains(const PlaybackGains& gains) {
  const std::lock_guard lock(mutex_);
  gains_ = gains;
}

void PlaybackMixer::setListening(const Listening& listening) {
  const std::lock_guard lock(mutex_);
  if (!heard_ || listening == heard_->listening()) return;
  if (!counting_) keepTail();
  heard_->set_listening(listening);
  if (!counting_) beginRun(songFrame());
}

void PlaybackMixer::setSpeed(double speed) {
  const std::lock_guard lock(mutex_);
  changeSpeed(speed, songFrame());
}

void PlaybackMixer::changeSpeed(double speed, double song_frame) {
  speed = std::clamp(speed, kSlowest, kFastest);
  if (speed == speed_) return;
  keepTail();
  speed_ = speed;
  tracks_ = makeTracks(speed);
  counting_ ? beginCountIn(song_frame) : beginRun(song_frame);
}

void PlaybackMixer::setPractice(const std::optional<PracticePlan>& plan) {
  const std::lock_guard lock(mutex_);
  practice_ = plan;
  round_ = 0;
  if (plan) changeSpeed(plan->percentOf(0) / 100.0, songFrame());
}

void PlaybackMixer::setPitch(int semitones) {
  const std::lock_guard lock(mutex_);
  semitones = std::clamp(semitones, kLowest, kHighest);
  if (semitones == semitones_) return;
  if (!counting_) keepTail();
  semitones_ = semitones;
  tracks_ = makeTracks(speed_);
  if (!counting_) beginRun(songFrame());
}

void PlaybackMixer::setLoop(std::optional<TimeSpan> loop) {
  const std::lock_guard lock(mutex_);
  if (loop && loop->length() < kShortestLoop) loop.reset();
  if (loop == loop_) return;
  if (stretcher_ && !counting_) keepTail();
  loop_ = loop;
  if (!counting_) beginRun(songFrame());  // the stretcher may contain sound after the new end
}

void PlaybackMixer::setRoundsCountedIn(bool on) {
  const std::lock_guard lock(mutex_);
  if (on == rounds_counted_in_) return;
  if (stretcher_ && !counting_) keepTail();
  rounds_counted_in_ = on;
  if (!counting_) beginRun(songFrame());  // the stretcher may contain the next round
}

void PlaybackMixer::seek(double seconds, std::optional<double> end) {
  const std::lock_guard lock(mutex_);
  start(seconds, end);
}

void PlaybackMixer::seekCountedIn(double seconds) {
  const std::lock_guard lock(mutex_);
  start(seconds, std::nullopt);
  beginCountIn(songFrame());
}

void PlaybackMixer::start(double seconds, std::optional<double> end) {
  counting_.reset();
  snippet_end_.reset();
  if (end) snippet_end_ = std::round(*end * rate_);
  ended_ = false;
  tail_.clear();
  tail_at_ = 0;
  beginRun(std::round(std::max(seconds, 0.0) * rate_));
}

std::int64_t PlaybackMixer::jump(double seconds) {
  const std::lock_guard lock(mutex_);
  return jumpTo(seconds * rate_);
}

std::int64_t PlaybackMixer::jumpBy(double seconds) {
  const std::lock_guard lock(mutex_);
  return jumpTo(songFrame() + seconds * rate_);
}

std::int64_t PlaybackMixer::jumpTo(double song_frame) {
  keepTail();
  snippet_end_.reset();
  ended_ = false;
  const double target = std::round(std::max(song_frame, 0.0));
  counting_ ? beginCountIn(target) : beginRun(target);
  return output_;
}

void PlaybackMixer::keepTail() {
  std::vector<float> tail;
  if (output_ > 0 && !ended_) {
    tail.resize(2 * static_cast<std::size_t>(std::ceil(kFadeSeconds * rate_)));
    if (counting_) {
      addCountIn(tail);
    } else {
      if (sound_) renderMusic(tail);
      addTracks(tail);
    }
    fadeFromTail(tail);  // there was another jump just before
  }
  tail_ = std::move(tail);
  tail_at_ = 0;
}

// The next output frame is song_frame of the song.
void PlaybackMixer::addRun(double song_frame, double speed) {
  runs_.add({output_, song_frame, speed, round_});
}

void PlaybackMixer::beginRun(double song_frame) {
  addRun(speed_ == 1.0 ? std::round(song_frame) : song_frame, speed_);
  restartMusic();
}

void PlaybackMixer::beginCountIn(double song_frame) {
  const CountIn count = count_in_to(annotation_->beats, song_frame / rate_);
  counting_.reset();
  if (count.beats.empty()) return beginRun(song_frame);
  addRun(song_frame, 0.0);
  Annotation clicks;
  clicks.beats = count.beats;
  const auto frames = std::llround(count.length / speed_ * rate_);
  counting_ = Counting{ClickTrack(stretched(clicks, speed_), rate_, {}), output_, output_ + frames};
}

void PlaybackMixer::restartMusic() {
  fed_ = runs_.current().song_begin;
  if (speed_ == 1.0 && semitones_ == 0) {
    stretcher_.reset();
  } else if (stretcher_ && stretcher_->speed() == speed_ && stretcher_->semitones() == semitones_) {
    stretcher_->restart();
  } else {
    stretcher_.emplace(rate_, speed_, semitones_);
  }
}

double PlaybackMixer::songFrame() const {
  return runs_.current().songFrame(static_cast<double>(output_));
}

double PlaybackMixer::endOfSong() const {
  if (sound_) return std::ceil(sound_->seconds() * rate_);
  return annotation_->beats.empty() ? 0.0
                                    : std::ceil((annotation_->beats.back().time + 0.5) * rate_);
}

std::optional<PlaybackMixer::Round> PlaybackMixer::roundAt(double song_frame) const {
  if (!loop_ || snippet_end_) return std::nullopt;
  const Round round{std::round(loop_->begin * rate_),
                    std::min(std::round(loop_->end * rate_), endOfSong())};
  // A run may end up to one of its steps after the end of the loop.
  const double behind = round.end + std::max(speed_, 1.0);
  if (round.begin >= round.end || song_frame >= behind) return std::nullopt;
  return round;
}

bool PlaybackMixer::roundsAreCountedIn() const {
  return rounds_counted_in_ && annotation_->beats.size() >= 2;
}

std::optional<PlaybackMixer::Round> PlaybackMixer::joinedRoundAt(double song_frame) const {
  return roundsAreCountedIn() ? std::nullopt : roundAt(song_frame);
}

double PlaybackMixer::boundary() const {
  const double end = endOfSong();
  if (snippet_end_) return std::min(*snippet_end_, end);
  const auto round = roundAt(songFrame());
  return round ? round->end : end;
}

std::size_t PlaybackMixer::pull(std::span<float> stereo) {
  const std::lock_guard lock(mutex_);
  std::size_t done = 0;
  const std::size_t wanted = stereo.size() / 2;
  while (done < wanted && !ended_) {
    const double until = boundary(), here = songFrame();
    const auto rest = stereo.subspan(2 * done, 2 * (wanted - done));
    if (counting_) {
      done += renderCountIn(rest);
    } else if (here < until) {
      done += render(rest, until);
    } else if (const auto round = roundAt(until)) {
      beginRound(*round, here - until);
    } else {
      ended_ = true;
    }
  }
  return done;
}

// The part of the last step beyond the end is kept, so that many rounds do not drift.
void PlaybackMixer::beginRound(const Round& round, double beyond) {
  ++round_;
  const double speed = practice_ ? practice_->percentOf(round_) / 100.0 : speed_;
  if (!roundsAreCountedIn()) {
    // The stretcher already received input across the loop boundary.
    if (speed == speed_) return addRun(round.begin + beyond, speed_);
    return changeSpeed(speed, round.begin + beyond);
  }
  changeSpeed(speed, songFrame());
  keepTail();
  beginCountIn(round.begin);
}

// Renders up to the song frame `until`, which lies ahead. Returns the frames rendered.
std::size_t PlaybackMixer::render(std::span<float> stereo, double until) {
  const double left = std::ceil((until - songFrame()) / speed_ - 1e-9);
  const auto count = static_cast<std::size_t>(
      std::min(std::max(left, 1.0), static_cast<double>(stereo.size() / 2)));
  const auto part = stereo.first(2 * count);
  std::fill(part.begin(), part.end(), 0.0f);
  if (sound_) renderMusic(part);
  addTracks(part);
  finish(part);
  return count;
}

void PlaybackMixer::finish(std::span<float> stereo) {
  fadeFromTail(stereo);
  for (float& sample : stereo) sample = std::clamp(sample, -1.0f, 1.0f);
  output_ += std::ssize(stereo) / 2;
}

std::size_t PlaybackMixer::renderCountIn(std::span<float> stereo) {
  const auto left = static_cast<std::size_t>(counting_->end - output_);
  const auto part = stereo.first(std::min(stereo.size(), 2 * left));
  std::fill(part.begin(), part.end(), 0.0f);
  addCountIn(part);
  finish(part);
  if (output_ < counting_->end) return part.size() / 2;
  counting_.reset();
  beginRun(songFrame());
  return part.size() / 2;
}

void PlaybackMixer::addCountIn(std::span<float> stereo) {
  mono_.assign(stereo.size() / 2, 0.0f);
  counting_->track.add_to(output_ - counting_->begin, mono_);
  addMono(gains_.count_in, stereo);
}

void PlaybackMixer::addMono(float gain, std::span<float> stereo) const {
  for (std::size_t n = 0; n < mono_.size(); ++n) {
    stereo[2 * n] += gain * mono_[n];
    stereo[2 * n + 1] += gain * mono_[n];
  }
}

void PlaybackMixer::renderMusic(std::span<float> stereo) {
  if (stretcher_) {
    stretcher_->pull(stereo, [this](std::span<float> frames) { feedMusic(frames); });
  } else {
    fed_ = songFrame();
    feedMusic(stereo);
  }
  for (float& sample : stereo) sample *= gains_.music;
}

// Reads the song from fed_ on, around the loop, as stereo.
void PlaybackMixer::feedMusic(std::span<float> stereo) {
  while (!stereo.empty()) {
    double count = static_cast<double>(stereo.size() / 2);
    const auto round = joinedRoundAt(fed_);
    if (round) {
      if (round->end - fed_ < 1.0) fed_ -= round->end - round->begin;
      count = std::min(count, std::max(std::floor(round->end - fed_), 1.0));
    }
    const auto part = stereo.first(2 * static_cast<std::size_t>(count));
    heard_->read(std::llround(fed_), part);
    if (round) fadeIntoRound(*round, fed_, part);
    fed_ += count;
    stereo = stereo.subspan(part.size());
  }
}

double PlaybackMixer::shareOfNext(const Round& round, double song_frame) const {
  const double length = std::min(kFadeSeconds * rate_, (round.end - round.begin) / 2.0);
  const double into = (song_frame - (round.end - length)) / length;
  return into <= 0.0 ? 0.0 : 0.5 - 0.5 * std::cos(std::numbers::pi * std::min(into, 1.0));
}

// `stereo` is the song from frame `first` on.
void PlaybackMixer::fadeIntoRound(const Round& round, double first, std::span<float> stereo) {
  const double behind = first + static_cast<double>(stereo.size() / 2);
  if (shareOfNext(round, behind) <= 0.0) return;
  before_.resize(stereo.size());
  heard_->read(std::llround(first - (round.end - round.begin)), before_);
  for (std::size_t n = 0; n < stereo.size(); ++n) {
    const auto share =
        static_cast<float>(shareOfNext(round, first + static_cast<double>(n / 2) + 1.0));
    stereo[n] += share * (before_[n] - stereo[n]);
  }
}

void PlaybackMixer::addTracks(std::span<float> stereo) {
  addTrack(*tracks_.clicks, gains_.clicks, stereo);
  addTrack(*tracks_.chords, gains_.chords, stereo);
}

void PlaybackMixer::addTrack(const ClickTrack& track, float gain, std::span<float> stereo) {
  if (gain <= 0.0f) return;
  const double here = songFrame();
  const auto first = std::llround(here / tracks_.speed);
  mono_.assign(stereo.size() / 2, 0.0f);
  track.add_to(first, mono_);
  const double behind = here + static_cast<double>(mono_.size()) * speed_;
  const auto round = joinedRoundAt(here);
  if (round && shareOfNext(*round, behind) > 0.0) {
    before_.assign(mono_.size(), 0.0f);
    track.add_to(first - std::llround((round->end - round->begin) / tracks_.speed), before_);
    for (std::size_t n = 0; n < mono_.size(); ++n) {
      const double song_frame = here + static_cast<double>(n + 1) * speed_;
      mono_[n] += static_cast<float>(shareOfNext(*round, song_frame)) * (before_[n] - mono_[n]);
    }
  }
  addMono(gain, stereo);
}

void PlaybackMixer::fadeFromTail(std::span<float> stereo) {
  const auto length = static_cast<double>(tail_.size() / 2);
  for (std::size_t n = 0; n < stereo.size() && tail_at_ < tail_.size(); ++n, ++tail_at_) {
    const double into = (static_cast<double>(tail_at_ / 2) + 1.0) / (length + 1.0);
    const auto share = static_cast<float>(0.5 - 0.5 * std::cos(std::numbers::pi * into));
    // A click begins with its largest sample, so a count-in does not fade in.
    const float next = counting_ ? stereo[n] : share * stereo[n];
    stereo[n] = next + (1.0f - share) * tail_[tail_at_];
  }
}

std::int64_t PlaybackMixer::pulled() const {
  const std::lock_guard lock(mutex_);
  return output_;
}

bool PlaybackMixer::ended() const {
  const std::lock_guard lock(mutex_);
  return ended_;
}

double PlaybackMixer::positionOf(double output_frame) const {
  const std::lock_guard lock(mutex_);
  return runs_.at(output_frame).songFrame(output_frame) / rate_;
}

double PlaybackMixer::speedOf(double output_frame) const {
  const std::lock_guard lock(mutex_);
  return runs_.at(output_frame).speed;
}

int PlaybackMixer::roundOf(double output_frame) const {
  const std::lock_guard lock(mutex_);
  return runs_.at(output_frame).round;
}

}  // namespace tactus::ui
