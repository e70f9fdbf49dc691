// Internal to audio/: the samples of a frame of libavcodec.
#pragma once

#include <vector>

struct AVFrame;

namespace tactus {

// Into `out`, frames x channels, full scale 1. False for an unknown sample format.
bool interleave(const AVFrame& frame, std::vector<float>& out);

}  // namespace tactus
