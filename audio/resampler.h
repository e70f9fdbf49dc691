// Sample-rate conversion of one channel in pieces, by libsoxr at its HQ
// setting.
#pragma once

#include <soxr.h>

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace tactus {

// Output sample k is the input at k / out_rate seconds (the filter's delay is removed), and n input
// samples give round(n * out_rate / in_rate) output samples. Memory does not depend on n.
class Resampler {
 public:
  Resampler(int in_rate, int out_rate);  // Hz, both > 0
  // Appends what is ready to `out`.
  void process(std::span<const float> in, std::vector<float>& out);
  // After the last input: appends the rest. Nothing may follow.
  void finish(std::vector<float>& out);

 private:
  void convert(std::span<const float> in, std::vector<float>& out);
  std::int64_t in_rate_;
  std::int64_t out_rate_;
  std::int64_t taken_ = 0;
  std::int64_t given_ = 0;
  std::unique_ptr<soxr, void (*)(soxr_t)> soxr_;  // none when the rates are equal
};

}  // namespace tactus
