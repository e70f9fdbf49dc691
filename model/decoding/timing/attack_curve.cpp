#include "model/decoding/timing/attack_curve.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>

namespace tactus {
namespace {

constexpr std::size_t kHalf = 30;         // rows on either side of a time that are looked at
constexpr std::size_t kRowsOfStart = 15;  // rows from the time within which an attack may start
constexpr std::size_t kBefore = 8;        // rows before the steepest one where the rise may begin
constexpr double kShareOfRise = 0.2;
constexpr double kLeastRise = 0.7;         // of one beat's attack, in nepers of energy
constexpr double kNearness = 0.012;        // seconds: attacks farther from the time count less
constexpr double kFarthest = 0.012;        // seconds, of the common offset
constexpr std::size_t kFewestOfMean = 12;  // beats of a mean
constexpr double kQuietShare = 1e-2;       // of the loud parts' energy
constexpr std::size_t kMeanRows = 10;      // rows of a mean that is loud or silent
constexpr double kFloor = 1e-7;            // of the mean: what lies below is silence

// The row, with a fraction, in which the curve has done a fifth of its rise around the steepest
// step, which leads from row `step` to the next.
double start_of_rise(const std::vector<double>& curve, std::size_t step) {
  const auto at = curve.begin() + static_cast<std::ptrdiff_t>(step);
  const auto first = curve.begin() + static_cast<std::ptrdiff_t>(step - std::min(step, kBefore));
  const auto last =
      curve.begin() + static_cast<std::ptrdiff_t>(std::min(step + 1 + kBefore, curve.size()));
  const double base = *std::min_element(first, at + 1);
  const double top = *std::max_element(at + 1, last);
  const double threshold = base + kShareOfRise * (top - base);
  std::size_t row = step;
  while (row > 0 && curve[row] > threshold) --row;
  const double rise = curve[row + 1] - curve[row];
  const double share = rise > 0.0 ? (threshold - curve[row]) / rise : 0.0;
  return static_cast<double>(row) + std::clamp(share, 0.0, 1.0);
}

// The row after which the curve rises most, of [first, last).
std::size_t steepest(const std::vector<double>& curve, std::size_t first, std::size_t last) {
  std::size_t best = first;
  for (std::size_t i = first; i < last; ++i) {
    if (curve[i + 1] - curve[i] > curve[best + 1] - curve[best]) best = i;
  }
  return best;
}

// By how much the four rows from `row` on are above the four before them.
template <class Curve>
double rise_at(const Curve& curve, std::size_t row) {
  double rise = 0.0;
  for (std::size_t i = 0; i < 4; ++i) rise += curve[row + i] - curve[row - 1 - i];
  return rise / 4.0;
}

// Mean energies of blocks of rows.
std::vector<double> block_energies(const std::vector<float>& energy) {
  std::vector<double> blocks;
  for (std::size_t row = 0; row < energy.size(); row += kMeanRows) {
    const std::size_t rows = std::min(kMeanRows, energy.size() - row);
    const auto first = energy.begin() + static_cast<std::ptrdiff_t>(row);
    blocks.push_back(std::accumulate(first, first + static_cast<std::ptrdiff_t>(rows), 0.0) /
                     static_cast<double>(rows));
  }
  return blocks;
}

// Mean of the values within 10 dB of their own mean, and above: silence and hiss do not count.
double loud_mean(const std::vector<double>& energies) {
  constexpr double kGate = 0.1;
  double mean = 0.0;
  for (int pass = 0; pass < 3; ++pass) {
    double sum = 0.0, count = 0.0;
    for (double energy : energies)
      if (energy >= kGate * mean) sum += energy, ++count;
    mean = sum / count;
  }
  return mean;
}

}  // namespace

AttackCurve::AttackCurve(const FrameMatrix& envelope) : fps_(envelope.fps) {
  if (envelope.frames == 0) return;
  if (envelope.bins != 2)
    throw std::invalid_argument(
        fmt::format("attack envelope of {} columns: expected 2", envelope.bins));
  double mean = 0.0;
  for (std::size_t i = 0; i < envelope.frames; ++i) mean += envelope.row(i)[0];
  const double floor = kFloor * mean / static_cast<double>(envelope.frames) + 1e-13;
  curve_.reserve(envelope.frames);
  energy_.reserve(envelope.frames);
  for (std::size_t i = 0; i < envelope.frames; ++i) {
    curve_.push_back(std::log(envelope.row(i)[0] + static_cast<float>(floor)));
    energy_.push_back(envelope.row(i)[1]);
  }
  std::vector<float> sorted = energy_;
  const auto tenth = sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() * 9 / 10);
  std::nth_element(sorted.begin(), tenth, sorted.end());
  loud_ = *tenth;
}

