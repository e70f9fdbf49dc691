// The sound of playback: the music, clicks on its beats and the notes of its chords, at a chosen
// speed and pitch, with an optional loop and count-in. It knows no device: the output pulls blocks
// from it.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "app/engine/click/click_track.h"
#include "app/engine/sound/listening.h"
#include "app/engine/sound/song_sound.h"
#include "model/annotation.h"
#include "ui/document/time_axis.h"
#include "ui/playback/practice_plan.h"
#include "ui/playback/song_runs.h"
#include "ui/playback/time_stretcher.h"

namespace tactus::ui {

// Amplitudes, 0 = silent.
struct PlaybackGains {
  float music = 1.0f;
  float clicks = 0.0f;
  float chords = 0.0f;
  float count_in = 0.0f;
  bool operator==(const PlaybackGains&) const = default;
};

// At speed 1 and pitch 0 the output is exact to the sample. It consists of the samples of the
// store; the largest sample of a click is at round(time * rate); a loop continues directly after
// its last sample. To avoid cracks, the last kFadeSeconds of a loop fade into the sound before its
// start, and a jump fades from the old position. At other speeds and pitches only the music is
// stretched. Clicks and notes move to their stretched times, so they stay crisp and in tune; the
// notes follow the pitch.
//
// A count-in is a bar of clicks at the tempo and meter of the song (bar_spans.h), during which the
// position stands still. There is none if the song has fewer than two beats.
//
// One thread pulls; any thread may call the other functions at any time.
class PlaybackMixer {
 public:
  static constexpr double kSlowest = 0.25, kFastest = 2.0;
  static constexpr int kLowest = -12, kHighest = 12;  // semitones
  static constexpr double kFadeSeconds = 0.005;

  // Without sound (nullptr) the output has only clicks and notes, at `rate` Hz, up to the last beat
  // of the annotation.
  explicit PlaybackMixer(std::shared_ptr<const SongSound> sound, int rate = 44100);

  int rate() const { return rate_; }  // Hz, of the song's store

  void setAnnotation(const Annotation& annotation);
  void setGains(const PlaybackGains& gains);
  // Parts of the music that are muted or alone; clicks and notes stay. Fades into the new sound.
  void setListening(const Listening& listening);
  // Clamped to kSlowest..kFastest; takes effect with the next block.
  void setSpeed(double speed);
  // Semitones, clamped to kLowest..kHighest; takes effect with the next block.
  void setPitch(int semitones);
  // Repeats the span after playback enters it or reaches its end. nullopt or an empty span: no
  // loop.
  void setLoop(std::optional<TimeSpan> loop);
  // A count-in before each further round of the loop.
  void setRoundsCountedIn(bool on);
  // From now on each round of the loop has the speed of the plan; nullopt ends that at the present
  // speed. A plan that is set begins with its first round.
  void setPractice(const std::optional<PracticePlan>& plan);
  // Plays from here, up to `end` (nullopt: to the end of the song). Clears the end state.
  void seek(double seconds, std::optional<double> end = {});
  // Like seek(seconds), with a count-in before it.
  void seekCountedIn(double seconds);

  // Like seek(), but during playback: the old sound fades into the new. Returns the first output
  // frame of the new position. During a count-in, the count-in starts again.
  std::int64_t jump(double seconds);
  // The same, from where the next frame would be.
  std::int64_t jumpBy(double seconds);

  // Returns the next frames, interleaved stereo, and their number; fewer than requested only at the
  // end.
  std::size_t pull(std::span<float> stereo);
  std::int64_t pulled() const;  // frames so far
  bool ended() const;

  // Returns the song position, in seconds, of an output frame from about the last minute.
  double positionOf(double output_frame) const;
  // Returns the seconds of song per second of output at that frame; 0 in a count-in.
  double speedOf(double output_frame) const;
  // Returns the round of the practised loop at that frame, from 0.
  int roundOf(double output_frame) const;

 private:
  struct Round {  // of the loop, in song frames
    double begin = 0.0, end = 0.0;
  };
  struct Counting {  // in output frames
    ClickTrack track;
    std::int64_t begin = 0, end = 0;
  };
  struct Tracks {
    double speed = 0.0;
    std::shared_ptr<const ClickTrack> clicks, chords;
  };

  double songFrame() const;  // of the next output frame
  // The loop that a playhead at song_frame enters, if any.
  std::optional<Round> roundAt(double song_frame) const;
  // The same, unless a count-in separates the rounds.
  std::optional<Round> joinedRoundAt(double song_frame) const;
  bool roundsAreCountedIn() const;
  double boundary() const;  // song frame at which the loop, the snippet or the song ends
  double endOfSong() const;
  void start(double seconds, std::optional<double> end);
  std::int64_t jumpTo(double song_frame);
  void addRun(double song_frame, double speed);
  void changeSpeed(double speed, double song_frame);   // clamped; the output goes on there
  void beginRound(const Round& round, double beyond);  // frames beyond its end
  void beginRun(double song_frame);  // a jump: discards the content of the stretcher
  void beginCountIn(double song_frame);
  void restartMusic();
  void keepTail();  // what would sound next; the following output fades from it
  std::size_t render(std::span<float> stereo, double until);
  std::size_t renderCountIn(std::span<float> stereo);
  void addCountIn(std::span<float> stereo);
  void finish(std::span<float> stereo);
  void addMono(float gain, std::span<float> stereo) const;
  void renderMusic(std::span<float> stereo);
  void addTracks(std::span<float> stereo);
  void addTrack(const ClickTrack& track, float gain, std::span<float> stereo);
  void feedMusic(std::span<float> stereo);
  void fadeIntoRound(const Round& round, double first, std::span<float> stereo);
  // Cross-fade from 0 to 1 of a song frame at the end of a round.
  double shareOfNext(const Round& round, double song_frame) const;
  void fadeFromTail(std::span<float> stereo);
  Tracks makeTracks(double speed) const;

  std::shared_ptr<const SongSound> sound_;
  int rate_;
  mutable std::mutex mutex_;         // guards all members below
  std::optional<HeardSound> heard_;  // of sound_
  std::shared_ptr<const Annotation> annotation_;
  Tracks tracks_;
  PlaybackGains gains_;
  std::optional<TimeSpan> loop_;       // seconds
  std::optional<double> snippet_end_;  // song frame
  double speed_ = 1.0;
  int semitones_ = 0;
  bool rounds_counted_in_ = false;
  std::optional<PracticePlan> practice_;
  int round_ = 0;  // of the practised loop
  std::optional<Counting> counting_;
  std::int64_t output_ = 0;
  bool ended_ = false;
  SongRuns runs_;
  std::optional<TimeStretcher> stretcher_;
  double fed_ = 0.0;         // song frame that the stretcher receives next
  std::vector<float> tail_;  // stereo that a jump fades from
  std::size_t tail_at_ = 0;  // samples of tail_ already played
  std::vector<float> mono_, before_;
};

}  // namespace tactus::ui
