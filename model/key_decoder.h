// The key of a piece from its chords and chroma.
#pragma once

#include <span>

#include "features/frame_matrix.h"
#include "model/annotation.h"

namespace tactus {

// chords: segments of the piece; chroma [T,12] (C first) may be empty. Combines the duration-weighted pitch
// classes of both and correlates them with key profiles. Returns one segment over [0, duration] labelled
// "C:major" or "A:minor" with a confidence; an empty list when there is nothing to tell a key from.
std::vector<LabelledSegment> estimate_key(std::span<const LabelledSegment> chords,
                                          const FrameMatrix& chroma, double duration);

}  // namespace tactus
