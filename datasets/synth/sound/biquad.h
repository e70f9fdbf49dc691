// Second-order filters for equalisers, after Bristow-Johnson's "Audio EQ Cookbook". They have
// minimum phase: a click stays in place.
#pragma once

#include <vector>

namespace tactus {

enum class FilterKind { kBell, kLowShelf, kHighShelf, kLowPass, kHighPass };

struct FilterBand {
  FilterKind kind = FilterKind::kBell;
  double hertz = 1000.0;  // centre or corner
  double gain_db = 0.0;   // of a peak or shelf
  double q = 0.7071;      // width of a peak; slope of the others
  bool operator==(const FilterBand&) const = default;
};

// In place on interleaved samples [frames * channels]. A corner at or above 0.49 times the rate
// changes nothing. Throws std::invalid_argument for a frequency or q that is not positive.
void apply_filter(std::vector<float>& samples, int channels, int sample_rate,
                  const FilterBand& band);

}  // namespace tactus
