// From a frame of activations to densities for the bar pointer: the observation model of Boeck,
// Krebs & Widmer (2016). The frames outside a beat's range get the rest of the probability, divided
// into observation_lambda - 1 parts.
#pragma once

#include <cstddef>
#include <span>

#include "features/frames/frame_matrix.h"
#include "model/annotation.h"
#include "model/decoding/beats/bar_viterbi.h"
#include "model/decoding/beats/beat_decoder_parameters.h"

namespace tactus {

// Converts a probability learned with weighted positives into one without the weight.
double unweighted(double probability, double weight);

// row: [1] probability of a beat, or [2] of a beat that is no downbeat and of a downbeat.
FrameDensities frame_densities(std::span<const float> row, const BeatDecoderParameters& parameters);

// Densities at `part` of `parts` equal parts of frame t: activations in between, with a part of a
// frame's weight. Paths through parts of frames have probabilities of the same observations.
// `last`: one past the last frame that counts.
FrameDensities densities_between(const FrameMatrix& activations, std::size_t t, std::size_t last,
                                 int part, int parts, const BeatDecoderParameters& parameters);

// Densities of a frame where a user has set a beat: they outweigh all others. Position 1 is a
// downbeat, above 1 is none, 0 may be either.
FrameDensities densities_at(const Beat& fixed);

}  // namespace tactus
