// Decodes a part of a song again, around the beats that a user has set.
#pragma once

#include "features/frames/frame_matrix.h"
#include "model/decoding/bars/bar_decoder.h"
#include "model/decoding/beats/beat_decoder_parameters.h"
#include "model/editing/grid_edits.h"

namespace tactus {

// Decodes [begin, end) of a song again from its activations [T,2]. Beats outside the range stay;
// those next to it set the tempo and the bars at its ends. Beats inside with the confidence
// kCertain (placed by a user, see beat_edits.h) stay too. If there are none and level_margin or
// level_bonus is set, beats keep the tempo that the range and its neighbours had, not its half or
// double. Only a user's beat may be in the last kShortestBeat (beat_summary.h).
//
// attacks: the envelope of the song (attack_envelope.h), for exact times; may be empty. If all
// beats of the song are decoded again, it gets the grid of the decoding. Else beats within one
// segment of the grid lie on its line again, and beats of a free song keep times of their own;
// the grid stays if it still holds (grid_after_edit). bars, chords: as in BeatPieceOptions; only
// for a range that begins at 0 and holds all beats, the whole song. Throws as decode_downbeats
// does.
GridBeats redecode_beats(const FrameMatrix& activations, const FrameMatrix& attacks,
                         const BeatDecoderParameters& parameters, const GridBeats& song,
                         double begin, double end, const HeardBars* bars = nullptr,
                         const FrameMatrix* chords = nullptr);

}  // namespace tactus
