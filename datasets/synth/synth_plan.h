// Draws the strongest variation of a song from its seed. Each part has its own random stream: one
// does not shift another.
#pragma once

#include <string>

#include "datasets/synth/score/message_variation.h"
#include "datasets/synth/score/tempo_variation.h"
#include "datasets/synth/sound/codec_round_trip.h"
#include "datasets/synth/sound/render_effects.h"
#include "datasets/synth/sound/tape_wobble.h"

namespace tactus {

// Seconds before the first and after the last note, with or without music in free time.
struct Surroundings {
  double before = 0.0;
  double after = 0.0;
  bool free_before = false;
  bool free_after = false;
  bool operator==(const Surroundings&) const = default;
};

struct SynthSeed {
  std::uint64_t seed;
  std::string_view song;
  SongRandom stream(std::string_view purpose) const { return {seed, song, purpose}; }
};

struct TempoFreedom {
  bool stretch = true;  // the tempo was not chosen before
  bool swing = true;    // beats have even divisions
  bool wide = false;    // pauses and swung sixteenths
};
// Evenly spread on a logarithmic scale.
double log_uniform(double low, double high, SongRandom& random);
// A song with free playing keeps its own tempo and is only stretched.
TempoVariation plan_tempo(const std::vector<Beat>& beats, TempoFreedom freedom,
                          const SynthSeed& seed);
Surroundings plan_surroundings(const SynthSeed& seed);
// Added to `effects` of the lighter variation.
void plan_effects(RenderEffects& effects, const SynthSeed& seed);
std::vector<FilterBand> plan_equaliser(SongRandom random);
TapeSettings plan_tape(const SynthSeed& seed);
CodecSettings plan_codec(const SynthSeed& seed);

// "x1.08, rit. 1.4, swing 0.62, free start 4.2 s".
std::string describe(const TempoVariation& tempo, const Surroundings& surroundings);

}  // namespace tactus
