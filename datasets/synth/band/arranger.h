// A piano version with its annotations -> a band version with its annotations, chosen at random.
#pragma once

#include <cstdint>
#include <string>

#include "datasets/song_random.h"
#include "datasets/synth/score/midi_song.h"
#include "datasets/synth/sound/midi_renderer.h"
#include "datasets/synth/sound/render_effects.h"

namespace tactus {

struct ArrangedSong {
  Song song;  // the arranged performance and its annotations, on one time axis
  RoomSettings room;
  RenderEffects effects;
  std::string words;  // what was chosen: "x1.04, -3 semitones, piano, bass, drums"
};

// Instruments, bass, drums, chords, transposition, tempo, tuning: all drawn from (seed, song.id)
// and nothing else. Parts named MELODY, BRIDGE and PIANO get suitable instruments; PIANO may be
// replaced by other accompaniment, and is where the song has none; other parts stay as they are.
// Labels stay true for what is played. `transform` false: tempo, key and tuning stay.
// Players::kPercussion: nothing but drums and percussion plays, one to four players with or without
// a drum kit; chords and keys are left out of the annotation.
enum class Players { kBand, kPercussion };
ArrangedSong arrange(const Song& song, std::uint64_t seed, bool transform = true,
                     Players players = Players::kBand);

// The same room and effects for pieces that are rendered as they are.
RoomSettings choose_room(SongRandom& random);
RenderEffects choose_effects(SongRandom& random);

}  // namespace tactus
