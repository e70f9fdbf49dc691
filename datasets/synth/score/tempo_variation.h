// How a piece that keeps its tempo comes to breathe: everything here is a map of time that the
// beats of the piece give.
#pragma once

#include <vector>

#include "datasets/midi/time_map.h"
#include "datasets/song_random.h"

namespace tactus {

struct TempoVariation {
  double stretch = 1.0;  // length of every beat, 1.1 = 10 % slower
  double drift = 0.0;    // the tempo wanders: deviation of the logarithm of each beat's length from
                         // its neighbour's
  double jitter = 0.0;   // expressive: deviation of the logarithm of each beat's own length
  double gradual = 1.0;  // length of the last beat over the first: below 1 an accelerando
  double section_factor = 1.0;  // length of beats in the section below
  double section_from = 0.0;    // 0..1 of the beats
  double section_to = 0.0;      // 0..1 of the beats
  double ritardando = 1.0;      // length of the very last beat, approached over
  int ritardando_beats = 0;     // the last beats
  double swing = 0.5;           // where the middle of a beat comes, 0.5 = straight, 2/3 = triplets
  double lead_in = 0.0;         // seconds of silence before everything
  std::uint64_t seed = 0;       // of drift and jitter
  bool operator==(const TempoVariation&) const = default;
};

// No beat becomes shorter or longer than these factors say, whatever comes together.
inline constexpr double kShortestBeat = 0.6, kLongestBeat = 1.8;

// The map for a piece with these beats (rising). With fewer than four beats only `stretch` and
// `lead_in` act.
TimeMap tempo_map(const std::vector<Beat>& beats, const TempoVariation& variation);

// Does the piece keep a tempo of its own (an expressive performance) that should be left alone?
bool plays_freely(const std::vector<Beat>& beats);

}  // namespace tactus
