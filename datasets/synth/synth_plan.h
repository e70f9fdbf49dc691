// What the strongest variation does to a song, drawn from its seed. Each part has its own stream of
// random numbers: one does not shift another.
#pragma once

#include <string>

#include "datasets/synth/score/message_variation.h"
#include "datasets/synth/score/tempo_variation.h"
#include "datasets/synth/sound/codec_round_trip.h"
#include "datasets/synth/sound/render_effects.h"
#include "datasets/synth/sound/tape_wobble.h"

namespace tactus {

// Seconds before the first and after the last note, with or without music free of a beat.
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
  bool stretch = true;  // the tempo was not chosen already
  bool swing = true;    // beats are divided evenly
};
// A piece that plays freely keeps its own tempo and is stretched only.
TempoVariation plan_tempo(const std::vector<Beat>& beats, TempoFreedom freedom,
                          const SynthSeed& seed);
Surroundings plan_surroundings(const SynthSeed& seed);
// On top of `effects` as drawn for the lighter variation.
void plan_effects(RenderEffects& effects, const SynthSeed& seed);
TapeSettings plan_tape(const SynthSeed& seed);
CodecSettings plan_codec(const SynthSeed& seed);

// "x1.08, rit. 1.4, swing 0.62, free start 4.2 s".
std::string describe(const TempoVariation& tempo, const Surroundings& surroundings);

}  // namespace tactus
