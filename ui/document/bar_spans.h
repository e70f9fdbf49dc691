// The bars of a song as spans of time: for loops, count-ins, and to say where the cursor is. A bar
// begins at each downbeat. The last one is as long as the meter says, but ends with the song.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "model/editing/beat_edits.h"
#include "ui/document/time_axis.h"

namespace tactus::ui {

// The bar lines in seconds, with the end of the last bar; empty without downbeats. `duration` is
// that of the song.
std::vector<double> bar_lines(std::span<const Beat> beats, double duration);

// The bar at a time and those after it, `count` together; fewer at the end of the song. A time
// before the first bar counts as in it. Nothing without bars.
std::optional<TimeSpan> bars_at(std::span<const double> lines, double time, int count);

// The nearest whole bars, at least one; the span itself without bars.
TimeSpan snapped_to_bars(std::span<const double> lines, const TimeSpan& span);

// Spans that begin where `span` does, with `factor` times its music; and one that is `lengths`
// lengths of the span later. They count whole bars where the span has whole bars, else beats, else
// (with fewer than two beats) seconds. So they stay in time where the tempo or meter changes.
TimeSpan resized(std::span<const Beat> beats, std::span<const double> lines, const TimeSpan& span,
                 double factor);
TimeSpan moved_by_lengths(std::span<const Beat> beats, std::span<const double> lines,
                          const TimeSpan& span, int lengths);

// One bar of clicks that leads to a time. Its beats continue those of the song backwards, so that
// the next beat of the song comes in time. Beat times are seconds from its start at speed 1.
struct CountIn {
  double length = 0.0;  // seconds
  BeatList beats;       // empty: the song has fewer than two beats
};
CountIn count_in_to(const BeatList& beats, double time);

}  // namespace tactus::ui
