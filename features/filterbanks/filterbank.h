// A filterbank as data (double, for construction and proof) and as a sparse product (float, for
// speed). The banks themselves: log_filterbank.h, log_frequency_kernels.h.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace tactus {

// One band: weights[i] belongs to the spectrum's bin first + i.
struct Filter {
  std::size_t first = 0;
  std::vector<double> weights;
};
using Filterbank = std::vector<Filter>;

// Bands of a spectrum: out[b] = sum_i weights_b[i] * spectrum[first_b + i]. Immutable after
// construction.
class FilterbankProduct {
 public:
  explicit FilterbankProduct(const Filterbank& filters);

  std::size_t bands() const { return bands_.size(); }
  // All bins that the filters read are inside [first_bin(), last_bin()).
  std::size_t first_bin() const { return first_bin_; }
  std::size_t last_bin() const { return last_bin_; }
  // A spectrum for apply() must have this many readable, finite elements (at least last_bin()).
  std::size_t padded_bins() const { return padded_bins_; }

  // spectrum: padded_bins() elements, out: bands() elements. The order of sums is the same on every
  // machine.
  void apply(const float* spectrum, float* out) const;

 private:
  struct Band {
    std::size_t first = 0;   // of the spectrum
    std::size_t offset = 0;  // in weights_
    std::size_t blocks = 0;  // of kLanes weights
  };
  static constexpr std::size_t kLanes = 8;

  std::vector<Band> bands_;
  std::vector<float> weights_;  // of all bands, each padded with zeros to whole blocks
  std::size_t first_bin_ = 0, last_bin_ = 0, padded_bins_ = 0;
};

}  // namespace tactus
