// What is heard while a piece plays: the music, clicks on its beats, the notes of its chords, at a
// chosen speed, round a loop. Knows no device: somebody pulls blocks out of it.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "app/click/click_track.h"
#include "app/sound/song_sound.h"
#include "model/annotation.h"
#include "ui/document/time_axis.h"
#include "ui/playback/time_stretcher.h"

namespace tactus::ui {

// Amplitudes, 0 = not heard.
struct PlaybackGains {
  float music = 1.0f;
  float clicks = 0.0f;
  float chords = 0.0f;
  bool operator==(const PlaybackGains&) const = default;
};

// At speed 1 output is sample-exact: the store's samples, a click's largest sample at
// round(time * rate), the first sample of a loop right behind its last. So that nothing cracks, the
// last kFadeSeconds of a loop fade into what lies before its begin, and a jump fades from where it
// came from. At lower speeds the music
// is stretched and clicks and notes are put to their stretched times, so that they stay crisp and
// in tune.
//
// One thread pulls; everything else may be called from any other at any time.
class PlaybackMixer {
 public:
  static constexpr double kSlowest = 0.5, kFastest = 1.0;
  static constexpr double kFadeSeconds = 0.005;

  // Without sound (nullptr) there are only clicks and notes, at `rate` Hz, up to the annotation's
  // last beat.
  explicit PlaybackMixer(std::shared_ptr<const SongSound> sound, int rate = 44100);

  int rate() const { return rate_; }  // Hz, of the song's store

  void setAnnotation(const Annotation& annotation);
  void setGains(const PlaybackGains& gains);
  // Clamped to kSlowest..kFastest; from the next block on.
  void setSpeed(double speed);
  // Goes round the span, once it is inside or has reached its end; nullopt or empty: no loop.
  void setLoop(std::optional<TimeSpan> loop);
  // From here on, up to `end` (nullopt: to the end of the piece). Forgets that it had ended.
  void seek(double seconds, std::optional<double> end = {});

  // As seek(), while it plays: what sounded fades into it. Returns the output frame from which on
  // it is heard.
  std::int64_t jump(double seconds);

  // The next frames, interleaved stereo; returns how many, fewer than asked for only at the end.
  std::size_t pull(std::span<float> stereo);
  std::int64_t pulled() const;  // frames so far
  bool ended() const;

  // The place in the piece, in seconds, of an output frame not much older than a minute.
  double positionOf(double output_frame) const;
  // How much of the piece passes per second of output there.
  double speedOf(double output_frame) const;

 private:
  // Output from output_begin on is the piece from song_begin on, in frames.
  struct Run {
    std::int64_t output_begin = 0;
    double song_begin = 0.0;
    double speed = 1.0;
  };
  struct Round {  // of the loop, in song frames
    double begin = 0.0, end = 0.0;
  };
  struct Tracks {
    double speed = 0.0;
    std::shared_ptr<const ClickTrack> clicks, chords;
  };

  const Run& runOf(double output_frame) const;
  double songFrame() const;  // of the next output frame
  // The loop that a playhead at song_frame will go round, if any.
  std::optional<Round> roundAt(double song_frame) const;
  double boundary() const;  // song frame where the loop, the snippet or the piece ends
  double endOfPiece() const;
  void addRun(double song_frame);
  void beginRun(double song_frame);  // a jump: what the stretcher holds is void
  void restartMusic();
  std::size_t render(std::span<float> stereo, double until);
  void renderMusic(std::span<float> stereo);
  void addTracks(std::span<float> stereo);
  void addTrack(const ClickTrack& track, float gain, std::span<float> stereo);
  void feedMusic(std::span<float> stereo);
  void readSong(std::int64_t first, std::span<float> stereo);
  void fadeIntoRound(const Round& round, double first, std::span<float> stereo);
  // How far, from 0 to 1, a song frame at the end of a round is into what lies before its begin.
  double shareOfNext(const Round& round, double song_frame) const;
  void fadeFromTail(std::span<float> stereo);
  Tracks makeTracks(double speed) const;

  std::shared_ptr<const SongSound> sound_;
  int rate_;
  mutable std::mutex mutex_;  // guards all below
  std::shared_ptr<const Annotation> annotation_;
  Tracks tracks_;
  PlaybackGains gains_;
  std::optional<TimeSpan> loop_;       // seconds
  std::optional<double> snippet_end_;  // song frame
  double speed_ = 1.0;
  std::int64_t output_ = 0;
  bool ended_ = false;
  std::deque<Run> runs_;  // in order; the last is the present
  std::optional<TimeStretcher> stretcher_;
  double fed_ = 0.0;         // song frame that the stretcher gets next
  std::vector<float> tail_;  // stereo that a jump fades from
  std::size_t tail_at_ = 0;  // samples of it that were heard
  std::vector<float> mono_, before_;
};

}  // namespace tactus::ui
