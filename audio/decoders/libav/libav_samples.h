// Internal to audio/: samples and streams of libavcodec.
#pragma once

#include <vector>

struct AVCodecParameters;
struct AVFrame;

namespace tactus {

// Into `out`, frames x channels, full scale 1. False for an unknown sample format.
bool interleave(const AVFrame& frame, std::vector<float>& out);

// Samples: half a long block, by the first header of a stream of Vorbis ("Vorbis I specification",
// Xiph.Org, section 4.2.2); 0 for other streams.
int long_vorbis_frame(const AVCodecParameters& stream);

}  // namespace tactus
