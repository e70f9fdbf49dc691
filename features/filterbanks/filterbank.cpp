#include "features/filterbanks/filterbank.h"

#include <algorithm>
#include <cstring>

#include "features/frames/avx2_clone.h"

namespace tactus {

FilterbankProduct::FilterbankProduct(const Filterbank& filters) {
  bool any = false;
  for (const Filter& filter : filters) {
    const std::size_t blocks = (filter.weights.size() + kLanes - 1) / kLanes;
    bands_.push_back({filter.first, weights_.size(), blocks});
    weights_.insert(weights_.end(), filter.weights.begin(), filter.weights.end());
    weights_.resize(bands_.back().offset + blocks * kLanes, 0.0f);
    if (blocks == 0) continue;
    first_bin_ = any ? std::min(first_bin_, filter.first) : filter.first;
    last_bin_ = std::max(last_bin_, filter.first + filter.weights.size());
    padded_bins_ = std::max(padded_bins_, filter.first + blocks * kLanes);
    any = true;
  }
}

TACTUS_AVX2_CLONE void FilterbankProduct::apply(const float* spectrum, float* out) const {
  typedef float Lanes __attribute__((vector_size(kLanes * sizeof(float))));
  for (const Band& band : bands_) {
    Lanes sum = {};
    const float* x = spectrum + band.first;
    const float* w = weights_.data() + band.offset;
    for (std::size_t block = 0; block < band.blocks; ++block, x += kLanes, w += kLanes) {
      Lanes values, weights;
      std::memcpy(&values, x, sizeof values);
      std::memcpy(&weights, w, sizeof weights);
      sum += values * weights;
    }
    *out++ = ((sum[0] + sum[4]) + (sum[2] + sum[6])) + ((sum[1] + sum[5]) + (sum[3] + sum[7]));
  }
}

}  // namespace tactus
