// Halves the rate of a stream of samples: a half-band filter, then every second sample.
//
//   y[n] = x[2n] / 2 + sum_j h[j] (x[2n - 2j + 1] + x[2n + 2j - 1]),  j = 1 .. J
//
// Windowed sinc, Kaiser's window: Kaiser, "Nonrecursive digital filter design using the I0-sinh
// window function", ISCAS 1974.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace tactus {

// Sample n of the output lies at sample 2n of the input; zeros surround the input. The same bits
// for any division into blocks. One thread at a time.
class HalfBand {
 public:
  // Frequencies up to `pass` of the input's rate keep their amplitude to 1e-6, and what folds onto
  // them is 120 dB down. Throws std::invalid_argument unless 0 < pass < 0.24.
  explicit HalfBand(double pass);

  // Appends the samples that are ready.
  void push(std::span<const float> samples, std::vector<float>& out);
  // Samples of the input after sample 2n that output n needs.
  std::size_t reach() const { return 2 * weights_.size() - 1; }

 private:
  void separate(std::span<const float> samples);

  std::vector<float> weights_;  // h[1] .. h[J]
  std::vector<float> even_;     // x[2m] from the next output's m on
  std::vector<float> odd_;      // x[2m + 1] from J before it on
  bool odd_next_ = false;
};

}  // namespace tactus
