// Bars that end early: a bar of two among bars of four, or a pickup that returns.
//
// The bar pointer knows bars of one length only. So one short bar puts every later downbeat in the
// wrong place, unless the tempo of the path goes wrong to repair that. Here the beats are known and
// only their positions are decoded: each next beat is the bar's next or, at a cost, the first of a
// new bar.
#pragma once

#include <span>
#include <vector>

#include "features/frames/frame_matrix.h"
#include "model/annotation.h"
#include "model/decoding/beats/beat_decoder_parameters.h"

namespace tactus {

// Sets Beat::position (1..meter) of all beats (sorted by time) to the most likely sequence under
// the observation model of the decoder. Each bar that ends early costs
// parameters.irregular_bar_cost nats. fixed: beats that a user has set, sorted. Beats at the same
// times keep a position above 0, and the beats around them follow it. activations [T,2], T > 0.
void place_bars(std::vector<Beat>& beats, int meter, const FrameMatrix& activations,
                const BeatDecoderParameters& parameters, std::span<const Beat> fixed);

}  // namespace tactus
