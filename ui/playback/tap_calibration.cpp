#include "ui/playback/tap_calibration.h"

#include <algorithm>
#include <cmath>

namespace tactus::ui {
namespace {

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  if (values.size() % 2 == 1) return *middle;
  return 0.5 * (*middle + *std::max_element(values.begin(), middle));
}

}  // namespace

void TapCalibration::tap(double seconds) {
  const double click = std::round(seconds / period_);
  if (click >= 2.0) differences_.push_back(seconds - click * period_);
}

std::optional<TapCalibration::Result> TapCalibration::result() const {
  if (differences_.size() < kLeastTaps) return std::nullopt;
  const double latency = median(differences_);
  std::vector<double> distances;
  for (const double difference : differences_) distances.push_back(std::abs(difference - latency));
  return Result{latency, median(distances)};
}

}  // namespace tactus::ui
