// Plays the open piece: moves the axis' cursor with what is heard, goes round the selection when
// the axis says so, follows clicks on the axis.
#pragma once

#include <QObject>
#include <QTimer>
#include <memory>

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

  // nullptr: nothing to play. Stops what plays.
  void setSound(std::shared_ptr<const SongSound> sound);
  // What clicks and chord tones follow; at once, also while it plays.
  void setAnnotation(const Annotation& annotation);

  bool playing() const { return playing_; }
  bool audible() const { return output_->audible(); }
  QString deviceText() const { return output_->description(); }

  const PlaybackGains& gains() const { return gains_; }
  double speed() const { return speed_; }
  double latencyMs() const { return latency_ms_; }
  bool following() const { return following_; }

  // Seconds of the piece that are heard now (while it plays: later than what was sent to the device
  // by its buffer and by latencyMs()); else the cursor. The time that a tap means.
  double position() const;

 public slots:
  void play();   // from the cursor; from the selection's start where it loops and the cursor is
                 // outside
  void pause();  // the cursor stays where the sound was
  void toggle();
  // Plays a moment around a time, to hear where a beat is; the cursor stays. Does nothing while the
  // piece plays.
  void playSnippet(double seconds);
  void setGains(const PlaybackGains& gains);
  void setSpeed(double speed);  // clamped to what the mixer can
  // How much later than the device says one hears it (a wireless link): what the calibration finds.
  void setLatencyMs(double milliseconds);
  // Scrolls the axis along while it plays.
  void setFollowing(bool on);

 signals:
  void playingChanged(bool playing);
  void gainsChanged();
  void speedChanged(double speed);
  void latencyChanged(double milliseconds);
  void followingChanged(bool on);
  void deviceFailed(const QString& reason);

 private:
  enum class Purpose { kPiece, kSnippet };
  void start(Purpose purpose);
  void halt();
  void tick();
  void cursorMoved(double seconds);
  void updateLoop();

  TimeAxis& axis_;
  std::unique_ptr<AudioOutput> output_;
  std::shared_ptr<PlaybackMixer> mixer_;  // shared with the thread that pulls
  Annotation annotation_;
  PlaybackGains gains_;
  double speed_ = 1.0;
  double latency_ms_ = 0.0;
  bool following_ = true;
  bool playing_ = false;         // the piece
  bool snippet_ = false;         // a snippet sounds
  bool moving_cursor_ = false;   // the cursor moves with the sound, not by a person
  std::int64_t started_at_ = 0;  // the mixer's output frame with which the device began
  std::int64_t jumped_at_ = 0;   // the one from which on the last jump is heard
  double jump_target_ = 0.0;     // seconds
  QTimer timer_;
};

}  // namespace tactus::ui
