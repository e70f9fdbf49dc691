#include "model/editing/grid_edits.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <stdexcept>
#include <utility>

#include "model/decoding/beats/beat_summary.h"
#include "model/decoding/timing/tempo_lines.h"
#include "model/editing/lined_beats.h"
#include "model/tempo_grid.h"

namespace tactus {
namespace {

constexpr double kOnLine = 0.001;  // seconds: how far a person's beat may be from a fitted line
constexpr double kNowhere = -1e9;  // seconds

void check(const BeatList& beats, BeatRange range) {
  if (range.first <= range.last && range.last <= beats.size()) return;
  throw std::invalid_argument(fmt::format("beats {}..{} of {}: expected a range within them",
                                          range.first, range.last, beats.size()));
}

bool is_certain(const Beat& beat) {
  return beat.confidence >= kCertain;
}

// The new beats of set_tempo.
class Retiming {
 public:
  Retiming(const LinedBeats& old, BeatRange range, double bpm, double end)
      : old_(old), range_(range), period_(60.0 / bpm), end_(end) {
    for (std::size_t i = range.first; i < range.last; ++i) beats_.push_back(old[i].beat);
    bar_ = meter_at(beats_, 0);
    const double usual = overall_tempo(beats_);
    usual_ = usual > 0.0 ? 60.0 / usual : period_;
    const auto certain = std::ranges::find_if(beats_, is_certain);
    anchor_ = certain != beats_.end() ? static_cast<std::size_t>(certain - beats_.begin()) : 0;
    line_ = {.start = old_place(anchor_), .bpm = bpm};
  }

  LinedBeats beats() const {
    LinedBeats later = towards(1), earlier = towards(-1);
    LinedBeats all(earlier.rbegin(), earlier.rend());
    LinedBeat anchor{beats_[anchor_], line_};
    if (is_certain(anchor.beat) || place(anchor, line_.start, end_)) all.push_back(anchor);
    all.insert(all.end(), later.begin(), later.end());
    return all;
  }

 private:
  double old_place(std::size_t i) const {
    const LinedBeat& one = old_[range_.first + i];
    return one.line && !is_certain(one.beat) ? nearest_on(*one.line, one.beat.time) : one.beat.time;
  }

  // Whether there was a beat around `time`: not in a gap, nor beyond the ends.
  bool was_filled(double time) const {
    const std::size_t i = nearest_beat(beats_, time);
    const auto& line = old_[range_.first + i].line;
    const double period = line ? 60.0 / line->bpm : usual_;
    const double away = time - beats_[i].time;
    if (std::abs(away) <= period / 2.0) return true;
    const std::size_t other = away > 0.0 ? i + 1 : i - 1;  // wraps before the first
    return other < beats_.size() && std::abs(beats_[other].time - beats_[i].time) <= 1.5 * period;
  }

  bool is_free(double time) const {
    const double before =
        range_.first > 0 ? old_[range_.first - 1].beat.time + period_ / 2.0 : -kBeforeStart;
    const double after =
        range_.last < old_.size() ? old_[range_.last].beat.time - period_ / 2.0 : end_;
    return time >= before && time <= after;
  }

  // The beats on one side of the anchor, the nearest first.
  LinedBeats towards(int side) const {
    LinedBeats found;
    const double from = beats_.front().time - period_, to = beats_.back().time + period_;
    Beat last = beats_[anchor_];
    for (int step = 1;; ++step) {
      const double time = line_.start + side * step * period_;
      if (time < from || time > to) return found;
      if (!was_filled(time) || !is_free(time)) continue;
      const auto count = static_cast<std::ptrdiff_t>(found.size() + 1);
      last = beat_at(static_cast<std::ptrdiff_t>(anchor_) + side * count, last, side);
      LinedBeat one{last, line_};
      if (place(one, time, end_)) found.push_back(one);
    }
  }

  // The old beat of that number; beyond the old ones, one that is counted on.
  Beat beat_at(std::ptrdiff_t number, const Beat& before, int side) const {
    if (number >= 0 && number < static_cast<std::ptrdiff_t>(beats_.size()))
      return beats_[static_cast<std::size_t>(number)];
    int position = before.position;
    if (position > 0)
      position = side > 0 ? position % bar_ + 1 : position > 1 ? position - 1 : bar_;
    return {0.0, position, kUnknownConfidence};
  }

