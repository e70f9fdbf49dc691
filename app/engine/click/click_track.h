// The sound of annotations: a click on every beat, higher on downbeats, and the notes of the
// chords.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "datasets/formats/format.h"
#include "model/annotation.h"

namespace tactus {

inline constexpr double kSilentDb = -100.0;  // a gain at or below it is silence
double amplitude_of_db(double db);

struct ClickSettings {
  bool clicks = true;
  bool chords = false;
  double click_gain_db = 0.0;  // 0: a downbeat begins at half of full scale
  double chord_gain_db = 0.0;  // 0: a chord of four notes peaks at about a quarter of full scale
  int chord_semitones = 0;     // transposes the notes of the chords
};

// One channel at a given rate. The click of a beat begins with its largest sample, at sample
// round(time * rate): 35 ms of a decaying 1760 Hz cosine on a downbeat; elsewhere 880 Hz at 0.7 of
// its amplitude. A chord sounds from its start to its end: root or bass around E2 to Eb3, the
// chord's notes in the octave from C4, each with three partials, fading in and out over 10 ms. N
// and X are silent. Immutable after construction.
class ClickTrack {
 public:
  // An invalid chord label is left out, with a note.
  ClickTrack(const Annotation& annotation, int sample_rate, const ClickSettings& settings,
             Notes* notes = nullptr);

  // Adds the samples [first, first + out.size()).
  void add_to(std::int64_t first, std::span<float> out) const;
  // The number of clicks that begin in the first `samples` samples.
  std::size_t clicks_before(std::int64_t samples) const;
  std::size_t clicks() const { return clicks_.size(); }
  std::size_t chords() const { return chords_.size(); }

 private:
  struct Click {
    std::int64_t start = 0;
    bool downbeat = false;
  };
  struct SoundingChord {
    std::int64_t start = 0, end = 0;
    std::vector<double> tones;  // Hz
  };
  std::vector<float> click_sound(double hz, double amplitude) const;
  void add_chord(const SoundingChord& chord, std::int64_t first, std::span<float> out) const;

  int sample_rate_;
  double chord_amplitude_;
  std::vector<float> downbeat_sound_, beat_sound_;
  std::vector<Click> clicks_;          // sorted
  std::vector<SoundingChord> chords_;  // sorted
};

}  // namespace tactus
