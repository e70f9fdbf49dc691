// Renderings that sound like records: drums, amplified instruments and all others are rendered
// apart, the drums in a room of their own, the amplified through an amplifier, and everything but
// the drums ducks under the kick. Then the mix goes through the chain of a studio.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "datasets/midi/midi_file.h"
#include "datasets/synth/sound/amplifier.h"
#include "datasets/synth/sound/dynamics.h"
#include "datasets/synth/sound/render_effects.h"
#include "datasets/synth/synth_plan.h"

namespace tactus {

struct RecordSound {
  RoomResponse drum_room;
  std::uint16_t amplified = 0;  // bit c: channel c plays through the amplifier
  AmplifierSettings amplifier;
  DuckSettings duck;
  bool operator==(const RecordSound&) const = default;
};

// Each stage has its own chance, range and random stream.
RecordSound plan_record_sound(const std::vector<TimedMessage>& messages, const SynthSeed& seed);
// The chain of the whole mix; replaces all effects of the variation.
RenderEffects plan_record_effects(const SynthSeed& seed);

// Seconds of the strokes of the kick drum, rising.
std::vector<double> kick_times(const std::vector<TimedMessage>& messages);

// Renders messages to interleaved samples; empty if stopped.
using RenderStem = std::function<std::vector<float>(const std::vector<TimedMessage>&)>;
// Returns the mix of the stems before the chain; empty if stopped.
std::vector<float> mix_stems(const std::vector<TimedMessage>& messages, const RecordSound& sound,
                             int channels, int sample_rate, const RenderStem& render);

// "drum room 0.30 s, share 0.20; amplifier 12.0 dB on 2 channels; ducking 6.0 dB"; "" for nothing.
std::string describe(const RecordSound& sound);

}  // namespace tactus
