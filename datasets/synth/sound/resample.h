// Sample-rate conversion of whole pieces by libsoxr at its HQ setting.
#pragma once

#include <vector>

namespace tactus {

// Interleaved samples [frames * channels]; sample k is the sound at k / `to` seconds. n frames
// become ceil(n * to / from). Throws std::runtime_error.
std::vector<float> resampled(const std::vector<float>& samples, int channels, int from, int to);

}  // namespace tactus
