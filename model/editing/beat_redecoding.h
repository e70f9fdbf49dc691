// Decodes a part of a song again, around the beats that a user has set.
#pragma once

#include <span>
#include <vector>

#include "model/decoding/beats/beat_decoder.h"

namespace tactus {

// Decodes [begin, end) of a song again from its activations [T,2]. Beats outside the range stay;
// those next to it set the tempo and the bars at its ends. Beats inside with the confidence
// kCertain (placed by a user, see beat_edits.h) stay too. If there are none and level_margin or
// level_bonus is set, beats keep the tempo of those before instead of its half or double. Only a
// user's beat may be in the last kShortestBeat (beat_summary.h). Returns the song's beats. Throws
// as decode_downbeats does.
std::vector<Beat> redecode_beats(const FrameMatrix& activations,
                                 const BeatDecoderParameters& parameters,
                                 std::span<const Beat> beats, double begin, double end);

}  // namespace tactus
