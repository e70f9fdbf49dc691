// Sample-rate conversion by libsoxr.
#pragma once

#include <soxr.h>

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace tactus {

enum class ResampleQuality {
  kHigh,  // soxr's HQ: for analysis and playback
  kLow    // soxr's LQ: for rendering; existing rendered corpora depend on it
};

// Converts interleaved samples [frames * channels] block by block. Frame k of the output is the
// input at k / out_rate seconds (the filter's delay is removed). n input frames give round(n *
// out_rate / in_rate) output frames. Memory does not depend on n.
class Resampler {
 public:
  // Rates in Hz, all > 0. Throws std::invalid_argument for rates that soxr refuses.
  Resampler(int in_rate, int out_rate, int channels = 1,
            ResampleQuality quality = ResampleQuality::kHigh);
  // Appends the frames that are ready to `out`; `in` must hold whole frames.
  void process(std::span<const float> in, std::vector<float>& out);
  // Call it after the last input: appends the rest. No process() afterwards.
  void finish(std::vector<float>& out);

 private:
  void convert(std::span<const float> in, std::vector<float>& out);
  std::int64_t in_rate_;
  std::int64_t out_rate_;
  std::size_t channels_;
  std::int64_t taken_ = 0;  // frames
  std::int64_t given_ = 0;
  std::unique_ptr<soxr, void (*)(soxr_t)> soxr_;  // null if the rates are equal
};

// The same for samples in memory.
std::vector<float> resample(std::span<const float> samples, int in_rate, int out_rate,
                            int channels = 1, ResampleQuality quality = ResampleQuality::kHigh);

}  // namespace tactus
