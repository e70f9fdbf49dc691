#include "model/editing/beat_oddities.h"

#include <algorithm>
#include <cmath>

#include "model/tempo_grid.h"

namespace tactus {
namespace {

constexpr std::size_t kNeighbours = 4;  // intervals on either side
constexpr double kOddInterval = 1.4;    // ratio to the usual interval, or its inverse
constexpr double kSpreads = 6.0;        // ... and multiple of the spread of the song
constexpr double kMissing = 1.75;       // at this ratio whole beats are missing
constexpr double kWholeBeats = 0.2;     // distance from a whole number of beats, per missing beat
constexpr double kRounding = 1e-6;      // seconds
constexpr double kLevel = 0.12;         // distance from twice or half the tempo, relative
constexpr std::size_t kPassage = 4;     // beats at another metrical level
constexpr std::ptrdiff_t kRow = 3;      // bars of one length that are a meter of their own
constexpr std::size_t kNear = 4;        // bars on either side among which they lie

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

// The usual interval around interval i: of the medians before and after, the one that fits better.
double usual_interval(const std::vector<double>& intervals, std::size_t i) {
  const std::size_t begin = i >= kNeighbours ? i - kNeighbours : 0;
  const std::size_t end = std::min(intervals.size(), i + 1 + kNeighbours);
  const auto at = [&](std::size_t k) { return intervals.begin() + static_cast<std::ptrdiff_t>(k); };
  const std::vector<double> before(at(begin), at(i));
  const std::vector<double> after(at(i + 1), at(end));
  if (before.size() < 2) return median(after.empty() ? before : after);
  if (after.size() < 2) return median(before);
  const double a = median(before);
  const double b = median(after);
  const auto misfit = [&](double usual) { return std::abs(std::log(intervals[i] / usual)); };
  return misfit(a) < misfit(b) ? a : b;
}

// The interval and another one together equal one usual interval.
bool splits_a_beat(const std::vector<double>& intervals, std::size_t i, std::size_t other,
                   double usual) {
  return other < intervals.size() &&
         std::abs(intervals[i] + intervals[other] - usual) < 0.2 * usual;
}

OddInterval described(const std::vector<double>& intervals, std::size_t i, double usual) {
  OddInterval odd{OddInterval::Kind::kJump, i, i + 1, intervals[i], usual};
  const double ratio = intervals[i] / usual;
  const double whole = std::round(ratio);
  const bool with_next = splits_a_beat(intervals, i, i + 1, usual);
  if (ratio >= kMissing && std::abs(ratio - whole) < kWholeBeats * (whole - 1)) {
    odd.kind = OddInterval::Kind::kMissing;
  } else if (ratio < 1.0 && (with_next || (i > 0 && splits_a_beat(intervals, i, i - 1, usual)))) {
    odd.kind = OddInterval::Kind::kExtra;
    odd.extra = with_next ? i + 1 : i;
  }
  return odd;
}

std::vector<double> intervals_of(std::span<const Beat> beats) {
  std::vector<double> intervals;
  for (std::size_t i = 0; i + 1 < beats.size(); ++i)
    intervals.push_back(beats[i + 1].time - beats[i].time);
  return intervals;
}

}  // namespace

std::vector<OddInterval> odd_intervals(std::span<const Beat> beats) {
  const std::vector<double> intervals = intervals_of(beats);
  std::vector<double> usual, oddness;
  if (intervals.size() < 4) return {};
  for (std::size_t i = 0; i < intervals.size(); ++i) {
    usual.push_back(usual_interval(intervals, i));
    oddness.push_back(std::abs(std::log(intervals[i] / usual[i])));
  }
  // 1.4826 converts a median of absolute deviations to a standard deviation. Free playing has
  // larger steps.
  const double limit = std::max(std::log(kOddInterval), kSpreads * 1.4826 * median(oddness));
  std::vector<OddInterval> odd;
  for (std::size_t i = 0; i < intervals.size(); ++i) {
    const bool ritardando = i + kNeighbours >= intervals.size() && intervals[i] > usual[i];
    if (oddness[i] < limit || ritardando) continue;
    odd.push_back(described(intervals, i, usual[i]));
    if (odd.back().kind == OddInterval::Kind::kExtra) ++i;  // the other half is no separate error
  }
  return odd;
}

std::vector<LevelPassage> level_passages(std::span<const Beat> beats) {
  const std::vector<double> intervals = intervals_of(beats);
  if (intervals.size() < kPassage) return {};
  const double usual = median(intervals);
  const auto is_level = [&](std::size_t i, double level) {
    return i < intervals.size() && std::abs(intervals[i] * level / usual - 1.0) < kLevel;
  };
  std::vector<LevelPassage> found;
  for (std::size_t begin = 0, end = 0; begin < intervals.size(); begin = std::max(end, begin + 1)) {
    const bool twice = is_level(begin, 2.0);
    end = begin;
    while (is_level(end, twice ? 2.0 : 0.5)) ++end;
    const std::size_t last = end == intervals.size() ? beats.size() : end;
    if (end - begin >= kPassage) found.push_back({{begin, last}, twice});
  }
  return found;
}

std::vector<std::size_t> close_beats(std::span<const Beat> beats) {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i + 1 < beats.size(); ++i) {
    if (beats[i + 1].time - beats[i].time < kTooClose - kRounding) found.push_back(i);
  }
  return found;
}

std::vector<BeatRange> complete_bars(std::span<const Beat> beats) {
  std::vector<BeatRange> bars;
  std::size_t begin = beats.size();
  for (std::size_t i = 0; i < beats.size(); ++i) {
    if (beats[i].position == 0) begin = beats.size();  // free time
    if (beats[i].position != 1) continue;
    if (begin < i) bars.push_back({begin, i});
    begin = i;
  }
  return bars;
}

std::vector<BeatRange> odd_bars(std::span<const Beat> beats) {
  const std::vector<BeatRange> bars = complete_bars(beats);
  const auto usual = static_cast<std::size_t>(usual_bar(beats));
  std::vector<std::size_t> lengths;
  for (const BeatRange& bar : bars) lengths.push_back(bar.last - bar.first);
  const auto count = [&](std::size_t begin, std::size_t end, std::size_t length) {
    const auto at = [&](std::size_t i) { return lengths.begin() + static_cast<std::ptrdiff_t>(i); };
    return std::count(at(begin), at(std::min(end, lengths.size())), length);
  };
  const bool prevails = 2 * count(0, lengths.size(), usual) >= std::ssize(lengths);
  std::vector<BeatRange> odd;
  for (std::size_t i = 0; i < bars.size(); ++i) {
    const std::size_t length = lengths[i];
    const bool own_meter = count(i - std::min<std::size_t>(i, 1), i + 2, length) > 1 &&
                           count(i - std::min(i, kNear), i + kNear + 1, length) >= kRow;
    if (length != usual && (length == 1 || (prevails && !own_meter))) odd.push_back(bars[i]);
  }
  return odd;
}

}  // namespace tactus
