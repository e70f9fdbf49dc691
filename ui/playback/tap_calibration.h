// Measures from taps with steady clicks how late a person hears the output.
#pragma once

#include <optional>
#include <vector>

namespace tactus::ui {

// Clicks at period, 2 * period, ... seconds. Each tap belongs to its nearest click; the latency is
// the median of the differences, so that single wrong taps do not matter.
class TapCalibration {
 public:
  explicit TapCalibration(double period) : period_(period) {}

  // `seconds`: playback position reported by the device at the time of the tap. Taps on the first
  // click are ignored, because no one can anticipate it.
  void tap(double seconds);
  void clear() { differences_.clear(); }
  std::size_t taps() const { return differences_.size(); }

  struct Result {
    double latency = 0.0;  // seconds: > 0, taps come later
    double spread = 0.0;   // median distance of the taps from `latency`
  };
  // nullopt before kLeastTaps taps.
  static constexpr std::size_t kLeastTaps = 6;
  std::optional<Result> result() const;

 private:
  double period_;
  std::vector<double> differences_;  // seconds
};

}  // namespace tactus::ui
