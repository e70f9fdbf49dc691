// Other chords that a span of music may have, ranked by the posteriors of the network.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "features/frames/frame_matrix.h"

namespace tactus {

struct ChordAlternative {
  std::string label;         // spelled in the key
  double probability = 0.0;  // mean posterior over the span
};

// The `count` most probable chords, best first. posteriors [T,V] over chord_vocabulary(). The span
// takes the frames nearest to it, at least one. Non-finite values count as 0. `key` as in
// chord_spelling.h. Empty without frames; throws std::invalid_argument for another V.
std::vector<ChordAlternative> rank_chords(const FrameMatrix& posteriors, double begin, double end,
                                          std::string_view key, std::size_t count);

}  // namespace tactus
