#include "model/backend/cpu/frame_list.h"

#include <algorithm>
#include <numeric>

namespace tactus {

FrameList make_frame_list(int steps, int batch, const std::int32_t* lengths) {
  FrameList list;
  list.sequence.resize(static_cast<std::size_t>(batch));
  std::iota(list.sequence.begin(), list.sequence.end(), 0);
  std::stable_sort(list.sequence.begin(), list.sequence.end(),
                   [&](int a, int b) { return lengths[a] > lengths[b]; });
  list.first.push_back(0);
  int alive = batch;
  for (int t = 0; t < steps; ++t) {
    while (alive > 0 && lengths[list.sequence[static_cast<std::size_t>(alive) - 1]] <= t) --alive;
    list.rows.push_back(alive);
    list.first.push_back(list.first.back() + static_cast<std::size_t>(alive));
  }
  return list;
}

}  // namespace tactus