std::vector<double> AttackCurve::around(double time) const {
  const double place = time * fps_ - 0.5;
  const double whole = std::floor(place);
  if (whole < kHalf || whole + kHalf + 1 >= static_cast<double>(curve_.size())) return {};
  const auto first = static_cast<std::size_t>(whole) - kHalf;
  const double share = place - whole;
  std::vector<double> rows(2 * kHalf + 1);
  for (std::size_t i = 0; i < rows.size(); ++i)
    rows[i] = (1.0 - share) * curve_[first + i] + share * curve_[first + i + 1];
  return rows;
}

std::optional<double> AttackCurve::near(double time) const {
  const std::vector<double> rows = around(time);
  if (rows.empty()) return std::nullopt;
  double most = 0.0;
  std::size_t best = 0;
  for (std::size_t row = kHalf - kRowsOfStart; row <= kHalf + kRowsOfStart; ++row) {
    const double away = (static_cast<double>(row) - 0.5 - kHalf) / fps_ / kNearness;
    const double weighted = rise_at(rows, row) * std::exp(-0.5 * away * away);
    if (weighted > most) most = weighted, best = row;
  }
  if (best == 0 || rise_at(rows, best) < kLeastRise) return std::nullopt;
  const double start = start_of_rise(rows, steepest(rows, best - 4, best + 3));
  const double away = (start - kHalf) / fps_ - kAttackDelay;
  if (std::abs(away) > kRowsOfStart / fps_) return std::nullopt;  // it begins before
  return time + away;
}

std::optional<double> AttackCurve::common_offset(std::span<const double> times) const {
  std::vector<double> mean(2 * kHalf + 1);
  std::size_t count = 0;
  for (double time : times) {
    const std::vector<double> rows = around(time);
    for (std::size_t i = 0; i < rows.size(); ++i) mean[i] += rows[i];
    count += !rows.empty();
  }
  if (count < kFewestOfMean) return std::nullopt;
  for (double& value : mean) value /= static_cast<double>(count);
  const std::size_t step = steepest(mean, kHalf - kRowsOfStart, kHalf + kRowsOfStart);
  const double offset = (start_of_rise(mean, step) - kHalf) / fps_ - kAttackDelay;
  if (std::abs(offset) > kFarthest) return std::nullopt;
  return offset;
}

std::optional<double> AttackCurve::rise_near(double time, double reach) const {
  constexpr double kSides = 4.0;  // rows that a rise compares
  const double first = std::floor((time - reach) * fps_), last = std::floor((time + reach) * fps_);
  if (first < kSides || last + kSides >= static_cast<double>(curve_.size())) return std::nullopt;
  double most = 0.0;
  for (auto row = static_cast<std::size_t>(first); row <= static_cast<std::size_t>(last); ++row)
    most = std::max(most, rise_at(curve_, row));
  return most;
}

bool AttackCurve::sounds(double from, double to) const {
  const auto row = [&](double time) {
    return static_cast<std::size_t>(
        std::clamp(time * fps_, 0.0, static_cast<double>(energy_.size())));
  };
  const std::size_t first = row(from), last = row(to);
  double sum = 0.0;
  for (std::size_t i = first; i < last; ++i) sum += energy_[i];
  return last > first && sum / static_cast<double>(last - first) > kQuietShare * loud_;
}

std::vector<SoundSpan> AttackCurve::quiet_spans(double least) const {
  std::vector<SoundSpan> spans;
  if (energy_.empty()) return spans;
  const std::vector<double> blocks = block_energies(energy_);
  const double limit = kQuietShare * loud_mean(blocks);
  const auto time_of = [&](std::size_t block) {
    return static_cast<double>(std::min(block * kMeanRows, energy_.size())) / fps_;
  };
  for (std::size_t first = 0, last = 0; first < blocks.size(); first = last + 1) {
    for (last = first; last < blocks.size() && blocks[last] < limit;) ++last;
    if (time_of(last) - time_of(first) >= least) spans.push_back({time_of(first), time_of(last)});
  }
  return spans;
}

}  // namespace tactus
