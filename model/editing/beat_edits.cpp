#include "model/editing/beat_edits.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <stdexcept>

#include "model/decoding/beats/beat_summary.h"

namespace tactus {
namespace {

void check(std::span<const Beat> beats, std::size_t index) {
  if (index < beats.size()) return;
  throw std::invalid_argument(
      fmt::format("beat {} of {}: expected a smaller number", index, beats.size()));
}

void check(std::span<const Beat> beats, BeatRange range) {
  if (range.first <= range.last && range.last <= beats.size()) return;
  throw std::invalid_argument(fmt::format("beats {}..{} of {}: expected a range within them",
                                          range.first, range.last, beats.size()));
}

bool is_downbeat(const Beat& beat) {
  return beat.position == 1;
}

// The index of the next downbeat at or after `from`; beats.size() if there is none.
std::size_t next_downbeat(std::span<const Beat> beats, std::size_t from) {
  while (from < beats.size() && !is_downbeat(beats[from])) ++from;
  return from;
}

// The beats per bar of the bar that begins at a downbeat; 0 if no other downbeat ends it.
int complete_bar(std::span<const Beat> beats, std::size_t downbeat) {
  const std::size_t end = next_downbeat(beats, downbeat + 1);
  return end < beats.size() ? static_cast<int>(end - downbeat) : 0;
}

// Counts from `from` up to, but without, the next downbeat or beat of unknown position.
void renumber_from(BeatList& beats, std::size_t from, int position) {
  for (std::size_t i = from; i < beats.size() && beats[i].position > 1; ++i) {
    beats[i].position = position++;
  }
}

// Sets positions in the range from its downbeats (sorted indices in it): counted up between them
// and on with `meter` after the last. Before the first they count on from an earlier beat, if there
// is one, else back from `meter`.
void count_from(BeatList& beats, BeatRange range, std::span<const std::size_t> downbeats,
                int meter) {
  if (range.empty() || downbeats.empty()) return;
  const std::size_t first = downbeats.front();
  if (range.first > 0 && beats[range.first - 1].position > 0) {
    int position = beats[range.first - 1].position;
    for (std::size_t i = range.first; i < first; ++i) beats[i].position = ++position;
  } else {
    for (std::size_t i = range.first; i < first; ++i) {
      beats[i].position =
          meter - static_cast<int>((first - 1 - i) % static_cast<std::size_t>(meter));
    }
  }
  for (std::size_t d = 0; d < downbeats.size(); ++d) {
    const bool last = d + 1 == downbeats.size();
    const std::size_t end = last ? range.last : downbeats[d + 1];
    for (std::size_t i = downbeats[d]; i < end; ++i) {
      const auto place = static_cast<int>(i - downbeats[d]);
      beats[i].position = (last ? place % meter : place) + 1;
    }
  }
}

std::vector<std::size_t> downbeats_of(std::span<const Beat> beats, BeatRange range) {
  std::vector<std::size_t> found;
  for (std::size_t i = range.first; i < range.last; ++i) {
    if (is_downbeat(beats[i])) found.push_back(i);
  }
  return found;
}

void count_in_meter(BeatList& beats, BeatRange range, std::size_t anchor, int meter) {
  const std::size_t downbeats[] = {anchor};
  count_from(beats, range, downbeats, meter);
}

bool has_positions(std::span<const Beat> beats, BeatRange range) {
  const auto in_range = beats.subspan(range.first, range.last - range.first);
  return std::any_of(in_range.begin(), in_range.end(),
                     [](const Beat& b) { return b.position > 0; });
}

// The first downbeat of the range; its first beat if there is none.
std::size_t anchor_of(std::span<const Beat> beats, BeatRange range) {
  const std::size_t found = next_downbeat(beats, range.first);
  return found < range.last ? found : range.first;
}

std::size_t insertion_point(std::span<const Beat> beats, double time) {
  return static_cast<std::size_t>(
      std::lower_bound(beats.begin(), beats.end(), time,
                       [](const Beat& beat, double t) { return beat.time < t; }) -
      beats.begin());
}

BeatList divided(BeatList beats, BeatRange range, int division) {
  for (std::size_t i = range.first; i < range.last; ++i) beats[i].division = division;
  return beats;
}

// Beats per bar around a passage without the bar that it breaks: what the bars before and after it
// agree on, else the song's; 0 if nothing says it.
int meter_around(std::span<const Beat> beats, BeatRange gap) {
  const auto downbeats = downbeats_of(beats, {0, beats.size()});
  const auto after = std::ranges::lower_bound(downbeats, gap.last) - downbeats.begin();
  const auto before = std::ranges::lower_bound(downbeats, gap.first) - downbeats.begin();
  const auto length = [&](std::ptrdiff_t bar) {
    if (bar < 0 || bar + 1 >= std::ssize(downbeats)) return 0;
    const auto at = downbeats.begin() + bar;
    return static_cast<int>(*(at + 1) - *at);
  };
  const int left = length(before - 2), right = length(after);
  if (left > 0 && left == right) return left;
  std::map<int, int> bars;
  for (std::ptrdiff_t bar = 0; bar + 1 < std::ssize(downbeats); ++bar)
    if (bar != before - 1) ++bars[length(bar)];
  const auto most = std::ranges::max_element(bars, {}, [](const auto& bar) { return bar.second; });
  return most == bars.end() ? 0 : most->first;
}

// The position after a beat of a known position.
int position_after(std::span<const Beat> beats, std::size_t index) {
  const int position = beats[index].position;
  return position >= meter_at(beats, index) ? 1 : position + 1;
}

}  // namespace

BeatRange beats_between(std::span<const Beat> beats, double begin, double end) {
  const std::size_t first = insertion_point(beats, begin);
  return {first, std::max(first, insertion_point(beats, end))};
}

BeatRange all_beats(std::span<const Beat> beats) {
  return {0, beats.size()};
}

std::size_t nearest_beat(std::span<const Beat> beats, double time) {
  const std::size_t after = insertion_point(beats, time);
  if (after == beats.size()) return beats.empty() ? 0 : after - 1;
  if (after == 0) return 0;
  return time - beats[after - 1].time <= beats[after].time - time ? after - 1 : after;
}

std::vector<int> bar_numbers(std::span<const Beat> beats) {
  std::vector<int> numbers;
  int bar = 0;
  for (const Beat& beat : beats) numbers.push_back(bar += is_downbeat(beat));
  return numbers;
}

int meter_at(std::span<const Beat> beats, std::size_t index) {
  int later = 0;
  for (std::size_t i = std::min(index, beats.size() - 1) + 1; !beats.empty() && i-- > 0;) {
    if (!is_downbeat(beats[i])) continue;
    if (const int meter = complete_bar(beats, i)) return meter;
  }
  for (std::size_t i = index; i < beats.size() && !later; ++i) {
    if (is_downbeat(beats[i])) later = complete_bar(beats, i);
  }
  if (later) return later;
  int largest = 0;
  for (const Beat& beat : beats) largest = std::max(largest, beat.position);
  return largest > 1 ? largest : kUsualMeter;
}

BeatRange same_meter_from(std::span<const Beat> beats, std::size_t index) {
  check(beats, index);
  std::size_t bar = index;
  while (bar > 0 && !is_downbeat(beats[bar])) --bar;
  if (!is_downbeat(beats[bar])) bar = next_downbeat(beats, index);  // of a pickup: the first bar's
  const int meter = complete_bar(beats, bar);
  for (std::size_t next = next_downbeat(beats, index + 1); next < beats.size();
       next = next_downbeat(beats, next + 1)) {
    const int length = complete_bar(beats, next);
    if ((length > 0 && length != meter) || beats[next].division != beats[index].division)
      return {index, next};
  }
  return {index, beats.size()};
}

BeatList move_beat(BeatList beats, std::size_t index, double time) {
  check(beats, index);
  const double low = index > 0 ? beats[index - 1].time + kClosestBeats : 0.0;
  const double high = index + 1 < beats.size() ? beats[index + 1].time - kClosestBeats
                                               : std::numeric_limits<double>::infinity();
  if (low <= high) beats[index].time = std::clamp(time, low, high);
  beats[index].confidence = kCertain;
  return beats;
}

BeatList add_beat(BeatList beats, double time) {
  const std::size_t nearest = nearest_beat(beats, time);
  if (time < 0 || (!beats.empty() && std::abs(beats[nearest].time - time) < kClosestBeats)) {
    return beats;
  }
  const std::size_t index = insertion_point(beats, time);
  const int neighbour = beats.empty() ? 0 : beats[index > 0 ? index - 1 : 0].position;
  Beat beat{time, 0, kCertain, beats.empty() ? 2 : beats[nearest].division};
  if (neighbour > 0 && index == beats.size()) {
    beat.position = position_after(beats, index - 1);
  } else if (neighbour > 0 && index > 0) {
    beat.position = neighbour + 1;
    renumber_from(beats, index, beat.position + 1);
  } else if (neighbour > 0) {
    beat.position = neighbour > 1 ? neighbour - 1 : meter_at(beats, 0);
  }
  beats.insert(beats.begin() + static_cast<std::ptrdiff_t>(index), beat);
  return beats;
}

BeatList delete_beats(BeatList beats, BeatRange range) {
  check(beats, range);
  const bool downbeat = !downbeats_of(beats, range).empty();
  const auto begin = beats.begin();
  beats.erase(begin + static_cast<std::ptrdiff_t>(range.first),
              begin + static_cast<std::ptrdiff_t>(range.last));
  const std::size_t next = range.first;
  if (next >= beats.size() || is_downbeat(beats[next]) || range.empty()) return beats;
  if (downbeat) {
    beats[next].position = 1;
    renumber_from(beats, next + 1, 2);
  } else if (next > 0 && beats[next - 1].position > 0) {
    renumber_from(beats, next, beats[next - 1].position + 1);
  }
  return beats;
}

BeatList replace_beats(BeatList beats, double begin, double end, std::span<const double> times) {
  const BeatRange range = beats_between(beats, begin, end);
  int meter = meter_around(beats, range);
  if (meter == 0)
    meter = beats.empty() ? kUsualMeter : meter_at(beats, range.first ? range.first - 1 : 0);
  const bool counted = range.first > 0            ? beats[range.first - 1].position > 0
                       : range.first < range.last ? has_positions(beats, range)
                                                  : beats.empty() || beats.front().position > 0;
  BeatList placed;
  const int division = beats.empty() ? 2 : beats[range.first ? range.first - 1 : 0].division;
  int position = range.first > 0 ? beats[range.first - 1].position : 0;
  double before = range.first > 0 ? beats[range.first - 1].time : -kClosestBeats;
  const double after =
      range.last < beats.size() ? beats[range.last].time : std::numeric_limits<double>::infinity();
  for (const double time : times) {
    if (time < before + kClosestBeats || time > after - kClosestBeats) continue;
    position = counted ? position % meter + 1 : 0;
    placed.push_back({time, position, kCertain, division});
    before = time;
  }
  beats.erase(beats.begin() + static_cast<std::ptrdiff_t>(range.first),
              beats.begin() + static_cast<std::ptrdiff_t>(range.last));
  beats.insert(beats.begin() + static_cast<std::ptrdiff_t>(range.first), placed.begin(),
               placed.end());
  return beats;
}

BeatList shift_bars(BeatList beats, BeatRange range, int by) {
  check(beats, range);
  if (range.empty()) return beats;
  const int meter = meter_at(beats, range.first);
  std::vector<std::size_t> downbeats;
  for (const std::size_t old : downbeats_of(beats, range)) {
    const auto moved = static_cast<std::ptrdiff_t>(old) + by;
    const bool inside = moved >= static_cast<std::ptrdiff_t>(range.first) &&
                        moved < static_cast<std::ptrdiff_t>(range.last);
    if (inside) downbeats.push_back(static_cast<std::size_t>(moved));
  }
  count_from(beats, range, downbeats, meter);
  return beats;
}

BeatList begin_bar_at(BeatList beats, BeatRange range, std::size_t index) {
  check(beats, range);
  check(beats, index);
  if (!range.contains(index)) return beats;
  std::size_t downbeat = index;
  while (downbeat > range.first && !is_downbeat(beats[downbeat])) --downbeat;
  if (is_downbeat(beats[downbeat])) {
    return shift_bars(std::move(beats), range, static_cast<int>(index - downbeat));
  }
  const std::size_t later = next_downbeat(beats, index);
  if (later < range.last) {
    return shift_bars(std::move(beats), range, static_cast<int>(index) - static_cast<int>(later));
  }
  const int meter = meter_at(beats, index);
  count_in_meter(beats, range, index, meter);
  return beats;
}

BeatList set_meter(BeatList beats, BeatRange range, int beats_per_bar) {
  check(beats, range);
  if (beats_per_bar < 1) {
    throw std::invalid_argument(fmt::format("{} beats per bar: expected 1 or more", beats_per_bar));
  }
  if (range.empty()) return beats;
  count_in_meter(beats, range, anchor_of(beats, range), beats_per_bar);
  return beats;
}

BeatList set_meter(BeatList beats, BeatRange range, const Meter& meter) {
  return divided(set_meter(std::move(beats), range, meter.beats), range, meter.division);
}

BeatList set_meter_from(BeatList beats, std::size_t index, const Meter& meter) {
  const BeatRange range = same_meter_from(beats, index);
  if (meter.beats < 1)
    throw std::invalid_argument(fmt::format("{} beats per bar: expected 1 or more", meter.beats));
  count_in_meter(beats, range, index, meter.beats);
  return divided(std::move(beats), range, meter.division);
}

BeatList double_tempo(BeatList beats, BeatRange range) {
  check(beats, range);
  if (range.empty()) return beats;
  const int meter = meter_at(beats, range.first);
  const bool counted = has_positions(beats, range);
  const std::size_t anchor = anchor_of(beats, range);
  BeatList result(beats.begin(), beats.begin() + static_cast<std::ptrdiff_t>(range.first));
  std::size_t new_anchor = 0;
  for (std::size_t i = range.first; i < range.last; ++i) {
    if (i == anchor) new_anchor = result.size();
    result.push_back(beats[i]);
    if (i + 1 == beats.size() || beats[i + 1].time - beats[i].time < 2 * kClosestBeats) continue;
    result.push_back({(beats[i].time + beats[i + 1].time) / 2, 0,
                      std::min(beats[i].confidence, beats[i + 1].confidence)});
  }
  const BeatRange changed{range.first, result.size()};
  result.insert(result.end(), beats.begin() + static_cast<std::ptrdiff_t>(range.last), beats.end());
  if (counted) count_in_meter(result, changed, new_anchor, meter);
  return divided(std::move(result), changed, 2);
}

BeatList halve_tempo(BeatList beats, BeatRange range) {
  check(beats, range);
  if (range.empty()) return beats;
  const int meter = meter_at(beats, range.first);
  const bool counted = has_positions(beats, range);
  const std::size_t anchor = anchor_of(beats, range);
  BeatList result(beats.begin(), beats.begin() + static_cast<std::ptrdiff_t>(range.first));
  std::size_t new_anchor = 0;
  for (std::size_t i = range.first; i < range.last; ++i) {
    if ((i + anchor) % 2 != 0) continue;
    if (i == anchor) new_anchor = result.size();
    result.push_back(beats[i]);
  }
  const BeatRange changed{range.first, result.size()};
  result.insert(result.end(), beats.begin() + static_cast<std::ptrdiff_t>(range.last), beats.end());
  if (counted) count_in_meter(result, changed, new_anchor, meter);
  return divided(std::move(result), changed, 2);
}

BeatList shift_half_beat(BeatList beats, BeatRange range, bool later, double end) {
  check(beats, range);
  if (beats.size() < 2) return beats;
  const double step = later ? 0.5 : -0.5;
  const BeatList old = beats;
  for (std::size_t i = range.first; i < range.last; ++i) {
    beats[i].time = time_at_coordinate(old, static_cast<double>(i) + step);
  }
  // At the ends of the range a moved beat may meet one that stayed.
  BeatList result;
  for (std::size_t i = 0; i < beats.size(); ++i) {
    const double time = beats[i].time;
    if (range.contains(i) && (time < 0 || time > end)) continue;
    if (result.empty() || time - result.back().time >= kClosestBeats) result.push_back(beats[i]);
  }
  return result;
}

}  // namespace tactus
