// A voice that sings syllables without meaning: pulses of the glottis and noise through the
// resonances of a throat that moves from sound to sound. Klatt, "Software for a cascade/parallel
// formant synthesizer", JASA 67 (1980); vowels of Peterson and Barney, JASA 24 (1952).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace tactus {

struct SungNote {
  double start = 0.0;     // seconds: here the vowel begins, its consonant comes before
  double end = 0.0;       // seconds, > start
  double pitch = 60.0;    // MIDI number with fractions, 69 = 440 Hz
  double loudness = 0.7;  // 0..1
  bool operator==(const SungNote&) const = default;
};

struct Singer {
  double throat = 1.0;      // resonances over those of a man: 1.17 a woman, 1.3 a child
  double effort = 0.5;      // 0 = soft and dull, 1 = pressed and bright
  double breath = 0.05;     // noise over tone, 0..1
  double consonants = 0.8;  // share of the syllables that have one
  double vibrato_hertz = 5.5;
  double vibrato_cents = 30.0;
  double glide = 0.03;  // seconds, time constant on the way from note to note
  double scoop = 1.0;   // semitones below its note where a phrase begins
  std::uint64_t seed = 0;
  bool operator==(const Singer&) const = default;
};

// `seconds` of one channel at no particular level, silence where nothing is sung. The notes must
// rise and not overlap.
std::vector<float> sing(std::span<const SungNote> notes, double seconds, int sample_rate,
                        const Singer& singer);

}  // namespace tactus
