// Prepares a song of a corpus according to the settings, and renders it.
#pragma once

#include <array>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "datasets/synth/record_sound.h"
#include "datasets/synth/sound/codec_round_trip.h"
#include "datasets/synth/sound/midi_renderer.h"
#include "datasets/synth/sound/render_effects.h"
#include "datasets/synth/sound/tape_wobble.h"
#include "datasets/synth/synth_options.h"
#include "datasets/synth/vocals.h"

namespace tactus {

struct PlannedSong {
  std::vector<TimedMessage> messages;
  Annotation annotation;  // with the times of the messages
  double seconds = 0.0;   // length of the audio
  std::vector<std::filesystem::path> soundfonts;
  std::array<int, 16> channel_fonts{};
  std::optional<VocalPart> vocals;  // the singing voice, if any
  std::filesystem::path drum_kit;   // empty = the drums of the soundfonts
  std::uint64_t kit_seed = 0;
  std::optional<RecordSound> record;
  RoomSettings room;
  RenderEffects effects;
  TapeSettings tape;
  CodecSettings codec;
  std::string arrangement, time, notes;  // descriptions of the choices
};

// A pure function of (item, options). Throws MidiError, FormatError, SynthError.
PlannedSong plan_song(const CorpusItem& item, const SynthOptions& options);

struct RenderedSong {
  std::vector<float> samples;  // interleaved [frames * channels], full scale 1; a codec may go a
                               // little beyond it, which is clipped when written, as players do
  Annotation annotation;       // with the times of the samples
};
// Returns nothing if stopped. Throws RenderError, CodecError.
std::optional<RenderedSong> render_song(const PlannedSong& planned, const SynthOptions& options,
                                        std::stop_token stop = {});

}  // namespace tactus
