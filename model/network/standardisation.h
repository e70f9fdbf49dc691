// Mean and scale of every feature bin over the training songs, stored in the model.
#pragma once

#include <span>
#include <vector>

#include "features/frames/frame_view.h"

namespace tactus {

// x becomes (x - mean) * scale per bin.
struct Standardisation {
  std::vector<float> mean;
  std::vector<float> scale;  // 1 / standard deviation
};

// Measured over about `max_frames` frames at most, evenly spaced through the songs; deterministic.
// A bin with almost no variation gets the scale for 1 % of the largest deviation of all bins.
// Throws std::invalid_argument if no song has a frame or the songs' bins differ.
Standardisation measure_standardisation(std::span<const FrameView> songs,
                                        std::size_t max_frames = 400'000);

// In place on [frames, bins].
void standardise(std::span<float> frames, const Standardisation& standardisation);

}  // namespace tactus
