#include "datasets/formats/bars/tempo_regions.h"

#include <algorithm>
#include <cmath>

#include "model/tempo_grid.h"

namespace tactus {
namespace {

constexpr double kExact = 3e-6;            // seconds; times in text files have six decimals
constexpr double kOneLine = 5e-5;          // seconds; times of five decimals, in samples
constexpr double kJoin = 0.025;            // seconds between a grid's next beat and the next region
constexpr std::size_t kShortestExact = 8;  // beats
constexpr std::size_t kLongestRun = 4096;  // beats; longer regions have no benefit

struct Line {
  double start = 0.0;
  double period = 0.0;
};

// The least-squares line through the times of beats [0, n) over their indices; n >= 2.
Line fitted(std::span<const Beat> beats) {
  const auto n = static_cast<double>(beats.size());
  const double middle = (n - 1.0) / 2.0;
  double mean = 0.0;
  double slope = 0.0;
  for (const Beat& beat : beats) mean += (beat.time - beats[0].time) / n;
  for (std::size_t k = 0; k < beats.size(); ++k) {
    slope += (static_cast<double>(k) - middle) * (beats[k].time - beats[0].time - mean);
  }
  slope /= n * (n * n - 1.0) / 12.0;
  return {beats[0].time + mean - slope * middle, slope};
}

double worst_deviation(std::span<const Beat> beats, const Line& line) {
  double worst = 0.0;
  for (std::size_t k = 0; k < beats.size(); ++k) {
    const double expected = line.start + line.period * static_cast<double>(k);
    worst = std::max(worst, std::abs(beats[k].time - expected));
  }
  return worst;
}

// The longest run from the first beat within the tolerance of its line. Doubling, then halving, so
// that long songs cost little.
std::size_t run_within(std::span<const Beat> beats, double tolerance) {
  const auto fits = [&](std::size_t count) {
    const auto run = beats.first(count);
    return worst_deviation(run, fitted(run)) <= tolerance;
  };
  if (beats.size() < 3) return beats.size();
  std::size_t good = 2;
  std::size_t bad = good;
  while (good == bad && good < beats.size()) {
    bad = std::min(good * 2, beats.size());
    if (fits(bad)) good = bad;
  }
  while (good + 1 < bad) {
    const std::size_t middle = (good + bad) / 2;
    (fits(middle) ? good : bad) = middle;
  }
  return good;
}

// The beats per bar at each beat: the last position of its bar if a downbeat ends it, within
// kSlowestBeat. Bars that end otherwise, and unknown positions, have the meter on which the bars
// before (whole or not) and after them agree, else the usual one, or their last position if that is
// more.
std::vector<int> meters_of(std::span<const Beat> beats) {
  const int usual = usual_meter(beats);
  std::vector<int> last(beats.size());   // position of the bar
  std::vector<int> after(beats.size());  // meter of the whole bar here or next, 0 = none
  std::vector<bool> whole(beats.size());
  for (std::size_t i = beats.size(); i-- > 0;) {
    last[i] = beats[i].position;
    if (i + 1 == beats.size()) continue;
    const int next = last[i] > 0 ? beats[i + 1].position : 0;
    const bool in_bar = next == last[i] + 1;
    const bool at_end = next == 1 && beats[i + 1].time - beats[i].time <= kSlowestBeat;
    if (in_bar) last[i] = last[i + 1];
    whole[i] = in_bar ? whole[i + 1] : at_end;
    after[i] = whole[i] ? last[i] : after[i + 1];
  }
  int before = 0;
  for (std::size_t i = 0; i < beats.size(); ++i) {
    const bool goes_on =
        i > 0 && beats[i].position > 1 && beats[i].position == beats[i - 1].position + 1;
    if (!whole[i] && goes_on) last[i] = last[i - 1];
    if (!whole[i] && !goes_on) {
      const bool agree = before == 0 || after[i] == 0 || before == after[i];
      const int beside = agree ? std::max(before, after[i]) : 0;
      last[i] = std::max(last[i], beside > 0 ? beside : usual);
    }
    before = last[i];
  }
  return last;
}

class Partition {
 public:
  Partition(std::span<const Beat> beats, RegionLimits limits)
      : beats_(with_positions(beats)), meters_(meters_of(beats_)), limits_(limits) {}

