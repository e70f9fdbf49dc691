// The frames of a padded batch that are not padding, so that padding costs nothing. Sequences are
// sorted by decreasing length, so those that are active at a time are the first rows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tactus {

struct FrameList {
  std::vector<int> sequence;  // [B]: row r is this sequence of the batch
  std::vector<int> rows;      // [T]: number of active sequences at t, never increasing with t
  std::vector<std::size_t>
      first;  // [T+1]: number of frames before t; frame first[t] + r is (t, row r)

  std::size_t frames() const { return first.back(); }
  // Number active at t; 0 before the first and after the last time.
  int rows_at(int t) const {
    return t < 0 || t >= static_cast<int>(rows.size()) ? 0 : rows[static_cast<std::size_t>(t)];
  }
};

FrameList make_frame_list(int steps, int batch, const std::int32_t* lengths);

}  // namespace tactus
