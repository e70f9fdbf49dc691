// Edits of beats by a user. Functions take lists by value and return the changed list. Times stay
// sorted and at least kClosestBeats apart. Beats that a user places get the confidence kCertain,
// and later decoding keeps them. If positions are unknown (0), those of new beats are unknown too.
// Indices out of range throw std::invalid_argument.
#pragma once

#include <cstddef>
#include <limits>
#include <span>
#include <vector>

#include "model/annotation.h"
#include "model/meter.h"

namespace tactus {

inline constexpr double kCertain = 1.0;        // confidence of beats that a user has placed
inline constexpr double kClosestBeats = 0.03;  // seconds
inline constexpr int kUsualMeter = 4;          // if nothing gives another

using BeatList = std::vector<Beat>;

// Beats [first, last) of a list.
struct BeatRange {
  std::size_t first = 0;
  std::size_t last = 0;
  bool empty() const { return first >= last; }
  bool contains(std::size_t index) const { return index >= first && index < last; }
  bool operator==(const BeatRange&) const = default;
};
// Beats with begin <= time < end.
BeatRange beats_between(std::span<const Beat> beats, double begin, double end);
BeatRange all_beats(std::span<const Beat> beats);
// The beat nearest to a time; beats.size() for an empty list.
std::size_t nearest_beat(std::span<const Beat> beats, double time);

// Number of the bar of each beat, from 1; 0 before the first downbeat.
std::vector<int> bar_numbers(std::span<const Beat> beats);
// Beats per bar around a beat: of its own bar if that is complete, else of the nearest complete one
// before or after it, else the largest position, else kUsualMeter.
int meter_at(std::span<const Beat> beats, std::size_t index);

// The beats from one on up to the downbeat from which bars have another meter than the bar of that
// beat, else to the end.
BeatRange same_meter_from(std::span<const Beat> beats, std::size_t index);

// The beat stays between its neighbours.
BeatList move_beat(BeatList beats, std::size_t index, double time);
// Does nothing if a beat is nearer than kClosestBeats. The new position counts on from the beat
// before it, or back from the first one. Positions after it are counted again up to the next
// downbeat.
BeatList add_beat(BeatList beats, double time);
// Positions after the gap are counted again up to the next downbeat. If a downbeat is deleted, the
// next beat becomes the downbeat.
BeatList delete_beats(BeatList beats, BeatRange range);
// Replaces the beats in [begin, end) by `times` (sorted; times too close to an earlier one are left
// out), counted on from the beat before them in the meter of the bars on both sides, or of the song
// if these differ. So a gap does not count as a long or short bar.
BeatList replace_beats(BeatList beats, double begin, double end, std::span<const double> times);

// Every downbeat of the range moves by that number of beats, so bars keep their lengths.
BeatList shift_bars(BeatList beats, BeatRange range, int by);
// "This is beat one": shift_bars so that a bar begins at the beat. If the range has no downbeats,
// counts from the beat with meter_at.
BeatList begin_bar_at(BeatList beats, BeatRange range, std::size_t index);
// Counts with that many beats per bar from the range's first downbeat (its first beat if it has
// none).
BeatList set_meter(BeatList beats, BeatRange range, int beats_per_bar);
// The same, and its beats are quarters or dotted quarters as the meter says.
BeatList set_meter(BeatList beats, BeatRange range, const Meter& meter);
// A bar of this meter begins at the beat, and others follow as far as same_meter_from() goes.
BeatList set_meter_from(BeatList beats, std::size_t index, const Meter& meter);
// Adds a beat half-way to the next for each beat of the range; the number of beats in a bar stays,
// so bars become half as long. Neither these beats nor those of halve_tempo are dotted quarters.
BeatList double_tempo(BeatList beats, BeatRange range);
// Removes every second beat and keeps the range's first downbeat; the meter stays.
BeatList halve_tempo(BeatList beats, BeatRange range);
// Moves every beat of the range half-way to the next one (later) or to the one before. Removes
// beats that would be before the start or after the end of the song (seconds).
BeatList shift_half_beat(BeatList beats, BeatRange range, bool later,
                         double end = std::numeric_limits<double>::infinity());

}  // namespace tactus
