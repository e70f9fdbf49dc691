// A song of a corpus made ready to be played, in the way that the settings ask for, and played.
#pragma once

#include <array>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "datasets/synth/sound/codec_round_trip.h"
#include "datasets/synth/sound/midi_renderer.h"
#include "datasets/synth/sound/render_effects.h"
#include "datasets/synth/sound/tape_wobble.h"
#include "datasets/synth/synth_options.h"
#include "datasets/synth/vocals.h"

namespace tactus {

struct Piece {
  std::vector<TimedMessage> messages;
  Annotation annotation;  // in the time of the messages
  double seconds = 0.0;   // of audio to render
  std::vector<std::filesystem::path> soundfonts;
  std::array<int, 16> channel_fonts{};
  std::optional<VocalPart> vocals;  // who sings to it
  RoomSettings room;
  RenderEffects effects;
  TapeSettings tape;
  CodecSettings codec;
  std::string arrangement, time, notes;  // what was done, for people
};

// A pure function of (item, options). Throws MidiError, FormatError, SynthError.
Piece make_piece(const CorpusItem& item, const SynthOptions& options);

struct PlayedPiece {
  std::vector<float> samples;  // interleaved [frames * channels], full scale 1; a codec may go a
                               // little beyond it, which is clipped when written, as players do
  Annotation annotation;       // in the time of the samples
};
// Nothing when stopped. Throws RenderError, CodecError.
std::optional<PlayedPiece> play_piece(const Piece& piece, const SynthOptions& options,
                                      std::stop_token stop = {});

}  // namespace tactus
