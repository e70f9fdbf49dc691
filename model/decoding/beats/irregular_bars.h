// Bars that end early: a bar of two among bars of four, a pickup that comes again.
//
// The bar pointer knows bars of one length only, so that one short bar puts every first beat after
// it in the wrong place, unless its tempo goes astray to mend that. Here the beats are there
// already, and their positions are decoded along them: each next beat is the bar's next or, at a
// price, the first of a new bar.
#pragma once

#include <span>
#include <vector>

#include "features/frames/frame_matrix.h"
#include "model/annotation.h"
#include "model/decoding/beats/beat_decoder_parameters.h"

namespace tactus {

// Sets Beat::position (1..meter) of all beats, sorted by time, to the most likely sequence under
// the observation model of the decoder; parameters.irregular_bar_cost nats for each bar that ends
// early. fixed: beats that a person has set, sorted; those among `beats` of the same time keep a
// position above 0, and the beats around them go by it. activations [T,2], T > 0.
void place_bars(std::vector<Beat>& beats, int meter, const FrameMatrix& activations,
                const BeatDecoderParameters& parameters, std::span<const Beat> fixed);

}  // namespace tactus
