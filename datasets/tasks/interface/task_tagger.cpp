#include "datasets/tasks/interface/task_tagger.h"

#include <algorithm>
#include <cmath>

namespace tactus {

void append_rows(FrameMatrix& all, const FrameMatrix& rows, std::size_t begin, std::size_t end) {
  all.bins = rows.bins;
  all.fps = rows.fps;
  const auto at = [&](std::size_t row) {
    return rows.data.begin() + static_cast<std::ptrdiff_t>(row * rows.bins);
  };
  all.data.insert(all.data.end(), at(begin), at(end));
  all.frames += end - begin;
}

std::size_t rows_before(const FrameMatrix& rows, double seconds) {
  return std::min(rows.frames, static_cast<std::size_t>(std::llround(seconds * rows.fps)));
}

void drop_rows(FrameMatrix& rows, double seconds) {
  const std::size_t count = rows_before(rows, seconds);
  const auto begin = rows.data.begin();
  rows.data.erase(begin, begin + static_cast<std::ptrdiff_t>(count * rows.bins));
  rows.frames -= count;
}

}  // namespace tactus
