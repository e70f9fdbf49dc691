#include "datasets/tasks/description/task_tagger.h"

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

}  // namespace tactus