  std::vector<TempoRegion> run() {
    std::vector<TempoRegion> regions;
    for (std::size_t i = 0; i < beats_.size(); i += regions.back().beats) {
      regions.push_back(region_from(i));
    }
    join_lines(regions);
    join_single_beats(regions);
    return regions;
  }

 private:
  // The beats, at most `most`, of a region that begins at i.
  std::span<const Beat> ahead(std::size_t i, std::size_t most = kLongestRun) const {
    const std::size_t end = i + std::min(beats_.size() - i, most);
    std::size_t next = i + 1;
    while (next < end && meters_[next] == meters_[i] &&
           beats_[next].position == beats_[next - 1].position % meters_[i] + 1)
      ++next;
    return std::span(beats_).subspan(i, next - i);
  }

  // Removes the last beats if the next beat would not continue the grid of the others, or if only
  // they kept the others on the grid.
  std::size_t joined(std::size_t i, std::size_t count, double tolerance) const {
    for (; count > 1; --count) {
      const auto run = std::span(beats_).subspan(i, count);
      const Line line = fitted(run);
      const double next = line.start + line.period * static_cast<double>(count);
      const bool follows =
          i + count == beats_.size() || std::abs(beats_[i + count].time - next) <= kJoin;
      if (follows && worst_deviation(run, line) <= tolerance) break;
    }
    return count;
  }

  std::size_t nearly_regular(std::size_t i) const {
    const std::size_t count = run_within(ahead(i), limits_.tolerance);
    for (std::size_t k = 1; k < count; ++k) {  // an exactly regular run is never cut
      if (run_within(ahead(i + k, kShortestExact), kExact) < kShortestExact) continue;
      return run_within(ahead(i, k), limits_.tolerance);
    }
    return count;
  }

  TempoRegion region_from(std::size_t i) const {
    const std::size_t exact = joined(i, run_within(ahead(i), kExact), kExact);
    if (exact >= kShortestExact) return region(i, exact);
    const std::size_t near = joined(i, nearly_regular(i), limits_.tolerance);
    const bool changes = i + near < beats_.size() && meters_[i + near] != meters_[i];
    return region(i, near >= limits_.shortest || changes ? near : 1);
  }

  // Joins neighbours on one line: rounded times may end a run that is exact but for the rounding.
  void join_lines(std::vector<TempoRegion>& regions) const {
    std::vector<TempoRegion> joined;
    std::size_t start = 0;  // of the last joined region
    for (const TempoRegion& next : regions) {
      const std::size_t before = joined.empty() ? 0 : joined.back().beats;
      if (on_one_line(start, before, next.beats)) {
        joined.back() = region(start, before + next.beats);
        continue;
      }
      start += before;
      joined.push_back(next);
    }
    regions = std::move(joined);
  }

  bool on_one_line(std::size_t i, std::size_t before, std::size_t more) const {
    const std::size_t count = before + more;
    if (before == 0 || count < kShortestExact || count > kLongestRun) return false;
    const std::span<const Beat> run = ahead(i, count);
    return run.size() == count && worst_deviation(run, fitted(run)) <= kOneLine;
  }

  static void join_single_beats(std::vector<TempoRegion>& regions) {
    for (std::size_t i = 0; i + 1 < regions.size(); ++i) {
      if (regions[i].beats == 1) regions[i].period = regions[i + 1].start - regions[i].start;
    }
  }

  TempoRegion region(std::size_t i, std::size_t count) const {
    const auto run = std::span(beats_).subspan(i, count);
    TempoRegion region{run[0].time, 0.5, meters_[i], run[0].position, count};
    if (count >= 2) {
      const Line line = fitted(run);
      region.start = line.start;
      region.period = line.period;
    } else if (i > 0) {  // the last beat continues the tempo; for others see join_single_beats
      region.period = beats_[i].time - beats_[i - 1].time;
    }
    region.start = std::round(region.start * 1e6) / 1e6;
    return region;
  }

