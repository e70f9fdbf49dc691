// How late one hears what was played: from taps along with steady clicks.
#pragma once

#include <optional>
#include <vector>

namespace tactus::ui {

// Clicks at period, 2 * period, ... seconds. Each tap belongs to its nearest click; the latency is
// the median of the differences, so that single slips do not count.
class TapCalibration {
 public:
  explicit TapCalibration(double period) : period_(period) {}

  // `seconds`: where playback was by the device's word when the tap came. The first click's taps
  // are left out: nobody is in time with what has not begun.
  void tap(double seconds);
  void clear() { differences_.clear(); }
  std::size_t taps() const { return differences_.size(); }

  struct Result {
    double latency = 0.0;  // seconds: > 0, the taps come later
    double spread = 0.0;   // median distance of the taps from it
  };
  // From kLeastTaps on; nullopt before.
  static constexpr std::size_t kLeastTaps = 6;
  std::optional<Result> result() const;

 private:
  double period_;
  std::vector<double> differences_;  // seconds
};

}  // namespace tactus::ui
