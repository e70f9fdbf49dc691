// Sample-rate conversion of what is in memory already.
#pragma once

#include <span>
#include <vector>

namespace tactus {

// One channel, as AudioReader converts: sample k of the result is the input at k / out_rate
// seconds, n samples become round(n * out_rate / in_rate). Rates in Hz, both above 0.
std::vector<float> resample(std::span<const float> samples, int in_rate, int out_rate);

}  // namespace tactus
