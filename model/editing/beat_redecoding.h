// Part of a piece decoded anew around what a person has set.
#pragma once

#include <span>
#include <vector>

#include "model/decoding/beats/beat_decoder.h"

namespace tactus {

// Decodes [begin, end) of a piece anew from its activations [T,2]. Beats outside the range stay,
// and those next to it lead the tempo and the bars in and out; beats inside with the confidence
// kCertain (what a person has placed, see beat_edits.h) stay where they are. Where there are
// neither and level_margin or level_bonus is set, beats keep the tempo of those before rather than
// come back at its half or its double. None but a person's comes to lie in the last kShortestBeat
// (beat_summary.h). Returns the piece's beats. Throws as decode_downbeats does.
std::vector<Beat> redecode_beats(const FrameMatrix& activations,
                                 const BeatDecoderParameters& parameters,
                                 std::span<const Beat> beats, double begin, double end);

}  // namespace tactus
