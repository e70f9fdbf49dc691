// What a frame of activations says to the bar pointer: the observation model of Boeck, Krebs &
// Widmer (2016). A beat's range shares nothing with the rest of the beat: that has what the beat
// leaves, spread over observation_lambda - 1 parts.
#pragma once

#include <span>

#include "model/annotation.h"
#include "model/decoding/beats/bar_viterbi.h"
#include "model/decoding/beats/beat_decoder_parameters.h"

namespace tactus {

// A probability learned with weighted positives, as an unweighted one.
double unweighted(double probability, double weight);

// row: [1] probability of a beat, or [2] of a beat that is no downbeat and of a downbeat.
FrameDensities frame_densities(std::span<const float> row, const BeatDecoderParameters& parameters);

// Where a person has set a beat: nothing else outweighs it. Position 1 must be a downbeat, above 1
// must be none, 0 may be either.
FrameDensities densities_at(const Beat& fixed);

}  // namespace tactus
