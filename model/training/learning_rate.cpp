#include "model/training/learning_rate.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>

namespace tactus {
namespace {

constexpr double kOneCycleStart = 1.0 / 25.0;  // first rate as a share of the highest rate

// From `from` at x = 0 to `to` at x = 1 along half a cosine.
double half_cosine(double from, double to, double x) {
  return to + (from - to) * 0.5 * (1.0 + std::cos(std::numbers::pi * x));
}

}  // namespace

double learning_rate_at(const LearningRateSchedule& schedule, std::int64_t step,
                        std::int64_t total_steps) {
  if (total_steps < 1) {
    throw std::invalid_argument(
        fmt::format("learning_rate_at: {} steps in all, expected at least 1", total_steps));
  }
  const double done = static_cast<double>(std::clamp<std::int64_t>(step, 0, total_steps - 1));
  const double rising = std::floor(schedule.warm_up * static_cast<double>(total_steps));
  const double peak = schedule.highest;
  if (done < rising) {
    const double x = (done + 1.0) / (rising + 1.0);
    return schedule.kind == ScheduleKind::kOneCycle ? half_cosine(peak * kOneCycleStart, peak, x)
                                                    : peak * x;
  }
  if (schedule.kind == ScheduleKind::kConstant) return peak;
  const double falling = static_cast<double>(total_steps) - 1.0 - rising;
  const double x = falling > 0.0 ? (done - rising) / falling : 0.0;
  return half_cosine(peak, peak * schedule.final_fraction, x);
}

}  // namespace tactus
