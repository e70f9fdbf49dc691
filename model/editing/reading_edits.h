// A person takes another reading of a song (model/decoding/readings.h), and the window shows which
// one its beats are. All functions take the readings as the decoder has listed them, the beats as
// they are now.
#pragma once

#include <optional>
#include <span>

#include "features/frames/frame_matrix.h"
#include "model/annotation.h"
#include "model/decoding/beats/beat_decoder_parameters.h"
#include "model/editing/grid_edits.h"

namespace tactus {

// Whether the song has the tempo of the reading already, within 5 %. False for fewer than two
// beats.
bool has_tempo_of(const Reading& reading, const GridBeats& song);

// The beats of the whole song near the tempo of the reading and with its meter, decoded again from
// the activations [T,2]; attacks as in redecode_beats. Beats that a person has set do not count.
// Throws as decode_downbeats does.
GridBeats decode_reading(const Reading& reading, const FrameMatrix& activations,
                         const FrameMatrix& attacks, BeatDecoderParameters parameters);

// The beats, moved by half a beat if the first downbeat of the reading lies between them, with the
// bars of the reading. Bars of its meter that begin at its first downbeat stay as they are, also
// irregular ones. No beat comes after `end` (seconds). Beats of another tempo give its bars only.
GridBeats put_on_reading(GridBeats song, const Reading& reading, double end);

// The first reading with the tempo, beats and bars of the song; nothing if there is none.
std::optional<std::size_t> reading_of(const GridBeats& song, std::span<const Reading> readings);

}  // namespace tactus
