// Edits of beats as people make them. Lists come in by value and go out changed; times stay sorted
// and at least kClosestBeats apart. What a person places gets the confidence kCertain, by which
// later decoding knows it. Where positions are unknown (0), those of new beats are, too. Indices
// out of range are std::invalid_argument.
#pragma once

#include <cstddef>
#include <limits>
#include <span>
#include <vector>

#include "model/annotation.h"

namespace tactus {

inline constexpr double kCertain = 1.0;        // confidence of what a person has placed
inline constexpr double kClosestBeats = 0.03;  // seconds
inline constexpr int kUsualMeter = 4;          // where nothing says another

using BeatList = std::vector<Beat>;

// Beats [first, last) of a list.
struct BeatRange {
  std::size_t first = 0;
  std::size_t last = 0;
  bool empty() const { return first >= last; }
  bool contains(std::size_t index) const { return index >= first && index < last; }
  bool operator==(const BeatRange&) const = default;
};
// Those with begin <= time < end.
BeatRange beats_between(std::span<const Beat> beats, double begin, double end);
BeatRange all_beats(std::span<const Beat> beats);
// The beat nearest to a time, beats.size() for an empty list.
std::size_t nearest_beat(std::span<const Beat> beats, double time);

// Number of the bar that each beat is in, from 1; 0 before the first downbeat.
std::vector<int> bar_numbers(std::span<const Beat> beats);
// Beats per bar around a beat: of its own bar where that is complete, else of the nearest complete
// one before or after it, else the largest position, else kUsualMeter.
int meter_at(std::span<const Beat> beats, std::size_t index);

// Stays between its neighbours.
BeatList move_beat(BeatList beats, std::size_t index, double time);
// Does nothing when a beat is nearer than kClosestBeats. It is counted on from the beat before it,
// or back from the first one, and positions after it are counted anew up to the next downbeat.
BeatList add_beat(BeatList beats, double time);
// Positions after the gap are counted anew up to the next downbeat. Where a downbeat went, the next
// beat takes its place.
BeatList delete_beats(BeatList beats, BeatRange range);
// The beats in [begin, end) give way to `times` (sorted; those too close to an earlier one are left
// out), counted on from the beat before them.
BeatList replace_beats(BeatList beats, double begin, double end, std::span<const double> times);

// Every downbeat of the range moves by that number of beats, so bars keep their lengths.
BeatList shift_bars(BeatList beats, BeatRange range, int by);
// "This is beat one": shift_bars such that a bar begins at the beat. Without downbeats in the range
// it is counted from there with meter_at.
BeatList begin_bar_at(BeatList beats, BeatRange range, std::size_t index);
// Counted with that many beats per bar from the range's first downbeat (its first beat without
// one).
BeatList set_meter(BeatList beats, BeatRange range, int beats_per_bar);
// A beat half-way to the next for each of the range; the meter stays, so bars get half as long.
BeatList double_tempo(BeatList beats, BeatRange range);
// Every second beat goes, the range's first downbeat stays; the meter stays.
BeatList halve_tempo(BeatList beats, BeatRange range);
// Every beat of the range moves half-way to the next one (later) or to the one before. What would
// come to lie before the song or behind its end (seconds) goes.
BeatList shift_half_beat(BeatList beats, BeatRange range, bool later,
                         double end = std::numeric_limits<double>::infinity());

// A time as a place among the beats: 2.5 is half-way between beats 2 and 3; beyond the ends the
// first and last intervals go on. Needs two beats.
double beat_coordinate(std::span<const Beat> beats, double time);
double time_at_coordinate(std::span<const Beat> beats, double coordinate);

}  // namespace tactus