  const LinedBeats& old_;
  BeatRange range_;
  double period_;
  double end_;
  BeatList beats_;  // of the range
  int bar_ = 0;
  double usual_ = 0.0;
  std::size_t anchor_ = 0;
  GridSegment line_;
};

std::vector<HeardBeat> as_heard(const BeatList& beats, BeatRange range) {
  std::vector<double> times;
  for (std::size_t i = range.first; i < range.last; ++i) times.push_back(beats[i].time);
  const std::vector<double> indices = beat_indices(times);
  std::vector<HeardBeat> heard;
  for (std::size_t k = 0; k < times.size(); ++k) {
    heard.push_back({.index = indices[k],
                     .time = times[k],
                     .attack = times[k],
                     .fixed = is_certain(beats[range.first + k])});
  }
  return heard;
}

bool runs_through_fixed(const TempoLine& line, const std::vector<HeardBeat>& beats) {
  return std::ranges::all_of(beats, [&](const HeardBeat& beat) {
    return !beat.fixed || std::abs(beat.time - line.at(beat.index)) <= kOnLine;
  });
}

// Leaves out beats that came too close to the one before, but none that a person has set.
LinedBeats without_crowding(const LinedBeats& beats) {
  LinedBeats kept;
  for (const LinedBeat& one : beats) {
    const auto is_crowded = [&] {
      return !kept.empty() && one.beat.time < kept.back().beat.time + kClosestBeats;
    };
    if (is_certain(one.beat)) {
      while (is_crowded() && !is_certain(kept.back().beat)) kept.pop_back();
    }
    if (!is_crowded() || is_certain(one.beat)) kept.push_back(one);
  }
  return kept;
}

double main_tempo(const GridBeats& song) {
  return longest_tempo(song.grid, song.beats).value_or(overall_tempo(song.beats));
}

// `factor` of the tempo in the range; `beats` has the beats that are there then.
GridBeats at_level(const GridBeats& song, BeatRange range, double factor, BeatList beats) {
  const LinedBeats old = on_lines(song.beats, song.grid);
  LinedBeats lined;
  std::size_t i = 0;
  for (const Beat& beat : beats) {
    while (i + 1 < old.size() && old[i + 1].beat.time <= beat.time) ++i;
    LinedBeat one{beat, old[i].line};
    if (one.line && range.contains(i)) {
      const bool is_new = beat.time != old[i].beat.time;
      if (!is_new) one.line->start = nearest_on(*one.line, beat.time);
      one.line->bpm *= factor;
      if (is_new) one.beat.time = nearest_on(*one.line, beat.time);
    }
    lined.push_back(one);
  }
  return joined(lined, kind_without_lines(song.grid));
}

}  // namespace

TempoGrid grid_after_edit(TempoGrid grid, std::span<const Beat> beats) {
  if (beats.empty() || !is_true(grid, beats)) return {};
  return joined(on_lines({beats.begin(), beats.end()}, grid), kind_without_lines(grid)).grid;
}

BeatRange stretch_at(const GridBeats& song, double time) {
  if (song.grid.segments.empty() || song.beats.empty()) return all_beats(song.beats);
  std::vector<const GridSegment*> owners;
  for (const Beat& beat : song.beats) owners.push_back(segment_at(song.grid, beat.time));
  const auto is_free = [&](std::size_t i) {
    return std::ranges::count(owners, owners[i]) < kFewestOnLine;
  };
  const std::size_t here = nearest_beat(song.beats, time);
  const bool free = is_free(here);
  const auto belongs = [&](std::size_t i) { return free ? is_free(i) : owners[i] == owners[here]; };
  BeatRange range{here, here + 1};
  while (range.first > 0 && belongs(range.first - 1)) --range.first;
  while (range.last < song.beats.size() && belongs(range.last)) ++range.last;
  return range;
}

GridBeats set_tempo(GridBeats song, BeatRange range, double bpm, double end) {
  check(song.beats, range);
  if (!(bpm >= kSlowestGrid && bpm <= kFastestGrid)) {
    throw std::invalid_argument(
        fmt::format("{} BPM: expected {} to {}", bpm, kSlowestGrid, kFastestGrid));
  }
  if (range.empty()) return song;
  LinedBeats lined = on_lines(song.beats, song.grid);
  const LinedBeats placed = Retiming(lined, range, bpm, end).beats();
  const auto first = lined.begin() + static_cast<std::ptrdiff_t>(range.first);
  const auto gap = lined.erase(first, lined.begin() + static_cast<std::ptrdiff_t>(range.last));
  lined.insert(gap, placed.begin(), placed.end());
  return joined(lined, kind_without_lines(song.grid));
}

GridBeats shift_grid(GridBeats song, double seconds, double end) {
  LinedBeats lined;
  for (LinedBeat one : on_lines(song.beats, song.grid)) {
    double time = one.beat.time;
    if (one.line && time == 0.0) time = std::min(nearest_on(*one.line, time), 0.0);
    if (one.line) one.line->start += seconds;
    if (place(one, time + seconds, end)) lined.push_back(one);
  }
  return joined(lined, kind_without_lines(song.grid));
}

GridBeats double_level(GridBeats song, BeatRange range) {
  return at_level(song, range, 2.0, double_tempo(song.beats, range));
}

GridBeats halve_level(GridBeats song, BeatRange range) {
  return at_level(song, range, 0.5, halve_tempo(song.beats, range));
}

GridBeats shift_half_level(GridBeats song, BeatRange range, bool later, double end) {
  check(song.beats, range);
  if (song.grid.segments.empty())
    return {shift_half_beat(std::move(song.beats), range, later, end), song.grid};
  LinedBeats kept;
  const LinedBeats lined = on_lines(song.beats, song.grid);
  for (std::size_t i = 0; i < lined.size(); ++i) {
    LinedBeat one = lined[i];
    if (range.contains(i)) {
      const double half = (later ? 30.0 : -30.0) / one.line->bpm;
      const double time = nearest_on(*one.line, one.beat.time) + half;
      one.line->start += half;
      if (!place(one, time, end)) continue;
    }
    kept.push_back(one);
  }
  return joined(without_crowding(kept), kind_without_lines(song.grid));
}

std::optional<GridBeats> make_constant(GridBeats song, BeatRange range, double end) {
  check(song.beats, range);
  if (range.last < range.first + 2) return std::nullopt;
  LinedBeats lined = on_lines(song.beats, song.grid);
  const std::vector<HeardBeat> heard = as_heard(song.beats, range);
  const TempoLine line = single_line(heard);
  if (!(line.period > 0.0) || !runs_through_fixed(line, heard)) return std::nullopt;
  for (std::size_t k = 0; k < heard.size(); ++k) {
    LinedBeat& one = lined[range.first + k];
    one.line = {.start = line.start, .bpm = 60.0 / line.period, .scatter = line.scatter};
    const bool inside = heard[k].fixed || place(one, line.at(heard[k].index), end);
    if (!inside) one.beat.time = kNowhere;
  }
  std::erase_if(lined, [](const LinedBeat& one) { return one.beat.time == kNowhere; });
  return joined(without_crowding(lined), kind_without_lines(song.grid));
}

GridBeats join_grids(GridBeats before, const GridBeats& after) {
  constexpr double kOneLine = 0.002;  // seconds between two fits of one tempo
  LinedBeats later = on_lines(after.beats, after.grid);
  const GridSegment* last =
      before.beats.empty() ? nullptr : segment_at(before.grid, before.beats.back().time);
  if (last && !later.empty() && later.front().line) {
    const GridSegment other = *later.front().line;
    const bool goes_on = std::abs(last->bpm - other.bpm) <= 1e-9 * last->bpm &&
                         std::abs(nearest_on(*last, other.start) - other.start) <= kOneLine;
    for (LinedBeat& one : later) {
      if (!goes_on || !one.line || !same_line(*one.line, other)) break;
      one.beat.time = nearest_on(*last, one.beat.time);
      one.line = *last;
    }
  }
  const std::size_t earlier = before.beats.size();
  BeatList beats = std::move(before.beats);
  for (const LinedBeat& one : later) beats.push_back(one.beat);
  const auto line_of = [&](std::size_t i, const Beat& beat) {
    if (i >= earlier) return later[i - earlier].line;
    const GridSegment* segment = segment_at(before.grid, beat.time);
    return segment ? std::optional(*segment) : std::nullopt;
  };
  const bool free = before.grid.kind == GridKind::kFree || after.grid.kind == GridKind::kFree;
  return joined(std::move(beats), line_of, free ? GridKind::kFree : GridKind::kNone);
}

std::vector<TempoCandidate> tempi_after_edit(std::vector<TempoCandidate> tempi,
                                             const GridBeats& before, const GridBeats& after) {
  constexpr double kSameTempo = 0.04;  // share of the tempo
  constexpr double kRounding = 1e-9;
  const double bpm = main_tempo(after);
  if (tempi.empty() || !(bpm > 0.0)) return tempi;
  if (std::abs(main_tempo(before) - bpm) <= kRounding * bpm) return tempi;
  tempi.front().bpm = bpm;
  const auto is_same = [&](const TempoCandidate& other) {
    return std::abs(other.bpm - bpm) <= kSameTempo * bpm;
  };
  tempi.erase(std::remove_if(tempi.begin() + 1, tempi.end(), is_same), tempi.end());
  return tempi;
}

}  // namespace tactus
