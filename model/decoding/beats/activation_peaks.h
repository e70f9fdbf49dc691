// Where an activation peaks: places that a hand-moved beat likes to go to.
#pragma once

#include <vector>

#include "features/frames/frame_matrix.h"

namespace tactus {

// Times in seconds of the local maxima at or above the threshold in an activation [T,1], refined
// between frames by the parabola through the peak and its neighbours. Non-finite values count as 0.
// Throws std::invalid_argument for another number of columns.
std::vector<double> activation_peaks(const FrameMatrix& activation, double threshold);

}  // namespace tactus
