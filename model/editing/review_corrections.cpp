#include "model/editing/review_corrections.h"

#include <algorithm>
#include <cmath>

#include "model/editing/beat_oddities.h"
#include "model/tempo_grid.h"

namespace tactus {
namespace {

using Kind = Correction::Kind;
using Corrections = std::vector<Correction>;

double time(std::span<const Beat> beats, std::size_t i) {
  return beats[i].time;
}

// How uneven the beats around a pair are without one of it.
double unevenness_without(std::span<const Beat> beats, std::size_t gone) {
  if (gone < 1 || gone + 2 >= beats.size()) return 0.0;
  const double over = time(beats, gone + 1) - time(beats, gone - 1);
  return std::abs(over - (time(beats, gone + 2) - time(beats, gone + 1)));
}

Corrections of_pair(std::span<const Beat> beats, std::size_t first) {
  Corrections both{{Kind::kDeleteBeat, {first, first + 1}},
                   {Kind::kDeleteBeat, {first + 1, first + 2}}};
  if (unevenness_without(beats, first + 1) < unevenness_without(beats, first))
    std::swap(both[0], both[1]);
  return both;
}

// How much the intervals on either side differ when a beat lies half-way between its neighbours.
double unevenness_evened(std::span<const Beat> beats, std::size_t moved) {
  const double step = (time(beats, moved + 1) - time(beats, moved - 1)) / 2;
  double sum = 0.0;
  if (moved >= 2) sum += std::abs(time(beats, moved - 1) - time(beats, moved - 2) - step);
  if (moved + 2 < beats.size())
    sum += std::abs(time(beats, moved + 2) - time(beats, moved + 1) - step);
  return sum;
}

Corrections of_jump(std::span<const Beat> beats, std::size_t first) {
  Corrections found;
  for (const std::size_t moved : {first + 1, first}) {
    if (moved > 0 && moved + 1 < beats.size())
      found.push_back({Kind::kEvenOut, {moved, moved + 1}});
  }
  std::ranges::stable_sort(
      found, {}, [&](const Correction& c) { return unevenness_evened(beats, c.range.first); });
  found.push_back({Kind::kAddBeats, {first, first + 2}, 1});
  found.push_back({Kind::kDeleteBeat, {first + 1, first + 2}});
  return found;
}

Corrections of_gap(std::span<const Beat> beats, std::size_t first) {
  int missing = 1;
  for (const OddInterval& odd : odd_intervals(beats)) {
    if (odd.beat == first)
      missing = std::max(1, static_cast<int>(std::lround(odd.seconds / odd.usual)) - 1);
  }
  return {{Kind::kAddBeats, {first, first + 2}, missing},
          {Kind::kAddBeats, {first, first + 2}, missing + 1}};
}

// From an odd bar to the end of the odd bar after which all fits the meter again, else to the first
// bar of another meter or the end.
BeatRange until_regular(std::span<const Beat> beats, std::size_t first, int meter) {
  const std::vector<BeatRange> odd = odd_bars(beats);
  for (const BeatRange& bar : complete_bars(beats)) {
    if (bar.first < first) continue;
    const bool is_odd = std::ranges::find(odd, bar) != odd.end();
    const auto whole = static_cast<std::size_t>(meter);
    if (is_odd && (bar.last - first) % whole == 0) return {first, bar.last};
    if (!is_odd && bar.last - bar.first != whole) return {first, bar.first};
  }
  return {first, beats.size()};
}

// The bars around a beat up to the odd bars on either side; the later of these belongs to them.
BeatRange regular_around(std::span<const Beat> beats, std::size_t beat) {
  BeatRange range{0, beats.size()};
  for (const BeatRange& bar : odd_bars(beats)) {
    if (bar.last <= beat) range.first = bar.last;
    if (bar.last > beat) return {range.first, bar.last};
  }
  return range;
}

void add_shifts(Corrections& found, BeatRange range) {
  const std::size_t before = range.first > 0 ? range.first - 1 : 0;
  found.push_back({Kind::kShiftBars, {before, range.last}, -1});
  found.push_back({Kind::kShiftBars, range, 1});
}

bool overlap(BeatRange a, BeatRange b) {
  return a.first < b.last && b.first < a.last;
}

// The commonest length of the two bars on either side of the range and, if they count, those in it;
// of several, the one before the range. Without such bars, the commonest of the song.
int meter_near(std::span<const Beat> beats, BeatRange range, bool own_bars_count) {
  constexpr std::ptrdiff_t kBars = 2;
  std::vector<int> before, own, after;
  for (const BeatRange& bar : complete_bars(beats)) {
    auto& side = overlap(bar, range) ? own : bar.last <= range.first ? before : after;
    side.push_back(static_cast<int>(bar.last - bar.first));
  }
  std::vector<int> lengths(before.end() - std::min(kBars, std::ssize(before)), before.end());
  if (own_bars_count) lengths.insert(lengths.end(), own.begin(), own.end());
  lengths.insert(lengths.end(), after.begin(), after.begin() + std::min(kBars, std::ssize(after)));
  const auto times = [&](int length) { return std::ranges::count(lengths, length); };
  const auto commonest = std::ranges::max_element(lengths, {}, times);
  return commonest != lengths.end() ? *commonest : std::max(usual_bar(beats), 1);
}

// Those of the song before others.
void add_levels_and_meters(Corrections& found, std::span<const Beat> beats, BeatRange place,
                           BeatRange bars, int meter) {
  found.push_back({Kind::kDouble, place});
  found.push_back({Kind::kHalve, place});
  std::vector<int> others{3, 4, 2, 6, 5, 7};
  std::erase(others, meter);
  std::stable_partition(others.begin(), others.end(),
                        [&](int other) { return other == usual_bar(beats); });
  for (const int other : others) found.push_back({Kind::kCountBars, bars, other});
}

}  // namespace

Corrections corrections_of(std::span<const Beat> beats, const ReviewPlace& place) {
  const BeatRange own{place.first, place.last};
  const int usual = meter_near(beats, own, place.kind == ReviewPlace::Kind::kBars);
  Corrections found;
  switch (place.kind) {
    case ReviewPlace::Kind::kCloseBeats:
      return of_pair(beats, place.first);
    case ReviewPlace::Kind::kMissingBeat:
      return of_gap(beats, place.first);
    case ReviewPlace::Kind::kExtraBeat:
      return {{Kind::kDeleteBeat, {place.item, place.item + 1}}};
    case ReviewPlace::Kind::kTempoJump:
      return of_jump(beats, place.first);
    case ReviewPlace::Kind::kTwiceTempo:
      return {{Kind::kHalve, own}};
    case ReviewPlace::Kind::kHalfTempo:
      return {{Kind::kDouble, own}};
    case ReviewPlace::Kind::kOddBar: {
      const BeatRange bars = until_regular(beats, place.first, usual);
      found.push_back({Kind::kCountBars, bars, usual});
      add_shifts(found, {place.last, std::max(place.last, bars.last)});
      add_levels_and_meters(found, beats, own, bars, usual);
      return found;
    }
    case ReviewPlace::Kind::kBars: {
      const BeatRange bars = regular_around(beats, place.first);
      add_shifts(found, bars);
      add_levels_and_meters(found, beats, own, bars, usual);
      return found;
    }
    case ReviewPlace::Kind::kBeats:
      return {{Kind::kHalfBeat, own, 1},
              {Kind::kHalfBeat, own, -1},
              {Kind::kDouble, own},
              {Kind::kHalve, own}};
    default:
      return found;
  }
}

namespace {

// If the positions on both sides leave room for exactly these beats, they fill it; else the beats
// after them are counted again.
BeatList with_beats_between(BeatList beats, std::size_t first, int number) {
  const Beat before = beats[first], after = beats[first + 1];
  const int meter = meter_near(beats, {first, first + 2}, false);
  const bool fits = before.position > 0 && (before.position + number) % meter + 1 == after.position;
  const double step = (after.time - before.time) / (number + 1);
  for (int k = 1; k <= number; ++k) {
    if (!fits) {
      beats = add_beat(std::move(beats), before.time + k * step);
    } else if (step >= kClosestBeats) {
      const int position = (before.position + k - 1) % meter + 1;
      beats.insert(beats.begin() + static_cast<std::ptrdiff_t>(first) + k,
                   {before.time + k * step, position, kCertain});
    }
  }
  return beats;
}

GridBeats applied(GridBeats song, const Correction& c, double end) {
  BeatList& beats = song.beats;
  switch (c.kind) {
    case Kind::kAddBeats:
      beats = with_beats_between(std::move(beats), c.range.first, c.number);
      break;
    case Kind::kDeleteBeat:
      beats = delete_beats(std::move(beats), c.range);
      break;
    case Kind::kEvenOut: {
      const double middle = (beats[c.range.first - 1].time + beats[c.range.first + 1].time) / 2;
      beats = move_beat(std::move(beats), c.range.first, middle);
      break;
    }
    case Kind::kCountBars:
      beats = set_meter(std::move(beats), c.range, c.number);
      break;
    case Kind::kShiftBars:
      beats = shift_bars(std::move(beats), c.range, c.number);
      break;
    case Kind::kDouble:
      return double_level(std::move(song), c.range);
    case Kind::kHalve:
      return halve_level(std::move(song), c.range);
    case Kind::kHalfBeat:
      return shift_half_level(std::move(song), c.range, c.number > 0, end);
  }
  return song;
}

}  // namespace

GridBeats corrected(GridBeats song, const ReviewPlace& place, const Correction& correction,
                    double end) {
  const double reach =
      place.first + 1 < song.beats.size()
          ? 0.75 * (song.beats[place.first + 1].time - song.beats[place.first].time)
          : 0.0;
  song = applied(std::move(song), correction, end);
  if (place.kind != ReviewPlace::Kind::kBeats && place.kind != ReviewPlace::Kind::kBars)
    return song;
  for (Beat& beat : song.beats) {
    const bool inside = beat.time >= place.begin - 2 * reach && beat.time <= place.end + reach;
    const bool counts = place.kind == ReviewPlace::Kind::kBeats || beat.position == 1;
    if (inside && counts) beat.confidence = kCertain;
  }
  return song;
}

}  // namespace tactus
