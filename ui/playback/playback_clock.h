// A smooth clock from a device's reports.
#pragma once

#include <algorithm>

namespace tactus::ui {

// Audio systems report at intervals, and in steps, how much they have played. Between reports the
// clock follows wall time. A report moves the clock by a tenth of the difference (a first-order
// loop: Adriaensen, "Using a DLL to filter time", LAC 2005; the second order is omitted, because
// drift within a second is small). A difference above kJump is applied at once. The clock never
// runs backwards.
class PlaybackClock {
 public:
  static constexpr double kJump = 0.04;  // seconds

  // The device reports at wall time `now` that it has played `reported` seconds.
  double played(double now, double reported) {
    if (!running_) {
      running_ = reported > 0.0;
      last_ = reported;
    } else {
      const double expected = last_ + (now - wall_);
      const double error = reported - expected;
      const double corrected = error > kJump || error < -kJump ? reported : expected + 0.1 * error;
      last_ = std::max(last_, corrected);
    }
    wall_ = now;
    return last_;
  }
  void reset() { *this = {}; }

 private:
  bool running_ = false;
  double wall_ = 0.0, last_ = 0.0;  // seconds
};

}  // namespace tactus::ui
