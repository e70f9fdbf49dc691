// Turns a piano version with annotations into a random band version with annotations.
#pragma once

#include <cstdint>
#include <string>

#include "datasets/song_random.h"
#include "datasets/synth/band/music_style.h"
#include "datasets/synth/score/midi_song.h"
#include "datasets/synth/sound/midi_renderer.h"
#include "datasets/synth/sound/render_effects.h"

namespace tactus {

struct ArrangedSong {
  Song song;  // the arranged performance and its annotations, on one time axis
  RoomSettings room;
  RenderEffects effects;
  std::string words;  // description of the choices: "x1.04, -3 semitones, piano, bass, drums"
};

// Instruments, bass, drums, chords, transposition, tempo and tuning depend only on (seed, song.id).
// Parts named MELODY, BRIDGE and PIANO get suitable instruments; other parts stay. Other
// accompaniment may replace PIANO, and is added if there is none. Labels match the played notes.
// `transform` false: tempo, key and tuning stay. Players::kPercussion: only drums and percussion
// play, one to four players with or without a drum kit; the annotation has no chords and keys.
// `music`: with kUsual and kWide, what kWide does not list is the same.
enum class Players { kBand, kPercussion };
ArrangedSong arrange(const Song& song, std::uint64_t seed, bool transform = true,
                     Players players = Players::kBand, MusicStyle music = MusicStyle::kUsual);

// The same room and effects for songs rendered without an arrangement.
RoomSettings choose_room(SongRandom& random);
RenderEffects choose_effects(SongRandom& random);

}  // namespace tactus
