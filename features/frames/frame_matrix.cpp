#include "features/frames/frame_matrix.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace tactus {

FrameMatrix first_bins(const FrameMatrix& matrix, std::size_t bins) {
  FrameMatrix first(matrix.frames, bins, matrix.fps);
  for (std::size_t t = 0; t < matrix.frames; ++t)
    std::ranges::copy(matrix.row(t).first(bins), first.row(t).begin());
  return first;
}

FrameMatrix mean_of(std::vector<FrameMatrix> matrices) {
  FrameMatrix mean = std::move(matrices.at(0));
  if (matrices.size() == 1) return mean;
  const auto count = static_cast<float>(matrices.size());
  for (std::size_t k = 1; k < matrices.size(); ++k) {
    if (matrices[k].frames != mean.frames || matrices[k].bins != mean.bins)
      throw std::invalid_argument("mean_of: matrices of different shapes");
    for (std::size_t i = 0; i < mean.data.size(); ++i) mean.data[i] += matrices[k].data[i];
  }
  for (float& value : mean.data) value /= count;
  return mean;
}

}  // namespace tactus