  std::vector<Beat> beats_;
  std::vector<int> meters_;  // of beats_
  RegionLimits limits_;
};

// The number of beats from the one before a pause to the one after it: the span at the usual tempo,
// rounded so that the positions count on.
std::size_t beats_through(double span, double period, int meter, const Beat& before,
                          const Beat& after) {
  constexpr double kMostBeats = 1000.0;  // of a pause at the usual tempo
  constexpr double kLongestBeat = 15.0;  // seconds
  const double usual = std::clamp(period, kFastestBeat, kSlowestBeat);
  const double least = std::ceil(span / (span > kMostBeats * usual ? kLongestBeat : kSlowestBeat));
  const int ahead = ((after.position - before.position) % meter + meter) % meter;
  const double bars = std::round((span / usual - ahead) / meter);
  double count = std::max(ahead + bars * meter, 1.0);
  if (span > kMostBeats * usual) count = std::max(least, kMostBeats);
  while (count < least) count += meter;
  return static_cast<std::size_t>(count);
}

}  // namespace

std::vector<TempoRegion> tempo_regions(std::span<const Beat> beats, RegionLimits limits) {
  return Partition(beats, limits).run();
}

std::vector<TempoRegion> regions_of_tempo(std::span<const Beat> beats, RegionLimits limits) {
  std::vector<Beat> counted(beats.begin(), beats.end());
  int count = 0;
  for (Beat& beat : counted) beat.position = count++ % 4 + 1;
  return tempo_regions(counted, limits);
}

double usual_period(std::span<const Beat> beats) {
  std::vector<double> periods;
  for (std::size_t i = 1; i < beats.size(); ++i)
    periods.push_back(beats[i].time - beats[i - 1].time);
  if (periods.empty()) return 0.5;
  const auto middle = periods.begin() + static_cast<std::ptrdiff_t>(periods.size() / 2);
  std::nth_element(periods.begin(), middle, periods.end());
  return *middle;
}

CountedBeats counted_through(std::span<const Beat> beats) {
  const std::vector<Beat> given = with_positions(beats);
  const double period = usual_period(given);
  const std::vector<int> meters = meters_of(given);
  CountedBeats counted;
  for (std::size_t i = 0; i < given.size(); ++i) {
    counted.places.push_back(counted.beats.size());
    counted.beats.push_back(given[i]);
    if (i + 1 == given.size() || given[i + 1].time - given[i].time <= kSlowestBeat) continue;
    const double span = given[i + 1].time - given[i].time;
    const std::size_t count = beats_through(span, period, meters[i], given[i], given[i + 1]);
    for (std::size_t k = 1; k < count; ++k) {
      const double share = static_cast<double>(k) / static_cast<double>(count);
      counted.beats.push_back({given[i].time + span * share,
                               counted.beats.back().position % meters[i] + 1, kUnknownConfidence,
                               given[i].division});
    }
  }
  return counted;
}

int usual_meter(std::span<const Beat> beats) {
  constexpr int kDefault = 4;
  if (const int bar = usual_bar(beats); bar > 0) return bar;
  const auto largest = std::ranges::max_element(beats, {}, &Beat::position);
  return largest == beats.end() ? kDefault : std::max(largest->position, kDefault);
}

std::vector<Beat> with_positions(std::span<const Beat> beats) {
  std::vector<Beat> counted(beats.begin(), beats.end());
  const std::vector<int> meters = meters_of(beats);
  const auto known = [](const Beat& beat) { return beat.position > 0; };
  const auto first =
      static_cast<std::size_t>(std::ranges::find_if(counted, known) - counted.begin());
  for (std::size_t i = first + 1; i < counted.size(); ++i) {
    const int before = counted[i - 1].position;
    if (!known(counted[i])) counted[i].position = before >= meters[i] ? 1 : before + 1;
  }
  int position = first < counted.size() ? counted[first].position
                                        : static_cast<int>(first) % usual_meter(beats) + 1;
  for (std::size_t i = first; i-- > 0;)
    counted[i].position = position = position > 1 ? position - 1 : meters[i];
  return counted;
}

}  // namespace tactus
