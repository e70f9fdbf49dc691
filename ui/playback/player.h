// Plays the open song. Moves the cursor of the axis with the audible sound, repeats the selection
// if the axis has the loop on, and follows clicks on the axis.
#pragma once

#include <QObject>
#include <QTimer>
#include <memory>
#include <optional>

#include "model/annotation.h"
#include "ui/document/time_axis.h"
#include "ui/playback/audio_output.h"
#include "ui/playback/playback_mixer.h"

namespace tactus::ui {

class Player : public QObject {
  Q_OBJECT

 public:
  // `axis` must outlive the player.
  explicit Player(TimeAxis& axis, std::unique_ptr<AudioOutput> output = makeAudioOutput(),
                  QObject* parent = nullptr);
  ~Player() override;

  // nullptr: there is nothing to play. Stops playback.
  void setSound(std::shared_ptr<const SongSound> sound);
  // Sets the beats and chords for clicks and chord tones; takes effect at once, even during
  // playback.
  void setAnnotation(const Annotation& annotation);

  bool playing() const { return playing_; }
  bool audible() const { return output_->audible(); }
  QString deviceText() const { return output_->description(); }

  const PlaybackGains& gains() const { return gains_; }
  double speed() const { return speed_; }
  int pitch() const { return pitch_; }
  const Listening& listening() const { return listening_; }
  bool stereo() const { return stereo_; }  // the song has a left and a right channel
  const std::optional<PracticePlan>& practice() const { return practice_; }
  int practiceRound() const { return practice_round_; }  // that is audible, from 0
  bool countsIn() const { return counts_in_; }
  bool countsRoundsIn() const { return counts_rounds_in_; }
  double latencyMs() const { return latency_ms_; }
  bool following() const { return following_; }

  // A count-in is audible now. The position stands at what follows it.
  bool countingIn() const { return counting_in_; }

  // Seconds of the song that are audible now. During playback they lag behind the data sent to the
  // device by its buffer and by latencyMs(). Without playback, the cursor. A tap refers to this
  // time.
  double position() const;

 public slots:
  // Plays from the cursor. If the loop is on and the cursor is outside, plays from the start of the
  // selection.
  void play();
  void pause();  // the cursor stays at the sound
  void toggle();
  // Moves on or back in time with the music: what the device has already got is not repeated.
  void jumpBy(double seconds);
  void stop();  // the cursor goes back to where playback began
  // Plays a short span around a time, to check a beat by ear; the cursor stays. Has no effect
  // during playback.
  void playSnippet(double seconds);
  // Plays from `begin` to `end` (seconds) at the chosen speed; the cursor stays. Stops what plays.
  void playPassage(double begin, double end);
  // Clicks become audible. Without playback, the passage sounds round after round until
  // stopMetronome(), at the chosen speed; the cursor stays.
  void startMetronome(double begin, double end);
  void stopMetronome();
  void setGains(const PlaybackGains& gains);
  void setSpeed(double speed);   // clamped to the range of the mixer
  void setPitch(int semitones);  // clamped to the range of the mixer
  void setListening(const Listening& listening);
  // Each round of the loop has the speed of the plan. nullopt, or another speed set by hand, ends
  // that; nullopt brings back the speed from before.
  void setPractice(const std::optional<PracticePlan>& plan);
  // A bar of clicks before play(), and before each further round of a loop.
  void setCountsIn(bool on);
  void setCountsRoundsIn(bool on);
  // Delay from the time reported by the device to the audible sound (for example a wireless link).
  // The calibration measures it.
  void setLatencyMs(double milliseconds);
  // Scrolls the axis during playback.
  void setFollowing(bool on);

 signals:
  void playingChanged(bool playing);
  void gainsChanged();
  void speedChanged(double speed);
  void pitchChanged(int semitones);
  void listeningChanged();  // also when stereo() has changed
  void practiceChanged();   // plan, or round
  void countingInChanged(bool counting);
  void latencyChanged(double milliseconds);
  void followingChanged(bool on);
  void deviceFailed(const QString& reason);

 private:
  enum class Purpose { kSong, kSnippet };
  void start(Purpose purpose);
  void prepare();
  PlaybackGains gainsWithClicks() const;
  void halt();
  void tick();
  void cursorMoved(double seconds);
  void updateLoop();
  double heardFrame() const;  // output frame of the mixer
  void showCountIn(bool counting);
  void showRound();
  void takeSpeed(double speed);

  TimeAxis& axis_;
  std::unique_ptr<AudioOutput> output_;
  std::shared_ptr<PlaybackMixer> mixer_;  // shared with the thread of the output
  Annotation annotation_;
  PlaybackGains gains_;
  double speed_ = 1.0;
  int pitch_ = 0;
  Listening listening_;
  bool stereo_ = false;
  std::optional<PracticePlan> practice_;
  int practice_round_ = 0;
  double speed_before_ = 1.0;        // practice
  std::int64_t practised_from_ = 0;  // output frame of the mixer
  bool counts_in_ = false;
  bool counts_rounds_in_ = false;
  double began_at_ = 0.0;  // seconds: the start of play()
  double latency_ms_ = 0.0;
  bool following_ = true;
  bool playing_ = false;  // plays the song
  bool counting_in_ = false;
  bool snippet_ = false;  // plays a snippet
  bool metronome_ = false;
  bool moving_cursor_ = false;   // the sound moves the cursor, not the user
  std::int64_t started_at_ = 0;  // output frame of the mixer at the start of the device
  std::int64_t jumped_at_ = 0;   // first output frame of the last jump
  double jump_target_ = 0.0;     // seconds
  QTimer timer_;
};

}  // namespace tactus::ui
