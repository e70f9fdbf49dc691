// Varies the tempo of a steady song by a map of time. The beats of the song define the map.
#pragma once

#include <vector>

#include "datasets/midi/time_map.h"
#include "datasets/song_random.h"

namespace tactus {

// The music waits before a beat, so that this beat comes `seconds` late.
struct Pause {
  std::size_t beat = 1;  // index, at least 1
  double seconds = 1.0;
  bool held = true;  // sounding notes go on (a fermata); else they end
  bool operator==(const Pause&) const = default;
};

struct TempoVariation {
  double stretch = 1.0;  // length of every beat, 1.1 = 10 % slower
  double drift = 0.0;    // the tempo wanders: deviation of the logarithm of each beat's length from
                         // its neighbour's
  double jitter = 0.0;   // expressive: deviation of the logarithm of each beat's own length
  double gradual = 1.0;  // length of the last beat over the first: below 1 an accelerando
  double section_factor = 1.0;  // length of beats in the section below
  double section_from = 0.0;    // 0..1 of the beats
  double section_to = 0.0;      // 0..1 of the beats
  double ritardando = 1.0;      // length of the very last beat; the tempo approaches it over
  int ritardando_beats = 0;     // the last beats
  double swing = 0.5;           // position of the middle of a beat, 0.5 = straight, 2/3 = triplets
  double swing16 = 0.5;         // the same within each half of a beat: swung sixteenths
  std::vector<Pause> pauses;    // rising
  double lead_in = 0.0;         // seconds of silence at the start
  std::uint64_t seed = 0;       // of drift and jitter
  bool operator==(const TempoVariation&) const = default;
};

// Limits of the factor by which any combination changes a beat length.
inline constexpr double kShortestBeat = 0.6, kLongestBeat = 1.8;

// Returns the map for a song with these beats (rising). With fewer than four beats only `stretch`
// and `lead_in` apply.
TimeMap tempo_map(const std::vector<Beat>& beats, const TempoVariation& variation);

// Ends the notes that would sound through pauses that are not held, before messages and annotation
// move along the map; there is no chord then. A pressed pedal holds its notes. The messages must be
// sorted and stay sorted.
void end_notes_at_pauses(std::vector<TimedMessage>& messages, Annotation& annotation,
                         const TempoVariation& variation);

// True if the song has a varying tempo of its own (an expressive performance) that should not be
// changed.
bool plays_freely(const std::vector<Beat>& beats);

}  // namespace tactus
