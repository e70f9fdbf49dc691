// Mean and scale of every feature bin over the training songs, stored in the model.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "features/frames/frame_view.h"

namespace tactus {

// x becomes (x - mean) * scale per bin.
struct Standardisation {
  std::vector<float> mean;
  std::vector<float> scale;  // 1 / standard deviation
};

// Sums over frames, for each bin; those of songs add up.
struct FrameSums {
  std::vector<double> sum;
  std::vector<double> squares;
  double count = 0.0;  // of frames

  explicit FrameSums(std::size_t bins) : sum(bins, 0.0), squares(bins, 0.0) {}
  // Every `stride`-th frame from the first on. The song has these bins.
  void add(const FrameView& song, std::size_t stride = 1);
  // Sums that were made before, of `frames` frames.
  void add(std::span<const double> sums, std::span<const double> sums_of_squares, double frames);
};

// A bin with almost no variation gets the scale for 1 % of the largest deviation of all bins.
// Throws std::invalid_argument if there are no frames.
Standardisation standardisation_of(const FrameSums& sums);

// Measured over about `max_frames` frames at most, evenly spaced through the songs; deterministic.
// Throws std::invalid_argument if no song has a frame or the songs' bins differ.
Standardisation measure_standardisation(std::span<const FrameView> songs,
                                        std::size_t max_frames = 400'000);

// In place on [frames, bins].
void standardise(std::span<float> frames, const Standardisation& standardisation);

}  // namespace tactus
