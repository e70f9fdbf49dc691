// A voice that sings syllables without meaning. Pulses of the glottis and noise pass through the
// resonances of a throat that moves between sounds. Klatt, "Software for a cascade/parallel formant
// synthesizer", JASA 67 (1980); vowels of Peterson and Barney, JASA 24 (1952).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace tactus {

struct SungNote {
  double start = 0.0;     // seconds: start of the vowel; its consonant comes before
  double end = 0.0;       // seconds, > start
  double pitch = 60.0;    // MIDI number with fractions, 69 = 440 Hz
  double loudness = 0.7;  // 0..1
  bool operator==(const SungNote&) const = default;
};

struct Singer {
  double throat = 1.0;      // resonances relative to a man: 1.17 a woman, 1.3 a child
  double effort = 0.5;      // 0 = soft and dull, 1 = pressed and bright
  double breath = 0.05;     // noise over tone, 0..1
  double consonants = 0.8;  // share of syllables with a consonant
  double vibrato_hertz = 5.5;
  double vibrato_cents = 30.0;
  double glide = 0.03;  // seconds, time constant between notes
  double scoop = 1.0;   // semitones below the note at the start of a phrase
  std::uint64_t seed = 0;
  bool operator==(const Singer&) const = default;
};

// Returns `seconds` of one channel at an arbitrary loudness, silent between notes. The notes must
// rise in time and must not overlap.
std::vector<float> sing(std::span<const SungNote> notes, double seconds, int sample_rate,
                        const Singer& singer);

}  // namespace tactus
