// Peaks of an activation. A beat that a user moves by hand can snap to them.
#pragma once

#include <vector>

#include "features/frames/frame_matrix.h"

namespace tactus {

// Times in seconds of the local maxima at or above the threshold in an activation [T,1]. A parabola
// through the peak and its neighbours refines each time between frames. Non-finite values count as
// 0. Throws std::invalid_argument for another number of columns.
std::vector<double> activation_peaks(const FrameMatrix& activation, double threshold);

}  // namespace tactus
